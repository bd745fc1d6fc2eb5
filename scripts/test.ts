import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PROGRAMS_SETTING } from '../apps/server/src/testing/program.ts'
import { findBrowser, type TestBrowser } from './test/browser.ts'
import { filtersOf, selectChanged, selectionLine } from './test/changed.ts'
import { CONFORMANCE_CASES, unprovenCases } from './test/conformance.ts'
import { failedPlaywright, failedVitest, type StrayError, strayLines } from './test/failed-test.ts'
import { type Filters, selects, splitFilters, startPrograms } from './test/filter.ts'
import { findTools, GPG_TESTS } from './test/machine.ts'
import { machineFaults } from './test/machine-fault.ts'
import { type FileMeasure, fileTable, projectLines, slowFileLines } from './test/measure.ts'
import { takeOptions } from './test/option.ts'
import { budgetLines, divideSeconds, type ProcessorSeconds, type Seconds } from './test/processor-budget.ts'
import { endedChildSeconds, ProgramTimes } from './test/processor-time.ts'
import { bundlePrograms } from './test/programs.ts'
import { addTallies, type Outcome, type Tally, tallyPlaywright, tallyVitest } from './test/test-count.ts'

const ROOT = join(import.meta.dirname, '..')
const { table, changedSince, words } = readOptions()

// without these no test can start
const faults = await machineFaults()
if (faults.length > 0) {
  for (const fault of faults) console.error(fault)
  console.log(`0 passed, ${faults.length} failed`)
  process.exit(1)
}

/** The folder of all temporary files of the run. */
const FOLDER = mkdtempSync(join(tmpdir(), 'simwright-run-'))
/** Node's compile cache, shared by the threads and processes of tests. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'simwright', 'compiled')
/** Settings of the programs that tests start. */
let bundled: NodeJS.ProcessEnv = {}
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)

