import { readImportGraph } from '../../check/import-graph.ts'
import type { FileCoverage } from './coverage-file.ts'
import type { Change } from './edit.ts'

/** A test file that could notice a change. `seconds` is undefined when it is not measured. */
export type Candidate = { file: string; seconds: number | undefined }

/** Finds the test files that a change could make fail, the closest first. */
export type Covering = (change: Change) => Candidate[]

export type KnownTests = {
  measured: readonly FileCoverage[]
  unmeasured: readonly string[]
  hashOf: (file: string) => string
}

/** Of the test files that are not measured, so many of those that import the changed file are candidates. */
const UNMEASURED_CANDIDATES = 4

/**
 * A test file covers a change whose first character it executes. What runs when a module is loaded is executed by each
 * test file that imports the module, though only the first of a process shows it. When the source has changed since the
 * coverage was measured, each test file that executed any of it covers the change.
 */
export function coveringFiles(root: string, { measured, unmeasured, hashOf }: KnownTests): Covering {
  const distances = distancesTo(root)
  return (change) => {
    const executing = measured.filter(({ covered }) => executes(covered[change.file], change, hashOf))
    const isLoaded = change.atLoad || (executing.length > 0 && executing.every(({ isFirst }) => isFirst))
    const distance = distances(change.file)
    const rank = rankFor(change.file, distance)
    const found = isLoaded ? measured.filter((one) => executing.includes(one) || distance.has(one.file)) : executing
    const unknown = unmeasured
      .filter((file) => distance.has(file))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, UNMEASURED_CANDIDATES)
      .map((file) => ({ file, seconds: undefined }))
    return [...found.map(({ file, seconds }) => ({ file, seconds })), ...unknown].toSorted(
      (a, b) => rank(a.file) - rank(b.file) || (a.seconds ?? 0) - (b.seconds ?? 0),
    )
  }
}

/** Orders test files by the number of changes that they are among the five closest of. */
export function byCloseness(root: string, testFiles: readonly string[], changes: readonly Change[]): string[] {
  const distances = distancesTo(root)
  const votes = new Map<string, number>()
  for (const file of new Set(changes.map((change) => change.file))) {
    const distance = distances(file)
    const rank = rankFor(file, distance)
    const close = testFiles.filter((one) => distance.has(one)).toSorted((a, b) => rank(a) - rank(b))
    for (const one of close.slice(0, 5)) votes.set(one, (votes.get(one) ?? 0) + 1)
  }
  return testFiles.toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))
}

/** The lower, the closer: imports between the files, less three for each word that their paths share. */
function rankFor(file: string, distance: ReadonlyMap<string, number>): (testFile: string) => number {
  const words = wordsOf(file)
  const shared = (testFile: string) => [...wordsOf(testFile)].filter((word) => words.has(word)).length
  const known = new Map<string, number>()
  return (testFile) => {
    const rank = known.get(testFile) ?? (distance.get(testFile) ?? 9) - 3 * shared(testFile)
    known.set(testFile, rank)
    return rank
  }
}

function executes(
  covered: FileCoverage['covered'][string] | undefined,
  { file, start }: Change,
  hashNow: (file: string) => string,
): boolean {
  if (!covered) return false
  // V8 counts an operator as part of its right operand, which may not be executed, unlike what is before it
  return covered.hash !== hashNow(file) || covered.spans.some(([from, to]) => from <= start && start <= to)
}

/** Folders and words of a path that say what it is about, in the singular. */
function wordsOf(path: string): Set<string> {
  const words = path.replace(/(\.test)?\.ts$/, '').split(/[/-]/)
  return new Set(words.filter((word) => !GENERAL.has(word)).map((word) => word.replace(/s$/, '')))
}

const GENERAL: ReadonlySet<string> = new Set([
  'apps',
  'server',
  'src',
  'packages',
  'modules',
  'contract',
  'service',
  'queries',
])

/** For a source file: the number of imports from each file that reaches it by imports of values. */
function distancesTo(root: string): (file: string) => ReadonlyMap<string, number> {
  const { imports } = readImportGraph(root)
  const importers = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ to }) => to,
  )
  return (file) => {
    const distance = new Map([[file, 0]])
    for (const [reached, steps] of distance) {
      for (const { from } of importers.get(reached) ?? []) if (!distance.has(from)) distance.set(from, steps + 1)
    }
    return distance
  }
}
