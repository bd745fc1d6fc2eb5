import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/approval'
import { OFF_WAIT_HOURS } from '@simwright/contract/platform/approval'
import { type GuardedOperation, guardedOperations } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { ApprovalsServer as Server } from '../../../port/module.ts'
import {
  type Approvers,
  demandApproval,
  isOn,
  lockPolicy,
  type Policy,
  type PolicyRules,
  readApprovers,
  savePolicy,
  selectPolicy,
  updateOff,
} from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { selectUserNames } from '../../platform/tenancy/service.ts'

type Fields = contract.ApprovalPolicyFields

const entriesOf = (rules: PolicyRules) =>
  guardedOperations.flatMap((operation) => {
    const over = rules[operation]
    return over === undefined ? [] : [{ operation, over }]
  })

export async function readPolicy(server: Server, who: Who): Promise<OutputOf<typeof contract.policy>> {
  const at = server.clock.now()
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const policy = await selectPolicy(db)
    const approvers = await readApprovers(db, { at, persons: [who.userId] })
    const names = await nameUsers(db, [policy.changed_by, policy.off_asked_by])
    return {
      ...fieldsOf(policy),
      version: policy.version,
      changedAt: policy.changed_at?.toISOString() ?? null,
      changedBy: names.get(policy.changed_by ?? '') ?? null,
      possible: approvers.candidates.map(({ userId, name }) => ({ userId, name })),
      isStuck: isOn(policy) && isStuck(approvers, { userId: who.userId, at }),
      offDueAt: policy.off_due_at?.toISOString() ?? null,
      offAskedBy: names.get(policy.off_asked_by ?? '') ?? null,
    }
  })
}

async function nameUsers(db: TenantDb, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  return new Map((await selectUserNames(db, { ids: wanted })).map(({ id, name }) => [id, name]))
}

const fieldsOf = (policy: Policy): Fields => ({
  rules: entriesOf(policy.rules),
  approvers: [...policy.approvers],
  expiryHours: policy.expiry_hours,
  windowMinutes: policy.window_minutes,
})

/** Nobody may approve a change of the rules that this user asks for. */
export function isStuck(approvers: Approvers, { userId: personId, at: requestedAt }: { userId: UserId; at: Date }) {
  return approvers.of({ operation: 'POLICY', personId, requestedAt }).length === 0
}

/** Whether the change takes something from the protection: then it needs approval itself. */
function loosens(before: Policy, after: Fields): boolean {
  const now = rulesOf(after)
  const isWeaker = entriesOf(before.rules).some(({ operation, over }) => {
    const next = now[operation]
    return next === undefined || next > over
  })
  const isSame = (one: readonly string[], other: readonly string[]) =>
    [...one].sort().join() === [...other].sort().join()
  const { approvers, expiryHours, windowMinutes } = fieldsOf(before)
  return (
    isWeaker ||
    !isSame(approvers, after.approvers) ||
    expiryHours !== after.expiryHours ||
    windowMinutes !== after.windowMinutes
  )
}

const rulesOf = ({ rules }: Pick<Fields, 'rules'>): PolicyRules =>
  Object.fromEntries(rules.map(({ operation, over }) => [operation, over])) as Record<GuardedOperation, number>

/** @throws Problem approval_too_few, invalid */
function requirePeople(approvers: Approvers, { rules, approvers: named }: Fields): void {
  const known = new Set(approvers.candidates.map(({ userId }) => userId as string))
  if (named.some((id) => !known.has(id)))
    throw fault('fields.approvers', 'not_found', 'One of these members may not approve requests.')
  for (const operation of [...rules.map((one) => one.operation), 'POLICY' as const]) {
    const count = approvers.countPeople(operation, { approvers: named as UserId[] })
    if (count < 2) throw new Problem('approval_too_few', { count })
  }
}

