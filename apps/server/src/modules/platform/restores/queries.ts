import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type RestoreRecord = { id: string; rows_of: Date; recorded_at: Date }

export async function insertRestore(db: GlobalDb, restore: RestoreRecord): Promise<void> {
  await db.insertInto('restore').values(restore).execute()
}

const heldStatement = statement(
  'select restore that holds what goes out',
  () => sql`
    select rows_of, recorded_at from restore where released_at is null order by recorded_at desc limit 1`,
)

/** The last restore, while what goes out is not released. */
export async function selectHolding(db: GlobalDb): Promise<Pick<RestoreRecord, 'rows_of' | 'recorded_at'> | undefined> {
  return (await heldStatement(db, {}))[0]
}

/** Whether {@link selectHolding} finds a restore. */
export const isHeld = () => condition`exists (select from restore where released_at is null)`

/** Whether what was written at the time in `column` is held: what was written after the restore is not. */
export const isHeldSince = (column: string) =>
  condition`exists (select from restore where released_at is null and recorded_at > ${sql.ref(column)})`

/** Releases what restores hold. @returns these */
export async function updateReleased(db: GlobalDb, at: Date): Promise<Pick<RestoreRecord, 'rows_of'>[]> {
  return await db
    .updateTable('restore')
    .set({ released_at: at })
    .where('released_at', 'is', null)
    .returning('rows_of')
    .execute()
}

const settleStatement = statement(
  'settle restores',
  ({ at }: { at: Date }) => sql`
    update restore set settled_at = ${at} where settled_at is null returning id, rows_of`,
)

/** Marks the restores that were not settled. @returns them */
export async function updateSettled(db: SystemDb, at: Date): Promise<Pick<RestoreRecord, 'id' | 'rows_of'>[]> {
  return await settleStatement(db, { at })
}

const lastStatement = statement(
  'select last restore',
  () => sql`select id from restore order by recorded_at desc limit 1`,
)

/** The id of the last restore. */
export async function selectLast(db: GlobalDb): Promise<string | undefined> {
  return (await lastStatement(db, {}))[0]?.id
}
