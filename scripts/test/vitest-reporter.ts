import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import type { StrayError } from './failed-test.ts'
import { type FileMeasure, projectOf } from './measure.ts'

/**
 * Writes what each test file of Vitest did to the file `MEASURE_FILE`, and the errors that no test has, which the report
 * of Vitest lacks, to `STRAY_FILE`.
 */
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

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    const { MEASURE_FILE, STRAY_FILE } = process.env
    if (MEASURE_FILE) writeFileSync(MEASURE_FILE, JSON.stringify(this.#files))
    if (STRAY_FILE) writeFileSync(STRAY_FILE, JSON.stringify(errors.map((error) => this.#strayOf(error))))
  }

  #strayOf(error: SerializedError): StrayError {
    const { name = 'Error', message } = error
    const textOf = (key: string) => (typeof error[key] === 'string' ? error[key] : undefined)
    const path = textOf('VITEST_TEST_PATH')
    return {
      type: textOf('type') ?? 'Unhandled Error',
      path: path && relative(this.#root, path),
      test: textOf('VITEST_TEST_NAME'),
      message: `${name}: ${message}`,
    }
  }
}
