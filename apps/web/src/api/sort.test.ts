import { expect, test } from 'vitest'
import { readSort, writeSort } from './sort.ts'

test('a sort order is parsed as it was written, and any other text is ignored', () => {
  expect(readSort(writeSort({ by: 'statusAt', direction: 'asc' }))).toEqual({ by: 'statusAt', direction: 'asc' })
  for (const text of [undefined, '', 'statusAt', 'statusAt.up', 'a b.asc', '.desc'])
    expect(readSort(text)).toBeUndefined()
})
