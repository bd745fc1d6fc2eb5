import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { GlobalTables } from '../../db/tables.gen.ts'

export type PlatformRecord = Selectable<GlobalTables['platform']>
export type SmdpHostRecord = Selectable<GlobalTables['smdp_host']>

type NewPlatform = Pick<
  PlatformRecord,
  'id' | 'sys' | 'app_name' | 'icon_url' | 'theme_color' | 'created_at' | 'updated_at'
> & { mail_texts: string }

/** A platform that exists stays as it is. */
export async function insertPlatform(db: Db['global'], platform: NewPlatform): Promise<void> {
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
