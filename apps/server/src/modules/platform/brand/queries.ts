import type { Kysely } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { PlatformRecord, SmdpHostRecord } from '../../../port/platforms.ts'

type GlobalDb = Kysely<GlobalTables>

type DefaultPlatform = Pick<
  PlatformRecord,
  'id' | 'sys' | 'app_name' | 'icon_url' | 'theme_color' | 'created_at' | 'updated_at'
> & { mail_texts: string }

/** Inserts the default platform. An existing one is not changed. */
export async function insertDefaultPlatform(db: GlobalDb, platform: DefaultPlatform): Promise<void> {
  await db
    .insertInto('platform')
    .values(platform)
    .onConflict((conflict) => conflict.column('sys').doNothing())
    .execute()
}

export async function selectPlatforms(db: Db['global']): Promise<PlatformRecord[]> {
  return await db.selectFrom('platform').selectAll().orderBy('created_at').orderBy('id').execute()
}

export async function selectSmdpHosts(db: Db['global']): Promise<SmdpHostRecord[]> {
  return await db.selectFrom('smdp_host').selectAll().orderBy('created_at').orderBy('host').execute()
}

/** The columns that staff can change. */
export type PlatformColumns = {
  app_name: string
  theme_color: string
  icon_id: string | null
  logo_id: string | null
  host: string | null
  smdp_address: string | null
  mail_name: string | null
  mail_address: string | null
  mail_texts: string
  terms_url: string | null
  privacy_url: string | null
  support_email: string | null
  contact_email: string | null
  contact_text: string | null
  updated_at: Date
}

export async function insertPlatform(
  db: GlobalDb,
  platform: PlatformColumns & { id: string; sys: string; icon_url: string; created_at: Date },
): Promise<void> {
  await db.insertInto('platform').values(platform).execute()
}

/** @returns false when another version is stored, or there is no such platform */
export async function updatePlatform(
  db: GlobalDb,
  { id, version, ...columns }: PlatformColumns & { id: string; version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
