import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import type { FileMeasure } from './measure.ts'

/** Writes what each file of browser tests did to the file `MEASURE_FILE`. */
export default class PlaywrightReporter implements Reporter {
  readonly #files = new Map<string, FileMeasure>()
  /** Assertions of the last attempt of each test. */
  readonly #assertions = new Map<TestCase, number>()
  #root = ''

  onBegin(_config: FullConfig, _suite: Suite): void {
    this.#root = process.cwd()
  }

  onTestEnd(test: TestCase, { status, duration, steps, retry }: TestResult): void {
    if (status === 'skipped') return
    const path = relative(this.#root, test.location.file)
    const file = this.#files.get(path) ?? { project: 'end to end', path, tests: 0, assertions: 0, seconds: 0 }
    const assertions = countExpects(steps)
    this.#files.set(path, {
      ...file,
      tests: file.tests + (retry === 0 ? 1 : 0),
      assertions: file.assertions - (this.#assertions.get(test) ?? 0) + assertions,
      seconds: file.seconds + duration / 1000,
    })
    this.#assertions.set(test, assertions)
  }

  onEnd(): void {
    const file = process.env.MEASURE_FILE
    if (file) writeFileSync(file, JSON.stringify([...this.#files.values()]))
  }
}

/** How often a test called `expect`; what a repeated one calls inside, such as `toPass`, does not count. */
export function countExpects(steps: readonly Pick<TestStep, 'category' | 'steps'>[]): number {
  return steps.reduce((sum, { category, steps }) => sum + (category === 'expect' ? 1 : countExpects(steps)), 0)
}
