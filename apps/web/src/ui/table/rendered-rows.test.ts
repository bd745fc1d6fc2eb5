import { expect, test } from 'vitest'
import { blocksOf } from './rendered-rows.ts'

test('rows are split into blocks of ten, in order', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index)
  expect(blocksOf(rows).map((block) => block.length)).toEqual([10, 10, 3])
  expect(blocksOf(rows).flat()).toEqual(rows)
  expect(blocksOf([])).toEqual([])
})
