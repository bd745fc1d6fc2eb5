import type { OperationKind } from '@simwright/contract/provisioning/operation-kind'
import type { Iccid } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition, textOf } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { notify } from '../../../db/transaction.ts'
import type { WorkKey, WorkKind } from '../../../work/lease.ts'
import type { Maker } from '../../platform/tenancy/service.ts'
import { emailOfUser, nameOfUser } from '../../platform/tenancy/service.ts'
import type { Before } from '../../profiles/lifecycle/service.ts'
import type { Selected } from './selection.ts'

/** The parameters of an operation, as its row stores them in `given`. */
export type OperationParameters = Readonly<Record<string, string | number | null>>

export type OperationKey = WorkKey

/** The columns of an operation that the process with its lease works with. */
export type LeasedOperation = {
  kind: OperationKind
  given: unknown
  sealed_code: Buffer | null
  selection: Selected | null
  selected_at: Date | null
  undoes: string | null
  attempts: number
  rule_id: string | null
  rule_depth: number | null
} & Maker

export const operationWork: WorkKind = {
  table: 'operation',
  begin: (at) => sql`started_at = coalesce(started_at, ${at})`,
}

export type NewOperation = {
  id: string
  kind: OperationKind
  given: OperationParameters
  selection: Selected | null
  /** A sealed confirmation code. It is stored nowhere else. */
  sealedCode: Buffer | null
  undoes?: string
  rule?: { id: string; depth: number } | undefined
  userId: UserId
  at: Date
}

export async function insertOperation(db: TenantDb, operation: NewOperation): Promise<void> {
  await db
    .insertInto('operation')
    .values({
      enterprise_id: db.enterpriseId,
      id: operation.id,
      kind: operation.kind,
      given: JSON.stringify(operation.given),
      sealed_code: operation.sealedCode,
      selection: operation.selection && JSON.stringify(operation.selection),
      process: 'PROCESSING',
      undoes: operation.undoes ?? null,
      ...(operation.rule ? { rule_id: operation.rule.id, rule_depth: operation.rule.depth } : {}),
      created_by: operation.userId,
      created_at: operation.at,
    })
    .execute()
}

/**
 * Locks the operation's row, so that it is not deleted before commit.
 * @returns false if another process has the lease
 */
