import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../apps/server/src/db/embedded/process.ts'
import { deleteWithPostgres, sweepLeftovers } from '../../apps/server/src/testing/leftover.ts'

const POLL_MS = 20

/**
 * Cleans up after a test run, even a killed one: reads the IDs of the runners' process groups until its input ends;
 * then kills the remaining processes of the groups, stops every PostgreSQL of the run, and deletes its temporary
 * folder.
 */
const [folder] = process.argv.slice(2)
for (const group of (await text(process.stdin)).split('\n').filter(Boolean)) await endGroup(Number(group))
if (folder) await deleteWithPostgres(folder)
await sweepLeftovers()

/** Waits until the group's first process has ended, because until then it stops its PostgreSQL itself. */
async function endGroup(group: number): Promise<void> {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    return // it has ended
  }
  while (isAlive(group)) await sleep(POLL_MS)
}
