import { toHex } from '@simwright/asn1'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/profiles/applet-file'
import { type AppletFile, appletFileLimits } from '@simwright/contract/profiles/applet-file'
import { isReservedAid, type LoadFile, readLoadFile } from '@simwright/saip'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { AppletsServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { exceededContent, readEntitlement, refuse } from '../../platform/plans/service.ts'
import { openCard, sealCard } from '../../platform/vault/service.ts'
import {
  type AppletRecord,
  deleteApplet,
  insertApplet,
  lockApplet,
  markReplaced,
  selectApplets,
  selectSealed,
  selectUser,
} from './queries.ts'
import { readAppletUpload } from './upload.ts'

export { selectAppletHashes } from './platform-queries.ts'
export { areCurrent, type PlatformFiles, readPlatformCode, readPlatformFiles } from './platform-service.ts'

export async function listApplets(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof contract.list>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectApplets(db))
  return { items: rows.map(appletOf) }
}

/**
 * Checks and stores a file. Only its AIDs and version are read; its code is sealed and never run.
 * @throws Problem `invalid` that says what is wrong with the file; `applet_known`; the plan's; `not_found` for the
 *   replaced file
 */
export async function uploadApplet(
  server: Server,
  who: Who,
  { replaces, file }: ParsedInputOf<typeof contract.upload> & { file: UploadedFile },
): Promise<AppletFile> {
  const { enterpriseId, userId } = who
  const { content, ...facts } = await readAppletUpload(file.stream, readOwnFile)
  const [id, at] = [server.random.uuid(), server.clock.now()]
  const sealed = sealCard(server.vault, sealContext(enterpriseId, id), new Secret(content))
  const { fileName } = file
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await requirePlan(server, db)
    if (replaces !== undefined) await replace(db, { id: replaces, at })
    const before = await selectApplets(db)
    if (before.length >= appletFileLimits.files)
      throw fault('file', 'count', `Up to ${appletFileLimits.files} applet files. Delete one first.`)
    const inserted = await insertApplet(db, { ...facts, id, fileName, sealed, userId, at })
    if (!inserted) {
      const known = before.find(({ sha256 }) => sha256 === facts.sha256)
      throw new Problem('applet_known', { name: known?.file_name ?? fileName })
    }
    await recordAudit(server, db, {
      action: 'applet.uploaded',
      enterpriseId,
      object: { id, name: fileName },
      after: { sha256: facts.sha256, packageAid: facts.packageAid },
    })
    return appletOf((await selectApplets(db)).find((row) => row.id === id)!)
  })
}

/** Deletes the replaced file, or keeps it for the configurations that name it. */
async function replace(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  const old = await lockApplet(db, id)
  if (!old) throw new Problem('not_found')
  if ((await selectUser(db, old.sha256)) === undefined) await deleteApplet(db, id)
  else await markReplaced(db, { id, at })
}

/** @throws Problem `applet_used`, `not_found` */
export async function removeApplet(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const applet = await lockApplet(db, id)
    if (!applet) throw new Problem('not_found')
    const name = await selectUser(db, applet.sha256)
    if (name !== undefined) throw new Problem('applet_used', { name })
    await deleteApplet(db, id)
    await recordAudit(server, db, {
      action: 'applet.removed',
      enterpriseId,
      object: { id, name: applet.file_name },
      before: { sha256: applet.sha256 },
    })
  })
  return {}
}

/** The code of an applet file, opened; undefined if the enterprise has no file with this hash. */
export async function readAppletCode(
  { vault }: Pick<Server, 'vault'>,
  db: TenantDb,
  { sha256 }: { sha256: string },
): Promise<Uint8Array | undefined> {
  const row = await selectSealed(db, sha256)
  return row && openCard(vault, sealContext(db.enterpriseId, row.id), row.sealed).reveal()
}

/** @throws Problem of the plan if it has no configurations with applets */
async function requirePlan(server: Server, db: TenantDb): Promise<void> {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  const exceeded = exceededContent(entitlement, { type: 'Advanced' })
  if (!exceeded) return
  const text = `The plan ${entitlement.plan} does not have configurations with applets.`
  await refuse(db, entitlement, { text, allows: exceeded.allows })
}

/** Reads an applet file of an operator. @throws SaipError for an invalid file, Problem `invalid` for reserved AIDs */
function readOwnFile(content: Uint8Array): LoadFile {
  const load = readLoadFile(content)
  const reserved = [load.packageAid, ...load.classAids].map(toHex).find(isReservedAid)
  if (reserved === undefined) return load
  throw fault(
    'file',
    'reserved',
    `The file has the AID ${reserved}. AIDs that begin with ${reserved.slice(0, 10)} are reserved.`,
  )
}

const sealContext = (enterpriseId: EnterpriseId, id: string): SealContext => ({
  enterpriseId,
  table: 'applet_file',
  row: id,
  field: 'sealed',
})

const appletOf = (row: AppletRecord): AppletFile => ({
  id: row.id,
  fileName: row.file_name,
  sha256: row.sha256,
  bytes: row.bytes,
  packageAid: row.package_aid,
  classAids: row.class_aids,
  packageVersion: row.package_version,
  isReplaced: row.replaced_at !== null,
  isUsed: row.is_used,
  uploadedAt: row.created_at.toISOString(),
  uploadedBy: row.created_by_name,
})
