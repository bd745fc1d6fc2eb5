import { PROFILE_COUNT_CAP, type StoredFields } from '@simwright/contract/profiles/configuration'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { type NamedQuery, type NamedValue, selectNamed } from '../../../db/named-value.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { ConfigurationId, EnterpriseId, UserId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type ConfigurationSort = { by: 'updatedAt' | 'name'; direction: 'asc' | 'desc' }

export type ConfigurationRecord = {
  id: string
  name: string
  version: number
  fields: unknown
  sealed_confirmation_code: Buffer | null
  created_at: Date
  updated_at: Date
  created_by_name: string
  profiles: number
  sample: boolean
  silenced_advice: string[]
}

const lowerName = sql`lower(c.name) collate "C"`
const sortColumns = { updatedAt: sql.ref('c.updated_at'), name: lowerName }

/**
 * Configurations that are not deleted, each with the fields of its newest version. `profiles` is the number of profiles
 * of all its versions, up to a cap; their order is that of an index, which PostgreSQL then reads alone.
 */
const configurations = (enterpriseId: EnterpriseId) => sql`
  select c.id, c.name, c.version, v.fields, v.sealed_confirmation_code, c.created_at, c.updated_at, c.sample, c.silenced_advice,
    coalesce(${nameOfUser('c.created_by')}, '') as created_by_name,
    (select count(*) from (select 1 from profile p where p.enterprise_id = c.enterprise_id
      and p.configuration_id = c.id and not p.removed
      order by p.created_at desc, p.id desc limit ${PROFILE_COUNT_CAP + 1}) capped) as profiles
  from profile_configuration c
  join profile_configuration_version v
    on v.enterprise_id = c.enterprise_id and v.configuration_id = c.id and v.version = c.version
  where c.enterprise_id = ${enterpriseId} and c.deleted_at is null`

export type ConfigurationFilter = {
  /** The beginning of the name. */
  prefix: string | undefined
  /** Absent: all types. */
  types: readonly string[] | undefined
}

function filterOf({ prefix, types }: ConfigurationFilter): RawBuilder<unknown> {
  const byName = prefix ? sql`and ${prefixRange(lowerName, prefix.toLowerCase())}` : sql``
  return types ? sql`${byName} and c.type = any(${types}::text[])` : byName
}

function after(keyset: Keyset | undefined, { by, direction }: ConfigurationSort): RawBuilder<unknown> {
  if (!keyset) return sql``
  const value = by === 'name' ? sql`${keyset.value}::text` : sql`${new Date(keyset.value)}::timestamptz`
  return sql`and (${sortColumns[by]}, c.id) ${direction === 'asc' ? sql`>` : sql`<`} (${value}, ${keyset.id}::uuid)`
}

const configurationsStatement = shapedStatement(
  'select configurations',
  ({
    enterpriseId,
    page,
    direction,
  }: {
    enterpriseId: EnterpriseId
    page: ConfigurationFilter & { sort: ConfigurationSort; keyset: Keyset | undefined; limit: number }
    direction: RawBuilder<unknown>
  }) => sql`
    ${configurations(enterpriseId)} ${filterOf(page)} ${after(page.keyset, page.sort)}
    order by ${sortColumns[page.sort.by]} ${direction}, c.id ${direction} limit ${page.limit + 1}`,
  {
    present: ['created_by_name', 'profiles'],
    shapes: [
      {
        page: {
          prefix: undefined,
          types: undefined,
          sort: { by: 'name', direction: 'asc' },
          keyset: undefined,
          limit: 1,
        },
        direction: sql`asc`,
      },
    ],
  },
)

