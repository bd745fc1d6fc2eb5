import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAndResume } from '../../apps/server/src/testing/killed-server.ts'

const ROWS = 10_000
const KILLS = 10

/** `kill -9` of the server at random moments of a batch, ten times, over its embedded PostgreSQL. */
export async function proveKill(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-kill-'))
  try {
    const { batch, counts } = await killAndResume({
      rows: ROWS,
      kills: KILLS,
      settings: { DATA_DIR: folder },
      onKill: ({ kill, processed }) => console.log(`kill ${kill} of ${KILLS}: ${processed} of ${ROWS} rows were done`),
    })
    console.log(`the batch is ${batch.process}: ${batch.succeeded} succeeded, ${batch.failed} failed`)
    console.log(`rows in the database: ${JSON.stringify(counts)}`)
    return batch.succeeded === ROWS && batch.failed === 0 && Object.values(counts).every((count) => count === ROWS)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