function readOptions(): ReturnType<typeof takeOptions> {
  try {
    return takeOptions(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** When to print a runner's output: `live` as it comes, `after` at its end. Two live outputs would be unreadable. */
type Run = { report: string; show: 'live' | 'after'; env?: NodeJS.ProcessEnv }

type RunnerOutcome = Outcome & { seconds: ProcessorSeconds | undefined }

/** Runs a test runner and reads its report. */
async function runRunner(command: readonly string[], { report, show, env }: Run): Promise<RunnerOutcome> {
  const [file = '', ...args] = command
  const output = show === 'live' ? 'inherit' : 'pipe'
  const child = spawn(file, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { NODE_COMPILE_CACHE: COMPILED, ...bundled, ...process.env, TMPDIR: FOLDER, ...env },
    // a separate process group, whose remaining processes are killed at the end of the run
    detached: true,
  })
  cleaner.stdin?.write(`${child.pid}\n`)
  const programs = new ProgramTimes(child.pid ?? 0)
  const seconds = once(child, 'exit').then(
    () => takeEndedSeconds(programs.end()),
    () => void programs.end(),
  )
  const kept = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const exitCode = await once(child, 'close').then(
    ([code]) => (code as number | null) ?? 1,
    (error: Error) => {
      console.error(error.message)
      return 1
    },
  )
  process.stdout.write((await kept).join(''))
  return { report: readJson(report), exitCode, seconds: await seconds }
}

const readJson = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** The processor time of the runner that has just ended, given that of its programs. */
function takeEndedSeconds({ orphaned, ...programs }: ReturnType<ProgramTimes['end']>): ProcessorSeconds | undefined {
  const ended = endedChildSeconds()
  if (ended === undefined) return undefined
  const all = ended - countedSeconds + orphaned
  countedSeconds = ended
  return { ...programs, all }
}

/** The test counts of a runner, a line for each failed test, what its files did, and its processor time. */
type Ran = { tally: Tally; failed: string[]; files: FileMeasure[]; seconds: Seconds }

const reporter = (name: string) => join(import.meta.dirname, 'test', name)

/** Without a browser the states of pages are skipped. */
async function runVitest(filters: readonly string[]): Promise<Ran> {
  const report = join(FOLDER, 'vitest.json')
  const measureFile = join(FOLDER, 'vitest-measure.json')
  const strayFile = join(FOLDER, 'vitest-stray.json')
  const reporters = ['dot', 'json', reporter('vitest-reporter.ts')]
  const args = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
  if (!browser.hasStates) args.push('--project=!states')
  if (browser.faults.length > 0) args.push('--passWithNoTests')
  if (!gpg) args.push(...GPG_TESTS.map((path) => `--exclude=**/${path}`))
  const files = { MEASURE_FILE: measureFile, STRAY_FILE: strayFile }
  const env = { ...files, ...(browser.path ? { PLAYWRIGHT_CHROMIUM: browser.path } : {}) }
  const outcome = await runRunner([bin('vitest'), 'run', ...args, ...filters], { report, show: 'live', env })
  const measured: FileMeasure[] = readJson(measureFile) ?? []
  const stray: StrayError[] = readJson(strayFile) ?? []
  const seconds = outcome.seconds ? divideSeconds(measured, outcome.seconds) : {}
  // tests that were selected by name say nothing about the others of their file
  const unproven = filters.includes('-t') ? [] : unprovenCases(outcome, readJson(join(ROOT, CONFORMANCE_CASES)), ROOT)
  const missing = gpg || !selects(filters, GPG_TESTS) ? [] : ['failed   gpg is missing: see the advice above']
  const tally = addTallies([tallyVitest(outcome), { passed: 0, failed: unproven.length + missing.length }])
  const failed = [...failedVitest(outcome, ROOT), ...strayLines(stray), ...unproven, ...missing]
  return { tally, failed, files: measured, seconds }
}

async function runPlaywright(filters: readonly string[], chromium: string): Promise<Ran> {
  const report = join(FOLDER, 'playwright.json')
  const measureFile = join(FOLDER, 'playwright-measure.json')
  const files = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, MEASURE_FILE: measureFile }
  const env = { PLAYWRIGHT_CHROMIUM: chromium, ...files }
  const reporters = ['dot', 'json', reporter('playwright-reporter.ts')]
  const command = [bin('playwright'), 'test', `--reporter=${reporters.join(',')}`, ...filters]
  const outcome = await runRunner(command, { report, show: 'after', env })
  const seconds = outcome.seconds ? { 'end to end': outcome.seconds.all } : {}
  const measured = readJson(measureFile) ?? []
  return { tally: tallyPlaywright(outcome), failed: failedPlaywright(outcome), files: measured, seconds }
}

/**
 * Starts the clean-up process detached, so that it survives a kill of this process; it begins when this process ends.
 */
function startCleaner(): ChildProcess {
  const program = join(import.meta.dirname, 'test', 'clean-up-process.ts')
  const child = spawn(process.execPath, [program, FOLDER], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.stdin?.on('error', () => {})
  return child
}

async function cleanUp(): Promise<void> {
  const gone = once(cleaner, 'exit')
  cleaner.stdin?.end()
  await gone
}

/** Runs both runners concurrently, because each alone leaves a core half idle. They share no ports or databases. */
async function runAll(): Promise<Ran[]> {
  return await Promise.all([runVitest([]), ...runInBrowser([]), ...failedStarts()])
}

/** Runs only the tests that match the filters. */
async function runSome({ vitest, playwright }: Filters): Promise<Ran[]> {
  return await Promise.all([
    ...(vitest.length > 0 ? [runVitest(vitest)] : []),
    ...(playwright.length > 0 ? runInBrowser(playwright) : []),
    ...failedStarts(),
  ])
}

/** Without a browser nothing runs. */
const runInBrowser = (filters: readonly string[]): Promise<Ran>[] =>
  browser.path ? [runPlaywright(filters, browser.path)] : []

/** What cannot start is one failed test. */
const failedStarts = (): Ran[] =>
  browser.faults.map((fault) => ({
    tally: { passed: 0, failed: 1 },
    failed: [`failed   ${fault}`],
    files: [],
    seconds: {},
  }))

/** The tests that the arguments name, or that the changes since a commit reach. */
function filtersToRun(): Filters | 'all' {
  if (changedSince === undefined) return words.length > 0 ? splitFilters(words) : 'all'
  const selection = selectChanged(ROOT, changedSince)
  console.log(selectionLine(selection))
  return selection.tests === 'all' ? 'all' : filtersOf(selection.tests)
}

/** The setting of the programs that tests start. If they cannot be bundled, tests start the sources, and say what is wrong. */
async function bundledPrograms(): Promise<NodeJS.ProcessEnv> {
  if (filters !== 'all' && !startPrograms(filters)) return {}
  try {
    return { [PROGRAMS_SETTING]: await bundlePrograms() }
  } catch (error) {
    console.error(`the programs that tests start could not be bundled: ${(error as Error).message}`)
    return {}
  }
}

/** The processor time of this process counts as the server's, because it bundles the server. */
function addOwn(seconds: Seconds): Seconds {
  if (seconds.server === undefined) return seconds
  const { user, system } = process.cpuUsage()
  return { ...seconds, server: seconds.server + (user + system) / 1_000_000 }
}

const cleaner = startCleaner()
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(code)))
}
const { gpg } = findTools('gpg')
const filters = filtersToRun()
const browser: TestBrowser = await findBrowser(filters, FOLDER)
bundled = await bundledPrograms()
/** Processor time of child processes that is not that of a runner to come. */
let countedSeconds = endedChildSeconds() ?? 0
const ran = await (filters === 'all' ? runAll() : runSome(filters))
const { passed, failed } = addTallies(ran.map(({ tally }) => tally))
await cleanUp()
const files = ran.flatMap((one) => one.files)
if (table !== undefined) writeFileSync(table, fileTable(files))
const seconds = addOwn(Object.assign({}, ...ran.map((one) => one.seconds)))
for (const line of [...slowFileLines(files), ...projectLines(files), ...budgetLines(seconds)]) console.log(line)
for (const line of ran.flatMap((one) => one.failed)) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
// changes may reach no test
process.exitCode = failed === 0 && (passed > 0 || ran.length === 0) ? 0 : 1
