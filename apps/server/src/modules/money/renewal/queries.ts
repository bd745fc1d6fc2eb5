import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

/**
 * Enterprise accounts with an order that something must be done about, in an order that depends on `salt`, so that
 * several processes seldom get the same ones.
 */
export async function selectDueEnterprises(
  db: TenantDb,
  { at, salt, limit }: { at: Date; salt: number; limit: number },
): Promise<EnterpriseId[]> {
  const { rows } = await sql<Row<'plan_order', 'enterprise_id'>>`
    select enterprise_id from (select distinct enterprise_id from plan_order where next_step_at <= ${at}) due
    order by hashtextextended(enterprise_id::text, ${salt}) limit ${limit}`.execute(db)
  return rows.map((row) => row.enterprise_id)
}

type UsageRecord = Row<'plan_order', 'enterprise_id' | 'id'> & {
  used: number
  downloads: number
  extra_download_cents: number | null
}

/** Active orders of which at least this share of the downloads is used, page by page. */
export async function selectOrdersUsed(
  db: TenantDb,
  { share, at, after, limit }: { share: number; at: Date; after: string | undefined; limit: number },
): Promise<UsageRecord[]> {
  const { rows } = await sql<UsageRecord>`
    select enterprise_id, id, extra_download_cents, downloads,
      case billing_dimension when 1 then installations else used_downloads end as used
    from plan_order
    where state = 'ACTIVE' and kind in ('BOUGHT', 'GIVEN') and starts_at <= ${at} and (ends_at is null or ends_at > ${at})
      and downloads > 0 and case billing_dimension when 1 then installations else used_downloads end >= downloads * ${share}::numeric
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows
}
