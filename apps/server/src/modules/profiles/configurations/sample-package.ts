import { Problem } from '@simwright/contract'
import { parseStored } from '@simwright/contract/profiles/configuration'
import type { Who } from '../../../http/call.ts'
import type { Runtime } from '../../../port/runtime.ts'
import { samplePackage } from './build.ts'
import { selectConfiguration, selectVersion } from './queries.ts'

/**
 * The package of a sample subscriber, as a version of a configuration builds it.
 * @param chosen without `version`: the newest one
 * @throws SaipError for a stored version that cannot be built any more
 */
export async function readSamplePackage(
  server: Runtime,
  { enterpriseId }: Who,
  { id, version }: { id: string; version?: number | undefined },
): Promise<Uint8Array> {
  const stored = await server.db.tenantRead(enterpriseId, async (db) => {
    const newest = await selectConfiguration(db, enterpriseId, id)
    if (!newest || version === undefined || version === newest.version) return newest
    return await selectVersion(db, enterpriseId, { id, version })
  })
  if (!stored) throw new Problem('not_found')
  return samplePackage(parseStored(stored.fields))
}