export async function lockLeasedOperation(db: TenantDb, { id }: OperationKey, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('operation')
    .select('id')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

const insertRowsStatement = shapedStatement(
  'insert rows of operation',
  ({ id, condition }: Pick<OperationKey, 'id'> & { condition: RawBuilder<boolean> }) => sql`
    with made as (
      insert into operation_row (enterprise_id, operation_id, line, iccid, profile_id)
      select p.enterprise_id, ${id}::uuid, row_number() over (order by p.id), p.iccid, p.id
      from profile p where ${condition}
      returning 1)
    select count(*) as counted from made`,
  { present: ['counted'], shapes: [{ condition: condition`true` }] },
)

/** Stores the selected profiles as rows, so later changes do not alter the selection. @returns the number of rows */
export async function insertRows(db: TenantDb, { id }: OperationKey, condition: RawBuilder<boolean>): Promise<number> {
  return (await insertRowsStatement(db, { id, condition }))[0]!.counted
}

const insertListedRowsStatement = shapedStatement(
  'insert listed rows of operation',
  ({
    enterpriseId,
    id,
    iccids,
    keys,
  }: Pick<OperationKey, 'enterpriseId' | 'id'> & { iccids: readonly string[]; keys: readonly (Iccid | null)[] }) => sql`
    insert into operation_row (enterprise_id, operation_id, line, iccid, profile_id)
    select ${enterpriseId}::uuid, ${id}::uuid, r.line, coalesce(p.iccid, r.iccid), p.id
    from unnest(${iccids}::text[], ${keys}::text[]) with ordinality as r(iccid, key, line)
    left join profile p on p.enterprise_id = ${enterpriseId} and p.iccid in (r.key, left(r.key, 19))`,
)

/** Stores a list of ICCIDs, with the keys of valid ones, as rows of the operation. An unknown one has no `profile_id`. */
export async function insertListedRows(
  db: TenantDb,
  { id }: OperationKey,
  listed: readonly { iccid: string; key: Iccid | undefined }[],
): Promise<void> {
  const iccids = listed.map(({ iccid }) => iccid)
  const keys = listed.map(({ key }) => key ?? null)
  await insertListedRowsStatement(db, { enterpriseId: db.enterpriseId, id, iccids, keys })
}

const insertUndoRowsStatement = statement(
  'insert rows to undo',
  ({ id, enterpriseId, undoes }: Pick<OperationKey, 'id' | 'enterpriseId'> & { undoes: string }) => sql`
    with made as (
      insert into operation_row (enterprise_id, operation_id, line, iccid, profile_id, goal)
      select enterprise_id, ${id}::uuid, row_number() over (order by line), iccid, profile_id, before
      from operation_row
      where enterprise_id = ${enterpriseId} and operation_id = ${undoes} and before is not null
      returning 1)
    select count(*) as counted from made`,
  { present: ['counted'], planned: 'per call' },
)

/** Stores the changed rows of the operation `undoes` as rows to restore. @returns the number of rows */
export async function insertUndoRows(db: TenantDb, key: OperationKey, undoes: string): Promise<number> {
  return (await insertUndoRowsStatement(db, { id: key.id, enterpriseId: key.enterpriseId, undoes }))[0]!.counted
}

export async function markSelected(
  db: TenantDb,
  { id }: OperationKey,
  { total, at }: { total: number; at: Date },
): Promise<void> {
  await db
    .updateTable('operation')
    .set({ total, selected_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
  await notifyProgress(db, id)
}

/** A range of lines of an operation, inclusive. */
export type Lines = { from: number; to: number }

export type WaitingRow = {
  line: number
  iccid: string
  profile_id: string | null
  /** What the undone operation stored as `before`; the kind knows its shape. */
  goal: unknown
}

export async function selectWaitingRows(
  db: TenantDb,
  { id }: OperationKey,
  { from, to }: Lines,
): Promise<WaitingRow[]> {
  return await db
    .selectFrom('operation_row')
    .select(['line', 'iccid', 'profile_id', 'goal'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operation_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .orderBy('line')
    .execute()
}

/** What a row stores for undo: previous values of the profile, or the line whose sealed codes contain them. */
export type StoredBefore = Before | { line: number }

export type RowResult = { line: number; before: StoredBefore | null; reason: string | null }

const updateRowsStatement = shapedStatement(
  'update rows of operation',
  ({
    results,
    enterpriseId,
    id,
    from,
    to,
  }: Pick<OperationKey, 'enterpriseId' | 'id'> & Lines & { results: readonly RowResult[] }) => sql`
    update operation_row o set before = r.before, reason = r.reason
    from unnest(${results.map((r) => r.line)}::int[], ${results.map((r) => r.before && JSON.stringify(r.before))}::jsonb[],
      ${results.map((r) => r.reason)}::text[]) as r(line, before, reason)
    where o.enterprise_id = ${enterpriseId} and o.operation_id = ${id} and o.line between ${from} and ${to}
      and o.line = r.line`,
  { shapes: [{ results: [] }] },
)

/** Stores the results of a chunk. The range of lines makes the update one index range scan. */
export async function updateRows(
  db: TenantDb,
  { id }: OperationKey,
  { results, from, to }: Lines & { results: readonly RowResult[] },
): Promise<void> {
  await updateRowsStatement(db, { results, enterpriseId: db.enterpriseId, id, from, to })
}

const updateSealedCodesStatement = shapedStatement(
  'update sealed codes of operation',
  ({
    rows,
    enterpriseId,
    id,
  }: Pick<OperationKey, 'enterpriseId' | 'id'> & { rows: readonly { line: number; sealedCodes: Buffer }[] }) => sql`
    update operation_row o set sealed_codes = r.sealed
    from unnest(${rows.map(({ line }) => line)}::int[], ${rows.map(({ sealedCodes }) => sealedCodes)}::bytea[])
      as r(line, sealed)
    where o.enterprise_id = ${enterpriseId} and o.operation_id = ${id} and o.line = r.line`,
  { shapes: [{ rows: [] }] },
)

/** Stores the previous and the new confirmation code of rows, sealed. */
export async function updateSealedCodes(
  db: TenantDb,
  { id }: OperationKey,
  rows: readonly { line: number; sealedCodes: Buffer }[],
): Promise<void> {
  if (rows.length === 0) return
  await updateSealedCodesStatement(db, { rows, enterpriseId: db.enterpriseId, id })
}

/** Sets the reason of all rows in the range: none of them has been processed. @returns the number of rows */
export async function failRest(
  db: TenantDb,
  { id }: OperationKey,
  { from, to, reason }: Lines & { reason: string },
): Promise<number> {
  const result = await db
    .updateTable('operation_row')
    .set({ reason })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operation_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The end of the waiting lines from which a worker takes its chunks. */
export type End = 'front' | 'back'

type Checkpoint = Lines & { end: End; holder: string; succeeded: number; failed: number }

/** Records that these lines are done. @returns false if another process has the lease or has done them already */
export async function updateCheckpoint(
  db: TenantDb,
  { id }: OperationKey,
  { end, holder, from, to, succeeded, failed }: Checkpoint,
): Promise<boolean> {
  const row = await db
    .updateTable('operation')
    .set((eb) => ({
      ...(end === 'front' ? { next_line: to + 1 } : { last_line: from - 1 }),
      succeeded: eb('succeeded', '+', succeeded),
      failed: eb('failed', '+', failed),
      attempts: 0,
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where('lease_holder', '=', holder)
    .where((eb) => (end === 'front' ? eb('next_line', '=', from) : eb(eb.fn.coalesce('last_line', 'total'), '=', to)))
    .returning('id')
    .executeTakeFirst()
  await notifyProgress(db, id)
  return row !== undefined
}

/** The lines not done yet; undefined if the lease went to another process. */
export async function selectCheckpoint(db: TenantDb, { id }: OperationKey, holder: string) {
  const row = await db
    .selectFrom('operation')
    .select(['next_line', 'last_line', 'cancel_requested_at', 'total'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .where('lease_holder', '=', holder)
    .executeTakeFirst()
  if (!row) return undefined
  const { next_line: nextLine, last_line, total, cancel_requested_at: stopped } = row
  return { nextLine, lastLine: last_line ?? total, total, stopped }
}

export type OperationEnd = { total: number; succeeded: number; failed: number; canceled: boolean }

export async function completeOperation(db: TenantDb, { id }: OperationKey, at: Date): Promise<OperationEnd> {
  const { cancel_requested_at, ...counts } = await db
    .updateTable('operation')
    .set({ process: 'COMPLETE', completed_at: at, sealed_code: null, lease_holder: null, lease_until: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning(['total', 'succeeded', 'failed', 'cancel_requested_at'])
    .executeTakeFirstOrThrow()
  await notifyProgress(db, id)
  return { ...counts, canceled: cancel_requested_at !== null }
}

export const PROGRESS_CHANNEL = 'operation_progress'

/** Notifies listeners when the transaction commits. */
export async function notifyProgress(db: TenantDb, id: string): Promise<void> {
  await notify(db, PROGRESS_CHANNEL, id)
}

const operations = (db: TenantDb) =>
  db
    .selectFrom('operation as o')
    .leftJoin('profile_group as g', (join) =>
      join.onRef('g.enterprise_id', '=', 'o.enterprise_id').on(condition`g.id = (o.given ->> 'groupId')::uuid`),
    )
    .leftJoin('tag as t', (join) =>
      join.onRef('t.enterprise_id', '=', 'o.enterprise_id').on(condition`t.id = (o.given ->> 'tagId')::uuid`),
    )
    .leftJoin('attribute as a', (join) =>
      join.onRef('a.enterprise_id', '=', 'o.enterprise_id').on(condition`a.id = (o.given ->> 'attributeId')::uuid`),
    )
    .select([
      'o.enterprise_id',
      'o.id',
      'o.kind',
      'o.given',
      'o.process',
      'o.total',
      'o.succeeded',
      'o.failed',
      'o.cancel_requested_at',
      'o.undoes',
      'o.undone_by',
      'o.created_at',
      'o.started_at',
      'o.completed_at',
      (eb) => eb.fn.coalesce('g.name', 't.name', 'a.name').as('given_name'),
      'o.created_by',
      emailOfUser('o.created_by').as('created_by_email'),
      textOf`${nameOfUser('o.created_by')}`.as('created_by_name'),
    ])
    .where('o.enterprise_id', '=', db.enterpriseId)

export type OperationRecord = Awaited<ReturnType<typeof selectOperations>>[number]

type Page = { direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

export async function selectOperations(db: TenantDb, { direction, keyset, limit }: Page) {
  const comparison = direction === 'asc' ? sql`>` : sql`<`
  return await operations(db)
    .$if(keyset !== undefined, (query) =>
      query.where(
        condition`(o.created_at, o.id) ${comparison} (${new Date(keyset!.value)}::timestamptz, ${keyset!.id}::uuid)`,
      ),
    )
    .orderBy('o.created_at', direction)
    .orderBy('o.id', direction)
    .limit(limit + 1)
    .execute()
}

/** The number of operations, up to one more than is counted. */
export async function countOperations(db: TenantDb): Promise<number> {
  return await countCapped(db, sql`select 1 from operation where enterprise_id = ${db.enterpriseId}`)
}

export async function selectOperation(db: TenantDb, { id }: OperationKey): Promise<OperationRecord | undefined> {
  return await operations(db).where('o.id', '=', id).executeTakeFirst()
}

/** All running operations and those with the given IDs, oldest first. */
export async function selectWatched(db: TenantDb, ids: readonly string[]) {
  return await operations(db)
    .where((eb) => eb.or([eb('o.process', '=', 'PROCESSING'), eb('o.id', '=', eb.fn.any(eb.val(ids)))]))
    .orderBy('o.created_at')
    .execute()
}

export async function lockOperation(db: TenantDb, { id }: OperationKey) {
  return await db
    .selectFrom('operation')
    .select(['kind', 'given', 'process', 'undone_by', 'undoes', 'succeeded'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function markUndone(db: TenantDb, { id }: OperationKey, by: string): Promise<void> {
  await db
    .updateTable('operation')
    .set({ undone_by: by })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function requestCancel(db: TenantDb, { id }: OperationKey, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('operation')
    .set((eb) => ({ cancel_requested_at: eb.fn.coalesce('cancel_requested_at', eb.val(at)) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('process', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type OutcomeRecord = { line: number; iccid: string; profile_id: string | null; reason: string | null }

export async function selectOutcomes(
  db: TenantDb,
  { id }: OperationKey,
  { only, afterLine, limit }: { only: 'all' | 'failed'; afterLine: number; limit: number },
): Promise<OutcomeRecord[]> {
  let query = db
    .selectFrom('operation_row')
    .select(['line', 'iccid', 'profile_id', 'reason'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operation_id', '=', id)
    .where('line', '>', afterLine)
  if (only === 'failed') query = query.where('reason', 'is not', null)
  return await query.orderBy('line').limit(limit).execute()
}
