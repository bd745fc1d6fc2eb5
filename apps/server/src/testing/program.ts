import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PoolOptions } from '../worker/worker-pool.ts'

/** Names the setting by which tests find the bundled programs of `scripts/test/programs.ts`. */
export const PROGRAMS_SETTING = 'TEST_PROGRAMS'

const ROOT = join(import.meta.dirname, '../../../..')

/**
 * The program to start instead of this source file: bundled, it starts in a third of the time. The source itself where
 * there is no bundle, as in proofs.
 */
export function programOf(source: URL): URL {
  const folder = process.env[PROGRAMS_SETTING]
  // the code of a task can be in its URL
  if (!folder || source.protocol !== 'file:') return source
  const bundled = join(folder, relative(ROOT, fileURLToPath(source)).replace(/\.ts$/, '.mjs'))
  return existsSync(bundled) ? pathToFileURL(bundled) : source
}

/** The processes of tasks in tests. They wait longer for the next task, so that a busy machine starts no more of them. */
export const TEST_TASKS: PoolOptions = { programOf, idleMs: 30_000 }

/** The path of the program of a source file. */
export const programPath = (source: string): string => fileURLToPath(programOf(pathToFileURL(source)))
