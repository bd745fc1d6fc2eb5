import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Case = { id: string } & ({ file: string; test: string } | { reason: string })

const cases = JSON.parse(readFileSync(new URL('conformance-cases.json', import.meta.url), 'utf8')) as Case[]

/** Number of cases in the suite, and of those that are not covered; the latter may only decrease. */
const CASES = 147
const LEFT_OUT = 16

test('every case of the conformance suite is listed once', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(CASES)
  expect(cases).toHaveLength(CASES)
})

test.each(cases)('$id names an existing test, or gives a reason why it has none', (known) => {
  if ('reason' in known) return expect(known.reason).toMatch(/^[A-Z].+\.$/)
  const source = readFileSync(new URL(`${known.file}.test.ts`, import.meta.url), 'utf8')
  const title = [`'${known.test}'`, `"${known.test}"`].find((quoted) => source.includes(`(${quoted},`))
  expect(title, `${known.file}.test.ts: ${known.test}`).toBeDefined()
})

test('the number of uncovered cases has not changed', () => {
  expect(cases.filter((known) => 'reason' in known)).toHaveLength(LEFT_OUT)
})
