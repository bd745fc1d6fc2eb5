import { expect, test } from 'vitest'
import { leftJoined } from './left-joined.ts'

test.each([
  ['a table that is joined', 'select 1 from a left join b on true', ['b']],
  ['a quoted table, with its alias', 'select 1 from a x left outer join "b" as y on x.i = y.i join c on true', ['b']],
  ['no table that is read inside', 'select 1 from a join b on true', []],
])('%s', (_, sql, tables) => {
  expect(leftJoined(sql)).toEqual(new Set(tables))
})

test('each name in a joined query counts, up to its parenthesis', () => {
  const joined = leftJoined(
    'select 1 from a left join lateral (select (b.i) from b join c on true) d on true join e on true',
  )
  expect(joined).toContain('b')
  expect(joined).toContain('c')
  expect(joined).not.toContain('e')
})

test.each([
  'select 1 from a right join b on true',
  'select 1 from a full outer join b on true',
  'with n as materialized (select i from b) select 1 from a left join n on true',
  'with m as (select 1), n as (select i from b) select 1 from a left join lateral (select i from n) x on true',
])('any column may be null: %s', (sql) => {
  expect(leftJoined(sql)).toBe('any')
})
