import { type OutputOf, Problem } from '@simwright/contract'
import type * as fleet from '@simwright/contract/profiles/fleet'
import type { ProfileId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { areKeysErased, selectBuild, selectDeviceOf, selectMessage } from './inspect-queries.ts'
import { readMessage } from './message-part.ts'
import { readPackage } from './package-text.ts'

/** Decodes a stored message of a device. @throws Problem not_found */
export async function readDeviceMessage(
  server: Server,
  { enterpriseId, permissions }: Who,
  id: string,
): Promise<OutputOf<typeof fleet.message>> {
  const found = await server.db.tenantRead(enterpriseId, (db) => selectMessage(db, id))
  if (!found) throw new Problem('not_found')
  const { parts, shown } = readMessage(found.function, found.raw, permissions.has('Fleet_Export') ? 'shown' : 'hidden')
  return {
    function: found.function,
    at: found.at.toISOString(),
    outcome: found.outcome,
    bytes: found.raw.length,
    hex: Buffer.from(shown).toString('hex'),
    parts: parts ?? null,
  }
}

/** Decodes the package that devices get, without its keys. @throws Problem not_found */
export async function readProfilePackage(
  server: Server,
  { enterpriseId }: Who,
  profileId: ProfileId,
): Promise<OutputOf<typeof fleet.profilePackage>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const build = await selectBuild(db, profileId)
    if (!build) throw new Problem((await areKeysErased(db, profileId)) ? 'keys_erased' : 'not_found')
    const { iccid, imsi, msisdn, configuration_id: configurationId, configuration_version: version } = build
    const subscriber = { iccid, imsi, msisdn }
    return await readPackage(server, db, {
      enterpriseId,
      profileId,
      configurationId,
      version,
      sealedKeys: build.sealed,
      ...subscriber,
    })
  })
}

/** Digits of an IMEI that name the model: the TAC. */
const TAC_DIGITS = 8

/** @throws Problem not_found */
export async function readDevice(
  server: Server,
  { enterpriseId, permissions }: Who,
  profileId: ProfileId,
): Promise<OutputOf<typeof fleet.device>> {
  const row = await server.db.tenantRead(enterpriseId, (db) => selectDeviceOf(db, profileId))
  if (!row) throw new Problem('not_found')
  const { tac, imei, first_seen_at: first, last_seen_at: last } = row
  const imeiMasked = imei !== null && !permissions.has('Fleet_Export')
  return {
    tac,
    imei: imeiMasked ? imei.slice(0, TAC_DIGITS).padEnd(imei.length, '*') : imei,
    imeiMasked,
    firstSeenAt: first?.toISOString() ?? null,
    lastSeenAt: last?.toISOString() ?? null,
  }
}
