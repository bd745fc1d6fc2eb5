import type { ProviderBrand } from '@simwright/contract/platform/provider'
import { type Kysely, sql } from 'kysely'
import type { PlatformId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type ProviderRecord = {
  id: string
  platform_id: string
  slug: string
  preset: ProviderBrand
  name: string
  issuer: string
  client_id: string
  sealed_secret: Buffer
  enabled: boolean
}

const providerColumns = [
  'id',
  'platform_id',
  'slug',
  'preset',
  'name',
  'issuer',
  'client_id',
  'sealed_secret',
  'enabled',
] as const

const updateEnabledStatement = statement(
  'enable identity providers',
  ({ platformId, slugs, at }: { platformId: PlatformId; slugs: readonly string[]; at: Date }) => sql`
    update identity_provider set enabled = not enabled, updated_at = ${at}
    where platform_id = ${platformId} and enabled <> (slug = any(${slugs}))`,
)

export async function updateEnabled(
  db: GlobalDb,
  enabled: { platformId: PlatformId; slugs: readonly string[]; at: Date },
): Promise<void> {
  await updateEnabledStatement(db, enabled)
}

export async function selectProviders(db: GlobalDb, platformId: PlatformId): Promise<ProviderRecord[]> {
  const rows = await db
    .selectFrom('identity_provider')
    .select(providerColumns)
    .where('platform_id', '=', platformId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows as ProviderRecord[]
}

export async function selectProviderById(db: GlobalDb, id: string): Promise<ProviderRecord | undefined> {
  const row = await db.selectFrom('identity_provider').select(providerColumns).where('id', '=', id).executeTakeFirst()
  return row as ProviderRecord | undefined
}

export async function upsertProvider(db: GlobalDb, provider: ProviderRecord & { at: Date }): Promise<void> {
  const { at, ...row } = provider
  const { id: _, platform_id: __, slug: ___, sealed_secret: ____, ...changed } = row
  await db
    .insertInto('identity_provider')
    .values({ ...row, created_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['platform_id', 'slug'])
        .doUpdateSet({ ...changed, sealed_secret: row.sealed_secret, updated_at: at }),
    )
    .execute()
}
