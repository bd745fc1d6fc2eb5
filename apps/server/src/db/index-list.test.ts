import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { combinations } from '../modules/profiles/lifecycle/combination.ts'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'

const { url } = await openTestDatabase()
const owner = loginClient(url, 'test')

beforeAll(() => owner.connect())
afterAll(() => owner.end())

type Index = { name: string; predicate: string | null; columns: string }

async function indexesOf(table: string): Promise<Index[]> {
  const { rows } = await owner.query<Index>(
    `select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate,
       (select string_agg(a.attname, ' ' order by a.attnum) from pg_attribute a where a.attrelid = c.oid) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname collate "C"`,
    [table],
  )
  return rows
}

const page = readFileSync(join(import.meta.dirname, '../../../../docs/development/indexes.md'), 'utf8')

/** The indexes that the page lists for a table. */
const listed = (table: string): string[] =>
  [
    ...page
      .split(`## \`${table}\``)[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| `(\w+)` \|/gm),
  ].map(([, name]) => name!)

describe.each([
  ['profile', 20],
  ['profile_event', 9],
  ['device_message', 1],
])('the table %s', (table, most) => {
  test('has only indexes of which the documentation says what needs them', async () => {
    const names = (await indexesOf(table)).map(({ name }) => name)
    expect(names).toEqual(listed(table).sort())
    expect(names.length).toBeLessThanOrEqual(most)
  })

  test('has no index whose predicate depends on the status', async () => {
    const dependent = (await indexesOf(table)).filter(({ predicate }) => predicate?.includes('status'))
    expect(dependent).toEqual([])
  })
})

test.each([
  ['profile', 'origin'],
  ['profile', 'handling'],
  ['profile_event', 'origin'],
])('the generated column %s.%s has the columns by which combinations are found', async (table, hash) => {
  const { rows } = await owner.query<{ columns: string[] }>(
    `select array(select distinct a.attname::text from pg_depend d join pg_attribute a on a.attrelid = d.refobjid
         and a.attnum = d.refobjsubid where d.classid = 'pg_attrdef'::regclass and d.objid = g.oid and d.deptype = 'n'
         and d.refobjid = g.adrelid) as columns
     from pg_attrdef g join pg_attribute h on h.attrelid = g.adrelid and h.attnum = g.adnum
     where g.adrelid = $1::regclass and h.attname = $2`,
    [table, hash],
  )
  const combination = Object.values(combinations).find((one) => one.table === table && one.hash === hash)
  expect(rows[0]!.columns.sort()).toEqual([...combination!.of].sort())
})

test('a fact that no download changes is in one index of profiles and one of events', async () => {
  for (const [table, facts] of [
    ['profile', ['region', 'protection', 'created_by', 'configuration_version', 'campaign_id', 'recycle_status']],
    ['profile_event', ['region', 'member_id', 'configuration_id', 'configuration_version', 'campaign_id']],
  ] as const) {
    const indexed = (await indexesOf(table)).flatMap(({ columns }) => columns.split(' '))
    expect(indexed.filter((column) => facts.some((fact) => fact === column))).toEqual([])
  }
})
