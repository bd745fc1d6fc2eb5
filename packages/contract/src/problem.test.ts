import { expect, test } from 'vitest'
import { problems } from './problem.ts'

test('each problem has a code of its own, by which a program can tell it', () => {
  const kindsByCode = Map.groupBy(Object.entries(problems), ([, { code }]) => code)
  const shared = [...kindsByCode].filter(([, kinds]) => kinds.length > 1)
  expect(shared.map(([code, kinds]) => `${code}: ${kinds.map(([kind]) => kind).join(', ')}`)).toEqual([])
})
