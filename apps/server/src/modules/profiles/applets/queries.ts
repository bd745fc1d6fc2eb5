import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type AppletRecord = {
  id: string
  file_name: string
  sha256: string
  bytes: number
  package_aid: string
  class_aids: string[]
  package_version: string
  replaced_at: Date | null
  created_at: Date
  created_by_name: string
  is_used: boolean
}

const appletsStatement = statement(
  'select applets',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select a.id, a.file_name, a.sha256, a.bytes, a.package_aid, a.class_aids, a.package_version, a.replaced_at,
      a.created_at, coalesce(${nameOfUser('a.created_by')}, '') as created_by_name,
      exists(select 1 from profile_configuration_version v
        where v.enterprise_id = a.enterprise_id and v.applet_file = a.sha256) as is_used
    from applet_file a
    where a.enterprise_id = ${enterpriseId}
    order by a.created_at desc, a.id desc`,
  { present: ['created_by_name', 'is_used'] },
)

/** The files of the enterprise account, newest first. */
export async function selectApplets(db: TenantDb): Promise<AppletRecord[]> {
  return await appletsStatement(db, { enterpriseId: db.enterpriseId })
}

/** Locks a file, so that no configuration can begin to use it. */
export async function lockApplet(db: TenantDb, id: string): Promise<{ sha256: string; file_name: string } | undefined> {
  return await db
    .selectFrom('applet_file')
    .select(['sha256', 'file_name'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** A configuration of which a version names the file; deleted ones too, because profiles are pinned to them. */
export async function selectUser(db: TenantDb, sha256: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profile_configuration_version as v')
    .innerJoin('profile_configuration as c', (join) =>
      join.onRef('c.enterprise_id', '=', 'v.enterprise_id').onRef('c.id', '=', 'v.configuration_id'),
    )
    .select('c.name')
    .where('v.enterprise_id', '=', db.enterpriseId)
    .where('v.applet_file', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

export async function selectSealed(db: TenantDb, sha256: string): Promise<{ id: string; sealed: Buffer } | undefined> {
  return await db
    .selectFrom('applet_file')
    .select(['id', 'sealed'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

export type NewApplet = {
  id: string
  fileName: string
  sha256: string
  bytes: number
  packageAid: string
  classAids: string[]
  packageVersion: string
  sealed: Buffer
  userId: UserId
  at: Date
}

/** @returns false when the enterprise has the file already */
export async function insertApplet(db: TenantDb, applet: NewApplet): Promise<boolean> {
  const inserted = await db
    .insertInto('applet_file')
    .values({
      enterprise_id: db.enterpriseId,
      id: applet.id,
      file_name: applet.fileName,
      sha256: applet.sha256,
      bytes: applet.bytes,
      package_aid: applet.packageAid,
      class_aids: applet.classAids,
      package_version: applet.packageVersion,
      sealed: applet.sealed,
      created_by: applet.userId,
      created_at: applet.at,
    })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function markReplaced(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('applet_file')
    .set({ replaced_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function deleteApplet(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('applet_file').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}
