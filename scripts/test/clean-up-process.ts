import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../apps/server/src/db/embedded/process.ts'
import { deleteWithPostgres, sweepLeftovers } from '../../apps/server/src/testing/leftover.ts'

const POLL_MS = 20

/**
 * Cleans up after a run of the tests, however it ends: reads the ids of the runners' process groups until its input ends,
 * which a kill of the run ends, too; then ends what is left of the groups, stops every PostgreSQL of the run, and deletes
 * the run's folder for temporary files.
 */
const [folder] = process.argv.slice(2)
for (const group of (await text(process.stdin)).split('\n').filter(Boolean)) await endGroup(Number(group))
if (folder) await deleteWithPostgres(folder)
await sweepLeftovers()

/** Returns when the group's first process has ended: while it lives, a PostgreSQL of its own is no leftover. */
async function endGroup(group: number): Promise<void> {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    return // it has ended, as it should
  }
  while (isAlive(group)) await sleep(POLL_MS)
}
