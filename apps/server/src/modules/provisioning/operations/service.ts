import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as group from '@simwright/contract/profiles/group'
import * as contract from '@simwright/contract/provisioning/operation'
import { IdError, parseEid, parseIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, OnceAnswer, OnceCall, UploadedFile } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { Server, Who } from '../../../server.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { endGroup, holdGroup } from '../../profiles/groups/service.ts'
import { openSelectedBatch, readConfirmations, sealOperationCode } from '../generate/service.ts'
import { tooMany, unfitReason } from './fit.ts'
import { givenOf } from './given.ts'
import { readListed } from './listed.ts'
import {
  countByFitness,
  insertListedRows,
  insertOperation,
  lockOperation,
  markSelected,
  markUndone,
  type OperationPlace,
  type OperationRecord,
  type OutcomeRecord,
  requestCancel,
  selectOperation,
  selectOperations,
  selectOutcomes,
  selectSelected,
} from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

const neededFor = (kind: contract.OperationKind) =>
  kind === 'AGAIN'
    ? (['Generate_Ac_Create'] as const)
    : kind === 'REMOVE'
      ? (['Fleet_Delete'] as const)
      : kind === 'GROUP'
        ? (['Fleet_Edit', 'Group_Edit'] as const)
        : (['Fleet_Edit'] as const)

function mustBeAllowed({ permissions }: Who, kind: contract.OperationKind): void {
  if (!neededFor(kind).some((id) => permissions.has(id))) throw new Problem('forbidden')
}

type Asked = { input: In<typeof contract.preview>; timeZone: string }

export async function previewOperation(
  server: Server,
  who: Who,
  { input, timeZone }: Asked,
): Promise<Out<typeof contract.preview>> {
  const { enterpriseId } = who
  const operation = checked(server, who, input.operation)
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await mustHaveGroup(db, enterpriseId, operation)
    return await lookAhead(db, enterpriseId, { kind: operation.kind, selected })
  })
}

function selectedNow(
  server: Server,
  { selection, timeZone }: { selection: In<typeof contract.preview>['selection']; timeZone: string },
): Selected {
  return { ...selection, asOf: server.clock.now().toISOString(), timeZone }
}

async function lookAhead(
  db: TenantDb,
  enterpriseId: string,
  { kind, selected }: { kind: contract.OperationKind; selected: Selected },
): Promise<Out<typeof contract.preview>> {
  const counts = await countByFitness(db, enterpriseId, await selectedBy(db, enterpriseId, selected))
  const apart = new Map<string, number>()
  let fits = 0
  for (const { count, ...profile } of counts) {
    const reason = unfitReason(kind, profile)
    if (reason === undefined) fits += count
    else apart.set(reason, (apart.get(reason) ?? 0) + count)
  }
  const refused = tooMany(kind, fits)
  if (refused !== undefined) throw fault('selection', 'too_many', refused)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return { total, fits, apart: [...apart].map(([reason, count]) => ({ reason, count })) }
}

/** @throws Problem `forbidden`, or `invalid` for an EID that is none or a time that has passed */
function checked(server: Server, who: Who, operation: contract.Operation): contract.Operation {
  mustBeAllowed(who, operation.kind)
  const isPast = (time: string | null) => time !== null && new Date(time) <= server.clock.now()
  if (operation.kind === 'EXPIRY' && isPast(operation.expiresAt))
    throw fault('operation.expiresAt', 'past', 'This time has passed.')
  if (operation.kind === 'RECYCLE_TIME' && isPast(operation.recycleAt))
    throw fault('operation.recycleAt', 'past', 'This time has passed.')
  if (operation.kind !== 'BIND') return operation
  try {
    return { kind: 'BIND', eid: parseEid(operation.eid) }
  } catch (error) {
    if (error instanceof IdError) throw fault('operation.eid', error.code, `Invalid EID. ${error.message}`)
    throw error
  }
}

async function mustHaveGroup(db: TenantDb, enterpriseId: string, operation: contract.Operation): Promise<void> {
  if (operation.kind !== 'GROUP' || operation.groupId === null) return
  if (!(await holdGroup(db, enterpriseId, operation.groupId))) throw new Problem('not_found')
}

