import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/profiles/platform-applet'
import {
  type PlatformAppletFile,
  type PlatformAppletName,
  platformApplets,
} from '@simwright/contract/profiles/platform-applet'
import { readKnownAppletFile } from '@simwright/saip'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import type { AppletsServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { openCard, sealCard } from '../../platform/vault/service.ts'
import {
  countConfigurations,
  deletePlatformApplet,
  insertPlatformApplet,
  type PlatformAppletRecord,
  selectFiles,
  selectPlatformApplets,
  selectSealedFiles,
} from './platform-queries.ts'
import { readAppletUpload } from './upload.ts'

/** The enterprise whose audit log records the actions of staff. */
const AT_STAFF = { enterpriseId: STAFF_ENTERPRISE_ID }

/** @throws Problem `not_found` */
export async function listPlatformApplets(
  server: Server,
  { platformId }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  requirePlatform(server, platformId)
  const files = await selectPlatformApplets(server.db.global, platformId)
  const configurations = await server.db.systemTx((db) => countConfigurations(db, platformId))
  const items = platformApplets.map((applet) => {
    const file = files.find((one) => one.applet === applet)
    return { applet, file: file ? fileOf(file) : null, configurations: configurations[applet] }
  })
  return { items }
}

/**
 * Checks and stores the file of an applet, sealed.
 * @throws Problem `invalid` that says what is wrong with the file, `not_found`, `changed_meanwhile`
 */
export async function uploadPlatformApplet(
  server: Server,
  { userId }: Who,
  { platformId, applet, replaces, file }: ParsedInputOf<typeof contract.upload> & { file: UploadedFile },
): Promise<PlatformAppletFile> {
  const { sys } = requirePlatform(server, platformId)
  const { content, ...facts } = await readAppletUpload(file.stream, (bytes) => readKnownAppletFile(applet, bytes))
  const [id, at] = [server.random.uuid(), server.clock.now()]
  const sealed = sealCard(server.vault, sealContext(id), new Secret(content))
  const { sha256, packageAid } = facts
  const stored = await server.db.globalTx(async (db) => {
    if (replaces !== undefined) await requireDeleted(deletePlatformApplet(db, { platformId, applet, sha256: replaces }))
    const { fileName } = file
    if (!(await insertPlatformApplet(db, { ...facts, platformId, applet, id, fileName, sealed, userId, at })))
      throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      ...AT_STAFF,
      action: 'platform.appletSupplied',
      object: { id: platformId, name: sys },
      before: { sha256: replaces ?? null },
      after: { applet, sha256, packageAid },
    })
    return (await selectPlatformApplets(db, platformId)).find((one) => one.applet === applet)!
  })
  await server.platforms.reload()
  return fileOf(stored)
}

/** @throws Problem `not_found`, `changed_meanwhile` when the platform has another file */
export async function removePlatformApplet(
  server: Server,
  { platformId, applet, sha256 }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const { sys } = requirePlatform(server, platformId)
  await server.db.globalTx(async (db) => {
    await requireDeleted(deletePlatformApplet(db, { platformId, applet, sha256 }))
    await recordAudit(server, db, {
      ...AT_STAFF,
      action: 'platform.appletRemoved',
      object: { id: platformId, name: sys },
      before: { applet, sha256 },
    })
  })
  await server.platforms.reload()
  return {}
}

/** @throws Problem `changed_meanwhile` */
async function requireDeleted(deleted: Promise<boolean>): Promise<void> {
  if (!(await deleted)) throw new Problem('changed_meanwhile')
}

/** @throws Problem `not_found` */
function requirePlatform({ platforms }: Pick<Server, 'platforms'>, id: PlatformId) {
  const platform = platforms.byId(id)
  if (!platform) throw new Problem('not_found')
  return platform
}

/** Applets of a platform, and the hash of the file of each; undefined: present on the card. */
export type PlatformFiles = {
  readonly platformId: PlatformId
  readonly files: readonly { readonly applet: PlatformAppletName; readonly sha256: string | undefined }[]
}

type Wanted = { enterpriseId: EnterpriseId; applets: readonly PlatformAppletName[] }

/** The files that packages of the enterprise account contain for these applets. */
export async function readPlatformFiles(db: TenantDb, wanted: Wanted): Promise<PlatformFiles> {
  return filesOf(wanted, await selectFiles(db, wanted))
}

type PlatformCode = { files: PlatformFiles; code: Partial<Record<PlatformAppletName, Uint8Array>> }

/** As `readPlatformFiles`, with the code of each file, opened. */
export async function readPlatformCode(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  wanted: Wanted,
): Promise<PlatformCode> {
  const rows = await selectSealedFiles(db, wanted)
  const code: PlatformCode['code'] = {}
  for (const row of rows)
    if (row.applet !== null) code[row.applet] = openCard(vault, sealContext(row.id), row.sealed).reveal()
  return { files: filesOf(wanted, rows), code }
}

function filesOf({ applets }: Wanted, rows: Awaited<ReturnType<typeof selectFiles>>): PlatformFiles {
  const hashOf = (applet: PlatformAppletName) => {
    const row = rows.find((one) => one.applet === applet)
    return row && row.applet !== null ? row.sha256 : undefined
  }
  return { platformId: rows[0]!.platform_id, files: applets.map((applet) => ({ applet, sha256: hashOf(applet) })) }
}

/** Whether the platform still has these files, as far as this process knows. */
export const areCurrent = (
  { platforms }: { readonly platforms: Pick<Server['platforms'], 'appletFile'> },
  { platformId, files }: PlatformFiles,
): boolean => files.every(({ applet, sha256 }) => platforms.appletFile(platformId, applet) === sha256)

const sealContext = (id: string): SealContext => ({
  enterpriseId: null,
  table: 'platform_applet',
  row: id,
  field: 'sealed',
})

const fileOf = (row: PlatformAppletRecord): PlatformAppletFile => ({
  fileName: row.file_name,
  sha256: row.sha256,
  bytes: row.bytes,
  packageAid: row.package_aid,
  classAids: row.class_aids,
  packageVersion: row.package_version,
  uploadedAt: row.created_at.toISOString(),
  uploadedBy: row.created_by_name,
})
