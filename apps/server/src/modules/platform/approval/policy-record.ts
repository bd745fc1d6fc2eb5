import type { ApprovalOperation, GuardedOperation } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'

/** By operation: what a person may do in a day without approval. */
export type PolicyRules = Partial<Record<GuardedOperation, number>>

export type Policy = {
  rules: PolicyRules
  approvers: UserId[]
  expiry_hours: number
  window_minutes: number
  version: number
  changed_by: UserId | null
  changed_at: Date | null
  off_asked_by: UserId | null
  off_due_at: Date | null
}

const NO_POLICY: Policy = {
  rules: {},
  approvers: [],
  expiry_hours: 72,
  window_minutes: 5,
  version: 0,
  changed_by: null,
  changed_at: null,
  off_asked_by: null,
  off_due_at: null,
}

const policyOf = (db: TenantDb) =>
  db
    .selectFrom('approval_policy')
    .select([
      'rules',
      'approvers',
      'expiry_hours',
      'window_minutes',
      'version',
      'changed_by',
      'changed_at',
      'off_asked_by',
      'off_due_at',
    ])
    .where('enterprise_id', '=', db.enterpriseId)

export async function selectPolicy(db: TenantDb): Promise<Policy> {
  return ((await policyOf(db).executeTakeFirst()) as Policy | undefined) ?? NO_POLICY
}

/** Locks it until the transaction ends. An account without one has version 0. */
export async function lockPolicy(db: TenantDb): Promise<Policy> {
  return ((await policyOf(db).forUpdate().executeTakeFirst()) as Policy | undefined) ?? NO_POLICY
}

export const isOn = ({ rules }: Pick<Policy, 'rules'>): boolean => Object.keys(rules).length > 0

/** The limit of a day; undefined: the operation needs no approval. */
export function limitOf(policy: Policy, operation: ApprovalOperation): number | undefined {
  if (operation === 'POLICY') return isOn(policy) ? 0 : undefined
  return policy.rules[operation]
}

type NewPolicy = Pick<Policy, 'rules' | 'approvers' | 'expiry_hours' | 'window_minutes'> & {
  userId: UserId | null
  at: Date
}

/** Replaces the policy, and with it a request to switch it off. @returns the new version; 0 if another process inserted one */
export async function savePolicy(
  db: TenantDb,
  { version }: Pick<Policy, 'version'>,
  { userId, at, rules, approvers, ...times }: NewPolicy,
): Promise<number> {
  const values = {
    ...times,
    rules: JSON.stringify(rules),
    approvers: [...approvers],
    changed_by: userId,
    changed_at: at,
  }
  const row = await db
    .insertInto('approval_policy')
    .values({ enterprise_id: db.enterpriseId, ...values, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('enterprise_id')
        .doUpdateSet({ ...values, version: version + 1, off_asked_by: null, off_due_at: null })
        .where('approval_policy.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? 0
}

/** @returns the new version */
export async function updateOff(
  db: TenantDb,
  { version }: Pick<Policy, 'version'>,
  off: { askedBy: UserId; dueAt: Date } | null,
): Promise<number> {
  const row = await db
    .updateTable('approval_policy')
    .set({ off_asked_by: off?.askedBy ?? null, off_due_at: off?.dueAt ?? null, version: version + 1 })
    .where('enterprise_id', '=', db.enterpriseId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}
