import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as contract from '@simwright/contract/programs/es2plus'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { Es2plusServer as Server } from '../../../port/module.ts'
import { readMembers } from '../../people/sessions/service.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { insertProgram, renameProgram } from '../../platform/tenancy/service.ts'
import { callFault } from '../webhooks/service.ts'
import { readClientCertificate } from './certificate.ts'
import { settleDisplaced } from './displaced.ts'
import {
  deleteDirectoryEntry,
  insertOperator,
  type ListedOperator,
  lockAndCount,
  lockOperator,
  lockState,
  type OperatorKey,
  proveDirectoryEntry,
  selectOperators,
  updateOperator,
} from './operator-queries.ts'
import { dropWaiting } from './progress-queries.ts'
import { challengeOf, newChallenge, verifyProof } from './proof.ts'

export async function listOperators(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof contract.list>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
    const refusal = await requireFeature(db, entitlement, 'OPEN_API').then(
      () => null,
      (error: unknown) => {
        if (error instanceof Problem) return error.message
        throw error
      },
    )
    const rows = await selectOperators(db)
    return { items: rows.map(operatorOf), address: addressOf(server), refusal }
  })
}

/** The port for other servers, on the host of the SM-DP+. */
const addressOf = ({ smdp, ports }: Server) => `https://${smdp.address.replace(/:\d+$/, '')}:${ports.operator}`

type Challengeable = Pick<
  ListedOperator,
  'enterprise_id' | 'fingerprint' | 'certificate' | 'challenge_nonce' | 'challenge_expires_at'
>

function challengedOf(row: Challengeable) {
  const { challenge_nonce, challenge_expires_at, ...rest } = row
  if (challenge_nonce === null || challenge_expires_at === null) return undefined
  return { ...rest, enterpriseId: row.enterprise_id, challenge_nonce, challenge_expires_at }
}

function lastChallenge(row: Challengeable): contract.OperatorChallenge | null {
  const challenged = challengedOf(row)
  return challenged ? challengeOf(challenged) : null
}

const operatorOf = (row: ListedOperator): contract.Operator => ({
  id: row.id,
  version: row.version,
  name: row.name,
  requester: row.requester,
  subject: row.subject,
  fingerprint: row.fingerprint,
  state: row.state,
  challenge: row.state === 'PROVEN' || row.state === 'DISPLACED' ? null : lastChallenge(row),
  expiresAt: row.not_after.toISOString(),
  callbackUrl: row.callback_url,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  waiting: row.waiting,
  lastAttempt: row.last_at && { at: row.last_at.toISOString(), status: row.last_status, fault: row.last_fault },
})

/** @throws Problem `operator_by_admin`: an operator has the rights of the enterprise account, not of who registers it */
async function requireAdmin(server: Server, db: TenantDb, { userId }: Who): Promise<void> {
  const [member] = await readMembers(db, { at: server.clock.now(), userIds: [userId] })
  if (!member?.isAdmin) throw new Problem('operator_by_admin')
}

function requireCallable({ config }: Server, path: string, url: string | null): void {
  const found = url === null ? undefined : callFault(config, url)
  if (found) throw fault(path, found.rule, found.text)
}

export async function registerOperator(
  server: Server,
  who: Who,
  { name, callbackUrl, certificate: pem, requester: given }: ParsedInputOf<typeof contract.register>,
): Promise<OutputOf<typeof contract.register>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  requireCallable(server, 'callbackUrl', callbackUrl)
  const { der, fingerprint, subject, notAfter, registeredId } = readClientCertificate(pem, at)
  const requester = given || registeredId
  if (requester === undefined)
    throw fault('requester', 'required', 'The certificate has no object identifier: enter that of the operator.')
  if (registeredId !== undefined && registeredId !== requester)
    throw fault('requester', 'other', `The certificate is for ${registeredId}.`)
  const id = server.random.uuid()
  const challenge = newChallenge((length) => server.random.bytes(length), at)
  await server.db.tenantTx(enterpriseId, async (db) => {
    await requireAdmin(server, db, who)
    await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at }), 'OPEN_API')
    const max = contract.ES2PLUS_LIMITS.operators
    if ((await lockAndCount(db)) >= max) throw new Problem('operators_too_many', { max })
    // a program that can order codes, like one with a key
    await demandApproval(server, db, {
      operation: 'KEY_NEW',
      userId,
      facts: { operator: [name, requester, fingerprint, callbackUrl] },
      sentence: `Register the operator ${name}, ${requester}`,
    })
    await insertProgram(db, { id, name })
    const columns = {
      requester,
      certificate: der,
      fingerprint,
      subject,
      not_after: notAfter,
      callback_url: callbackUrl,
      ...challenge,
    }
    const isNew = await insertOperator(db, { enterpriseId, id }, { ...columns, userId, at })
    if (!isNew) throw new Problem('certificate_registered')
    const after = { name, requester, fingerprint, callbackUrl }
    await recordAudit(server, db, { action: 'es2plus.registered', enterpriseId, object: { id, name }, after })
  })
  return { id, challenge: challengeOf({ ...challenge, enterpriseId, fingerprint, certificate: der }) }
}

