import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'

export type NamelessDevice = RowOf<'select devices without brand'>

type NamingCursor = { named_tac: string | null; named_enterprise_id: string | null; named_eid: string | null }

const lockNamingStatement = statement(
  'lock naming of devices',
  () => sql`
    select named_tac, named_enterprise_id, named_eid from tac_table where naming for update skip locked`,
)

/** Locks the cursor of the naming run. @returns undefined when no run is active, or another process has the lock */
export async function lockNaming(db: SystemDb): Promise<NamingCursor | undefined> {
  return (await lockNamingStatement(db, {}))[0]
}

const afterCursor = ({ named_tac: tac, named_enterprise_id: enterpriseId, named_eid: eid }: NamingCursor) =>
  tac === null ? sql`` : sql`and (tac, enterprise_id, eid) > (${tac}, ${enterpriseId}::uuid, ${eid})`

const namelessStatement = shapedStatement(
  'select devices without brand',
  ({ cursor, limit }: { cursor: NamingCursor; limit: number }) => sql`
    select enterprise_id, eid, tac from device where brand is null and tac is not null ${afterCursor(cursor)}
    order by tac, enterprise_id, eid limit ${limit}`,
  { present: ['tac'] },
)

/** The next devices without a brand, after the cursor. */
export async function selectNameless(db: SystemDb, cursor: NamingCursor, limit: number): Promise<NamelessDevice[]> {
  return await namelessStatement(db, { cursor, limit })
}

export async function selectNames(db: SystemDb, tacs: readonly string[]) {
  return await db
    .selectFrom('tac')
    .select(['tac', 'brand', 'model'])
    .where((eb) => eb('tac', '=', eb.fn.any(eb.val(tacs))))
    .execute()
}

/** Moves the cursor to this device; undefined ends the run. */
export async function updateNaming(db: SystemDb, last: NamelessDevice | undefined): Promise<void> {
  await db
    .updateTable('tac_table')
    .set({
      naming: last !== undefined,
      named_tac: last?.tac ?? null,
      named_enterprise_id: last?.enterprise_id ?? null,
      named_eid: last?.eid ?? null,
    })
    .execute()
}

/** Whether {@link lockNaming} may find a run. */
export const namingDue = () => condition`exists (select from tac_table where naming)`
