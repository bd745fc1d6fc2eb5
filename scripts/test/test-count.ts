/** The number of passed and failed tests; a runner that did not start counts as one failed test. */
export type Tally = { passed: number; failed: number }

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  }
}

/** A runner's report, undefined if it wrote none, and its exit code. */
export type Outcome = { report: unknown; exitCode: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that could not be loaded has no tests in the report and counts as one failed test. */
export function tallyVitest({ report, exitCode }: Outcome): Tally {
  const { numPassedTests, numFailedTests, testResults } = (report ?? NO_VITEST_REPORT) as VitestReport
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return withExitCode({ passed: numPassedTests, failed: numFailedTests + broken.length }, exitCode)
}

const NO_VITEST_REPORT: VitestReport = { numPassedTests: 0, numFailedTests: 0, testResults: [] }

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } }

/** A test that passed at its second attempt counts as passed; `failed-test.ts` names it. */
export function tallyPlaywright({ report, exitCode }: Outcome): Tally {
  const { stats } = (report ?? { stats: { expected: 0, unexpected: 0, flaky: 0 } }) as PlaywrightReport
  return withExitCode({ passed: stats.expected + stats.flaky, failed: stats.unexpected }, exitCode)
}

function withExitCode(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
