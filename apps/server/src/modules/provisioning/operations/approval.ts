import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import { type Operation, operationRow } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { ProfileId, UserId } from '../../../db/row-id.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import {
  type Approved,
  demandApproval,
  freezeObjects,
  isGuarded,
  type Marked,
  readFrozen,
  requireUnchanged,
} from '../../platform/approval/service.ts'
import { insertProfileRows } from './approval-queries.ts'
import type { OpenOperation } from './kind-row.ts'
import { whySelectedUnfit } from './kinds.ts'
import { markSelected, type OperationKey } from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'
import { type SelectedProfile, selectSelected } from './selection-queries.ts'

/*
 * Approval of operations by a second person. The request has the list of the profiles that the operation would change. What is
 * approved later changes exactly these, if none of them is in another state by then.
 */

type Needs = Pick<Server, 'clock' | 'random'>

type StartDemand = {
  operation: OpenOperation<Operation>
  userId: UserId
  selection: Selection
  selected: Selected
  /** Profiles that it would change. */
  fits: number
}

/** The selection of known profiles, as a call would name them. */
export function selectionOf(ids: readonly ProfileId[]): { selection: Selection; selected: Selected } {
  const selection = { ids: [...ids] }
  return { selection, selected: { ...selection, asOf: new Date(0).toISOString(), timeZone: 'UTC' } }
}

/**
 * The gate of what starts an operation, or changes profiles like one.
 * @returns the approved request, if the operation needed one; its list was compared with the profiles
 * @throws ApprovalNeeded; Problem approval_objects_changed
 */
export async function demandFor(
  server: Needs,
  db: TenantDb,
  { operation: { operation }, userId, selection, selected, fits }: StartDemand,
): Promise<Approved | undefined> {
  const { approval, name } = operationRow(operation.kind)
  if (approval === undefined || fits === 0 || !(await canNeedApproval(db, operation))) return undefined
  const approved = await demandApproval(server, db, {
    operation: approval,
    userId,
    facts: { operation, selection },
    sentence: `${name}: ${fits.toLocaleString('en')} ${fits === 1 ? 'profile' : 'profiles'}`,
    amount: fits,
    freeze: async (tx, requestId) => await freezeObjects(tx, requestId, fitting(tx, { operation, selected })),
  })
  if (approved) await requireUnchanged(db, approved, (ids) => readMarks(db, ids))
  return approved
}

/** Whether the operation can need approval in this enterprise account. */
export async function canNeedApproval(db: TenantDb, operation: Operation): Promise<boolean> {
  const { approval } = operationRow(operation.kind)
  return approval !== undefined && !takesBack(operation) && (await isGuarded(db, approval))
}

/** Without a time, RECYCLE_TIME only takes one back. */
const takesBack = (operation: Operation) => operation.kind === 'RECYCLE_TIME' && operation.recycleAt === null

const ROWS_AT_ONCE = 5_000

async function* fitting(
  db: TenantDb,
  { operation, selected }: { operation: Operation; selected: Selected },
): AsyncGenerator<Marked[]> {
  const where = await selectedBy(db, selected)
  for (let afterId: string | undefined; ; ) {
    const rows = await selectSelected(db, where, { afterId, limit: ROWS_AT_ONCE })
    yield rows.filter((row) => whySelectedUnfit(operation.kind, row) === undefined).map(markedOf)
    if (rows.length < ROWS_AT_ONCE) return
    afterId = rows.at(-1)!.id
  }
}

/** The state for people, and the activation code, because a new one is another thing to delete. */
const markedOf = ({ id, iccid, codeId, fitness: { status, order, isBound } }: SelectedProfile): Marked => ({
  profileId: id as ProfileId,
  iccid,
  mark: `${status} ${order}${isBound ? ' bound' : ''}\t${codeId}`,
})

async function readMarks(db: TenantDb, ids: readonly ProfileId[]): Promise<Map<string, string>> {
  const where = condition`p.enterprise_id = ${db.enterpriseId} and p.id = any(${[...ids]}::uuid[]) and not p.removed`
  const rows = await selectSelected(db, where, { afterId: undefined, limit: ids.length })
  return new Map(rows.map((row) => [row.id, markedOf(row).mark]))
}

type Fixed = {
  key: OperationKey
  operation: OpenOperation<Operation>
  selected: Selected
  approved: Approved | undefined
  at: Date
}

/**
 * Fixes the profiles of an operation that can need approval, in the transaction that passed the gate: those that were approved,
 * or those that were counted against the limit of the day.
 */
export async function fixProfiles(
  db: TenantDb,
  { key, operation: { operation }, selected, approved, at }: Fixed,
): Promise<void> {
  const pages = approved ? readFrozen(db, approved.id) : fitting(db, { operation, selected })
  let total = 0
  for await (const page of pages) {
    const first = total + 1
    total += page.length
    if (page.length === 0) continue
    const rows = page.map(({ iccid, profileId }, index) => ({ line: first + index, iccid, profileId }))
    await insertProfileRows(db, key, rows)
  }
  await markSelected(db, key, { total, at })
}

type UndoDemand = { operation: OpenOperation<Operation>; userId: UserId; undoes: string; amount: number }

/** The gate of undo, which brings back what needs approval. @throws ApprovalNeeded */
export async function demandUndo(
  server: Needs,
  db: TenantDb,
  { operation: { operation }, userId, undoes, amount }: UndoDemand,
): Promise<void> {
  const { approval, undoNeedsApproval, name } = operationRow(operation.kind)
  if (approval === undefined || !undoNeedsApproval) return
  const sentence = `Undo "${name}": ${amount.toLocaleString('en')} ${amount === 1 ? 'profile' : 'profiles'}`
  await demandApproval(server, db, { operation: approval, userId, facts: { undoes }, sentence, amount })
}
