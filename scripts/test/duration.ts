import type { Seconds } from './time-budget.ts'

type FileDuration = { path: string; seconds: number }

/** How long the projects and the files of a test run took. */
export type Durations = { projects: Seconds; files: FileDuration[] }

export const noDurations = (): Durations => ({ projects: {}, files: [] })

export function joinDurations(all: readonly Durations[]): Durations {
  return {
    projects: Object.assign({}, ...all.map(({ projects }) => projects)),
    files: all.flatMap(({ files }) => files),
  }
}

/** Files faster than this are not worth a line. */
const SLOW_SECONDS = 5
const SLOW_FILES = 12

/** A line for each of the slowest files, the slowest first; none if no file is slow. */
export function slowFileLines({ files }: Durations): string[] {
  const slow = files.filter(({ seconds }) => seconds >= SLOW_SECONDS).toSorted((a, b) => b.seconds - a.seconds)
  const lines = slow.slice(0, SLOW_FILES).map(({ path, seconds }) => `${seconds.toFixed(0).padStart(5)} s ${path}`)
  return lines.length > 0 ? ['slowest files', ...lines] : []
}

type PlaywrightTest = { results: readonly { duration: number }[] }
type PlaywrightSuite = {
  file: string
  specs?: readonly { tests: readonly PlaywrightTest[] }[]
  suites?: readonly PlaywrightSuite[]
}

/** How long the files in Playwright's JSON report took; none without a report. */
export function playwrightFiles(report: unknown): FileDuration[] {
  const { suites } = (report ?? { suites: [] }) as { suites: readonly PlaywrightSuite[] }
  return suites.map((suite) => ({ path: `tests/e2e/${suite.file}`, seconds: durationMs(suite) / 1000 }))
}

function durationMs({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(durationMs)].reduce((sum, one) => sum + one, 0)
}
