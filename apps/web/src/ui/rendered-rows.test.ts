import { expect, test } from 'vitest'
import { blocksOf } from './rendered-rows.ts'

test('every row stands in a block, in its order, ten in each', () => {
  const rows = Array.from({ length: 23 }, (_, place) => place)
  expect(blocksOf(rows).map((block) => block.length)).toEqual([10, 10, 3])
  expect(blocksOf(rows).flat()).toEqual(rows)
  expect(blocksOf([])).toEqual([])
})
