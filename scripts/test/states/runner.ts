import { relative } from 'node:path'
import { describe, expect, inject, TestRunner, test } from 'vitest'
import type { Findings, TestCase } from '../../../apps/web/src/states/exchange.ts'
import type { StatesRequest } from './global-setup.ts'

/**
 * Runs the states of a file in a page of the browser: the worker does not load the file, but asks a page which states
 * it has, and what the page finds in each.
 */
export default class StatesRunner extends TestRunner {
  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    return source === 'setup' ? super.importFile(path, source) : this.#declareTests(relative(this.config.root, path))
  }

  async #declareTests(file: string): Promise<void> {
    const extent = process.env.PROOF === 'on' ? 'all' : 'sample'
    const tests = await ask<TestCase[]>({ file, extent })
    for (const [list, ofList] of Map.groupBy(tests, (one) => one.list))
      describe(list, () => {
        for (const one of ofList) test(one.name, () => expectValid(file, one))
      })
  }
}

/**
 * Checks that the state appears, the console is silent, every call has a valid answer, nothing overflows, and axe finds
 * nothing.
 */
async function expectValid(file: string, test: TestCase): Promise<void> {
  const { axe, width, calls, console } = await ask<Findings>({ file, test })
  if (axe) expect(axe, 'axe').toEqual([])
  expect(width, 'width of the page').toBeLessThanOrEqual(test.view.width)
  expect(calls, 'calls without a valid answer').toEqual([])
  expect(console, 'console').toEqual([])
}

/** @throws Error with the message of the page */
async function ask<Answer>(request: StatesRequest): Promise<Answer> {
  const response = await fetch(inject('statesUrl'), { method: 'POST', body: JSON.stringify(request) })
  if (response.ok) return (await response.json()) as Answer
  throw new Error(await response.text())
}
