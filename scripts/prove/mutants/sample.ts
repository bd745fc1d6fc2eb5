import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesOf } from './change.ts'
import { beforeAfter, CHANGE_KINDS, type Change, type ChangeKind } from './edit.ts'

/**
 * Product code whose changes tests must notice: not tests and their helpers, generated files, or migrations, which never
 * change after they have landed.
 */
export function productFiles(root: string): string[] {
  const files = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root })
  return files.filter((file) => !/\.test\.ts$|\.gen\.ts$|\/testing\/|\/migrations\//.test(file)).toSorted()
}

/** Percent of each kind in a sample. Limits of tables are many in the sources, where clauses few but dangerous. */
const SHARES: Readonly<Record<ChangeKind, number>> = {
  'condition inverted': 15,
  'condition never true': 15,
  'operand dropped': 15,
  'limit moved': 10,
  'comparison moved': 10,
  'operator changed': 10,
  'boolean flipped': 5,
  'where clause dropped': 12,
  'statement dropped': 8,
}

/** `paths` limits the sample to files that contain one of them. */
export type SampleOptions = { seed: number; count: number; paths: readonly string[] }

/**
 * A sample of changes, each of another line, in the order of the sources. The changes with the lowest hashes are drawn, so
 * that the same seed draws the same lines as long as these lines stay, also when others are edited.
 */
export function sampleChanges(root: string, { seed, count, paths }: SampleOptions): Change[] {
  const files = productFiles(root).filter((file) => paths.length === 0 || paths.some((path) => file.includes(path)))
  const all = files.flatMap((file) => rankedChanges(root, file, seed))
  const byKind = Map.groupBy(
    all.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)),
    ({ change }) => change.kind,
  )
  const lines = new Set<string>()
  const drawn: Change[] = []
  for (const kind of CHANGE_KINDS) {
    const end = drawn.length + Math.round((count * SHARES[kind]) / 100)
    for (const { change } of byKind.get(kind) ?? []) {
      const line = `${change.file}:${change.line}`
      if (drawn.length === end) break
      if (lines.has(line)) continue
      lines.add(line)
      drawn.push(change)
    }
  }
  return drawn.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}

/** The changes of a file with a hash of the seed, the file, and the line before and after, which may occur several times. */
function rankedChanges(root: string, file: string, seed: number): { change: Change; rank: string }[] {
  const source = readFileSync(join(root, file), 'utf8')
  return changesOf(file, source).map((change) => {
    const { before, after, nth } = beforeAfter(source, change)
    const text = [seed, file, before, after, ...(nth > 0 ? [nth] : [])].join(' ')
    return { change, rank: createHash('sha256').update(text).digest('hex') }
  })
}
