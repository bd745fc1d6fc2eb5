import { relative } from 'node:path'
import type { Outcome } from './test-count.ts'

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

/**
 * A line for each test of Vitest's JSON report that failed, or that passed only at its second attempt, and for each
 * file that could not be loaded.
 */
export function failedVitest({ report }: Outcome, root: string): string[] {
  const { testResults } = (report ?? { testResults: [] }) as VitestReport
  return testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const named = file.assertionResults.flatMap(({ status, fullName, failureMessages }) => {
      if (status === 'failed') return [failedLine(path, fullName, failureMessages?.[0])]
      // a passed test keeps the message of its failed attempt
      return failureMessages?.length ? [failedLine(path, fullName, failureMessages[0], 'repeated')] : []
    })
    const isBroken = file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')
    return isBroken ? [...named, failedLine(path, 'the file could not be loaded', file.message)] : named
  })
}

/** An error that no test has, such as a promise that nothing awaits: with the file and the test that ran at that time. */
export type StrayError = { type: string; path: string | undefined; test: string | undefined; message: string }

/** A line for each error that no test has. */
export function strayLines(errors: readonly StrayError[]): string[] {
  return errors.map(({ type, path = 'Vitest', test, message }) =>
    failedLine(path, test === undefined ? type : `${type} during ${test}`, message),
  )
}

type PlaywrightSuite = {
  file: string
  specs?: readonly { title: string; tests: readonly { status: string; results: readonly PlaywrightResult[] }[] }[]
  suites?: readonly PlaywrightSuite[]
}
/** By Playwright's status of a test. */
const OUTCOMES: Record<string, string> = { unexpected: 'failed', flaky: 'repeated' }

type PlaywrightResult = { error?: { message?: string } }

/** A line for each test of Playwright's JSON report that failed, or that passed only at its second attempt. */
export function failedPlaywright({ report }: Outcome): string[] {
  const { suites } = (report ?? { suites: [] }) as { suites: readonly PlaywrightSuite[] }
  return suites.flatMap(failedIn)
}

function failedIn({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status in OUTCOMES)
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message
        return failedLine(`tests/e2e/${file}`, title, message, OUTCOMES[status])
      }),
  )
  return [...own, ...suites.flatMap(failedIn)]
}

const MESSAGE_LENGTH = 200

/** The message is shortened to its first line, without color codes. */
function failedLine(path: string, title: string, message = '', outcome = 'failed'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes begin with the escape character
  const first = message.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n')[0] ?? ''
  return [`${outcome.padEnd(8)} ${path}: ${title}`, first.slice(0, MESSAGE_LENGTH)].filter(Boolean).join(': ')
}
