import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'
import { openDb } from './database.ts'
import type { Row } from './row.ts'
import { statement } from './statement.ts'
import { isUnreachable } from './unreachable.ts'

declare module './statements.gen.ts' {
  interface Statements {
    'double a number': { doubled: number }
    'echo values': Values
    'select one': { one: number }
    'find numbers': { number: number; at: Date }
    divide: { quotient: number }
    'read changed table': { number: number }
  }
}

type Values = { text: string | null; bytes: Uint8Array; at: Date; list: readonly string[] }

const { db, urls } = await openTestDatabase()

test('the SQL of a statement is built once, and PostgreSQL knows it by its name', async () => {
  let built = 0
  const double = statement('double a number', ({ number }: { number: number }) => {
    built += 1
    return sql`select 2 * ${number}::int as doubled`
  })
  const rows = await db.systemTx(async (db) => {
    const doubled = [await double(db, { number: 2 }), await double(db, { number: 21 })]
    const known = await sql<{
      name: string
    }>`select name from pg_prepared_statements where name like 'double%'`.execute(db)
    return [...doubled, known.rows]
  })
  expect(rows).toEqual([[{ doubled: 4 }], [{ doubled: 42 }], [{ name: 'double a number' }]])
  expect(built).toBe(1)
})

test('parameters may be text, bytes, dates, lists and null', async () => {
  const echo = statement(
    'echo values',
    ({ text, bytes, at, list }: Values) =>
      sql`select ${text}::text as text, ${bytes}::bytea as bytes, ${at}::timestamptz as at, ${list}::text[] as list`,
  )
  const values = { text: null, bytes: Buffer.of(0, 255), at: new Date(86_400_000), list: ['a', '"b"', ''] }
  expect(await echo(db.global, values)).toEqual([values])
})

test('a query of the builder can be prepared', async () => {
  type Name = Row<'plan', 'name'>
  const find = statement('find a plan', ({ name }: Name, builder) =>
    builder.selectFrom('plan').select('name').where('name', '=', name),
  )
  for (const name of ['DEMO', 'LAB'] as const) expect(await find(db.global, { name })).toEqual([{ name }])
})

test('SQL that depends on a value is refused', async () => {
  const build = ({ name }: { name: string }): RawBuilder<unknown> => sql`select ${sql.raw(`'${name}'`)}`
  await expect(statement('interpolate', build)(db.global, { name: 'x' })).rejects.toThrow(
    'must not depend on the value of name',
  )
})

test('two statements cannot have the same name, nor a name that PostgreSQL would truncate', () => {
  const build = () => sql`select 1`
  statement('taken', build)
  expect(() => statement('taken', build)).toThrow('two statements have the name taken')
  expect(() => statement('x'.repeat(64), build)).toThrow('longer than a name may be')
})

test('the global handle refuses prepared statements inside a transaction; outside, each counts as a transaction', async () => {
  const one = statement('select one', () => sql`select 1 as one`)
  await expect(db.globalTx(async () => await one(db.global, {}))).rejects.toThrow('only its own handle may be used')
  const { transactions } = await db.countTransactions(async () => await one(db.global, {}))
  expect(transactions).toBe(1)
})

test('a prepared statement is described once in a connection: rows, no rows, writes and errors stay what they are', async () => {
  const find = statement(
    'find numbers',
    ({ most }: { most: number }) =>
      sql`select number, '2026-01-02T03:04:05Z'::timestamptz as at from generate_series(1, ${most}::int) number`,
  )
  const divide = statement('divide', ({ by }: { by: number }) => sql`select 6 / ${by}::int as quotient`)
  const at = new Date('2026-01-02T03:04:05Z')
  await db.systemTx(async (db) => {
    expect(await find(db, { most: 0 })).toEqual([])
    expect(await find(db, { most: 2 })).toEqual([
      { number: 1, at },
      { number: 2, at },
    ])
    expect(await find(db, { most: 0 })).toEqual([])
    expect(await divide(db, { by: 3 })).toEqual([{ quotient: 2 }])
  })
  for (const by of [0, 0]) await expect(divide(db.global, { by })).rejects.toThrow('division by zero')
  expect(await divide(db.global, { by: 2 })).toEqual([{ quotient: 3 }])
})

test('a prepared statement whose columns have changed is not read with the columns of before, but prepared again', async () => {
  const owner = loginClient(urls.owner, 'test')
  await owner.connect()
  await owner.query('create table changed (number int); grant select on changed to simwright_app')
  const read = statement('read changed table', () => sql`select * from changed`)
  const single = openDb({ urls, maxConnections: 1 })
  expect(await single.globalTx((db) => read(db, {}))).toEqual([])
  await owner.query('alter table changed add column other int; insert into changed values (1, 2)')
  await owner.end()
  const error: unknown = await single.globalTx((db) => read(db, {})).catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'OutdatedPlan' })
  expect(isUnreachable(error)).toBe(true)
  expect(await single.globalTx((db) => read(db, {}))).toEqual([{ number: 1, other: 2 }])
  await single.close()
})
