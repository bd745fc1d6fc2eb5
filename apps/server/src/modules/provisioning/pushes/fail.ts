import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { writeTogether } from '../../../db/write-together.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { type Actor, apply } from '../../profiles/lifecycle/service.ts'
import { pushWrites } from './hook.ts'
import { lockOrder, lockPush, type PushedOrder, type PushRecord } from './queries.ts'

/** Whether the order is still the pushed one and waits for its device. */
const stillWaits = (
  order: PushedOrder | undefined,
  { id, eid }: Pick<PushRecord, 'id' | 'eid'>,
): order is PushedOrder =>
  order?.push_id === id && order.order_state === 'Released' && order.order_eid === eid && order.status === 'AVAILABLE'

type Failing = {
  enterpriseId: EnterpriseId
  id: string
  profileId: ProfileId
  reason: string
  actor: Actor
  uncounted?: true
}

/**
 * Ends a push that no device has used: deletes its event, and releases the profile if the push had bound it.
 * @returns false when a device has already used it, or when it has ended
 */
export async function failPush(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { id, profileId, reason, actor, uncounted }: Failing,
): Promise<boolean> {
  const { enterpriseId } = db
  const order = await lockOrder(db, { profileId })
  const push = await lockPush(db, id)
  if (push?.state !== 'PUSHED') return false
  const at = server.clock.now()
  const writes = pushWrites(enterpriseId, id, { to: 'FAILED', reason, at, ...(uncounted ? { uncounted } : {}) })
  if (!stillWaits(order, push)) {
    await writeTogether(db, writes)
    return true
  }
  const cause = { enterpriseId, at, actor, newId: () => server.random.uuid() }
  const failed = apply(cause, [{ row: order, transition: { kind: 'pushFailed', reason, releases: push.binds } }])
  await writeTogether(db, [...writes, ...failed.writes])
  return true
}
