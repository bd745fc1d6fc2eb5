import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'

export type NamedKind = 'config' | 'type' | 'group' | 'batch' | 'campaign' | 'by'

/** Each asks for ids by names, in any case of letters. */
const statements: Record<NamedKind, (enterpriseId: string, names: readonly string[]) => RawBuilder<unknown>> = {
  config: (enterpriseId, names) => sql`
    select id, name from profile_configuration
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[])`,
  type: (enterpriseId, names) => sql`
    select id, type as name from profile_configuration
    where enterprise_id = ${enterpriseId} and lower(type) = any(${names}::text[])`,
  group: (enterpriseId, names) => sql`
    select id, name from profile_group
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[]) and removed_at is null`,
  batch: (enterpriseId, names) => sql`
    select id, code as name from batch
    where enterprise_id = ${enterpriseId} and code = any(${names.map((name) => name.toUpperCase())}::text[])`,
  campaign: (enterpriseId, names) => sql`
    select id, name from campaign
    where enterprise_id = ${enterpriseId} and lower(name) collate "C" = any(${names}::text[]) and removed_at is null`,
  by: (enterpriseId, names) => sql`
    select u.id, n.name from member m join user_account u on u.id = m.user_id
      cross join lateral (values (lower(u.email)), (lower(u.first_name || ' ' || u.last_name))) n(name)
    where m.enterprise_id = ${enterpriseId} and n.name = any(${names}::text[])`,
}

type NamedRecord = { id: string; name: string }

/** What bears one of the names, in any case of letters; one name may be several things'. */
export async function selectNamed(
  db: TenantDb,
  enterpriseId: string,
  { kind, names }: { kind: NamedKind; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const lower = names.map((name) => name.toLowerCase())
  const { rows } = await sql<NamedRecord>`${statements[kind](enterpriseId, lower)}`.execute(db)
  return rows
}

type WrittenRecord = { value: string }

/**
 * The names, and how else they are written in profiles, in any case of letters. Goes from one value to the next in their
 * index, however many profiles have each.
 */
export async function selectWritten(
  db: TenantDb,
  enterpriseId: string,
  { column, names }: { column: 'device_brand' | 'spn'; names: readonly string[] },
): Promise<string[]> {
  const lower = names.map((name) => name.toLowerCase())
  const name = sql.ref(column)
  const next = (from: RawBuilder<unknown>) => sql`
    select ${name} from profile
    where enterprise_id = ${enterpriseId} and status <> 'REMOVED' and ${from} order by ${name} limit 1`
  const { rows } = await sql<WrittenRecord>`
    with recursive written(value) as (
      (${next(sql`${name} is not null`)})
      union all
      select (${next(sql`${name} > written.value`)}) from written where written.value is not null
    )
    select value from written where lower(value) = any(${lower}::text[])`.execute(db)
  return [...new Set([...names, ...rows.map(({ value }) => value)])]
}
