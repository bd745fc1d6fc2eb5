import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as group from '@simwright/contract/profiles/group'
import * as contract from '@simwright/contract/provisioning/operation'
import {
  leftTexts,
  type Operation,
  type OperationKind,
  type OperationOf,
  operationKinds,
  operationRow,
} from '@simwright/contract/provisioning/operation-kind'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId, GroupId, ProfileId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, UploadedFile, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { whyNoCode } from '../../profiles/fleet/service.ts'
import { endGroup } from '../../profiles/groups/service.ts'
import { Before } from '../../profiles/lifecycle/service.ts'
import { canNeedApproval, demandFor, demandUndo, fixProfiles, selectionOf } from './approval.ts'
import { recordChange, recordStart, shownOf } from './entry.ts'
import type { OpenOperation, Worker } from './kind-row.ts'
import { KINDS, openStored, whySelectedUnfit } from './kinds.ts'
import { readListed } from './listed.ts'
import {
  countOperations,
  insertListedRows,
  insertOperation,
  lockOperation,
  markSelected,
  markUndone,
  type OperationRecord,
  requestCancel,
  type StoredBefore,
  selectOperation,
  selectOperations,
} from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'
import { countByFitness, selectOne } from './selection-queries.ts'

function mustBeAllowed({ permissions }: Pick<Who, 'permissions'>, kind: OperationKind): void {
  if (!operationRow(kind).needs.some((id) => permissions.has(id))) throw new Problem('forbidden')
}

export type PreviewInput = { input: ParsedInputOf<typeof contract.preview>; timeZone: string }

export async function previewOperation(
  server: Server,
  who: Who,
  { input, timeZone }: PreviewInput,
): Promise<OutputOf<typeof contract.preview>> {
  const { enterpriseId } = who
  const { operation, mustExist } = checked(server, who, input.operation)
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await mustExist(db)
    return await previewFitness(db, { kind: operation.kind, selected })
  })
}

export function selectedNow(
  server: Server,
  { selection, timeZone }: { selection: ParsedInputOf<typeof contract.preview>['selection']; timeZone: string },
): Selected {
  return { ...selection, asOf: server.clock.now().toISOString(), timeZone }
}

async function previewFitness(
  db: TenantDb,
  { kind, selected }: { kind: OperationKind; selected: Selected },
): Promise<OutputOf<typeof contract.preview>> {
  const counts = await countByFitness(db, await selectedBy(db, selected))
  const excluded = new Map<string, number>()
  let fits = 0
  for (const { count, ...selected } of counts) {
    const reason = whySelectedUnfit(kind, selected)
    if (reason === undefined) fits += count
    else excluded.set(leftTexts[reason], (excluded.get(leftTexts[reason]) ?? 0) + count)
  }
  mustBeWithinLimit(kind, fits)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return { total, fits, excluded: [...excluded].map(([reason, count]) => ({ reason, count })) }
}

/** @throws Problem `invalid` if the kind has a limit and `count` exceeds it */
export function mustBeWithinLimit(kind: OperationKind, count: number): void {
  const { limit } = operationRow(kind)
  if (limit && count > limit.max) throw fault('selection', 'too_many', limit.text)
}

/** @throws Problem `forbidden`, or `invalid` if the kind refuses the parameters */
export function checked(
  server: Pick<Server, 'clock'>,
  who: Pick<Who, 'permissions'>,
  operation: Operation,
): OpenOperation<Operation> {
  mustBeAllowed(who, operation.kind)
  return KINDS[operation.kind].check(operation, server.clock.now())
}

export async function startOperation(
  server: Server,
  who: Who,
  { input, timeZone, once }: OnceCall<typeof contract.start> & { timeZone: string },
): OnceAnswer<typeof contract.start> {
  const { enterpriseId } = who
  const operation = checked(server, who, input.operation)
  operation.checkStart()
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    await operation.mustExist(db)
    const { fits, total } = await previewFitness(db, { kind: operation.operation.kind, selected })
    if (fits >= contract.TYPED_FROM && input.count !== fits) throw new Problem('count_differs', { count: fits })
    const approved = await demandFor(server, db, {
      operation,
      userId: who.userId,
      selection: input.selection,
      selected,
      fits,
    })
    if (!(await canNeedApproval(db, operation.operation))) {
      await begin(server, db, { who, id, operation, selection: selected, rows: total })
      return { id }
    }
    await begin(server, db, { who, id, operation, selection: null, rows: approved?.objects ?? fits })
    const key = { enterpriseId, id }
    await fixProfiles(db, { key, operation, selected, approved, at: server.clock.now() })
    return { id }
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return started
}

