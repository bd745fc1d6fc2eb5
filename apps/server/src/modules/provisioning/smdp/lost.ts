import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Cause, isAllowed } from '../../profiles/lifecycle/service.ts'
import { lockCodeRecord } from './code-record.ts'
import { record } from './record.ts'

/**
 * Treats the profile of a lost device, which will send no notification, as deleted from it. While re-downloads are
 * left, the profile is available again under the same code for any device.
 * @throws Problem `not_found`, `not_held`
 */
export async function setFree(server: Server, who: Who, profileId: ProfileId): Promise<{ available: boolean }> {
  return await server.db.tenantTx(who.enterpriseId, (db) => setFreeIn(server, db, who, profileId))
}

/** `setFree` in the caller's transaction. */
export async function setFreeIn(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { userId }: Who,
  profileId: ProfileId,
): Promise<{ available: boolean }> {
  const { enterpriseId } = db
  const at = server.clock.now()
  const code = await lockCodeRecord(db, { enterpriseId, code: { profileId }, membership: 'with-membership' })
  if (!code) throw new Problem('not_found')
  if (!isAllowed('lost', code)) throw new Problem('not_held')
  const isExpired = code.expires_at !== null && code.expires_at <= at
  const available = code.code_state === 'LIVE' && !isExpired && code.orders - 1 < code.max_redownloads
  const next = available ? { orderId: server.random.uuid(), lastSequence: -1 } : null
  const cause: Cause = {
    enterpriseId,
    at,
    actor: { kind: 'user', userId },
    deviceEid: code.order_eid ?? undefined,
    newId: () => server.random.uuid(),
  }
  await record(db, { cause, code, transition: { kind: 'lost', next } })
  await recordAudit(server, db, {
    action: 'fleet.setFree',
    enterpriseId,
    object: { id: profileId, name: code.iccid },
    before: { eid: code.order_eid, status: code.status },
    after: { eid: null, status: available ? 'AVAILABLE' : 'DELETED' },
  })
  return { available }
}
