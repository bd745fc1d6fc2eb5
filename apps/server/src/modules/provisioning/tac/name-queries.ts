import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'

export type NamelessDevice = { enterprise_id: string; eid: string; tac: string }

type NamingCursor = { named_tac: string | null; named_enterprise_id: string | null; named_eid: string | null }

/** Locks the cursor of the naming run. @returns undefined when no run is active, or another process has the lock */
export async function lockNaming(db: TenantDb): Promise<NamingCursor | undefined> {
  const { rows } = await sql<NamingCursor>`
    select named_tac, named_enterprise_id, named_eid from tac_table where naming for update skip locked`.execute(db)
  return rows[0]
}

/** The next devices without a brand, after the cursor. */
export async function selectNameless(db: TenantDb, { named_tac, ...cursor }: NamingCursor, limit: number) {
  const after = sql`and (tac, enterprise_id, eid) > (${named_tac}, ${cursor.named_enterprise_id}::uuid, ${cursor.named_eid})`
  const { rows } = await sql<NamelessDevice>`
    select enterprise_id, eid, tac from device where brand is null and tac is not null ${named_tac === null ? sql`` : after}
    order by tac, enterprise_id, eid limit ${limit}`.execute(db)
  return rows
}

export async function selectNames(db: TenantDb, tacs: readonly string[]) {
  return await db
    .selectFrom('tac')
    .select(['tac', 'brand', 'model'])
    .where('tac', '=', sql<string>`any(${[...tacs]}::text[])`)
    .execute()
}

/** Moves the cursor to this device; undefined ends the run. */
export async function updateNaming(db: TenantDb, last: NamelessDevice | undefined): Promise<void> {
  await sql`
    update tac_table set naming = ${last !== undefined}, named_tac = ${last?.tac ?? null},
      named_enterprise_id = ${last?.enterprise_id ?? null}::uuid, named_eid = ${last?.eid ?? null}`.execute(db)
}

/** Whether {@link lockNaming} may find a run. */
export const namingDue = () => sql<boolean>`exists (select from tac_table where naming)`