type OperationStart = {
  who: Pick<Who, 'enterpriseId' | 'userId'>
  id: string
  operation: OpenOperation<Operation>
  selection: Selected | null
  undoes?: string
  rule?: { id: string; depth: number }
  rows: number
}

async function begin(
  server: Server,
  db: TenantDb,
  { who, id, operation, selection, undoes, rule, rows }: OperationStart,
): Promise<void> {
  const { enterpriseId, userId } = who
  const { given } = operation
  const { kind } = operation.operation
  const sealedCode = undoes ? null : operation.seal(server, { enterpriseId, id })
  const row = {
    id,
    kind,
    given,
    sealedCode,
    selection,
    userId,
    rule,
    at: server.clock.now(),
    ...(undoes ? { undoes } : {}),
  }
  await insertOperation(db, row)
  if (!undoes) await KINDS[kind].onStart?.(server, db, { who, id })
  await recordStart(server, db, { enterpriseId, id }, rows)
}

type ChangeOfOne = {
  operation: OperationOf<'REMOVE' | 'RECYCLE_TIME' | 'GROUP' | 'NOTES' | 'TAG' | 'UNTAG' | 'ATTRIBUTE'>
  profile: { id: ProfileId; iccid: string }
}

/**
 * Changes one profile in the caller's transaction, by the rules of the operation.
 * @returns its previous values
 * @throws Problem `profile_unfit`, or `invalid` if the kind refuses the parameters
 */
export async function changeProfile(
  server: Server,
  db: TenantDb,
  who: Who,
  { operation: wanted, profile }: ChangeOfOne,
): Promise<StoredBefore | null> {
  const { enterpriseId, userId } = who
  const { id: profileId, iccid } = profile
  const operation = checked(server, who, wanted)
  await demandFor(server, db, { operation, userId, ...selectionOf([profileId]), fits: 1 })
  const rows = [{ line: 1, iccid, profile_id: profileId, goal: null }]
  const key = { enterpriseId, id: server.random.uuid() }
  const [result] = await operation.change(server, db, { key, undoes: null, sealedCode: null, userId, total: 1, rows })
  const reason = result?.reason
  if (reason) throw new Problem('profile_unfit', { iccid, reason })
  const before = result?.before ?? null
  await recordChange(server, db, { enterpriseId, profile, wanted, before })
  return before
}

type ChangeOfSeveral = {
  operation: ChangeOfOne['operation'] | OperationOf<'UNTAG' | 'RECYCLE'>
  profiles: readonly ChangeOfOne['profile'][]
  rule: { id: string; depth: number }
}

/**
 * Changes profiles in the caller's transaction for a rule, with the rights of its owner and by the rules of the operation.
 * @returns why profiles were not changed
 * @throws Problem `forbidden`, `invalid` if the kind refuses the parameters, `not_found`
 */
export async function changeProfiles(
  server: Worker,
  db: TenantDb,
  { userId, permissions }: Pick<Who, 'userId' | 'permissions'>,
  { operation: wanted, profiles, rule }: ChangeOfSeveral,
): Promise<ReadonlyMap<ProfileId, string>> {
  const { enterpriseId } = db
  const operation = checked(server, { permissions }, wanted)
  await operation.mustExist(db)
  const ids = profiles.map(({ id }) => id)
  await demandFor(server, db, { operation, userId, ...selectionOf(ids), fits: ids.length })
  const rows = profiles.map(({ id, iccid }, index) => ({ line: index + 1, iccid, profile_id: id, goal: null }))
  const key = { enterpriseId, id: server.random.uuid() }
  const chunk = { key, undoes: null, sealedCode: null, userId, total: rows.length, rows, rule }
  const results = await operation.change(server, db, chunk)
  return new Map(
    results.flatMap(({ line, reason }) => (reason === null ? [] : [[profiles[line - 1]!.id, reason] as const])),
  )
}

