import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { type Durations, noDurations } from './duration.ts'
import { budgetOf } from './time-budget.ts'

/**
 * Writes the duration of each project and of each file to the file `SECONDS_FILE`. Projects run concurrently, so the
 * duration of a project is the time its files kept a worker busy, divided by the number of workers.
 */
export default class SecondsReporter implements Reporter {
  readonly #durations: Durations = noDurations()
  #workers = 1
  #root = ''

  onInit({ config }: Vitest): void {
    this.#workers = config.maxWorkers
    this.#root = config.root
  }

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const busyMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    const { projects, files } = this.#durations
    const budget = budgetOf(module.project.name)
    projects[budget] = (projects[budget] ?? 0) + busyMs / 1000 / this.#workers
    files.push({ path: relative(this.#root, module.moduleId), seconds: busyMs / 1000 })
  }

  onTestRunEnd(): void {
    const file = process.env.SECONDS_FILE
    if (file) writeFileSync(file, JSON.stringify(this.#durations))
  }
}
