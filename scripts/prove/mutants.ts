import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { settingsFor, startTestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { ANSWERS, type Answer } from './mutants/answer.ts'
import { claimThatNotices } from './mutants/claim.ts'
import { byCloseness, type Candidate, type Covering, coveringFiles, type KnownTests } from './mutants/closeness.ts'
import { CACHE, COVERAGE_FOLDER, type FileCoverage, fileName, hashOf, ROOT } from './mutants/coverage-file.ts'
import { beforeAfter, type Change, type ChangedLine } from './mutants/edit.ts'
import { openRunner, type Runner } from './mutants/runner.ts'
import { sampleChanges } from './mutants/sample.ts'

const OPTIONS = {
  seed: { type: 'string', default: '30' },
  count: { type: 'string', default: '200' },
  /** Seconds of tests per change, as measured without it; the tests beyond are named as not run. */
  budget: { type: 'string', default: '60' },
  /** Number of changes tried side by side. */
  runners: { type: 'string', default: '2' },
  /** Keeps the results of the last run of this seed. */
  continue: { type: 'boolean', default: false },
  /** Keeps what tests noticed in the last run of this seed, and tries its survivors again. */
  again: { type: 'boolean', default: false },
  /** Tries only the changes of the sample in files whose path contains one of these words. */
  only: { type: 'string', multiple: true, default: [] as string[] },
  /** Uses the coverage that is there; of the test files that are not measured, only the closest are run. */
  measured: { type: 'boolean', default: false },
} as const

/** A tried change. `by` is the claim or the first test that failed, undefined for a survivor. */
type Tried = ChangedLine & {
  change: Change
  by: string | undefined
  /** Test files that were run, of those that execute the line. */
  run: number
  covering: number
  seconds: number
}

/**
 * Makes a sample of single-line changes in the product's sources, one at a time, and runs the tests that execute the
 * line. It holds when each change that no test notices is answered in `mutants/answer.ts`. Arguments: --seed, --count,
 * --budget, --runners, --continue, --again, --only, --measured, and words that the files of the sample must contain.
 */
export async function proveMutants(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const [seed, count] = [Number(values.seed), Number(values.count)]
  console.log(`seed ${seed}, ${count} changes`)
  const drawn = sampleChanges(ROOT, { seed, count, paths: positionals })
  const sample = drawn.filter(({ file }) => values.only.length === 0 || values.only.some((word) => file.includes(word)))
  mkdirSync(COVERAGE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(tmpdir(), 'simwright-mutants-'))
  const postgres = await startTestPostgres()
  const urls = {
    owner: new Secret(postgres.urls.owner),
    app: new Secret(postgres.urls.app),
    system: new Secret(postgres.urls.system),
  }
  const compiled = join(CACHE, '..', 'compiled')
  const env = { NODE_COMPILE_CACHE: compiled, ...settingsFor(urls), TMPDIR: folder }
  const runners = Array.from({ length: Number(values.runners) }, (_, at) => openRunner(`runner-${at + 1}`, env))
  try {
    if (!values.measured) await measureMissing(runners, byCloseness(ROOT, testFiles(), sample))
    const covering = coveringFiles(ROOT, knownTests())
    const record = join(CACHE, `seed-${seed}.jsonl`)
    const keep = values.again ? 'noticed' : values.continue ? 'all' : 'none'
    const tried = await tryAll(sample, { runners, covering, record, keep, budget: Number(values.budget) })
    return report(tried)
  } finally {
    for (const runner of runners) runner.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function testFiles(): string[] {
  const patterns = ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'scripts/**/*.test.ts']
  return globSync(patterns, { cwd: ROOT }).toSorted()
}

function memoized(compute: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => known.get(key) ?? known.set(key, compute(key)).get(key)!
}

function readOne(file: string): FileCoverage | undefined {
  const path = join(COVERAGE_FOLDER, fileName(file))
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** The coverage of test files that passed: the others would notice any change. */
function knownTests(): KnownTests {
  const found = testFiles().map((file) => ({ file, coverage: readOne(file) }))
  const measured = found.flatMap(({ coverage }) => coverage ?? [])
  const unmeasured = found.filter(({ coverage }) => coverage === undefined).map(({ file }) => file)
  for (const { file } of measured.filter(({ failed }) => failed))
    console.log(`left out, it failed without a change: ${file}`)
  if (unmeasured.length > 0)
    console.log(`not measured, so only run when they are close: ${unmeasured.length} test files`)
  return { measured: measured.filter(({ failed }) => !failed), unmeasured, hashOf: memoized(hashOf) }
}

/** Measures the coverage of test files that are new or have changed, each runner a part of them. */
async function measureMissing(runners: readonly Runner[], files: readonly string[]): Promise<void> {
  const missing = files.filter((file) => readOne(file)?.hash !== hashOf(file))
  if (missing.length === 0) return
  console.log(`measuring which lines ${missing.length} test files execute`)
  const waiting = [...missing.keys()].filter((at) => at % FILES_PER_ORDER === 0)
  await Promise.all(
    runners.map(async (runner) => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        const part = missing.slice(at, at + FILES_PER_ORDER)
        await runner.run({ change: undefined, files: part }, 3600)
        console.log(`measured ${part.length} test files, about ${waiting.length * FILES_PER_ORDER} left`)
      }
      // a fresh process for the changes, without the coverage
      runner.stop()
    }),
  )
}

const FILES_PER_ORDER = 12
/** Of a test file that is not measured. */
const ASSUMED_SECONDS = 20

/** Which results of the last run of the seed, in the file `record`, are kept. */
type Keep = 'none' | 'noticed' | 'all'
type Trial = { runners: readonly Runner[]; covering: Covering; record: string; keep: Keep; budget: number }

async function tryAll(sample: readonly Change[], trial: Trial): Promise<Tried[]> {
  const known = readRecord(trial)
  const tried: Tried[] = []
  const waiting = [...sample]
  await Promise.all(
    trial.runners.map(async (runner) => {
      for (let change = waiting.shift(); change; change = waiting.shift()) {
        const one = known(change) ?? (await tryOne(runner, change, trial))
        tried.push(one)
        console.log(`${tried.length}/${sample.length} ${lineOf(one)}`)
      }
    }),
  )
  return tried
}

/** Finds the kept result of a change; line numbers may have moved. */
function readRecord({ record, keep }: Trial): (change: Change) => Tried | undefined {
  const lines = existsSync(record) && keep !== 'none' ? readFileSync(record, 'utf8').split('\n').filter(Boolean) : []
  const kept = lines.map((line): Tried => JSON.parse(line)).filter(({ by }) => keep === 'all' || by !== undefined)
  writeFileSync(record, kept.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const keyOf = (change: Change, { before, after, nth }: ChangedLine) => `${change.file} ${before} ${after} ${nth}`
  const known = new Map(kept.map((one) => [keyOf(one.change, one), one]))
  return (change) => {
    const found = known.get(keyOf(change, linesOf(change)))
    return found && { ...found, change }
  }
}

async function tryOne(runner: Runner, change: Change, { covering, record, budget }: Trial): Promise<Tried> {
  const startMs = performance.now()
  const all = covering(change)
  const noticing = answerTo(change)?.test
  const others = withinBudget(all, budget).filter(({ file }) => file !== noticing)
  const chosen = noticing === undefined ? others : [{ file: noticing, seconds: undefined }, ...others]
  const expected = chosen.reduce((sum, { seconds = ASSUMED_SECONDS }) => sum + seconds, 0)
  const order = { change, files: chosen.map(({ file }) => file) }
  const limitSeconds = Math.round(180 + 5 * expected)
  const by = claimThatNotices(ROOT, change) ?? (chosen.length > 0 ? await runner.run(order, limitSeconds) : undefined)
  const seconds = Math.round((performance.now() - startMs) / 100) / 10
  const tried = { change, ...linesOf(change), by, run: chosen.length, covering: all.length, seconds }
  appendFileSync(record, `${JSON.stringify(tried)}\n`)
  return tried
}

/** The closest files up to a number of seconds; at least three. */
function withinBudget(files: readonly Candidate[], budget: number): Candidate[] {
  let sum = 0
  return files.filter(({ seconds = ASSUMED_SECONDS }, at) => {
    sum += seconds
    return at < 3 || sum <= budget
  })
}

function lineOf({ change, by, run, covering, seconds }: Tried): string {
  const what = `${change.file}:${change.line} ${change.kind}`
  if (by !== undefined) return `noticed in ${seconds} s: ${what} (${by})`
  if (covering === 0) return `SURVIVES, no test executes it: ${what}`
  return `SURVIVES ${run} of ${covering} test files that execute it, in ${seconds} s: ${what}`
}

function answerTo(change: Change): Answer | undefined {
  const { before, after } = linesOf(change)
  return ANSWERS.find((known) => known.file === change.file && known.before === before && known.after === after)
}

function linesOf(change: Change): ChangedLine {
  return beforeAfter(readFileSync(join(ROOT, change.file), 'utf8'), change)
}

/** Prints the share and the survivors with their answers. @returns whether each survivor is answered */
function report(tried: readonly Tried[]): boolean {
  const survivors = tried
    .filter(({ by }) => by === undefined)
    .toSorted((a, b) => a.change.file.localeCompare(b.change.file) || a.change.line - b.change.line)
  let unanswered = 0
  for (const one of survivors) {
    const { before, after } = linesOf(one.change)
    const why = answerTo(one.change)?.why
    if (why === undefined) unanswered++
    console.log(`\n${lineOf(one)}\n  - ${before}\n  + ${after}\n  ${why ?? 'not answered'}`)
  }
  const share = tried.length === 0 ? 0 : (100 * survivors.length) / tried.length
  console.log(
    `\nNo test notices ${survivors.length} of ${tried.length} changes (${share.toFixed(1)} %), ${unanswered} of them without an answer`,
  )
  return tried.length > 0 && unanswered === 0
}
