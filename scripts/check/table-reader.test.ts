import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { FOREIGN_READS } from './foreign-read.ts'
import type { Node } from './syntax.ts'
import { foreignReads, readsOfLaterAreas, tablesRead, unusedReads } from './table-reader.ts'

const read = (text: string) => tablesRead(parseSync('x.ts', text).program as unknown as Node)

test('a table is read by from, join and using of SQL, also after a comma', () => {
  expect(read('sql`select 1 from profile p left join member m on m.id = p.id`')).toEqual(['profile', 'member'])
  expect(read('sql`select 1 from pool p, pool_member m where true`')).toEqual(['pool', 'pool_member'])
  expect(read('sql`select 1 from profile join member m on true`')).toEqual(['profile', 'member'])
  expect(read('sql`delete from pool using pool_member m where true`')).toContain('pool_member')
  expect(read("sql.raw('plan_order o join enterprise e on true')")).toEqual(['plan_order', 'enterprise'])
})

test('a table is read by the builder, with and without a name for it', () => {
  const text = "db.selectFrom('member').innerJoin('user_account as u', 'u.id', 'm.user_id').leftJoin('enterprise', f)"
  expect(read(text).toSorted()).toEqual(['enterprise', 'member', 'user_account'])
  expect(read("db.selectFrom(['pool as p', 'pool_member'])")).toEqual(['pool', 'pool_member'])
})

test('comments, texts and common table expressions read no table', () => {
  expect(read("// select from profile\nconst text = 'removed from campaign'")).toEqual([])
  expect(read('sql`with device as materialized (select 1 from pool_device) select 1 from device d`')).toEqual([
    'pool_device',
  ])
})

const file = 'apps/server/src/modules/insight/home/queries.ts'

test('a read needs to be listed for its module', () => {
  const [{ by, tables }] = FOREIGN_READS.filter((one) => one.by === 'insight/home') as [(typeof FOREIGN_READS)[number]]
  expect(foreignReads([{ reader: by, table: tables[0]!, file }])).toEqual([])
  expect(foreignReads([{ reader: by, table: 'invoice', file }])).toEqual([`${file}: invoice belongs to money/invoices`])
})

test('a read of a later area is refused, also by a module that may read others', () => {
  const reads = [{ reader: 'platform/plans', table: 'invoice', file }]
  expect(readsOfLaterAreas(reads)).toEqual([`${file}: invoice belongs to money/invoices`])
})

test('a listed read that does not occur is reported', () => {
  expect(unusedReads([])).toContain('insight/home profile')
  expect(unusedReads([{ reader: 'insight/home', table: 'profile', file }])).not.toContain('insight/home profile')
})
