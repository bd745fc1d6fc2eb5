import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/approval'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { ApprovalsServer as Server } from '../../../port/module.ts'
import { lockRequest, type RequestRecord, selectPolicy, updateRequest } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { requireRecentProof } from '../sessions/service.ts'
import { canCancel, findVisible, whyNotDecide } from './shown.ts'

type Decision = ParsedInputOf<typeof contract.approve>

/** @throws Problem not_found, approval_over, approval_own, changed_meanwhile */
async function lockToDecide(
  server: Server,
  db: TenantDb,
  who: Who,
  { id, version }: Pick<Decision, 'id' | 'version'>,
): Promise<RequestRecord> {
  const { row, seen } = await findVisible(server, db, who, await lockRequest(db, id))
  const reason = whyNotDecide(who, seen.approvers, row)
  if (reason !== undefined) throw new Problem('approval_own', { reason })
  requireOpen(row, server.clock.now())
  if (row.version !== version) throw new Problem('changed_meanwhile')
  return row
}

/** @throws Problem approval_over */
function requireOpen({ state, expires_at }: RequestRecord, at: Date): void {
  if (state !== 'PENDING') throw new Problem('approval_over', { state: state.toLowerCase() })
  if (expires_at <= at) throw new Problem('approval_over', { state: 'expired' })
}

const objectOf = ({ enterprise_id: enterpriseId, id, sentence }: RequestRecord) => ({
  enterpriseId,
  object: { id, name: sentence },
})

type Ended = { state: 'APPROVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED' | 'DONE' | 'FAILED'; by?: string; text?: string }

/** Notifies the person whose request it is. */
export async function notifyRequester(
  server: Pick<Server, 'db' | 'clock' | 'random'>,
  db: TenantDb,
  { id, sentence, person_id: personId }: Pick<RequestRecord, 'id' | 'sentence' | 'person_id'>,
  { state, by = '', text = '' }: Ended,
): Promise<void> {
  const facts = { requestId: id, sentence, state, by, text }
  await notifyMembers(server, db, {
    userIds: [personId],
    once: `approval ${id} ${state}`,
    news: { kind: 'APPROVAL_ENDED', facts },
  })
}

const MINUTE_MS = 60_000

/** @throws Problem step_up_needed in a session whose user has not proved the identity recently, and those of `lockToDecide` */
export async function approveRequest(
  server: Server,
  who: Who,
  { id, version, comment }: Decision,
): Promise<OutputOf<typeof contract.approve>> {
  if (!who.key) requireRecentProof(server, who)
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const row = await lockToDecide(server, db, who, { id, version })
    const at = server.clock.now()
    const { window_minutes: minutes } = await selectPolicy(db)
    const startsAt = new Date(at.getTime() + minutes * MINUTE_MS)
    const decision = { decided_by: who.userId, decided_at: at, decision_comment: comment }
    const next = await updateRequest(db, id, { state: 'APPROVED', starts_at: startsAt, ...decision })
    const after = { comment, startsAt: startsAt.toISOString() }
    await recordAudit(server, db, { action: 'approval.approved', ...objectOf(row), after })
    const text = row.mode === 'REPEAT' ? 'Do it once more now: it is open to you once.' : comment
    await notifyRequester(server, db, row, { state: 'APPROVED', by: who.name, text })
    return { version: next, startsAt: startsAt.toISOString() }
  })
}

export async function refuseRequest(
  server: Server,
  who: Who,
  { id, version, comment }: Decision,
): Promise<OutputOf<typeof contract.refuse>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const row = await lockToDecide(server, db, who, { id, version })
    const at = server.clock.now()
    const decision = { decided_by: who.userId, decided_at: at, decision_comment: comment }
    const next = await updateRequest(db, id, { state: 'REFUSED', ended_at: at, sealed_input: null, ...decision })
    await recordAudit(server, db, { action: 'approval.refused', ...objectOf(row), after: { comment } })
    await notifyRequester(server, db, row, { state: 'REFUSED', by: who.name, text: comment })
    return { version: next }
  })
}

/** @throws Problem not_found, approval_over */
export async function cancelRequest(
  server: Server,
  who: Who,
  { id }: ParsedInputOf<typeof contract.cancel>,
): Promise<OutputOf<typeof contract.cancel>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const { row } = await findVisible(server, db, who, await lockRequest(db, id))
    const at = server.clock.now()
    if (row.state !== 'PENDING' && row.state !== 'APPROVED')
      throw new Problem('approval_over', { state: row.state.toLowerCase() })
    if (!canCancel(who, row, at)) {
      const isForeign = row.person_id !== who.userId && row.decided_by !== who.userId
      throw isForeign ? new Problem('forbidden') : new Problem('approval_over', { state: 'being done' })
    }
    await updateRequest(db, id, { state: 'CANCELED', ended_at: at, sealed_input: null })
    await recordAudit(server, db, { action: 'approval.canceled', ...objectOf(row) })
    if (row.person_id !== who.userId) await notifyRequester(server, db, row, { state: 'CANCELED', by: who.name })
    return {}
  })
}

/** @throws Problem not_found, approval_over, changed_meanwhile */
export async function explainRequest(
  server: Server,
  who: Who,
  { id, version, comment }: ParsedInputOf<typeof contract.explain>,
): Promise<OutputOf<typeof contract.explain>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const row = await lockRequest(db, id)
    if (row?.person_id !== who.userId) throw new Problem('not_found')
    requireOpen(row, server.clock.now())
    if (row.version !== version) throw new Problem('changed_meanwhile')
    const next = await updateRequest(db, id, { comment })
    const change = { before: { comment: row.comment }, after: { comment } }
    await recordAudit(server, db, { action: 'approval.commented', ...objectOf(row), ...change })
    return { version: next }
  })
}
