import { Problem } from '@simwright/contract'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { isUnreachable } from '../../../db/unreachable.ts'
import type { Who } from '../../../http/call.ts'
import { repeatCall, servesCalls } from '../../../http/serve.ts'
import type { ApprovalsServer as Server } from '../../../port/module.ts'
import {
  addAttempt,
  lockRequest,
  type RequestKey,
  type RequestRecord,
  readApprovers,
  sealContextOf,
  selectExpired,
  selectOffDue,
  selectRequest,
  selectStarting,
  selectUnnotified,
  updateNotified,
  updateRequest,
} from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { readCallerNow } from '../sessions/service.ts'
import { notifyRequester } from './decide.ts'
import { switchOff } from './policy.ts'
import { approvableOf } from './shown.ts'

export { approvalsDue } from '../../platform/approval/service.ts'

/** The caller of a key, which a module of a later area knows. */
type Callers<S> = { readKeyCaller: (server: S, key: { enterpriseId: EnterpriseId; keyId: string }) => Promise<Who> }

/**
 * Notifies approvers of new requests, lets requests expire, and does approved work whose time has come. Any number of
 * processes can run it: the gate takes an approved request in the transaction that does its work.
 */
export async function runApprovals<S extends Server>(server: S, callers: Callers<S>): Promise<void> {
  const at = server.clock.now()
  for (const key of await server.db.systemTx((db) => selectUnnotified(db)))
    await server.db.tenantTx(key.enterpriseId, (db) => notifyApprovers(server, db, key.id))
  for (const key of await server.db.systemTx((db) => selectExpired(db, at)))
    await server.db.tenantTx(key.enterpriseId, (db) => expire(server, db, key.id))
  // another process does it that serves calls
  const starting = servesCalls(server) ? await server.db.systemTx((db) => selectStarting(db, at)) : []
  for (const key of starting) {
    if (server.stopping.aborted) return
    await doApproved(server, callers, key)
  }
  for (const enterpriseId of await server.db.systemTx((db) => selectOffDue(db, at)))
    await server.db.tenantTx(enterpriseId, (db) => switchOff(server, db))
}

async function notifyApprovers(server: Server, db: TenantDb, id: string): Promise<void> {
  const at = server.clock.now()
  const row = await selectRequest(db, id)
  if (!row || !(await updateNotified(db, id, at)) || row.state !== 'PENDING') return
  const approvers = await readApprovers(db, { at, persons: [row.person_id as UserId] })
  const userIds = approvers.of(approvableOf(row)).map(({ userId }) => userId)
  const { sentence, requested_by_name: requestedBy, expires_at: expiresAt } = row
  const facts = { requestId: id, sentence, requestedBy, expiresAt: expiresAt.toISOString() }
  await notifyMembers(server, db, { userIds, once: `approval asked ${id}`, news: { kind: 'APPROVAL_ASKED', facts } })
}

const objectOf = ({ enterprise_id: enterpriseId, id, sentence }: RequestRecord) => ({
  enterpriseId,
  object: { id, name: sentence },
})

async function expire(server: Server, db: TenantDb, id: string): Promise<void> {
  const row = await lockRequest(db, id)
  const at = server.clock.now()
  if (!row || !['PENDING', 'APPROVED'].includes(row.state) || row.expires_at > at) return
  await updateRequest(db, id, { state: 'EXPIRED', ended_at: at, sealed_input: null })
  await recordAudit(server, db, { action: 'approval.expired', ...objectOf(row) })
  await notifyRequester(server, db, row, { state: 'EXPIRED' })
}

const ATTEMPTS_MAX = 5

async function doApproved<S extends Server>(server: S, callers: Callers<S>, key: RequestKey): Promise<void> {
  const { enterpriseId, id } = key
  const row = await server.db.tenantRead(enterpriseId, (db) => selectRequest(db, id))
  if (row?.state !== 'APPROVED' || row.call_path === null || row.sealed_input === null) return
  const { call_path: path, sealed_input: sealed, time_zone: timeZone } = row
  try {
    const who = await callerOf(server, callers, row)
    const context = sealContextOf({ enterpriseId }, id)
    const input: unknown = JSON.parse(server.sealer.openText(context, sealed).reveal())
    await repeatCall(server, { path, input, who, timeZone, requestId: server.random.uuid() })
    await end(server, key, undefined)
  } catch (error) {
    if (isUnreachable(error)) throw error
    if (error instanceof Problem) return await end(server, key, error)
    server.log.error({ err: error, requestId: id }, 'approved work could not be done')
    const attempts = await server.db.tenantTx(enterpriseId, (db) => addAttempt(db, id))
    if (attempts >= ATTEMPTS_MAX) await end(server, key, new Problem('internal', { requestId: id }))
  }
}

/** The requester with the rights of now. @throws Problem approval_rights_lost, and those of a key */
async function callerOf<S extends Server>(server: S, callers: Callers<S>, row: RequestRecord): Promise<Who> {
  const { enterprise_id: enterpriseId, requester_key: keyId, requester_id: userId } = row
  if (keyId !== null) return await callers.readKeyCaller(server, { enterpriseId, keyId })
  const at = server.clock.now()
  const who = await server.db.tenantRead(enterpriseId, (db) => readCallerNow(db, { userId: userId as UserId, at }))
  if (!who) throw new Problem('approval_rights_lost', { name: row.requested_by_name })
  return who
}

/** Ends a request whose work was done, or refused; another process may have ended it before. */
async function end(server: Server, { enterpriseId, id }: RequestKey, problem: Problem | undefined): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const row = await lockRequest(db, id)
    if (!row) return
    const at = server.clock.now()
    if (row.state === 'DONE') return await notifyRequester(server, db, row, { state: 'DONE' })
    if (row.state !== 'APPROVED') return
    if (!problem) {
      // approval was switched off in the meantime
      await updateRequest(db, id, { state: 'DONE', ended_at: at, sealed_input: null })
      await recordAudit(server, db, { action: 'approval.executed', ...objectOf(row) })
      return await notifyRequester(server, db, row, { state: 'DONE' })
    }
    const { message: reason, detail } = problem
    const changed = JSON.stringify(detail?.changed ?? [])
    await updateRequest(db, id, { state: 'FAILED', ended_at: at, reason, changed, sealed_input: null })
    await recordAudit(server, db, { action: 'approval.failed', ...objectOf(row), after: { reason } })
    await notifyRequester(server, db, row, { state: 'FAILED', text: reason })
  })
}
