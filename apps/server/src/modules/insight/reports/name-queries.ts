import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** Dimensions whose values are ids. */
export const namedDimensions = ['configuration', 'group', 'campaign', 'member'] as const
export type NamedDimension = (typeof namedDimensions)[number]

export type NamedValue = { id: string; name: string; isDeleted: boolean }

/** The rows that have the names of a dimension, of which `where` selects some. */
const sources: Readonly<
  Record<NamedDimension, (enterpriseId: EnterpriseId, where: RawBuilder<unknown>) => RawBuilder<NamedValue>>
> = {
  configuration: (enterpriseId, where) => sql`
    select id, name, deleted_at is not null as "isDeleted" from profile_configuration
    where enterprise_id = ${enterpriseId} and not sample and ${where}`,
  group: (enterpriseId, where) => sql`
    select id, name, removed_at is not null as "isDeleted" from profile_group
    where enterprise_id = ${enterpriseId} and ${where}`,
  campaign: (enterpriseId, where) => sql`
    select id, name, removed_at is not null as "isDeleted" from campaign
    where enterprise_id = ${enterpriseId} and ${where}`,
  // a member who left still has a name in what they created
  member: (enterpriseId, where) => sql`
    select id, coalesce(name, '') as name, "isDeleted" from (
      select u.id, ${nameOfUser('u.id')} as name, not exists (
        select from member m where m.enterprise_id = ${enterpriseId} and m.user_id = u.id) as "isDeleted"
      from user_account u
      union all
      select p.id, p.name, false from program p where p.enterprise_id = ${enterpriseId}
    ) people where ${where}`,
}

type Wanted = { by: NamedDimension; ids: readonly string[] }

/** The names of these values. Also of deleted ones, because events refer to them. */
export async function selectDimensionNames(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { by, ids }: Wanted,
): Promise<NamedValue[]> {
  const { rows } = await sources[by](enterpriseId, sql`id = any(${[...ids]}::uuid[])`).execute(db)
  return rows
}

/** The values of a dimension by name, those that exist first; of members those of the enterprise account. */
export async function selectDimensionValues(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { by, limit }: { by: NamedDimension; limit: number },
): Promise<NamedValue[]> {
  const listed =
    by === 'member'
      ? sql`id in (select m.user_id from member m where m.enterprise_id = ${enterpriseId} and m.state <> 'INVITED')`
      : sql`true`
  const { rows } = await sql<NamedValue>`
    select * from (${sources[by](enterpriseId, listed)}) named
    order by "isDeleted", lower(name), id limit ${limit}`.execute(db)
  return rows
}
