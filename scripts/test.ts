import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTools } from './test/machine.ts'
import { addTallies, type Outcome, type Tally, tallyPlaywright, tallyVitest } from './test/tally.ts'

const ROOT = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'simwright-reports-'))

/** Runs a test runner with this terminal and reads the report that it writes. */
function runRunner(command: readonly string[], { report, env }: { report: string; env: NodeJS.ProcessEnv }): Outcome {
  const [file = '', ...args] = command
  const done = spawnSync(file, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  const text = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  return { report: text, exitCode: done.status ?? 1 }
}

const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name)

function runVitest(filters: readonly string[]): Tally {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  return tallyVitest(runRunner([bin('vitest'), 'run', ...reporters, ...filters], { report, env: {} }))
}

function runPlaywright(chromium: string): Tally {
  const report = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return tallyPlaywright(runRunner([bin('playwright'), 'test', '--reporter=dot,json'], { report, env }))
}

/** With filters: only the tests of the files that they name. */
const filters = process.argv.slice(2)
const tools = findTools('gpg', ...(filters.length === 0 ? (['chromium'] as const) : []))
const tallies = [runVitest(filters)]
if (filters.length === 0) tallies.push(tools.chromium ? runPlaywright(tools.chromium) : { passed: 0, failed: 1 })
rmSync(reports, { recursive: true })
const { passed, failed } = addTallies(tallies)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
