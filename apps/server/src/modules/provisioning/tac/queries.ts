import type { TacFields, TacPreview } from '@simwright/contract/provisioning/tac'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import { countCapped, prefixRange } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type TacRecord = TacFields & { tac: string; version: number; updated_at: Date | null }

function searchFilter(search: string | undefined): RawBuilder<boolean> {
  if (!search) return condition`true`
  if (/^\d+$/.test(search)) return condition`(${prefixRange(sql`tac`, search)} or ${nameFilter(search)})`
  return nameFilter(search)
}

function nameFilter(search: string): RawBuilder<boolean> {
  const text = search.toLowerCase()
  const name = prefixRange(sql`lower(brand || ' ' || model) collate "C"`, text)
  return condition`(${name} or ${prefixRange(sql`lower(model) collate "C"`, text)})`
}

type TacPage = { search: string | undefined; direction: 'asc' | 'desc'; after: string | undefined; limit: number }

const tacsStatement = shapedStatement(
  'select TACs',
  ({
    search,
    next,
    direction,
    limit,
  }: Pick<TacPage, 'search' | 'direction' | 'limit'> & { next: RawBuilder<unknown> }) => sql`
    select tac, brand, model, version, updated_at from tac where ${searchFilter(search)} ${next}
    order by tac ${sql.raw(direction)} limit ${limit}`,
  { shapes: [{ search: '1', next: sql``, direction: 'asc' }] },
)

export async function selectTacs(db: GlobalDb, { search, direction, after, limit }: TacPage): Promise<TacRecord[]> {
  const next = after === undefined ? sql`` : sql`and tac ${direction === 'asc' ? sql`>` : sql`<`} ${after}`
  return await tacsStatement(db, { search, next, direction, limit })
}

export async function countTacs(db: GlobalDb, search: string | undefined): Promise<number> {
  return await countCapped(db, sql`select 1 from tac where ${searchFilter(search)}`)
}

