import type { CodeAge, ReportDimension } from '@simwright/contract/insight/report-kind'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'

/** The column of a profile that has its value in a dimension. */
const columns: Readonly<Record<ReportDimension, RawBuilder<string>>> = {
  total: sql`''`,
  configuration: sql`p.configuration_id::text`,
  group: sql`coalesce(m.group_id::text, '')`,
  campaign: sql`coalesce(p.campaign_id::text, '')`,
  brand: sql`coalesce(p.device_brand, '')`,
  region: sql`coalesce(p.region, '')`,
  member: sql`p.created_by::text`,
}

/** The profiles of the enterprise account that the caller may see; sample data is not counted. */
const profiles = (enterpriseId: EnterpriseId, by: ReportDimension) => sql`
  profile p ${
    by === 'group' ? sql`left join profile_place m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id` : sql``
  } where p.enterprise_id = ${enterpriseId} and not p.sample`

type ProfileCount = { dimension: string; value: string; count: number }

const countStatusesStatement = shapedStatement(
  'count profiles by status',
  ({ by, enterpriseId }: { by: ReportDimension; enterpriseId: EnterpriseId }) => sql`
    select ${columns[by]} as dimension, p.status as value, count(*) as count
    from ${profiles(enterpriseId, by)} and not p.removed group by 1, 2`,
  { present: ['dimension', 'value', 'count'], shapes: [{ by: 'group' }] },
)

/** How many profiles have each status, by dimension. */
export async function countStatuses(db: TenantDb, by: ReportDimension): Promise<ProfileCount[]> {
  return await countStatusesStatement(db, { by, enterpriseId: db.enterpriseId })
}

/** The start of each age but the last: codes that wait since then or later have it, or a younger one. */
export type AgeStarts = readonly { age: CodeAge; from: Date }[]

const countUnusedCodesStatement = shapedStatement(
  'count unused codes by age',
  ({
    by,
    whens,
    enterpriseId,
  }: {
    by: ReportDimension
    whens: readonly RawBuilder<unknown>[]
    enterpriseId: EnterpriseId
  }) => sql`
    select ${columns[by]} as dimension, case ${sql.join(whens, sql` `)} else ${sql.lit(OLDEST)} end as value,
      count(*) as count
    from ${profiles(enterpriseId, by)} and p.status = 'AVAILABLE' and p.ac_format <> 'NONE' group by 1, 2`,
  { present: ['dimension', 'value', 'count'], shapes: [{ by: 'group', whens: [sql`when true then ''`] }] },
)

/**
 * How many unused codes have each age, by dimension: profiles that are available and have a code. A code waits since its
 * profile became available: since it was generated, generated again, or deleted from a device.
 * @param starts youngest first
 */
export async function countUnusedCodes(
  db: TenantDb,
  { by, starts }: { by: ReportDimension; starts: AgeStarts },
): Promise<ProfileCount[]> {
  const whens = starts.map(({ age, from }) => sql`when p.status_at >= ${from} then ${sql.lit(age)}`)
  return await countUnusedCodesStatement(db, { by, whens, enterpriseId: db.enterpriseId })
}

const OLDEST: CodeAge = 'ageOlder'

const profileValuesStatement = shapedStatement(
  'select values of profiles',
  ({ by, enterpriseId, limit }: { by: ReportDimension; enterpriseId: EnterpriseId; limit: number }) => sql`
    select distinct ${columns[by]} as value from ${profiles(enterpriseId, by)} order by 1 limit ${limit + 1}`,
  { present: ['value'], shapes: [{ by: 'brand' }] },
)

/** The brands or regions of the profiles, by name. */
export async function selectProfileValues(
  db: TenantDb,
  { by, limit }: { by: ReportDimension; limit: number },
): Promise<string[]> {
  return (await profileValuesStatement(db, { by, enterpriseId: db.enterpriseId, limit }))
    .map(({ value }) => value)
    .filter((value) => value !== '')
}
