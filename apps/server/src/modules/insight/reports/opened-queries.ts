import type { ReportDimension } from '@simwright/contract/insight/report-kind'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Range } from './range.ts'

/** The dimension of a code: of its profile as it is now, or of its campaign. */
const columns: Readonly<Record<ReportDimension, RawBuilder<string>>> = {
  total: sql`''`,
  configuration: sql`coalesce(p.configuration_id, c.configuration_id)::text`,
  group: sql`m.group_id::text`,
  campaign: sql`c.id::text`,
  brand: sql`p.device_brand`,
  region: sql`p.region`,
  member: sql`coalesce(p.created_by, c.created_by)::text`,
}

type OpenedCount = { dimension: string; count: number }

/** How many codes had their public page opened for the first time in a range, by dimension. */
export async function countOpenedCodes(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { by, from, to }: Range & { by: ReportDimension },
): Promise<OpenedCount[]> {
  const { rows } = await sql<OpenedCount>`
    select coalesce(${columns[by]}, '') as dimension, count(*) as count
    from code_page g
    join activation_code a on a.enterprise_id = g.enterprise_id and a.id = g.activation_code_id
    left join profile p on p.enterprise_id = a.enterprise_id and p.id = a.profile_id
    left join profile_place m on m.enterprise_id = a.enterprise_id and m.profile_id = a.profile_id
    left join campaign c on c.enterprise_id = a.enterprise_id and c.id = coalesce(a.pool_id, p.campaign_id)
    where g.enterprise_id = ${enterpriseId} and g.first_opened_at >= ${from} and g.first_opened_at < ${to}
    group by 1`.execute(db)
  return rows
}
