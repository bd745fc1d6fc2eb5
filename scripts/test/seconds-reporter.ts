import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { budgetOf, type Seconds } from './time-budget.ts'

const WORKERS = 2

/**
 * Writes the duration of each project to the file `SECONDS_FILE`. Projects run concurrently, so the duration of a
 * project is the time its files kept a worker busy, divided by the number of workers.
 */
export default class SecondsReporter implements Reporter {
  readonly #seconds: Seconds = {}

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const busyMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    const budget = budgetOf(module.project.name)
    this.#seconds[budget] = (this.#seconds[budget] ?? 0) + busyMs / 1000 / WORKERS
  }

  onTestRunEnd(): void {
    const file = process.env.SECONDS_FILE
    if (file) writeFileSync(file, JSON.stringify(this.#seconds))
  }
}