/** Locks one TAC. */
export async function lockTac(db: GlobalDb, tac: string): Promise<TacRecord | undefined> {
  return await db
    .selectFrom('tac')
    .select(['tac', 'brand', 'model', 'version', 'updated_at'])
    .where('tac', '=', tac)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns false when the TAC already exists */
export async function insertTac(db: GlobalDb, row: TacFields & { tac: string; updated_at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('tac')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return count === 1n
}

export async function updateTac(
  db: GlobalDb,
  { tac, ...columns }: TacFields & { tac: string; version: number; updated_at: Date },
): Promise<void> {
  await db.updateTable('tac').set(columns).where('tac', '=', tac).execute()
}

export async function deleteTac(db: GlobalDb, tac: string): Promise<void> {
  await db.deleteFrom('tac').where('tac', '=', tac).execute()
}

export type TableState = { version: number; naming: boolean }

export async function selectTable(db: GlobalDb): Promise<TableState> {
  return await db.selectFrom('tac_table').select(['version', 'naming']).executeTakeFirstOrThrow()
}

/** Locks the table's state row, which serializes all changes of the table. @returns the current version */
export async function lockTable(db: GlobalDb): Promise<number> {
  const { version } = await db.selectFrom('tac_table').select('version').forUpdate().executeTakeFirstOrThrow()
  return version
}

/** Increments the table's version. `from the first` restarts the naming of devices without a brand. */
export async function touchTable(db: GlobalDb, naming: 'from the first' | 'as it was'): Promise<void> {
  const again = { naming: true, named_tac: null, named_enterprise_id: null, named_eid: null }
  await db
    .updateTable('tac_table')
    .set((set) => ({ version: set('version', '+', 1), ...(naming === 'from the first' ? again : {}) }))
    .execute()
}

export type ImportRecord = { id: string; file_name: string; rows: number | null; ignored: string[] }

export async function insertImport(
  db: GlobalDb,
  { at, userId, ...row }: { id: string; file_name: string; ignored: string[]; userId: UserId; at: Date },
): Promise<void> {
  await db
    .insertInto('tac_import')
    .values({ ...row, created_by: userId, created_at: at })
    .execute()
}

export type LineRecord = { line: number; tac: string; brand: string; model: string; fault: string | null }

type LineColumns = {
  importId: string
  lines: readonly number[]
  tacs: readonly string[]
  brands: readonly string[]
  models: readonly string[]
  faults: readonly (string | null)[]
}

const insertLinesStatement = statement(
  'insert lines of TAC import',
  ({ importId, lines, tacs, brands, models, faults }: LineColumns) => sql`
    insert into tac_import_line (import_id, line, tac, brand, model, fault)
    select ${importId}::uuid, r.* from unnest(${lines}::int[], ${tacs}::text[],
      ${brands}::text[], ${models}::text[], ${faults}::text[]) r`,
)

export async function insertLines(db: GlobalDb, importId: string, lines: readonly LineRecord[]): Promise<void> {
  await insertLinesStatement(db, {
    importId,
    lines: lines.map(({ line }) => line),
    tacs: lines.map(({ tac }) => tac),
    brands: lines.map(({ brand }) => brand),
    models: lines.map(({ model }) => model),
    faults: lines.map(({ fault }) => fault),
  })
}

/** Marks an import as completely staged, so that it can be applied. */
export async function finishImport(db: GlobalDb, id: string, rows: number): Promise<void> {
  await db.updateTable('tac_import').set({ rows }).where('id', '=', id).execute()
}

export async function selectImport(db: GlobalDb, id: string): Promise<ImportRecord | undefined> {
  return await db
    .selectFrom('tac_import')
    .select(['id', 'file_name', 'rows', 'ignored'])
    .where('id', '=', id)
    .where('rows', 'is not', null)
    .executeTakeFirst()
}

export async function deleteImport(db: GlobalDb, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('tac_import').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

const countLinesStatement = statement(
  'count lines of TAC import',
  ({ importId }: { importId: string }) => sql`
    select count(*) filter (where l.fault is not null)::int as faulty,
      count(*) filter (where l.fault is null and t.tac is null)::int as added,
      count(*) filter (where l.fault is null and (t.brand, t.model) <> (l.brand, l.model))::int as changed,
      count(*) filter (where l.fault is null and (t.brand, t.model) = (l.brand, l.model))::int as same
    from tac_import_line l left join tac t on t.tac = l.tac where l.import_id = ${importId}`,
  { present: ['added', 'changed', 'same', 'faulty'] },
)

export async function countLines(
  db: GlobalDb,
  importId: string,
): Promise<Pick<TacPreview, 'added' | 'changed' | 'same' | 'faulty'>> {
  return (await countLinesStatement(db, { importId }))[0]!
}

/** Faulty lines after line number `after`. */
export async function selectFaulty(
  db: GlobalDb,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LineRecord[]> {
  return await db
    .selectFrom('tac_import_line')
    .select(['line', 'tac', 'brand', 'model', 'fault'])
    .where('import_id', '=', importId)
    .where('fault', 'is not', null)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()
}

export type ChangedRecord = { tac: string; brand: string; model: string; old_brand: string; old_model: string }

const changedStatement = statement(
  'select changed TACs',
  ({ importId, limit }: { importId: string; limit: number }) => sql`
    select l.tac, l.brand, l.model, t.brand as old_brand, t.model as old_model
    from tac_import_line l join tac t on t.tac = l.tac
    where l.import_id = ${importId} and l.fault is null and (t.brand, t.model) <> (l.brand, l.model)
    order by l.line limit ${limit}`,
)

export async function selectChanged(db: GlobalDb, importId: string, limit: number): Promise<ChangedRecord[]> {
  return await changedStatement(db, { importId, limit })
}

const mergeChangedStatement = statement(
  'merge changed TACs',
  ({ importId, at }: { importId: string; at: Date }) => sql`
    update tac t set brand = l.brand, model = l.model, version = t.version + 1, updated_at = ${at}
    from tac_import_line l
    where l.import_id = ${importId} and l.fault is null and t.tac = l.tac
      and (t.brand, t.model) <> (l.brand, l.model)
    returning t.tac`,
)

const mergeAddedStatement = statement(
  'merge added TACs',
  ({ importId, at }: { importId: string; at: Date }) => sql`
    insert into tac (tac, brand, model, updated_at)
    select l.tac, l.brand, l.model, ${at}::timestamptz from tac_import_line l
    where l.import_id = ${importId} and l.fault is null
    on conflict (tac) do nothing
    returning tac`,
)

/** Writes the valid lines into the TAC table. @returns how many TACs were added and changed */
export async function mergeLines(
  db: GlobalDb,
  importId: string,
  at: Date,
): Promise<{ added: number; changed: number }> {
  const changed = await mergeChangedStatement(db, { importId, at })
  const added = await mergeAddedStatement(db, { importId, at })
  return { added: added.length, changed: changed.length }
}
