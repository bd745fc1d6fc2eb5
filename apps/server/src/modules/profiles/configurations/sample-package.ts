import { Problem } from '@simwright/contract'
import { parseStored } from '@simwright/contract/profiles/configuration'
import type { Who } from '../../../http/call.ts'
import type { ReadingServer as Reading } from '../../../port/module.ts'
import { appletCodeOf } from './applet-code.ts'
import { samplePackage } from './build.ts'
import { selectConfiguration, selectVersion } from './queries.ts'

/**
 * The package of a sample subscriber, as a version of a configuration builds it.
 * @param chosen without `version`: the newest one
 * @throws SaipError for a stored version that cannot be built any more
 */
export async function readSamplePackage(
  server: Reading,
  { enterpriseId }: Who,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Uint8Array> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const newest = await selectConfiguration(db, id)
    const isNewest = version === undefined || version === newest?.version
    const stored = newest && !isNewest ? await selectVersion(db, { id, version }) : newest
    if (!stored) throw new Problem('not_found')
    const fields = parseStored(stored.fields)
    const { code } = await appletCodeOf(server, db, { enterpriseId, fields })
    return samplePackage(fields, code)
  })
}
