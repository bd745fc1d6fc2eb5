import { Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { rolePool } from './connection.ts'
import { OpeningDialect } from './dialect.ts'

const { urls } = await openTestDatabase()
const pool = rolePool(urls.app, { max: 1, role: 'simwright_app', onIdleError: () => {} })
const dialect = new OpeningDialect(pool)
const root = new Kysely<Record<never, never>>({ dialect })
afterAll(() => root.destroy())

const setting = async (db: Kysely<Record<never, never>>) => {
  const { rows } = await sql<{ kept: string }>`select current_setting('simwright.kept', true) as kept`.execute(db)
  return rows[0]!.kept
}

const opened = <T>(statement: string, work: (db: Kysely<Record<never, never>>) => Promise<T>) =>
  dialect.opening(statement, () => root.transaction().execute(work))

test('a transaction begins with its opening statement', async () => {
  expect(await opened(`select set_config('simwright.kept', 'yes', true)`, setting)).toBe('yes')
  expect(await setting(root)).toBe('')
})

test('if the opening fails, nothing of the work is committed, and its error is thrown', async () => {
  const working = opened('select 1 / 0', async (db) => {
    await sql`select set_config('simwright.kept', 'no', false)`.execute(db)
  })
  await expect(working).rejects.toThrow('division by zero')
  expect(await setting(root)).toBe('')
})

test('a failed opening throws even if the work sends no statement', async () => {
  await expect(opened('select 1 / 0', async () => 'done')).rejects.toThrow('division by zero')
  expect(await setting(root)).toBe('')
})
