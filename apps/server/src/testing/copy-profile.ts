import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'

type ColumnNames = { names: string }

/**
 * Inserts copies of a profile. @param copies a FROM item with rows `copy`: a jsonb object with the columns that differ
 */
export async function copyProfile(db: TenantDb, id: string, copies: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<ColumnNames>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
    where attrelid = 'profile'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  const columns = sql.raw(rows[0]!.names)
  await sql`insert into profile (${columns}) select ${columns} from (
    select (jsonb_populate_record(p, copy)).* from profile p, ${copies} where p.id = ${id}) copied`.execute(db)
}