/** @throws Problem not_found, certificate_proven, certificate_displaced */
async function lockUnproven(db: TenantDb, key: OperatorKey) {
  const operator = await lockOperator(db, key)
  if (!operator) throw new Problem('not_found')
  const state = await lockState(db, key, operator.fingerprint)
  if (state === 'PROVEN') throw new Problem('certificate_proven')
  if (state === 'DISPLACED') throw new Problem('certificate_displaced')
  return operator
}

/** Replaces the challenge of a certificate whose key is not proven, so that signatures of the last one are refused. */
export async function renewChallenge(
  server: Server,
  { enterpriseId }: Who,
  id: string,
): Promise<OutputOf<typeof contract.challenge>> {
  const key = { enterpriseId, id }
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { name, fingerprint, certificate } = await lockUnproven(db, key)
    const columns = newChallenge((length) => server.random.bytes(length), server.clock.now())
    await updateOperator(db, key, columns)
    const challenge = challengeOf({ ...columns, enterpriseId, fingerprint, certificate })
    const after = { fingerprint, expiresAt: challenge.expiresAt }
    await recordAudit(server, db, { action: 'es2plus.challenged', enterpriseId, object: { id, name }, after })
    return challenge
  })
}

/**
 * Accepts calls with a certificate once its key has signed the challenge. The entries of other enterprise accounts for
 * the same certificate are displaced: none of them is proven.
 */
export async function proveOperator(
  server: Server,
  { enterpriseId }: Who,
  { id, signature }: ParsedInputOf<typeof contract.prove>,
): Promise<OutputOf<typeof contract.prove>> {
  const key = { enterpriseId, id }
  await server.db.tenantTx(enterpriseId, async (db) => {
    const operator = await lockUnproven(db, key)
    const challenged = challengedOf(operator)
    if (!challenged || challenged.challenge_expires_at <= server.clock.now()) throw new Problem('challenge_expired')
    verifyProof(challenged, signature)
    const { name, requester, fingerprint } = operator
    await proveDirectoryEntry(db, key, fingerprint)
    await updateOperator(db, key, { challenge_nonce: null, challenge_expires_at: null })
    const entry = { enterpriseId, object: { id, name }, after: { requester, fingerprint } }
    await recordAudit(server, db, { action: 'es2plus.proven', ...entry })
  })
  // the proof is stored: what cannot be recorded now is recorded by the next run of the job
  await settleDisplaced(server).catch((err: unknown) => {
    server.log.warn({ err, enterpriseId }, 'the displacement of operators could not be recorded yet')
  })
  return {}
}

export async function editOperator(
  server: Server,
  { enterpriseId }: Who,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  requireCallable(server, 'fields.callbackUrl', fields.callbackUrl)
  const key = { enterpriseId, id }
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const operator = await lockOperator(db, key)
    if (!operator) throw new Problem('not_found')
    if (operator.version !== version) throw new Problem('changed_meanwhile')
    const { name, callback_url: callbackUrl } = operator
    await updateOperator(db, key, { callback_url: fields.callbackUrl, version: version + 1 })
    await renameProgram(db, { id, name: fields.name })
    const entry = { enterpriseId, object: { id, name: fields.name }, before: { name, callbackUrl }, after: fields }
    await recordAudit(server, db, { action: 'es2plus.edited', ...entry })
    return { version: version + 1 }
  })
}

/** Its orders remain, and notifications that wait are not sent unless another certificate has the same identifier. */
export async function removeOperator(
  server: Server,
  { enterpriseId, userId }: Who,
  id: string,
): Promise<Record<never, never>> {
  const key = { enterpriseId, id }
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const operator = await lockOperator(db, key)
    if (!operator) throw new Problem('not_found')
    const { name, requester, fingerprint, callback_url: callbackUrl } = operator
    await updateOperator(db, key, { removed_at: server.clock.now(), removed_by: userId })
    await deleteDirectoryEntry(db, key)
    await dropWaiting(db, { enterpriseId, requester })
    const before = { name, requester, fingerprint, callbackUrl }
    await recordAudit(server, db, { action: 'es2plus.removed', enterpriseId, object: { id, name }, before })
    return {}
  })
}
