import { Problem } from '@simwright/contract'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { readAppletCode } from '../applets/service.ts'
import type { Server } from './port.ts'

/**
 * The code of the Customize applet; undefined if the card has it.
 * @throws Problem `invalid` when the enterprise has no file with the hash
 */
export async function appletCodeOf(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { enterpriseId, fields }: { enterpriseId: EnterpriseId; fields: Pick<StoredFields, 'customApplet'> },
): Promise<Uint8Array | undefined> {
  const sha256 = fields.customApplet?.file ?? ''
  if (sha256 === '') return undefined
  const code = await readAppletCode(server, db, { enterpriseId, sha256 })
  if (code) return code
  const text = 'No applet file has this SHA-256. Upload it first.'
  throw new Problem('invalid', {}, { faults: [{ path: 'fields.customApplet.file', rule: 'unknown', text }] })
}
