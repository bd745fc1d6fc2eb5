import { expect, test } from 'vitest'
import { readFilter, readSort, writeFilter, writeSort } from './address.ts'

const names = ['status', 'q', 'created']

test('a filter is written in one way, whatever the order of the address, without what is no filter', () => {
  const search = { q: 'group:"Field test" age>7d', profile: 'x', status: 'ERROR,EXPIRED', created: undefined }
  const written = writeFilter(search, names)
  expect(written).toBe('q=group%3A%22Field+test%22+age%3E7d&status=ERROR%2CEXPIRED')
  expect(writeFilter(readFilter(written, names), names)).toBe(written)
})

test('choosing a view takes out what the one before had, and nothing comes in that is no filter of the list', () => {
  expect(readFilter('status=ERROR&profile=stolen&feedback=1', names)).toEqual({
    status: 'ERROR',
    q: undefined,
    created: undefined,
  })
})

test('an order is read back, and what is none is no order', () => {
  expect(readSort(writeSort({ by: 'statusAt', direction: 'asc' }))).toEqual({ by: 'statusAt', direction: 'asc' })
  for (const text of [undefined, '', 'statusAt', 'statusAt.up', 'a b.asc', '.desc'])
    expect(readSort(text)).toBeUndefined()
})
