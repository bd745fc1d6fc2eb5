import { type Fault, Problem } from '@simwright/contract'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { ConfigurationsServer as Server } from '../../../port/module.ts'
import { ownRound } from '../../../runtime/own-round.ts'
import { type AppletFields, appletCodeOf } from './applet-code.ts'
import type { AppletCode } from './applet-config.ts'
import { buildFaults } from './build.ts'
import { iconFaults } from './icon.ts'

/**
 * To be called before a transaction: the icon is decoded when the turn of the enterprise comes.
 * @throws Problem `invalid`, with a fault for each field that prevents building a profile package
 */
export async function requireBuildable(
  server: Server,
  enterpriseId: EnterpriseId,
  fields: ConfigurationFields,
): Promise<void> {
  const { code, codeFaults } = await codeOrFaults(server, enterpriseId, fields)
  const taskFor = { workers: server.workers, tenant: enterpriseId }
  await ownRound()
  const faults =
    codeFaults.length > 0 ? codeFaults : [...buildFaults(fields, code), ...(await iconFaults(taskFor, fields))]
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
}

/** The code of the applets, read before a transaction, or why there is none. */
export async function codeOrFaults(
  server: Server,
  enterpriseId: EnterpriseId,
  fields: AppletFields,
): Promise<{ code: AppletCode; codeFaults: readonly Fault[] }> {
  try {
    const { code } = await server.db.tenantRead(enterpriseId, (db) =>
      appletCodeOf(server, db, { enterpriseId, fields }),
    )
    return { code, codeFaults: [] }
  } catch (error) {
    if (!(error instanceof Problem) || error.faults === undefined) throw error
    return { code: {}, codeFaults: error.faults }
  }
}
