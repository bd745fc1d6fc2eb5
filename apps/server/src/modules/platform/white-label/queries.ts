import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

/** Reserves an SM-DP+ host for a platform, unless another one has reserved it. @returns the platform that has the host */
export async function reserveSmdpHost(
  db: GlobalDb,
  { host, platformId, at }: { host: string; platformId: PlatformId; at: Date },
): Promise<string | undefined> {
  await db
    .insertInto('smdp_host')
    .values({ host, platform_id: platformId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const found = await db.selectFrom('smdp_host').select('platform_id').where('host', '=', host).executeTakeFirst()
  return found?.platform_id
}

export async function insertImage(
  db: GlobalDb,
  image: {
    id: string
    content_type: 'image/png' | 'image/svg+xml' | 'image/x-icon'
    content: Buffer
    created_at: Date
  },
): Promise<void> {
  await db.insertInto('platform_image').values(image).execute()
}

const deleteUnusedImagesStatement = statement(
  'delete unused images',
  ({ before }: { before: Date }) => sql`delete from platform_image i where i.created_at < ${before}
    and not exists (select from platform p where p.icon_id = i.id or p.logo_id = i.id)`,
)

/** Deletes images that no platform uses. */
export async function deleteUnusedImages(db: GlobalDb, before: Date): Promise<void> {
  await deleteUnusedImagesStatement(db, { before })
}

export async function selectImage(
  db: Db['global'],
  id: string,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  return await db
    .selectFrom('platform_image')
    .select(['content_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
}
