import type { PlatformAppletName } from '@simwright/contract/profiles/platform-applet'
import { type Kysely, sql } from 'kysely'
import type { Db, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { AppletHash } from '../../../port/platforms.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type PlatformAppletRecord = {
  applet: PlatformAppletName
  file_name: string
  sha256: string
  bytes: number
  package_aid: string
  class_aids: string[]
  package_version: string
  created_at: Date
  created_by_name: string
}

const platformAppletsStatement = statement(
  'select platform applets',
  ({ platformId }: { platformId: PlatformId }) => sql`
    select a.applet, a.file_name, a.sha256, a.bytes, a.package_aid, a.class_aids, a.package_version, a.created_at,
      coalesce(${nameOfUser('a.created_by')}, '') as created_by_name
    from platform_applet a
    where a.platform_id = ${platformId}`,
  { present: ['created_by_name'] },
)

/** The files of the platform. */
export async function selectPlatformApplets(
  db: Kysely<GlobalTables>,
  platformId: PlatformId,
): Promise<PlatformAppletRecord[]> {
  return await platformAppletsStatement(db, { platformId })
}

/** The hashes of all files, for the registry of platforms. */
export async function selectAppletHashes(db: Db['global']): Promise<AppletHash[]> {
  return await db.selectFrom('platform_applet').select(['platform_id', 'applet', 'sha256']).execute()
}

type SystemDb = Parameters<Parameters<Db['systemTx']>[0]>[0]

const countConfigurationsStatement = statement(
  'count configurations with applets',
  ({ platformId }: { platformId: PlatformId }) => sql`
    select count(*) filter (where jsonb_typeof(v.fields -> 'araApplet') = 'object')::int as ara,
      count(*) filter (where jsonb_typeof(v.fields -> 'recycleApplet') = 'object')::int as recycle
    from enterprise e
      join profile_configuration c on c.enterprise_id = e.enterprise_id and c.deleted_at is null
      join profile_configuration_version v on v.enterprise_id = c.enterprise_id and v.configuration_id = c.id
        and v.version = c.version
    where e.platform_id = ${platformId}`,
  { present: ['ara', 'recycle'] },
)

/** Configurations of the platform's enterprise accounts whose newest version has each applet. */
export async function countConfigurations(
  db: SystemDb,
  platformId: PlatformId,
): Promise<Record<PlatformAppletName, number>> {
  return (await countConfigurationsStatement(db, { platformId }))[0]!
}

type AppletRef = { platformId: PlatformId; applet: PlatformAppletName }

export type NewPlatformApplet = AppletRef & {
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

/** @returns false when the platform has a file of this applet already */
export async function insertPlatformApplet(db: Kysely<GlobalTables>, applet: NewPlatformApplet): Promise<boolean> {
  const inserted = await db
    .insertInto('platform_applet')
    .values({
      platform_id: applet.platformId,
      applet: applet.applet,
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
    .onConflict((conflict) => conflict.columns(['platform_id', 'applet']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes the file with this hash. @returns false when the platform has another file, or none */
export async function deletePlatformApplet(
  db: Kysely<GlobalTables>,
  { platformId, applet, sha256 }: AppletRef & { sha256: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('platform_applet')
    .where('platform_id', '=', platformId)
    .where('applet', '=', applet)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The row of a platform without a file. */
type NoFile = { platform_id: PlatformId; applet: null }
type FileRecord = { platform_id: PlatformId; applet: PlatformAppletName; id: string; sha256: string } | NoFile
type SealedFileRecord = Exclude<FileRecord, NoFile> & { sealed: Buffer }

type Wanted = { enterpriseId: EnterpriseId; applets: readonly PlatformAppletName[] }

const filesStatement = statement(
  'select applet files',
  ({ applets, enterpriseId }: Wanted) => sql`
    select e.platform_id, a.applet, a.id, a.sha256
    from enterprise e left join platform_applet a on a.platform_id = e.platform_id and a.applet = any(${applets}::text[])
    where e.enterprise_id = ${enterpriseId}`,
)

/** The files of these applets, one row at least, because the platform is in each. */
export async function selectFiles(db: TenantDb, { applets }: Wanted): Promise<FileRecord[]> {
  return (await filesStatement(db, { applets, enterpriseId: db.enterpriseId })) as FileRecord[]
}

const sealedFilesStatement = statement(
  'select sealed applet files',
  ({ applets, enterpriseId }: Wanted) => sql`
    select e.platform_id, a.applet, a.id, a.sha256, a.sealed
    from enterprise e left join platform_applet a on a.platform_id = e.platform_id and a.applet = any(${applets}::text[])
    where e.enterprise_id = ${enterpriseId}`,
)

/** As `selectFiles`, with the sealed code. */
export async function selectSealedFiles(db: TenantDb, { applets }: Wanted): Promise<(SealedFileRecord | NoFile)[]> {
  return (await sealedFilesStatement(db, { applets, enterpriseId: db.enterpriseId })) as (SealedFileRecord | NoFile)[]
}