export async function startOperation(
  server: Server,
  who: Who,
  { input, timeZone, once }: OnceCall<typeof contract.start> & { timeZone: string },
): OnceAnswer<typeof contract.start> {
  const { enterpriseId } = who
  const operation = checked(server, who, input.operation)
  if (operation.kind === 'CONFIRMATION' && operation.mode === 'fixed' && operation.code === undefined)
    throw fault('operation.code', 'required', 'Required')
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    await mustHaveGroup(db, enterpriseId, operation)
    const { fits, total } = await lookAhead(db, enterpriseId, { kind: operation.kind, selected })
    if (fits >= contract.TYPED_FROM && input.count !== fits) throw new Problem('count_differs', { count: fits })
    await begin(server, db, { who, id, operation, selection: selected, rows: total })
    return { id }
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return started
}

type Beginning = {
  who: Who
  id: string
  operation: contract.Operation
  selection: Selected | null
  undoes?: string
  rows: number
}

async function begin(
  server: Server,
  db: TenantDb,
  { who, id, operation, selection, undoes, rows }: Beginning,
): Promise<void> {
  const { enterpriseId, userId } = who
  const code = operation.kind === 'CONFIRMATION' && !undoes ? operation.code : undefined
  const sealedCode = code ? sealOperationCode(server.vault, { enterpriseId, operationId: id }, code) : null
  const made = { id, operation, sealedCode, selection, userId, at: server.clock.now(), ...(undoes ? { undoes } : {}) }
  await insertOperation(db, enterpriseId, made)
  if (operation.kind === 'AGAIN') await openSelectedBatch(server, db, who, id)
  const { kind } = operation
  const after = { kind, rows, given: Object.values(givenOf(operation))[0] ?? null, ...(undoes ? { undoes } : {}) }
  await recordAudit(server, db, { deed: 'operation.started', enterpriseId, object: { id, name: kind }, after })
}

/** ICCIDs from a file: those that no profile has are named in the result. */
export async function moveListed(
  server: Server,
  who: Who,
  { groupId, file }: { groupId: string; file: UploadedFile },
): Promise<Out<typeof contract.moveListed>> {
  const { enterpriseId } = who
  mustBeAllowed(who, 'GROUP')
  const iccids = (await readListed(file.stream)).map(withCheckDigit)
  const id = server.random.uuid()
  const operation = { kind: 'GROUP', groupId } as const
  await server.db.tenantTx(enterpriseId, async (db) => {
    await mustHaveGroup(db, enterpriseId, operation)
    await begin(server, db, { who, id, operation, selection: null, rows: iccids.length })
    await insertListedRows(db, { enterpriseId, id }, iccids)
    await markSelected(db, { enterpriseId, id }, { total: iccids.length, at: server.clock.now() })
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return { id, total: iccids.length }
}

/** What is no ICCID stays as it is, and is not found. */
function withCheckDigit(text: string): string {
  try {
    return parseIccid(text)
  } catch {
    return text
  }
}

/** The group is gone for whoever looks; an operation takes its profiles out of it. */
export async function removeGroup(
  server: Server,
  who: Who,
  { id, version }: In<typeof group.remove>,
): Promise<Out<typeof group.remove>> {
  const { enterpriseId } = who
  const operationId = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    await endGroup(server, db, { enterpriseId, id, version })
    const selection = selectedNow(server, { selection: { filter: { groupId: id }, except: [] }, timeZone: 'UTC' })
    const operation = { kind: 'GROUP', groupId: null } as const
    await begin(server, db, { who, id: operationId, operation, selection, rows: 0 })
  })
  await server.jobs.add('operate', { enterpriseId, id: operationId })
  return {}
}

export async function listOperations(server: Server, who: Who, limit: number): Promise<Out<typeof contract.list>> {
  const rows = await server.db.tenantRead(who.enterpriseId, (db) => selectOperations(db, who.enterpriseId, limit))
  return { items: rows.map(operationOf) }
}

export async function readOperation(server: Server, who: Who, id: string): Promise<contract.RunningOperation> {
  const { enterpriseId } = who
  const row = await server.db.tenantRead(enterpriseId, (db) => selectOperation(db, { enterpriseId, id }))
  if (!row) throw new Problem('not_found')
  return operationOf(row)
}

