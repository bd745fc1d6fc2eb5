import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locateBinaries } from '../db/embedded/binary.ts'
import { STATISTICS } from './statistics.ts'

const DB = join(import.meta.dirname, '..', 'db')
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/simwright/test-cluster')

/**
 * The folder of the migrated cluster that an earlier run has kept: of the same migrations and code of the database, the
 * same PostgreSQL and the same user. It may not exist yet.
 */
export function keptCluster(): string {
  const hash = createHash('sha256')
  const isSource = (file: string) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts')
  for (const file of readdirSync(DB, { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted())
    hash.update(`\n${file}\n`).update(readFileSync(join(DB, file)))
  const postgres = join(dirname(locateBinaries().postgres), '..', '..', 'package.json')
  hash.update(STATISTICS).update(readFileSync(postgres)).update(String(process.getuid?.()))
  return join(CACHE, hash.digest('hex').slice(0, 24))
}

/** Copies a kept cluster, with the owners of its files. @returns false if there is none */
export function copyKept(kept: string, folder: string): boolean {
  try {
    utimesSync(kept, new Date(), new Date())
  } catch {
    return false
  }
  if (spawnSync('cp', ['-a', kept, folder]).status === 0) return true
  rmSync(folder, { recursive: true, force: true })
  return false
}

/** Keeps a copy of a cluster, whose PostgreSQL is stopped, for later runs. A copy that fails is not kept. */
export function keepCluster(folder: string, kept: string): void {
  mkdirSync(CACHE, { recursive: true })
  const draft = `${kept}.${process.pid}`
  try {
    if (spawnSync('cp', ['-a', folder, draft]).status !== 0) return
    // a crash of the machine must not leave a cluster without its content
    spawnSync('sync', ['--file-system', draft])
    renameSync(draft, kept)
  } catch {
    // another run was faster
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  deleteUnused()
}

const UNUSED_MS = 7 * 24 * 60 * 60_000

function deleteUnused(): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - usedAt > UNUSED_MS) rmSync(path, { recursive: true, force: true })
  }
}
