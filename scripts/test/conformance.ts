import { dirname, join, relative } from 'node:path'
import type { Outcome } from './test-count.ts'

/** A case of the conformance suite: the tests that assert it, by their full names, or why none does. */
export type ConformanceCase = { id: string } & ({ file: string; tests: readonly string[] } | { reason: string })

/** The cases, whose files are relative to this one. */
export const CONFORMANCE_CASES = 'apps/server/src/modules/provisioning/smdp/conformance-cases.json'

type VitestReport = {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * A line for each case whose tests did not all pass in this run, for the files that ran: a test that is renamed, skipped
 * or deleted asserts no case. Vitest fails a test that executes no assertion.
 */
export function unprovenCases({ report }: Outcome, cases: readonly ConformanceCase[], root: string): string[] {
  const { testResults } = (report ?? { testResults: [] }) as VitestReport
  const results = new Map(testResults.map(({ name, assertionResults }) => [relative(root, name), assertionResults]))
  return cases.flatMap((known) => {
    if ('reason' in known) return []
    const path = join(dirname(CONFORMANCE_CASES), `${known.file}.test.ts`)
    const ran = results.get(path)
    if (ran === undefined) return []
    const passed = new Set(ran.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName))
    return known.tests
      .filter((name) => !passed.has(name))
      .map((name) => `failed   ${CONFORMANCE_CASES}: ${known.id}: no test of ${path} passed with this name: ${name}`)
  })
}
