import { expect, test } from 'vitest'
import { readFilter, writeFilter } from './address.ts'

const names = ['status', 'q', 'created']

test('equal filters are written alike whatever their order in the address, without names that are not filters', () => {
  const search = { q: 'group:"Field test" age>7d', profile: 'x', status: 'ERROR,EXPIRED', created: undefined }
  const written = writeFilter(search, names)
  expect(written).toBe('q=group%3A%22Field+test%22+age%3E7d&status=ERROR%2CEXPIRED')
  expect(writeFilter(readFilter(written, names), names)).toBe(written)
})

test('selecting a view removes the filters of the previous one and adds only filters of the list', () => {
  expect(readFilter('status=ERROR&profile=stolen&feedback=1', names)).toEqual({
    status: 'ERROR',
    q: undefined,
    created: undefined,
  })
})

test('a view that was saved with legacy names is read with current names', () => {
  const read = ({ stat, ...rest }: Record<string, string | undefined>) => ({ ...rest, status: rest.status ?? stat })
  expect(readFilter('stat=ERROR&q=age%3E7d', names, read)).toEqual({ status: 'ERROR', q: 'age>7d', created: undefined })
})
