import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Case = { id: string } & ({ file: string; tests: string[] } | { reason: string })

const cases = JSON.parse(readFileSync(new URL('conformance-cases.json', import.meta.url), 'utf8')) as Case[]

/** Number of cases in the suite, and of those that are not covered; the latter may only decrease. */
const CASES = 147
const LEFT_OUT = 16

test('every case of the conformance suite is listed once', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(CASES)
  expect(cases).toHaveLength(CASES)
})

// `npm test` fails for each of these tests that did not pass in the same run: scripts/test/conformance.ts
test.each(cases)('$id names the tests that assert it, or gives a reason why there are none', (known) => {
  if ('reason' in known) return expect(known.reason).toMatch(/^[A-Z].+\.$/)
  expect(existsSync(new URL(`${known.file}.test.ts`, import.meta.url))).toBe(true)
  expect(known.tests.length).toBeGreaterThan(0)
  expect(known.tests.join()).not.toContain('%s')
})

test('the number of uncovered cases has not changed', () => {
  expect(cases.filter((known) => 'reason' in known)).toHaveLength(LEFT_OUT)
})
