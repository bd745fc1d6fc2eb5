import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { type FileMeasure, projectOf } from './measure.ts'

/** Writes what each test file of Vitest did to the file `MEASURE_FILE`. */
export default class VitestReporter implements Reporter {
  readonly #files: FileMeasure[] = []
  #root = ''

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const busyMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    const ran = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped')
    const { processorMs } = module.meta()
    this.#files.push({
      project: projectOf(module.project.name),
      path: relative(this.#root, module.moduleId),
      tests: ran.length,
      assertions: ran.reduce((sum, test) => sum + (test.meta().assertions ?? 0), 0),
      seconds: busyMs / 1000,
      workerSeconds: processorMs === undefined ? undefined : processorMs / 1000,
    })
  }

  onTestRunEnd(): void {
    const file = process.env.MEASURE_FILE
    if (file) writeFileSync(file, JSON.stringify(this.#files))
  }
}
