import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failedPlaywright, failedVitest } from '../test/failed-test.ts'
import { splitFilters } from '../test/filter.ts'
import { findTools } from '../test/machine.ts'
import { type Outcome, tallyPlaywright, tallyVitest } from '../test/test-count.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const USAGE = 'npm run prove -- repeat PATH... [-t NAME] [--times 10] [--load 4]'

/** What to run, how often, and next to how many busy loops. */
type Repeat = { paths: readonly string[]; name?: string | undefined; times: number; load: number }

/**
 * Runs tests again and again next to busy loops, without a second attempt, and prints the share of runs in which each
 * failed with its first message: for a test that `npm test` named as repeated, until its cause is known.
 */
export async function proveRepeat(args: readonly string[]): Promise<boolean> {
  const { paths, name, times, load } = parseRepeat(args)
  const { chromium } = findTools('chromium')
  const folder = mkdtempSync(join(tmpdir(), 'simwright-repeat-'))
  const loops = Array.from({ length: load }, startLoop)
  const failures: string[] = []
  let passed = 0
  try {
    for (let run = 1; run <= times; run++) {
      const { failed, count } = runOnce({ paths, name, folder, chromium })
      if (count + failed.length === 0) throw new Error('no test has this path and name')
      if (failed.length === 0) passed += 1
      failures.push(...failed)
      console.log(`run ${run} of ${times}: ${count} passed, ${failed.length} failed`)
    }
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  for (const line of failureLines(failures, times)) console.log(line)
  console.log(`${passed} of ${times} runs passed, next to ${load} busy loops`)
  return passed === times
}

/** @throws Error with the usage if a path is missing, or a number is none */
export function parseRepeat(args: readonly string[]): Repeat {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string', short: 't' },
      times: { type: 'string', default: '10' },
      load: { type: 'string', default: '4' },
    },
  })
  const [times, load] = [Number(values.times), Number(values.load)]
  if (positionals.length === 0 || !(Number.isInteger(times) && times > 0 && Number.isInteger(load) && load >= 0))
    throw new Error(USAGE)
  return { paths: positionals, name: values.name, times, load }
}

/** A line for each test that failed: in how many of the runs, and the message of the first one. */
export function failureLines(failures: readonly string[], times: number): string[] {
  // `failed   FILE: TEST: MESSAGE`; the message is the same or not
  const byTest = Map.groupBy(failures, (line) => line.split(': ').slice(0, 2).join(': '))
  return [...byTest.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((lines) => `${lines.length} of ${times} (${((100 * lines.length) / times).toFixed(0)} %) ${lines[0]}`)
}

type Once = { paths: readonly string[]; name: string | undefined; folder: string; chromium: string | undefined }

function runOnce({ paths, name, folder, chromium }: Once): { failed: string[]; count: number } {
  const { vitest, playwright } = splitFilters(paths)
  const report = join(folder, 'report.json')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(chromium ? { PLAYWRIGHT_CHROMIUM: chromium } : {}),
  }
  const run = (program: string, args: readonly string[]): Outcome => {
    rmSync(report, { force: true })
    const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', program), args, { cwd: ROOT, env, stdio: 'ignore' })
    return { report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, exitCode: status ?? 1 }
  }
  const failed: string[] = []
  let count = 0
  if (vitest.length > 0) {
    const options = ['--retry=0', '--reporter=json', `--outputFile=${report}`, ...(name ? ['-t', name] : [])]
    const outcome = run('vitest', ['run', ...options, ...vitest])
    failed.push(...failedVitest(outcome, ROOT))
    count += tallyVitest(outcome).passed
  }
  if (playwright.length > 0) {
    const options = ['--retries=0', '--reporter=json', ...(name ? ['-g', name] : [])]
    const outcome = run('playwright', ['test', ...options, ...playwright])
    failed.push(...failedPlaywright(outcome))
    count += tallyPlaywright(outcome).passed
  }
  return { failed, count }
}

function startLoop(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
}
