import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { numberRange, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement } from '../../../db/statement.ts'

const COLUMNS = ['iccid', 'imsi', 'eid', 'msisdn'] as const

type MatchedColumn = (typeof COLUMNS)[number]

export type ProfileMatch = RowOf<'search profiles'> & { by: MatchedColumn }

const profilesStatement = shapedStatement(
  'search profiles',
  ({ enterpriseId, prefix, limit }: { enterpriseId: EnterpriseId; prefix: string; limit: number }) => {
    const selects = COLUMNS.map((name) => {
      const column = sql.ref(name)
      return sql`(select id, iccid, status, ${sql.lit(name)} as by, ${column} as value from profile
      where enterprise_id = ${enterpriseId} and not removed and ${numberRange(name, column, prefix)} order by ${column} limit ${limit})`
    })
    return sql.join(selects, sql` union all `)
  },
  { present: ['id', 'iccid', 'status', 'by', 'value'], shapes: [{ prefix: '1' }] },
)

/** The first matches of each column, read from its index: the time does not depend on the number of profiles. */
export async function selectProfilesByPrefix(
  db: TenantDb,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<ProfileMatch[]> {
  return (await profilesStatement(db, { enterpriseId: db.enterpriseId, prefix, limit })) as ProfileMatch[]
}

export async function selectConfigurationsByName(db: TenantDb, { text, limit }: { text: string; limit: number }) {
  return await db
    .selectFrom('profile_configuration')
    .select(['id', 'name', 'type'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('deleted_at', 'is', null)
    .where(condition`position(lower(${text}) in lower(name)) > 0`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const batchesByNameStatement = shapedStatement(
  'search batches',
  ({
    enterpriseId,
    text,
    limit,
    newest,
  }: {
    enterpriseId: EnterpriseId
    text: string
    limit: number
    newest: number
  }) => sql`
    select id, code, file_name from (
      (select id, code, file_name, created_at from batch
        where enterprise_id = ${enterpriseId} and ${prefixRange(sql.ref('code'), text.toUpperCase())}
        order by code desc limit ${limit})
      union
      select id, code, file_name, created_at from (
        select id, code, file_name, created_at from batch where enterprise_id = ${enterpriseId}
        order by created_at desc, id desc limit ${newest}) latest
      where position(lower(${text}) in lower(file_name)) > 0) found
    order by created_at desc, id desc limit ${limit}`,
  { present: ['id', 'code'], shapes: [{ text: '1' }] },
)

/** By code, from its index; by file name only among the newest batches, which one query reads. */
export async function selectBatchesByName(
  db: TenantDb,
  { text, newest, limit }: { text: string; newest: number; limit: number },
) {
  return await batchesByNameStatement(db, { enterpriseId: db.enterpriseId, text, limit, newest })
}
