import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId, UserId } from '../../../db/row-id.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { selectIccids } from './planned-queries.ts'

const HOUR_MS = 60 * 60_000

type Unsent = { profile_id: ProfileId; planned_by: UserId; reason: string; hasLeft: boolean }

/**
 * Notifies those who planned deliveries that were skipped or refused, with the first of them, at most once an hour; for one
 * who has left, all who may plan deliveries. The list has the others.
 */
export async function notifyOfUnsent(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  unsent: readonly Unsent[],
): Promise<void> {
  if (unsent.length === 0) return
  const firstOf = new Map<UserId, Unsent>()
  for (const one of unsent) if (!firstOf.has(one.planned_by)) firstOf.set(one.planned_by, one)
  const iccids = await selectIccids(
    db,
    [...firstOf.values()].map(({ profile_id }) => profile_id),
  )
  const hour = Math.floor(server.clock.now().getTime() / HOUR_MS)
  for (const [userId, { profile_id, reason, hasLeft }] of firstOf) {
    const iccid = hasLeft ? '' : (iccids.get(profile_id) ?? '')
    const news = { kind: 'DELIVERY_UNSENT', facts: { iccid, reason } } as const
    const once = `DELIVERY_UNSENT ${userId} ${hour}`
    await notifyMembers(server, db, { ...(hasLeft ? {} : { userIds: [userId] }), once, news })
  }
}
