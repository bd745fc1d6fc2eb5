import { expect, test } from 'vitest'
import { rowsOf } from './row.ts'

const fields = (...widths: (string | undefined)[]) => widths.map((width, index) => ({ index, field: { width } }))
const indexes = (...widths: (string | undefined)[]) =>
  rowsOf(fields(...widths)).map((row) => row.map(({ index }) => index))

test('neighbors that are pairs share a row, two by two', () => {
  expect(indexes('pair', 'pair', 'pair', 'pair')).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('a pair without its neighbor and every other width have a row of their own', () => {
  expect(indexes('pair', undefined, 'pair', 'half', 'short')).toEqual([[0], [1], [2], [3], [4]])
})
