import { expect, test } from 'vitest'
import { failedPlaywright, failedVitest, strayLines } from './failed-test.ts'

test('tests of Vitest that failed or were repeated are named with their file and the first line of the message', () => {
  const report = {
    testResults: [
      {
        name: '/home/project/apps/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'passed', fullName: 'divides', failureMessages: ['too slow\n  at a.ts'] },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts'] },
        ],
      },
      { name: '/home/project/b.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
      { name: '/home/project/c.test.ts', status: 'passed', assertionResults: [] },
    ],
  }
  expect(failedVitest({ report, exitCode: 1 }, '/home/project')).toEqual([
    'repeated apps/a.test.ts: divides: too slow',
    'failed   apps/a.test.ts: subtracts: expected 1',
    'failed   b.test.ts: the file could not be loaded: No such module',
  ])
  expect(failedVitest({ report: undefined, exitCode: 1 }, '/home/project')).toEqual([])
})

test('errors that no test has are named with the file and test that ran at that time', () => {
  const errors = [
    { type: 'Unhandled Rejection', path: 'a.test.ts', test: 'adds', message: 'Error: closed\n  at a.ts' },
    { type: 'Unhandled Error', path: undefined, test: undefined, message: 'Error: Timeout starting forks runner.' },
  ]
  expect(strayLines(errors)).toEqual([
    'failed   a.test.ts: Unhandled Rejection during adds: Error: closed',
    'failed   Vitest: Unhandled Error: Error: Timeout starting forks runner.',
  ])
})

test('tests of Playwright that failed or were repeated are named, in groups too', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  })
  const inner = { file: 'jobs.test.ts', specs: [spec('block a device', 'unexpected', 'Timeout\nCall log:')] }
  const suites = [
    {
      file: 'jobs.test.ts',
      specs: [spec('sign in', 'expected'), spec('search', 'flaky', 'Too slow')],
      suites: [inner],
    },
  ]
  expect(failedPlaywright({ report: { suites }, exitCode: 1 })).toEqual([
    'repeated tests/e2e/jobs.test.ts: search: Too slow',
    'failed   tests/e2e/jobs.test.ts: block a device: Timeout',
  ])
  expect(failedPlaywright({ report: undefined, exitCode: 1 })).toEqual([])
})
