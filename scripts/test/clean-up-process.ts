import { text } from 'node:stream/consumers'
import { deleteWithPostgres, sweepLeftovers } from '../../apps/server/src/testing/leftover.ts'

/**
 * Cleans up after a run of the tests, however it ends: reads the ids of the runners' process groups until its input ends,
 * which a kill of the run ends, too; then ends what is left of the groups, stops every PostgreSQL of the run, and deletes
 * the run's folder for temporary files.
 */
const [folder] = process.argv.slice(2)
for (const group of (await text(process.stdin)).split('\n').filter(Boolean)) endGroup(Number(group))
if (folder) await deleteWithPostgres(folder)
await sweepLeftovers()

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // it has ended, as it should
  }
}
