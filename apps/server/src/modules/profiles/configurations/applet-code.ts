import { Problem } from '@simwright/contract'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { type PlatformAppletName, platformApplets } from '@simwright/contract/profiles/platform-applet'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { ConfigurationsServer as Server } from '../../../port/module.ts'
import { type PlatformFiles, readAppletCode, readPlatformCode, readPlatformFiles } from '../applets/service.ts'
import type { AppletCode } from './applet-config.ts'

export type AppletFields = Pick<StoredFields, 'araApplet' | 'recycleApplet' | 'customApplet'>
type Configured = { enterpriseId: EnterpriseId; fields: AppletFields }

/** The fields of the applets whose code the platform supplies. */
const platformFields: Record<PlatformAppletName, keyof AppletFields> = { ara: 'araApplet', recycle: 'recycleApplet' }

const platformAppletsIn = (fields: AppletFields): PlatformAppletName[] =>
  platformApplets.filter((applet) => fields[platformFields[applet]])

/** The platform's files of the configuration's applets; undefined if it has none of these applets. */
export async function platformFilesOf(db: TenantDb, { fields }: Configured): Promise<PlatformFiles | undefined> {
  const applets = platformAppletsIn(fields)
  return applets.length === 0 ? undefined : await readPlatformFiles(db, { enterpriseId: db.enterpriseId, applets })
}

/**
 * The code of the configuration's applets, and the files of the platform that it contains.
 * @throws Problem `invalid` when the enterprise has no applet file with the hash
 */
export async function appletCodeOf(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { fields }: Configured,
): Promise<{ code: AppletCode; files: PlatformFiles | undefined }> {
  const { enterpriseId } = db
  const custom = await customCodeOf(server, db, { enterpriseId, fields })
  const applets = platformAppletsIn(fields)
  if (applets.length === 0) return { code: { custom }, files: undefined }
  const { code, files } = await readPlatformCode(server, db, { enterpriseId, applets })
  return { code: { ...code, custom }, files }
}

/** The code of the Customize applet; undefined if the card has it. */
async function customCodeOf(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { fields }: Configured,
): Promise<Uint8Array | undefined> {
  const sha256 = fields.customApplet?.file ?? ''
  if (sha256 === '') return undefined
  const code = await readAppletCode(server, db, { sha256 })
  if (code) return code
  const text = 'No applet file has this SHA-256. Upload it first.'
  throw new Problem('invalid', {}, { faults: [{ path: 'fields.customApplet.file', rule: 'unknown', text }] })
}
