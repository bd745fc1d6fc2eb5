import type { Db } from '../../db/database.ts'

export type PlatformRecord = { id: string; sys: string; app_name: string; icon_url: string; theme_color: string }

export async function selectPlatform(db: Db['global'], sys: string): Promise<PlatformRecord | undefined> {
  return await db
    .selectFrom('platform')
    .select(['id', 'sys', 'app_name', 'icon_url', 'theme_color'])
    .where('sys', '=', sys)
    .executeTakeFirst()
}

/** A platform that exists stays as it is. */
export async function insertPlatform(db: Db['global'], platform: PlatformRecord & { created_at: Date }): Promise<void> {
  await db
    .insertInto('platform')
    .values(platform)
    .onConflict((conflict) => conflict.column('sys').doNothing())
    .execute()
}

export async function selectPlatformById(db: Db['global'], id: string): Promise<PlatformRecord | undefined> {
  return await db
    .selectFrom('platform')
    .select(['id', 'sys', 'app_name', 'icon_url', 'theme_color'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function selectPlatforms(db: Db['global']): Promise<(PlatformRecord & { created_at: Date })[]> {
  return await db
    .selectFrom('platform')
    .select(['id', 'sys', 'app_name', 'icon_url', 'theme_color', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1000)
    .execute()
}
