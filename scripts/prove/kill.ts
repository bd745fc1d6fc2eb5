import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killAndResume } from '../../apps/server/src/testing/killed-server.ts'
import { proveDatabaseKill } from './kill-database.ts'

const ROWS = 10_000
const KILLS = 10

/** Kills the server, then its database. With the argument `server` or `database`, kills only that one. */
export async function proveKill([only]: readonly string[]): Promise<boolean> {
  const serverPassed = only === 'database' || (await proveServerKill())
  const databasePassed = only === 'server' || (await proveDatabaseKill())
  return serverPassed && databasePassed
}

/** Kills the server ten times with SIGKILL at random moments while it processes a batch, on the embedded PostgreSQL. */
async function proveServerKill(): Promise<boolean> {
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