/**
 * Starts an operation for a rule in the caller's transaction; the sweep of operations runs it.
 * @throws Problem `forbidden`
 */
export async function startForRule(
  server: Server,
  db: TenantDb,
  { userId, permissions }: Pick<Who, 'userId' | 'permissions'>,
  {
    operation: wanted,
    profiles,
    rule,
  }: Pick<ChangeOfSeveral, 'profiles' | 'rule'> & { operation: OperationOf<'AGAIN'> },
): Promise<void> {
  const { enterpriseId } = db
  const operation = checked(server, { permissions }, wanted)
  const ids = profiles.map((profile) => profile.id)
  await demandFor(server, db, { operation, userId, ...selectionOf(ids), fits: ids.length })
  const id = server.random.uuid()
  const rows = profiles.length
  await begin(server, db, { who: { enterpriseId, userId }, id, operation, selection: null, rule, rows })
  await insertListedRows(
    db,
    { enterpriseId, id },
    profiles.map(({ iccid }) => ({ iccid, key: findIccid(iccid) })),
  )
  await markSelected(db, { enterpriseId, id }, { total: rows, at: server.clock.now() })
}

/** @throws Problem `not_found`, `profile_unfit`, `changed_meanwhile` */
export async function changeOne(
  server: Server,
  who: Who,
  { profileId, operation, previous }: ParsedInputOf<typeof contract.change>,
): Promise<OutputOf<typeof contract.change>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const profile = await selectOne(db, profileId)
    if (!profile) throw new Problem('not_found')
    await KINDS[operation.kind].open(operation).mustExist(db)
    const before = await changeProfile(server, db, who, { operation, profile })
    const { groupId, notes, value } = Before.parse(before ?? {})
    const was = { GROUP: groupId, NOTES: notes, ATTRIBUTE: value, TAG: null, UNTAG: null }[operation.kind] ?? null
    if ((was === null ? null : String(was)) !== previous) throw new Problem('changed_meanwhile')
  })
  return {}
}

/** The operations that the user may start and that cannot change this profile. */
export async function listUnfit(
  server: Server,
  { enterpriseId, permissions }: Who,
  profileId: ProfileId,
): Promise<OutputOf<typeof contract.unfit>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const profile = await selectOne(db, profileId)
    if (!profile) throw new Problem('not_found')
    const [counted] = await countByFitness(db, condition`p.enterprise_id = ${enterpriseId} and p.id = ${profileId}`)
    const items = operationKinds.flatMap((kind) => {
      const isOffered = operationRow(kind).needs.some((id) => permissions.has(id))
      const reason = isOffered && counted ? whySelectedUnfit(kind, counted) : undefined
      return reason === undefined ? [] : [{ kind, reason: leftTexts[reason] }]
    })
    return { items, delivery: whyNoCode(profile) ?? null }
  })
}