/** `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectConfigurations(
  db: TenantDb,
  page: ConfigurationFilter & { sort: ConfigurationSort; keyset: Keyset | undefined; limit: number },
): Promise<ConfigurationRecord[]> {
  const direction = page.sort.direction === 'asc' ? sql`asc` : sql`desc`
  return await configurationsStatement(db, { enterpriseId: db.enterpriseId, page, direction })
}

export async function countConfigurations(db: TenantDb, filter: ConfigurationFilter): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from profile_configuration c
      where c.enterprise_id = ${db.enterpriseId} and c.deleted_at is null ${filterOf(filter)}`,
  )
}

/**
 * The oldest configuration over the plan's limit: for a `max` of 5, the sixth by creation time. Sample data does not
 * count. Undefined when there are at most `max`.
 */
export async function selectFirstOverLimit(
  db: TenantDb,
  max: number,
): Promise<{ id: string; created_at: Date } | undefined> {
  return await db
    .selectFrom('profile_configuration')
    .select(['id', 'created_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('deleted_at', 'is', null)
    .where('sample', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .offset(max)
    .limit(1)
    .executeTakeFirst()
}

const isNamed = ({
  enterpriseId,
  prefix,
  only,
}: {
  enterpriseId: EnterpriseId
  prefix: string
  only: 'all' | 'samples'
}) =>
  sql`c.enterprise_id = ${enterpriseId} and c.deleted_at is null
    ${only === 'samples' ? sql`and c.sample` : sql``}
    ${prefix === '' ? sql`` : sql`and ${prefixRange(lowerName, prefix.toLowerCase())}`}`

const namesStatement = shapedStatement(
  'select names of configurations',
  ({ where, limit, offset }: { where: RawBuilder<unknown>; limit: number; offset: number }) => sql`
    select c.name from profile_configuration c where ${where}
    order by ${lowerName} limit ${limit} offset ${offset}`,
  { shapes: [{ where: condition`true` }] },
)

const countNamesStatement = shapedStatement(
  'count names of configurations',
  ({ where }: { where: RawBuilder<unknown> }) => sql`
    select count(*) as counted from profile_configuration c where ${where}`,
  { present: ['counted'], shapes: [{ where: condition`true` }] },
)

/** A page of names by its number, in order. `samples`: only of sample data. */
export async function selectNames(
  db: TenantDb,
  { prefix, only, offset, limit }: { prefix: string; only: 'all' | 'samples'; offset: number; limit: number },
): Promise<{ names: string[]; total: number }> {
  const where = isNamed({ enterpriseId: db.enterpriseId, prefix, only })
  const rows = await namesStatement(db, { where, limit, offset })
  const [counted] = await countNamesStatement(db, { where })
  return { names: rows.map(({ name }) => name), total: counted!.counted }
}

type ByName = { enterpriseId: EnterpriseId; lower: string }

const idByNameQuery = ({ enterpriseId, lower }: ByName, db: Kysely<Tables>) =>
  db
    .selectFrom('profile_configuration as c')
    .select('c.id')
    .where('c.enterprise_id', '=', enterpriseId)
    .where('c.deleted_at', 'is', null)
    .where(condition`${lowerName} = ${lower}`)

const idByNameStatements = {
  all: statement('select configuration by name', idByNameQuery),
  samples: statement('select sample configuration by name', (values: ByName, db) =>
    idByNameQuery(values, db).where('c.sample', '=', true),
  ),
}

/** The configuration with this name that is not deleted. */
export async function selectIdByName(
  db: TenantDb,
  { name, only }: { name: string; only: 'all' | 'samples' },
): Promise<ConfigurationId | undefined> {
  return (await idByNameStatements[only](db, { enterpriseId: db.enterpriseId, lower: name.toLowerCase() }))[0]?.id
}

const configurationStatement = statement(
  'select configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) =>
    sql`${configurations(enterpriseId)} and c.id = ${id}`,
  { present: ['created_by_name', 'profiles'] },
)

export async function selectConfiguration(db: TenantDb, id: string): Promise<ConfigurationRecord | undefined> {
  return (await configurationStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

export type NewestVersion = RowOf<'newest configuration version'>

const newestStatement = statement(
  'newest configuration version',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select c.id, c.name, c.version, v.fields, v.sealed_confirmation_code, c.created_at, c.sample
    from profile_configuration c
    join profile_configuration_version v
      on v.enterprise_id = c.enterprise_id and v.configuration_id = c.id and v.version = c.version
    where c.enterprise_id = ${enterpriseId} and c.id = ${id} and c.deleted_at is null`,
)

/** As `selectConfiguration`, without the number of profiles and the creator. */
export async function selectNewest(db: TenantDb, id: string): Promise<NewestVersion | undefined> {
  return (await newestStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

/** Also finds versions of a deleted configuration: profiles remain pinned to them. */
export async function selectVersion(
  db: TenantDb,
  { id, version }: { id: string; version: number },
): Promise<{ fields: unknown; sealed_confirmation_code: Buffer | null } | undefined> {
  return await db
    .selectFrom('profile_configuration_version')
    .select(['fields', 'sealed_confirmation_code'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('configuration_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
}

export type NewVersion = {
  id: string
  version: number
  fields: StoredFields
  sealedCode: Buffer | null
  userId: UserId
  at: Date
}

/** Inserts the configuration with its first version. @returns false when the enterprise already uses the name */
export async function insertConfiguration(db: TenantDb, first: NewVersion): Promise<boolean> {
  const { id, version, fields, userId, at } = first
  const inserted = await db
    .insertInto('profile_configuration')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      name: fields.name,
      type: fields.type,
      version,
      created_by: userId,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertVersion(db, first)
  return true
}

export async function insertVersion(
  db: TenantDb,
  { id, version, fields, sealedCode, userId, at }: NewVersion,
): Promise<void> {
  await db
    .insertInto('profile_configuration_version')
    .values({
      enterprise_id: db.enterpriseId,
      configuration_id: id,
      version,
      fields: JSON.stringify(fields),
      sealed_confirmation_code: sealedCode,
      applet_file: fields.customApplet?.file || null,
      created_by: userId,
      created_at: at,
    })
    .execute()
}

export async function lockConfiguration(db: TenantDb, id: string) {
  return await db
    .selectFrom('profile_configuration')
    .select(['version', 'sample'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws unique_violation of `profile_configuration_name` when another one has the name */
export async function updateConfiguration(db: TenantDb, change: NewVersion): Promise<void> {
  await db
    .updateTable('profile_configuration')
    .set({
      name: change.fields.name,
      type: change.fields.type,
      version: change.version,
      updated_at: change.at,
      // once edited it is no longer sample data
      sample: false,
    })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', change.id)
    .execute()
}

export async function updateSilenced(
  db: TenantDb,
  { id, silenced }: { id: string; silenced: string[] },
): Promise<void> {
  await db
    .updateTable('profile_configuration')
    .set({ silenced_advice: silenced })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function markDeleted(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('profile_configuration')
    .set({ deleted_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The newest version of each configuration, the oldest configuration first. Not of samples. */
export async function selectNewestVersions(db: TenantDb): Promise<{ name: string; fields: unknown }[]> {
  return await db
    .selectFrom('profile_configuration as c')
    .innerJoin('profile_configuration_version as v', (join) =>
      join
        .onRef('v.enterprise_id', '=', 'c.enterprise_id')
        .onRef('v.configuration_id', '=', 'c.id')
        .onRef('v.version', '=', 'c.version'),
    )
    .select(['c.name', 'v.fields'])
    .where('c.enterprise_id', '=', db.enterpriseId)
    .where('c.deleted_at', 'is', null)
    .where('c.sample', '=', false)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
}

/** Names of configurations, of deleted ones too; by id also of those of the sample data. */
export async function selectConfigurationNames(db: TenantDb, query: NamedQuery): Promise<NamedValue[]> {
  const values = sql`
    select id, name, deleted_at is not null as "isDeleted" from profile_configuration
    where enterprise_id = ${db.enterpriseId} ${'ids' in query ? sql`` : sql`and not sample`}`
  return await selectNamed(db, values, query)
}
