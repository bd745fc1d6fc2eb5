import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { fragment, shapedFragment, statementOf } from './fragment.ts'

const { db } = await openTestDatabase()

const half = (number: number) => fragment`(${number}::int / 2)`
const sumOf = (first: unknown, second: unknown) => fragment`select ${first}::int + ${second}::int as sum`

test('a fragment within another takes the next parameters, and each nesting has a text of its own', () => {
  const plain = statementOf(sumOf(1, 2))
  expect([plain.sql, plain.parameters]).toEqual(['select $1::int + $2::int as sum', [1, 2]])
  const first = statementOf(sumOf(half(8), 2))
  expect([first.sql, first.parameters]).toEqual(['select ($1::int / 2)::int + $2::int as sum', [8, 2]])
  const second = statementOf(sumOf(1, half(8)))
  expect([second.sql, second.parameters]).toEqual(['select $1::int + ($2::int / 2)::int as sum', [1, 8]])
})

test('the text is the same string for the same shape', () => {
  expect(statementOf(sumOf(half(2), 3))).toMatchObject({ parameters: [2, 3] })
  expect(statementOf(sumOf(half(2), 3)).sql).toBe(statementOf(sumOf(half(4), 5)).sql)
  const list = (values: readonly number[]) =>
    shapedFragment(`list of ${values.length}`, () => ['values (', ...values.slice(1).map(() => '), ('), ')'], values)
  expect(statementOf(list([7, 8])).sql).toBe('values ($1), ($2)')
  expect(statementOf(list([9])).sql).toBe('values ($1)')
})

test('PostgreSQL and kysely take a fragment', async () => {
  const sums = await db.systemTx(async (db) => [
    (await db.executeQuery(statementOf(sumOf(half(8), 2)))).rows,
    (await sumOf(half(8), 3).execute(db)).rows,
    (await sql`select s.sum from (${sumOf(half(8), 4)}) s`.execute(db)).rows,
  ])
  expect(sums).toEqual([[{ sum: 6 }], [{ sum: 7 }], [{ sum: 8 }]])
})
