import { describe, expect, test } from 'vitest'
import { addTallies, tallyPlaywright, tallyVitest } from './test-count.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

describe('the test count', () => {
  test('adds the counts of both runners', () => {
    const vitest = tallyVitest({
      report: { numPassedTests: 7, numFailedTests: 0, testResults: [file('passed', 'passed')] },
      exitCode: 0,
    })
    const playwright = tallyPlaywright({ report: { stats: { expected: 3, unexpected: 1, flaky: 0 } }, exitCode: 1 })
    expect(addTallies([vitest, playwright])).toEqual({ passed: 10, failed: 1 })
  })

  test('counts a runner that did not start as a failure', () => {
    expect(tallyVitest({ report: undefined, exitCode: 1 })).toEqual({ passed: 0, failed: 1 })
    expect(tallyPlaywright({ report: undefined, exitCode: 1 })).toEqual({ passed: 0, failed: 1 })
  })

  test('counts a test file that could not be loaded as a failure', () => {
    const report = { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] }
    expect(tallyVitest({ report, exitCode: 1 })).toEqual({ passed: 2, failed: 1 })
  })

  test('counts an error outside a test as a failure', () => {
    const report = { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed')] }
    expect(tallyVitest({ report, exitCode: 1 })).toEqual({ passed: 2, failed: 1 })
  })

  test('counts a browser test that passes at its second attempt as passed', () => {
    const report = { stats: { expected: 4, unexpected: 0, flaky: 1 } }
    expect(tallyPlaywright({ report, exitCode: 0 })).toEqual({ passed: 5, failed: 0 })
  })
})
