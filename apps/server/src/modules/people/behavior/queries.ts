import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

/** The user's settings in this enterprise account, and those for all enterprise accounts. */
export async function selectConfigs(
  db: GlobalDb,
  { userId, enterpriseId, modules }: { userId: UserId; enterpriseId: EnterpriseId; modules: readonly string[] },
) {
  return await db
    .selectFrom('user_behavior')
    .select(['module_name', 'config', 'version', 'enterprise_id'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', enterpriseId)]))
    .where('module_name', 'in', modules)
    .execute()
}

type NewConfig = {
  userId: UserId
  /** Null: in all enterprise accounts. */
  enterpriseId: EnterpriseId | null
  module: string
  /** JSON. */
  config: string
  /** The version to replace; 0: there is none yet; undefined: any version. */
  version: number | undefined
  at: Date
}

const upsertConfigStatement = statement(
  'upsert user behavior',
  ({
    userId,
    enterpriseId,
    module,
    config,
    version,
    at,
  }: Omit<NewConfig, 'version'> & { version: number | null }) => sql`
    insert into user_behavior as b (user_id, enterprise_id, module_name, config, updated_at)
    values (${userId}, ${enterpriseId}, ${module}, ${config}, ${at})
    on conflict (user_id, enterprise_id, module_name)
    do update set config = excluded.config, version = b.version + 1, updated_at = excluded.updated_at
      where ${version}::integer is null or b.version = ${version}::integer
    returning version`,
)

/** @returns the new version; undefined when another version is stored */
export async function upsertConfig(db: GlobalDb, saved: NewConfig): Promise<number | undefined> {
  return (await upsertConfigStatement(db, { ...saved, version: saved.version ?? null }))[0]?.version
}

const visibleStatement = statement(
  'select visible profiles and batches',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select id from profile where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])
    union all
    select id from batch where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])`,
  { present: ['id'] },
)

/** Which of the ids are of a profile or batch that the caller sees. */
export async function selectVisible(db: TenantDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await visibleStatement(db, { enterpriseId: db.enterpriseId, ids })).map(({ id }) => id))
}
