import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import { membersByName } from '../../platform/tenancy/service.ts'

/** Selects `id` and `name` of the rows with one of the names, which must be in lower case. */
export type NameQuery = (enterpriseId: EnterpriseId, names: readonly string[]) => RawBuilder<unknown>

/** A filter that names profiles one by one has up to so many, the newest. */
const PROFILES_MAX = 10_000

export const nameQueries = {
  configuration: (enterpriseId, names) => sql`
    select id, name from profile_configuration
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[])`,
  configurationType: (enterpriseId, names) => sql`
    select id, type as name from profile_configuration
    where enterprise_id = ${enterpriseId} and lower(type) = any(${names}::text[])`,
  group: (enterpriseId, names) => sql`
    select id, name from profile_group
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[]) and removed_at is null`,
  tag: (enterpriseId, names) => sql`
    select id, name from tag
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[]) and removed_at is null`,
  batch: (enterpriseId, names) => sql`
    select id, code as name from batch
    where enterprise_id = ${enterpriseId} and code = any(${names.map((name) => name.toUpperCase())}::text[])`,
  campaign: (enterpriseId, names) => sql`
    select id, name from campaign
    where enterprise_id = ${enterpriseId} and lower(name) collate "C" = any(${names}::text[]) and removed_at is null`,
  leak: (enterpriseId, names) => sql`
    select l.profile_id as id, 'open' as name from code_leak l
    join profile p on p.enterprise_id = l.enterprise_id and p.id = l.profile_id and p.matching_id = l.matching_id
    where l.enterprise_id = ${enterpriseId} and 'open' = any(${names}::text[]) and l.dismissed_at is null and not p.removed
    group by l.profile_id order by max(l.found_at) desc limit ${sql.lit(PROFILES_MAX)}`,
  comments: (enterpriseId, names) => sql`
    select c.object_id as id, 'yes' as name from comment c
    where c.enterprise_id = ${enterpriseId} and 'yes' = any(${names}::text[]) and c.object_kind = 'PROFILE'
      and c.deleted_at is null
    group by c.object_id order by max(c.created_at) desc limit ${sql.lit(PROFILES_MAX)}`,
  member: membersByName,
} as const satisfies Record<string, NameQuery>

const byNameStatement = shapedStatement(
  'select rows by name',
  ({ query, enterpriseId, names }: { query: NameQuery; enterpriseId: EnterpriseId; names: readonly string[] }) =>
    query(enterpriseId, names),
  { present: ['id', 'name'], shapes: [{ query: () => sql`select null::uuid as id, null::text as name` }] },
)

/** The rows with one of the names, ignoring case. Several can have the same name. */
export async function selectByName(
  db: TenantDb,
  { query, names }: { query: NameQuery; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return await byNameStatement(db, {
    query,
    enterpriseId: db.enterpriseId,
    names: names.map((name) => name.toLowerCase()),
  })
}

type Spelled = { enterpriseId: EnterpriseId; column: string; lower: readonly string[] }

const spellingsStatement = shapedStatement(
  'select spellings',
  ({ enterpriseId, column, lower }: Spelled) => {
    const name = sql.ref(column)
    const next = (from: RawBuilder<unknown>) => sql`
    select ${name} from profile
    where enterprise_id = ${enterpriseId} and not removed and ${from} order by ${name} limit 1`
    return sql`
    with recursive spelling(value) as (
      (${next(sql`${name} is not null`)})
      union all
      select (${next(sql`${name} > spelling.value`)}) from spelling where spelling.value is not null
    )
    select value from spelling where lower(value) = any(${lower}::text[])`
  },
  { present: ['value'], shapes: [{ column: 'region' }] },
)

/**
 * The texts, and those stored in profiles that differ from them only in case. Skips from one value to the next in the
 * index, so the time depends on the number of distinct values, not of profiles.
 */
export async function selectSpellings(
  db: TenantDb,
  { column, texts }: { column: string; texts: readonly string[] },
): Promise<string[]> {
  const lower = texts.map((text) => text.toLowerCase())
  const rows = await spellingsStatement(db, { enterpriseId: db.enterpriseId, column, lower })
  return [...new Set([...texts, ...rows.map(({ value }) => value)])]
}
