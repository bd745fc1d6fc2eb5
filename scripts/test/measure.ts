/** The projects of Vitest, and Playwright's tests. */
const PROJECTS = ['pure', 'web', 'states', 'server', 'end to end'] as const

export type ProjectName = (typeof PROJECTS)[number]

/** What the tests of a file did. Skipped tests do not count. */
export type FileMeasure = {
  project: ProjectName
  path: string
  tests: number
  /** Calls of `expect`; a repeated one, such as a poll, counts once. */
  assertions: number
  /** How long the file kept a worker busy. */
  seconds: number
  /** Processor time of the worker, without PostgreSQL, browsers and other processes; undefined in a browser. */
  workerSeconds?: number | undefined
}

/** The project with this name; browser projects of Vitest also name their browser. */
export function projectOf(name: string): ProjectName {
  const project = PROJECTS.find((one) => name === one || name.startsWith(`${one} (`))
  if (project === undefined) throw new TypeError(`unknown project of Vitest: ${name}`)
  return project
}

/** A table with a line for each project that ran: files, tests, assertions, and processor seconds of its workers. */
export function projectLines(files: readonly FileMeasure[]): string[] {
  const found = PROJECTS.map((name) => ({ name, files: files.filter(({ project }) => project === name) }))
  const ran = found.filter((one) => one.files.length > 0)
  const all = ran.length > 1 ? [...ran, { name: 'all', files }] : ran
  const lines = all.map((one) => cells(one.name, ...sums(one.files)))
  return lines.length > 0 ? [cells('project', 'files', 'tests', 'assertions', 'worker s'), ...lines] : []
}

function sums(files: readonly FileMeasure[]): string[] {
  const sum = (of: (file: FileMeasure) => number) => files.reduce((total, file) => total + of(file), 0)
  const workerSeconds = sum((file) => file.workerSeconds ?? 0)
  const counts = [files.length, sum(({ tests }) => tests), sum(({ assertions }) => assertions)].map(String)
  return [...counts, workerSeconds > 0 ? workerSeconds.toFixed(0) : '-']
}

const cells = (name: string, ...rest: readonly string[]) =>
  [name.padEnd(10), ...rest.map((cell) => cell.padStart(10))].join(' ')

/** Files faster than this are not worth a line. */
const SLOW_SECONDS = 5
const SLOW_FILES = 12

/** A line for each of the slowest files, the slowest first; none if no file is slow. */
export function slowFileLines(files: readonly FileMeasure[]): string[] {
  const slow = files.filter(({ seconds }) => seconds >= SLOW_SECONDS).toSorted((a, b) => b.seconds - a.seconds)
  const lines = slow.slice(0, SLOW_FILES).map(({ path, seconds }) => `${seconds.toFixed(0).padStart(5)} s ${path}`)
  return lines.length > 0 ? ['slowest files', ...lines] : []
}

/** All files as tab-separated values with a header, ordered by project and path. */
export function fileTable(files: readonly FileMeasure[]): string {
  const ordered = PROJECTS.flatMap((name) =>
    files.filter(({ project }) => project === name).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  )
  const rows = ordered.map(({ project, path, tests, assertions, seconds, workerSeconds }) =>
    [project, path, tests, assertions, seconds.toFixed(2), workerSeconds?.toFixed(2) ?? ''].join('\t'),
  )
  return `${['project\tfile\ttests\tassertions\tseconds\tworker seconds', ...rows].join('\n')}\n`
}
