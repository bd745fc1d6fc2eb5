import { expect, test } from 'vitest'
import { type ConformanceCase, unprovenCases } from './conformance.ts'

const FOLDER = '/home/project/apps/server/src/modules/provisioning/smdp'
const report = (...assertionResults: { fullName: string; status: string }[]) => ({
  report: { testResults: [{ name: `${FOLDER}/refusal.test.ts`, assertionResults }] },
  exitCode: 0,
})
const cases: ConformanceCase[] = [
  { id: 'IA-05', file: 'refusal', tests: ['is refused for SVN 1.0.0', 'is refused for SVN 3.0.0'] },
  { id: 'IA-06', file: 'wire', tests: ['is refused'] },
  { id: 'IA-07', reason: 'No such version.' },
]
const passed = { fullName: 'is refused for SVN 1.0.0', status: 'passed' }

test('a case holds if all its tests passed; files that did not run say nothing', () => {
  const both = report(passed, { fullName: 'is refused for SVN 3.0.0', status: 'passed' })
  expect(unprovenCases(both, cases, '/home/project')).toEqual([])
  expect(unprovenCases({ report: undefined, exitCode: 1 }, cases, '/home/project')).toEqual([])
})

test.each(['failed', 'skipped'])('a case does not hold if one of its tests %s, or has another name', (status) => {
  const line =
    'failed   apps/server/src/modules/provisioning/smdp/conformance-cases.json: IA-05: no test of apps/server/src/modules/provisioning/smdp/refusal.test.ts passed with this name: is refused for SVN 3.0.0'
  const other = report(passed, { fullName: 'is refused for SVN 3.0.0', status })
  expect(unprovenCases(other, cases, '/home/project')).toEqual([line])
  expect(unprovenCases(report(passed, { ...passed, fullName: 'renamed' }), cases, '/home/project')).toEqual([line])
})
