import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'

export type NamelessDevice = { enterprise_id: string; eid: string; tac: string }

type Naming = { named_tac: string | null; named_enterprise_id: string | null; named_eid: string | null }

/** How far the naming has come, held until the transaction's end; undefined when there is nothing to do, or another does it. */
export async function lockNaming(db: TenantDb): Promise<Naming | undefined> {
  const { rows } = await sql<Naming>`
    select named_tac, named_enterprise_id, named_eid from tac_table where naming for update skip locked`.execute(db)
  return rows[0]
}

/** The next devices that were seen under a TAC that was not known. */
export async function selectNameless(db: TenantDb, { named_tac, ...behind }: Naming, limit: number) {
  const after = sql`and (tac, enterprise_id, eid) > (${named_tac}, ${behind.named_enterprise_id}::uuid, ${behind.named_eid})`
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

/** Goes on behind this device; without one the naming has come to its end. */
export async function updateNaming(db: TenantDb, last: NamelessDevice | undefined): Promise<void> {
  await sql`
    update tac_table set naming = ${last !== undefined}, named_tac = ${last?.tac ?? null},
      named_enterprise_id = ${last?.enterprise_id ?? null}::uuid, named_eid = ${last?.eid ?? null}`.execute(db)
}
