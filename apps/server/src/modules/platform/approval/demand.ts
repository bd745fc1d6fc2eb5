import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { ApprovalOperation } from '@simwright/contract/platform/approval-operation'
import type { TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { recordAudit } from '../audit/service.ts'
import { readApprovers } from './approver.ts'
import { ApprovalNeeded, type Demand } from './needed.ts'
import { limitOf, selectPolicy } from './policy-record.ts'
import { selectRequest } from './request-queries.ts'
import { type Approved, addUse, selectPerson, takeApproved } from './request-record.ts'

type Needs = Pick<Runtime, 'clock' | 'random'>

/** Whether the operation can need approval in this enterprise account. */
export async function isGuarded(db: TenantDb, operation: ApprovalOperation): Promise<boolean> {
  return limitOf(await selectPolicy(db), operation) !== undefined
}

/**
 * The gate that every guarded operation passes, in the transaction that does its work and before it writes anything. It lets
 * pass what needs no approval, and what a request was approved for, which is then done: a request is good for one time.
 * @returns the approved request; undefined if none was needed
 * @throws ApprovalNeeded; Problem approval_rights_lost if the approver could not approve it any more
 */
export async function demandApproval(server: Needs, db: TenantDb, demand: Demand): Promise<Approved | undefined> {
  const { operation, userId, amount = 1 } = demand
  const policy = await selectPolicy(db)
  const limit = limitOf(policy, operation)
  if (limit === undefined) return undefined
  const at = server.clock.now()
  const fingerprint = fingerprintOf(demand)
  const approved = await takeApproved(db, { fingerprint, at })
  if (approved) {
    await requireApprover(db, { approved, at })
    await recordAudit(server, db, {
      action: 'approval.executed',
      enterpriseId: db.enterpriseId,
      object: { id: approved.id, name: demand.sentence },
    })
    return approved
  }
  const personId = await selectPerson(db, userId)
  if (limit > 0 && (await addUse(db, { personId, operation, day: await readDay(db, at), amount, limit })))
    return undefined
  throw new ApprovalNeeded({ ...demand, fingerprint, personId })
}

/** @throws Problem approval_rights_lost */
async function requireApprover(db: TenantDb, { approved, at }: { approved: Approved; at: Date }): Promise<void> {
  const request = await selectRequest(db, approved.id)
  const approvers = await readApprovers(db, { at, persons: [request!.person_id as UserId] })
  const why = approvers.whyNot(
    {
      operation: request!.operation as ApprovalOperation,
      personId: request!.person_id as UserId,
      requestedAt: request!.requested_at,
    },
    approved.decidedBy,
  )
  if (why !== undefined) throw new Problem('approval_rights_lost', { name: request!.decided_by_name ?? 'The approver' })
}

function fingerprintOf({ operation, userId, facts }: Demand): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, userId, facts], (_, value: unknown) => sorted(value)))
    .digest()
}

/** An object with its fields in order and without undefined ones, so that equal facts have the same text. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The day on the clock of the enterprise account. */
async function readDay(db: TenantDb, at: Date): Promise<string> {
  const row = await db
    .selectFrom('enterprise')
    .select(textOf`(${at}::timestamptz at time zone coalesce(time_zone, 'UTC'))::date`.as('day'))
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirstOrThrow()
  return row.day
}