export async function cancelOperation(server: Server, who: Who, id: string): Promise<Out<typeof contract.cancel>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockOperation(db, { enterpriseId, id })
    if (!held) throw new Problem('not_found')
    mustBeAllowed(who, held.kind)
    if (!(await requestCancel(db, { enterpriseId, id }, server.clock.now()))) throw new Problem('undo_gone')
    await recordAudit(server, db, { deed: 'operation.cancelled', enterpriseId, object: { id, name: held.kind } })
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
    const held = await lockOperation(db, { enterpriseId, id: undoes })
    if (!held) throw new Problem('not_found')
    mustBeAllowed(who, held.kind)
    const canUndo = contract.undoableKinds.includes(held.kind) && held.process === 'COMPLETE'
    if (!canUndo || held.undone_by || held.undoes) throw new Problem('undo_gone')
    const operation = { kind: held.kind, ...(held.given as object) } as contract.Operation
    await begin(server, db, { who, id, operation, selection: null, undoes, rows: 0 })
    await markUndone(db, { enterpriseId, id: undoes }, id)
    return { id }
  })
  await server.jobs.add('operate', { enterpriseId, id })
  return started
}

const ROWS_AT_ONCE = 2_000

export async function writeApart(server: Server, who: Who, { input, timeZone }: Asked): Promise<FileAnswer> {
  const { kind } = checked(server, who, input.operation)
  const selected = selectedNow(server, { selection: input.selection, timeZone })
  return csvFile('set apart.csv', apartRows(server, who, { kind, selected }))
}

async function* apartRows(
  server: Server,
  { enterpriseId }: Who,
  { kind, selected }: { kind: contract.OperationKind; selected: Selected },
): AsyncGenerator<CsvRows> {
  yield [['ICCID', 'STATUS', 'REASON']]
  for (let afterId: string | undefined; ; ) {
    const rows = await server.db.tenantRead(enterpriseId, async (db) =>
      selectSelected(db, await selectedBy(db, enterpriseId, selected), { afterId, limit: ROWS_AT_ONCE }),
    )
    yield rows.flatMap((row) => {
      const reason = unfitReason(kind, row)
      return reason === undefined ? [] : [[row.iccid, row.status, reason]]
    })
    if (rows.length < ROWS_AT_ONCE) return
    afterId = rows.at(-1)!.id
  }
}

export async function writeResult(
  server: Server,
  who: Who,
  { id, only }: In<typeof contract.result>,
): Promise<FileAnswer> {
  const { kind } = await readOperation(server, who, id)
  const object = { id, name: kind }
  await server.db.globalTx((db) => recordAudit(server, db, { ...who, deed: 'operation.resultExported', object }))
  const isTold = kind === 'CONFIRMATION' && who.permissions.has('Generate_Ac_Create')
  return csvFile('result.csv', resultRows(server, who, { id, only, codes: isTold ? 'told' : 'left out' }))
}

async function* resultRows(
  server: Server,
  { enterpriseId }: Who,
  { id, only, codes }: In<typeof contract.result> & { codes: 'told' | 'left out' },
): AsyncGenerator<CsvRows> {
  yield [['ICCID', 'OUTCOME', ...(codes === 'told' ? ['CONFIRMATION_CODE'] : []), 'REASON']]
  for (let afterLine = 0; ; ) {
    const asked = { only, afterLine, limit: ROWS_AT_ONCE }
    const { rows, told } = await server.db.tenantTx(enterpriseId, async (db) => {
      const rows = await selectOutcomes(db, { enterpriseId, id }, asked)
      return { rows, told: codes === 'told' ? await codesOf(server, db, { enterpriseId, id, rows }) : undefined }
    })
    if (rows.length === 0) return
    yield rows.map(({ line, iccid, reason }) => [
      iccid,
      reason === null ? 'DONE' : 'LEFT',
      ...(told ? [told.get(line) ?? ''] : []),
      reason ?? '',
    ])
    afterLine = rows.at(-1)!.line
  }
}

type Outcomes = OperationPlace & { rows: readonly OutcomeRecord[] }

/** The confirmation codes that an operation has set, by line, as far as they hold. */
async function codesOf(
  server: Server,
  db: TenantDb,
  { enterpriseId, id, rows }: Outcomes,
): Promise<Map<number, string>> {
  const told = rows.flatMap(({ line, profile_id: profileId, reason }) =>
    profileId !== null && reason === null ? [{ line, profileId }] : [],
  )
  return await readConfirmations(server, db, { enterpriseId, operationId: id, rows: told })
}

export function operationOf(row: OperationRecord): contract.RunningOperation {
  const given = row.given as Record<string, string | null>
  return {
    id: row.id,
    kind: row.kind,
    given: row.kind === 'GROUP' ? row.group_name : (Object.values(given)[0] ?? null),
    process: row.process,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    canceled: row.cancel_requested_at !== null,
    canUndo:
      contract.undoableKinds.includes(row.kind) &&
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
