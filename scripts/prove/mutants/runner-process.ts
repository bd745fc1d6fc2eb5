/**
 * Runs tests for the proof, one order after the other. Vitest and the migrated template stay; the processes of tests
 * are new for each order, so that a change is made only in them.
 */
import { join } from 'node:path'
import { createVitest, type Reporter, type TestProject, type TestSpecification, type Vitest } from 'vitest/node'
import { ROOT } from './coverage-file.ts'
import type { Change } from './edit.ts'

/** `change: undefined` measures the coverage. `files` are from the root and run in this order. */
export type Order = { change: Change | undefined; files: readonly string[] }
/** `by` names what failed first, and is undefined when all tests passed. */
export type Outcome = { by: string | undefined }

/** Keeps the order of the files. */
class GivenOrder {
  async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications
  }
  async shard(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications
  }
}

/** For a change that a poll notices; the limit of the tests is the one for hangs. */
const POLL_MS = 60_000
const COVERAGE_SETUP = join(import.meta.dirname, 'coverage-process.ts')

let firstFailure: string | undefined
const reporter: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return
    firstFailure ??= `${test.module.relativeModuleId}: ${test.fullName}`
  },
  onTestModuleEnd(module) {
    const [error] = module.errors()
    if (error) firstFailure ??= `${module.relativeModuleId}: ${error.message.split('\n')[0]}`
  },
}

const vitest = await createVitest({
  root: ROOT,
  watch: false,
  project: ['pure', 'server'],
  reporters: [reporter],
  silent: true,
  sequence: { sequencer: GivenOrder },
})
const specifications = await vitest.globTestSpecifications()

for (const project of vitest.projects) project.config.retry = 0

process.on('message', (order: Order) => {
  run(order).then(
    (outcome) => process.send?.(outcome),
    (error) => process.send?.({ by: `runner: ${error instanceof Error ? error.message : error}` }),
  )
})
process.on('disconnect', () => void vitest.close().then(() => process.exit()))
process.send?.('ready')

async function run({ change, files }: Order): Promise<Outcome> {
  firstFailure = undefined
  for (const project of [vitest, ...vitest.projects]) project.config.maxWorkers = 1
  if (change === undefined) measureCoverage(vitest.projects)
  else makeChange(vitest, change)
  for (const project of vitest.projects) {
    const chosen = files.flatMap((file) =>
      specifications.filter((one) => one.project === project && one.moduleId === join(ROOT, file)),
    )
    if (chosen.length === 0) continue
    const { unhandledErrors } = await vitest.runTestSpecifications(chosen)
    const [unhandled] = unhandledErrors
    firstFailure ??= unhandled === undefined ? undefined : `unhandled: ${(unhandled as Error).message}`
    if (change && firstFailure !== undefined) break
  }
  return { by: firstFailure }
}

function measureCoverage(projects: readonly TestProject[]): void {
  // Node's compile cache has no positions of functions
  process.env.NODE_DISABLE_COMPILE_CACHE = '1'
  for (const { config, name } of projects) {
    if (!config.setupFiles.includes(COVERAGE_SETUP)) config.setupFiles.unshift(COVERAGE_SETUP)
    // pure tests load little, so each can have a process of its own, which shows what it executes at load
    if (name === 'pure') config.isolate = true
  }
}

function makeChange({ config, projects }: Vitest, change: Change): void {
  process.env.MUTANT = JSON.stringify(change)
  process.env.NODE_OPTIONS = `--import=${join(import.meta.dirname, 'hook-process.ts')}`
  for (const one of [config, ...projects.map((project) => project.config)]) {
    one.bail = 1
    one.expect.poll = { ...one.expect.poll, timeout: POLL_MS }
  }
}