/** Moves the profiles with the ICCIDs of a file into a group. The result names unknown ICCIDs. */
export async function moveListed(
  server: Server,
  who: Who,
  { groupId, file }: { groupId: GroupId; file: UploadedFile },
): Promise<OutputOf<typeof contract.moveListed>> {
  const { enterpriseId } = who
  mustBeAllowed(who, 'GROUP')
  const listed = (await readListed(file.stream)).map((iccid) => ({ iccid, key: findIccid(iccid) }))
  const iccids = [...new Map(listed.map((one) => [one.key ?? one.iccid, one])).values()]
  const id = server.random.uuid()
  const operation = KINDS.GROUP.open({ kind: 'GROUP', groupId })
  await server.db.tenantTx(enterpriseId, async (db) => {
    await operation.mustExist(db)
    await begin(server, db, { who, id, operation, selection: null, rows: iccids.length })
    await insertListedRows(db, { enterpriseId, id }, iccids)
    await markSelected(db, { enterpriseId, id }, { total: iccids.length, at: server.clock.now() })
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return { id, total: iccids.length }
}

/** Removes the group at once; an operation then takes its profiles out of it. */
export async function removeGroup(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof group.remove>,
): Promise<OutputOf<typeof group.remove>> {
  const { enterpriseId } = who
  const operationId = server.random.uuid()
  const profiles = await server.db.tenantTx(enterpriseId, async (db) => {
    const inGroup = await endGroup(server, db, { id, version })
    const selection = selectedNow(server, { selection: { filter: { groupId: id }, except: [] }, timeZone: 'UTC' })
    const operation = KINDS.GROUP.open({ kind: 'GROUP', groupId: null })
    await begin(server, db, { who, id: operationId, operation, selection, rows: 0 })
    return inGroup
  })
  await server.jobs.add('operate', { enterpriseId, id: operationId })
  return { profiles }
}

export async function listOperations(
  server: Server,
  { enterpriseId }: Who,
  { sort, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const direction = sort?.direction ?? 'desc'
  const scope = ['operation', direction]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantRead(enterpriseId, async (db) => ({
    rows: await selectOperations(db, { direction, keyset, limit }),
    counted: await countOperations(db),
  }))
  const cursorOf = ({ created_at: at, id }: OperationRecord) => writeCursor({ value: at.toISOString(), id }, scope)
  const page = cutPage(rows, limit, cursorOf)
  return { items: page.items.map(operationOf), next: page.next, ...capTotal(counted) }
}

export async function readOperation(server: Server, who: Who, id: string): Promise<contract.RunningOperation> {
  const { enterpriseId } = who
  const row = await server.db.tenantRead(enterpriseId, (db) => selectOperation(db, { enterpriseId, id }))
  if (!row) throw new Problem('not_found')
  return operationOf(row)
}

export async function cancelOperation(server: Server, who: Who, id: string): Promise<OutputOf<typeof contract.cancel>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const locked = await lockOperation(db, { enterpriseId, id })
    if (!locked) throw new Problem('not_found')
    mustBeAllowed(who, locked.kind)
    if (!(await requestCancel(db, { enterpriseId, id }, server.clock.now()))) throw new Problem('undo_gone')
    await recordAudit(server, db, { action: 'operation.cancelled', enterpriseId, object: { id, name: locked.kind } })
  })
  return {}
}

export async function undoOperation(
  server: Server,
  who: Who,
  { input: { id: undoes }, once }: OnceCall<typeof contract.undo>,
): OnceAnswer<typeof contract.undo> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    const locked = await lockOperation(db, { enterpriseId, id: undoes })
    if (!locked) throw new Problem('not_found')
    mustBeAllowed(who, locked.kind)
    const canUndo = isUndoable(enterpriseId, locked.kind) && locked.process === 'COMPLETE'
    if (!canUndo || locked.undone_by || locked.undoes) throw new Problem('undo_gone')
    const operation = openStored(locked)
    await demandUndo(server, db, { operation, userId: who.userId, undoes, amount: locked.succeeded })
    await begin(server, db, { who, id, operation, selection: null, undoes, rows: 0 })
    await markUndone(db, { enterpriseId, id: undoes }, id)
    return { id }
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return started
}

/** A limited member cannot undo a removal: a removed profile is in no group. */
const isUndoable = (enterpriseId: EnterpriseId, kind: OperationKind) =>
  KINDS[kind].undoable && !(kind === 'REMOVE' && groupLimitIn(enterpriseId))

export function operationOf(row: OperationRecord): contract.RunningOperation {
  const shown = shownOf(openStored(row).given)
  const name = row.given_name ?? (row.kind === 'GROUP' && shown !== null ? 'a deleted group' : undefined)
  return {
    id: row.id,
    kind: row.kind,
    given: name ?? (shown === null ? null : String(shown)),
    process: row.process,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    canceled: row.cancel_requested_at !== null,
    canUndo:
      isUndoable(row.enterprise_id, row.kind) &&
      row.process === 'COMPLETE' &&
      row.succeeded > 0 &&
      row.undone_by === null &&
      row.undoes === null,
    undoes: row.undoes,
    undoneBy: row.undone_by,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    createdBy: row.created_by_name,
  }
}