export async function setPolicy(
  server: Server,
  who: Who,
  { version, fields }: ParsedInputOf<typeof contract.setPolicy>,
): Promise<OutputOf<typeof contract.setPolicy>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await lockPolicy(db)
    if (before.version !== version) throw new Problem('changed_meanwhile')
    if (fields.rules.length > 0) requirePeople(await readApprovers(db, { at, persons: [userId] }), fields)
    if (isOn(before) && loosens(before, fields))
      await demandApproval(server, db, {
        operation: 'POLICY',
        userId,
        facts: { version, fields },
        sentence: fields.rules.length === 0 ? 'Switch approval off' : 'Change which operations need approval',
      })
    const saved = await savePolicy(db, before, {
      rules: rulesOf(fields),
      approvers: fields.approvers as UserId[],
      expiry_hours: fields.expiryHours,
      window_minutes: fields.windowMinutes,
      userId,
      at,
    })
    if (saved === 0) throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      action: 'approval.policyChanged',
      ...policyObject(db),
      before: factsOf(fieldsOf(before)),
      after: factsOf(fields),
    })
    return { version: saved }
  })
}

const policyObject = ({ enterpriseId }: TenantDb) => ({ enterpriseId, object: { id: enterpriseId, name: '' } })

/** What the audit log shows. */
const factsOf = ({ rules, ...fields }: Fields) => ({
  ...fields,
  rules: rules.map(({ operation, over }) => `${operation} ${over}`),
})

const OFF_WAIT_MS = OFF_WAIT_HOURS * 60 * 60_000

/** @throws Problem approval_possible if a member could approve; changed_meanwhile */
export async function askOff(
  server: Server,
  who: Who,
  { version }: ParsedInputOf<typeof contract.askOff>,
): Promise<OutputOf<typeof contract.askOff>> {
  const at = server.clock.now()
  const { userId } = who
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const policy = await lockPolicy(db)
    if (policy.version !== version || !isOn(policy)) throw new Problem('changed_meanwhile')
    const approvers = await readApprovers(db, { at, persons: [userId] })
    const able = approvers.of({ operation: 'POLICY', personId: userId, requestedAt: at })
    if (able.length > 0) throw new Problem('approval_possible', { names: able.map(({ name }) => name).join(', ') })
    const dueAt = new Date(at.getTime() + OFF_WAIT_MS)
    const saved = await updateOff(db, policy, { askedBy: userId, dueAt })
    const after = { dueAt: dueAt.toISOString() }
    await recordAudit(server, db, { action: 'approval.offAsked', ...policyObject(db), after })
    const facts = { askedBy: who.name, dueAt: dueAt.toISOString() }
    await notifyMembers(server, db, { once: `approval off ${saved}`, news: { kind: 'APPROVAL_OFF', facts } })
    return { version: saved, dueAt: dueAt.toISOString() }
  })
}

/** @throws Problem changed_meanwhile */
export async function keepOn(
  server: Server,
  who: Who,
  { version }: ParsedInputOf<typeof contract.keepOn>,
): Promise<OutputOf<typeof contract.keepOn>> {
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    const policy = await lockPolicy(db)
    if (policy.version !== version || policy.off_due_at === null) throw new Problem('changed_meanwhile')
    const saved = await updateOff(db, policy, null)
    await recordAudit(server, db, { action: 'approval.offKept', ...policyObject(db) })
    return { version: saved }
  })
}

/** Switches approval off after the waiting time, unless someone can approve by now. */
export async function switchOff(server: Pick<Server, 'db' | 'clock' | 'random'>, db: TenantDb): Promise<void> {
  const at = server.clock.now()
  const policy = await lockPolicy(db)
  const { off_asked_by: userId, off_due_at: dueAt } = policy
  if (userId === null || dueAt === null || dueAt > at) return
  const approvers = await readApprovers(db, { at, persons: [userId] })
  if (!isStuck(approvers, { userId, at })) {
    await updateOff(db, policy, null)
    await recordAudit(server, db, { action: 'approval.offKept', ...policyObject(db) })
    return
  }
  const { expiry_hours, window_minutes } = policy
  await savePolicy(db, policy, { rules: {}, approvers: [], expiry_hours, window_minutes, userId, at })
  const before = factsOf(fieldsOf(policy))
  const after = factsOf({ ...fieldsOf(policy), rules: [], approvers: [] })
  await recordAudit(server, db, { action: 'approval.policyChanged', ...policyObject(db), before, after })
}
