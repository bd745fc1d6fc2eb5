import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Filters, splitFilters } from './test/filter.ts'
import { findTools } from './test/machine.ts'
import { addTallies, type Outcome, type Tally, tallyPlaywright, tallyVitest } from './test/test-count.ts'
import { type Seconds, timeLines } from './test/time-budget.ts'

const ROOT = join(import.meta.dirname, '..')
/** All temporary files of the run. */
const FOLDER = mkdtempSync(join(tmpdir(), 'simwright-run-'))
/** Node's compiled modules: threads and processes that tests start find them instead of compiling them again. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'simwright', 'compiled')
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)

/** `live` shows a runner's output as it comes, `after` in one piece at its end: two at once would be unreadable. */
type Run = { report: string; show: 'live' | 'after'; env?: NodeJS.ProcessEnv }

/** Runs a test runner and reads the report that it writes. */
async function runRunner(command: readonly string[], { report, show, env }: Run): Promise<Outcome> {
  const [file = '', ...args] = command
  const output = show === 'live' ? 'inherit' : 'pipe'
  const child = spawn(file, args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, TMPDIR: FOLDER, ...env },
    // a process group of its own: what is left of it is ended with the run
    detached: true,
  })
  cleaner.stdin?.write(`${child.pid}\n`)
  const kept = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const exitCode = await once(child, 'close').then(
    ([code]) => (code as number | null) ?? 1,
    (error: Error) => {
      console.error(error.message)
      return 1
    },
  )
  process.stdout.write((await kept).join(''))
  return { report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, exitCode }
}

/** What a runner's tests came to, and how long each of its projects took. */
type Ran = { tally: Tally; seconds: Seconds }

/** Without Chromium the states of pages are left out: they count as one test that failed. */
async function runVitest(filters: readonly string[], chromium: string | undefined): Promise<Ran> {
  const report = join(FOLDER, 'vitest.json')
  const secondsFile = join(FOLDER, 'seconds.json')
  const reporters = ['dot', 'json', join(import.meta.dirname, 'test', 'seconds-reporter.ts')]
  const args = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
  if (!chromium) args.push('--project=!states')
  const env = { SECONDS_FILE: secondsFile, ...(chromium ? { PLAYWRIGHT_CHROMIUM: chromium } : {}) }
  const outcome = await runRunner([bin('vitest'), 'run', ...args, ...filters], { report, show: 'live', env })
  const seconds: Seconds = existsSync(secondsFile) ? JSON.parse(readFileSync(secondsFile, 'utf8')) : {}
  return { tally: tallyVitest(outcome), seconds }
}

async function runPlaywright(chromium: string | undefined, filters: readonly string[]): Promise<Ran> {
  if (!chromium) return { tally: { passed: 0, failed: 1 }, seconds: {} }
  const report = join(FOLDER, 'playwright.json')
  const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const command = [bin('playwright'), 'test', '--reporter=dot,json', ...filters]
  const startMs = performance.now()
  const outcome = await runRunner(command, { report, show: 'after', env })
  return { tally: tallyPlaywright(outcome), seconds: { 'end to end': (performance.now() - startMs) / 1000 } }
}

/** Detached, so that what ends this process leaves the cleaner alone; it starts to work when this process ends. */
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

/** Both runners at once: each alone leaves a core idle half of its time. They share neither ports nor databases. */
async function runAll(): Promise<Ran[]> {
  const { chromium } = findTools('gpg', 'chromium')
  return await Promise.all([runVitest([], chromium), runPlaywright(chromium, [])])
}

/** Only the tests of the files that the filters name. */
async function runSome({ vitest, playwright }: Filters): Promise<Ran[]> {
  const { chromium } = findTools('gpg', 'chromium')
  return await Promise.all([
    ...(vitest.length > 0 ? [runVitest(vitest, chromium)] : []),
    ...(playwright.length > 0 ? [runPlaywright(chromium, playwright)] : []),
  ])
}

const cleaner = startCleaner()
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(code)))
}
const words = process.argv.slice(2)
const ran = words.length > 0 ? await runSome(splitFilters(words)) : await runAll()
const { passed, failed } = addTallies(ran.map(({ tally }) => tally))
await cleanUp()
for (const line of timeLines(Object.assign({}, ...ran.map(({ seconds }) => seconds)))) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
