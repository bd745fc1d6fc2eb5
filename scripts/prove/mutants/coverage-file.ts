import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..', '..')
export const CACHE = join(ROOT, 'node_modules', '.cache', 'simwright', 'mutants')
export const COVERAGE_FOLDER = join(CACHE, 'coverage')

/** What a test file executed, when its content was that of `hash`. */
export type FileCoverage = {
  file: string
  hash: string
  seconds: number
  failed: boolean
  /** Whether its process had loaded nothing before: only then `covered` includes what runs when modules are loaded. */
  isFirst: boolean
  /** By source file: start and end, in UTF-16 units, of what was executed. */
  covered: Readonly<Record<string, { hash: string; spans: readonly (readonly [number, number])[] }>>
}

export function fileName(testFile: string): string {
  return `${testFile.replaceAll('/', '+')}.json`
}

/** Identifies the content of a file, whose path is from the root. */
export function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, file)))
    .digest('hex')
    .slice(0, 16)
}
