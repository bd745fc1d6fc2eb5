import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Case = { id: string } & ({ file: string; test: string } | { reason: string })

const cases = JSON.parse(readFileSync(new URL('conformance-cases.json', import.meta.url), 'utf8')) as Case[]

/** Cases of the suite, and those of them that do not apply or wait; the second may only become smaller. */
const CASES = 147
const LEFT_OUT = 34

test('every case of the conformance suite stands here once', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(CASES)
  expect(cases).toHaveLength(CASES)
})

test.each(cases)('$id is covered by a test of that name, or says why not', (known) => {
  if ('reason' in known) return expect(known.reason).toMatch(/^[A-Z].+\.$/)
  const source = readFileSync(new URL(`${known.file}.test.ts`, import.meta.url), 'utf8')
  const title = [`'${known.test}'`, `"${known.test}"`].find((quoted) => source.includes(`(${quoted},`))
  expect(title, `${known.file}.test.ts: ${known.test}`).toBeDefined()
})

test('no more cases are left out than were', () => {
  expect(cases.filter((known) => 'reason' in known)).toHaveLength(LEFT_OUT)
})
