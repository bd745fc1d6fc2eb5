import { expect, test } from 'vitest'
import { parseSource } from './syntax.ts'
import { unnamedEnterprisesOf } from './tenant-query.ts'

const TABLES = new Set(['profile', 'member'])

/** Whether the rule finds a query in this source. */
const isFound = (text: string) => unnamedEnterprisesOf(parseSource('x.ts', text), TABLES).length > 0

const inFunction = (query: string, handle = 'db: TenantDb') => isFound(`async function f(${handle}) { await ${query} }`)
const NAMED = ".where('enterprise_id', '=', db.enterpriseId)"

test('a query by the handle of an enterprise must name the enterprise', () => {
  expect(inFunction(`db.selectFrom('profile').select('id').execute()`)).toBe(true)
  expect(inFunction(`db.selectFrom('profile').select('id')${NAMED}.execute()`)).toBe(false)
  expect(inFunction(`db.selectFrom('profile as p').where('p.enterprise_id', '=', id).execute()`)).toBe(false)
  expect(inFunction(`db.updateTable('profile').set({ a: 1 }).where('id', '=', id).execute()`)).toBe(true)
  expect(inFunction(`db.deleteFrom('profile').where('id', '=', id).execute()`)).toBe(true)
})

test('a column, a value and a query within name no enterprise', () => {
  expect(inFunction(`db.selectFrom('profile').select('enterprise_id').execute()`)).toBe(true)
  expect(inFunction(`db.updateTable('profile').set({ enterprise_id: id }).execute()`)).toBe(true)
  expect(inFunction(`db.selectFrom('profile').where((eb) => eb.selectFrom('a')${NAMED}).execute()`)).toBe(true)
})

test('the handle of a transaction of an enterprise is found too', () => {
  const query = `db.selectFrom('profile').select('id')`
  expect(isFound(`server.db.tenantTx(id, (db) => ${query}.execute())`)).toBe(true)
  expect(isFound(`server.db.tenantRead(id, async (db) => await ${query}${NAMED}.execute())`)).toBe(false)
})

test('handles of all enterprises and global tables are exempt', () => {
  expect(inFunction(`db.selectFrom('profile').select('id').execute()`, 'db: SystemDb')).toBe(false)
  expect(isFound(`server.db.systemTx((db) => db.selectFrom('profile').execute())`)).toBe(false)
  expect(inFunction(`db.selectFrom('plan').select('id').execute()`)).toBe(false)
})
