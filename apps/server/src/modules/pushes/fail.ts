import type { TenantDb } from '../../db/database.ts'
import { writeTogether } from '../../db/write-together.ts'
import type { Server } from '../../server.ts'
import { type Actor, changeWrites, type HeldProfile } from '../profiles/service.ts'
import { pushWrites } from './move.ts'
import { type HeldOrder, holdOrder, linkOrder, lockPush, type PushRecord } from './queries.ts'

export function profileOf(order: HeldOrder): HeldProfile {
  const { profile_id: id, status, device_brand: deviceBrand, downloads } = order
  return { id, status, deviceBrand, downloads }
}

/** The order is still the one that was pushed, and no device has come for it. */
const stillWaits = (order: HeldOrder | undefined, { id, eid }: Pick<PushRecord, 'id' | 'eid'>): order is HeldOrder =>
  order?.push_id === id && order.order_state === 'Released' && order.order_eid === eid && order.status === 'AVAILABLE'

type Failing = { enterpriseId: string; id: string; profileId: string; reason: string; actor: Actor; uncounted?: true }

/**
 * Ends a push that no device has come for: its event is taken back, and a profile that it had bound is free again.
 * @returns false when a device was quicker, or it has ended before
 */
export async function failPush(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { enterpriseId, id, profileId, reason, actor, uncounted }: Failing,
): Promise<boolean> {
  const order = await holdOrder(db, enterpriseId, { id: profileId })
  const push = await lockPush(db, enterpriseId, id)
  if (push?.state !== 'PUSHED') return false
  const at = server.clock.now()
  const writes = pushWrites(enterpriseId, id, { to: 'FAILED', reason, at, ...(uncounted ? { uncounted } : {}) })
  if (!stillWaits(order, push)) {
    await writeTogether(db, writes)
    return true
  }
  if (push.binds) await linkOrder(db, { enterpriseId, order, at }, null)
  const change = {
    profile: profileOf(order),
    type: 'PUSH_FAILED',
    at,
    actor,
    detail: push.binds ? `${reason} The profile is free again: any device may download it.` : reason,
    ...(push.binds ? { eid: null } : {}),
  } as const
  await writeTogether(db, [...writes, ...changeWrites(enterpriseId, { change, newId: () => server.random.uuid() })])
  return true
}
