import { settleRestores } from '../jobs/restored.ts'
import { recordRestore, releaseHeld } from '../modules/platform/restores/service.ts'
import type { OpenServer } from '../server.ts'
import { CommandFault } from './provider-command.ts'

export const restoreUsage = `restored TIME
    After PostgreSQL was restored to a point in time, and before the portal starts: TIME is that point, for example
    2026-11-30T09:15:00Z. What the portal sends by itself is held, invoice numbers are skipped, and the audit logs record it.
    npm run restore does this by itself.

  release
    Sends what is held since a restore.`

type Command = (server: OpenServer) => Promise<string>

/** Parses the arguments of `restored`. @throws CommandFault */
export function restoredOf([text = '', ...more]: readonly string[], now = new Date()): Command {
  const ms = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms) || ms > now.getTime() || more.length > 0)
    throw new CommandFault('restored needs a past time with its zone, for example 2026-11-30T09:15:00Z')
  return async (server) => {
    const { db, random, clock } = server
    await recordRestore(db.global, { id: random.uuid(), rowsOf: new Date(ms), at: clock.now() })
    await settleRestores(server)
    return 'Recorded. Start the portal; what it sends by itself is held until you release it.'
  }
}

/** @throws CommandFault */
export function releaseOf(words: readonly string[]): Command {
  if (words.length > 0) throw new CommandFault('release has no arguments')
  return async (server) =>
    (await releaseHeld(server)) ? 'What was held is being sent.' : 'Nothing is held: there is nothing to release.'
}
