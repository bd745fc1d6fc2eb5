import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locateBinaries } from '../db/embedded/binary.ts'
import { stopPostmaster } from '../db/embedded/postmaster.ts'
import { isAlive } from '../db/embedded/process.ts'

/** Prefix of the folder of a test run's PostgreSQL. Its file `owner` has the id of the process that created it. */
export const FOLDER_PREFIX = 'simwright-test-'

/** A folder in memory; missing on some systems. */
export const MEMORY = '/dev/shm'

/** Stops each PostgreSQL whose data directory is inside the folder, and deletes the folder. */
export async function deleteWithPostgres(folder: string): Promise<void> {
  for (const data of dataDirectoriesIn(folder)) await stopPostmaster({ data }, locateBinaries()).catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}

function dataDirectoriesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  if (existsSync(join(folder, 'PG_VERSION'))) return [realpathSync(folder)]
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return inner.flatMap(({ name }) => dataDirectoriesIn(join(folder, name)))
}

/** Stops the PostgreSQL of each test run whose process is gone, and deletes its folder. */
export async function sweepLeftovers(): Promise<void> {
  for (const folder of [tmpdir(), MEMORY].flatMap(runFoldersIn)) {
    const owner = join(folder, 'owner')
    if (existsSync(owner) && !isAlive(Number(readFileSync(owner, 'utf8')))) await deleteWithPostgres(folder)
  }
}

function runFoldersIn(parent: string): string[] {
  if (!existsSync(parent)) return []
  const names = readdirSync(parent).filter((name) => name.startsWith(FOLDER_PREFIX))
  return names.map((name) => join(parent, name))
}
