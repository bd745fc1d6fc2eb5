import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { numberRange, prefixRange } from '../../../db/page.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

const COLUMNS = ['iccid', 'imsi', 'eid', 'msisdn'] as const

export type ProfileMatch = { id: string; iccid: string; status: string; by: (typeof COLUMNS)[number]; value: string }

/** The first matches of each column, read from its index: the time does not depend on the number of profiles. */
export async function selectProfilesByPrefix(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<ProfileMatch[]> {
  const selects = COLUMNS.map((name) => {
    const column = sql.ref(name)
    return sql`(select id, iccid, status, ${sql.lit(name)} as by, ${column} as value from profile
      where enterprise_id = ${enterpriseId} and not removed and ${numberRange(name, column, prefix)} order by ${column} limit ${limit})`
  })
  const { rows } = await sql<ProfileMatch>`${sql.join(selects, sql` union all `)}`.execute(db)
  return rows
}

export async function selectConfigurationsByName(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { text, limit }: { text: string; limit: number },
) {
  return await db
    .selectFrom('profile_configuration')
    .select(['id', 'name', 'type'])
    .where('enterprise_id', '=', enterpriseId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`position(lower(${text}) in lower(name)) > 0`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** By code, from its index; by file name only among the newest batches, which one query reads. */
export async function selectBatchesByName(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { text, newest, limit }: { text: string; newest: number; limit: number },
) {
  const { rows } = await sql<Row<'batch', 'id' | 'code' | 'file_name'>>`
    select id, code, file_name from (
      (select id, code, file_name, created_at from batch
        where enterprise_id = ${enterpriseId} and ${prefixRange(sql.ref('code'), text.toUpperCase())}
        order by code desc limit ${limit})
      union
      select id, code, file_name, created_at from (
        select id, code, file_name, created_at from batch where enterprise_id = ${enterpriseId}
        order by created_at desc, id desc limit ${newest}) latest
      where position(lower(${text}) in lower(file_name)) > 0) found
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
