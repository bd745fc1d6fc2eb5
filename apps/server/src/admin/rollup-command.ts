import type { EnterpriseId } from '../db/row-id.ts'
import { checkRollups, listEnterpriseIds, rebuildRollups } from '../modules/profiles/rollup/service.ts'
import type { OpenServer } from '../server.ts'
import { CommandFault } from './provider-command.ts'

export const rollupUsage = `rollups check [ENTERPRISE]
    Compares the figures of all enterprise accounts, or of one, with their events, and lists the differences.

  rollups rebuild [ENTERPRISE]
    Rebuilds the figures from the events. Until the end, readers see the figures from before.`

type RollupCommand = (server: OpenServer) => Promise<string>

/** Parses the arguments of `rollups`. @throws CommandFault */
export function rollupCommandOf([action = '', enterpriseId, ...more]: readonly string[]): RollupCommand {
  const isId = enterpriseId === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(enterpriseId)
  if ((action !== 'check' && action !== 'rebuild') || !isId || more.length > 0)
    throw new CommandFault('rollups needs check or rebuild, and possibly the ID of an enterprise account')
  return async (server) => {
    const ids = enterpriseId === undefined ? await listEnterpriseIds(server) : [enterpriseId]
    return action === 'check' ? await check(server, ids) : await rebuild(server, ids)
  }
}

async function check(server: OpenServer, ids: readonly EnterpriseId[]): Promise<string> {
  const lines: string[] = []
  for (const id of ids) {
    const found = await checkRollups(server, id)
    if (!found) lines.push(`${id}: its figures are being rebuilt since the upgrade.`)
    else if (found.rows > 0)
      lines.push(`${id}: ${found.rows} figures differ from the events, for example ${found.example}.`)
  }
  if (lines.length === 0) return `The figures of ${accounts(ids)} equal the events.`
  return [...lines, 'npm run admin -- rollups rebuild corrects them.'].join('\n')
}

async function rebuild(server: OpenServer, ids: readonly EnterpriseId[]): Promise<string> {
  const lines: string[] = []
  for (const id of ids) {
    const wrong = await rebuildRollups(server, id)
    if (wrong > 0) lines.push(`${id}: ${wrong} wrong figures were corrected.`)
  }
  return [...lines, `The figures of ${accounts(ids)} equal the events now.`].join('\n')
}

const accounts = ({ length }: readonly EnterpriseId[]) =>
  length === 1 ? 'the enterprise account' : `${length} enterprise accounts`
