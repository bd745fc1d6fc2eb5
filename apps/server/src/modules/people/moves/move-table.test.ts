import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'
import { MOVED, NOT_EXPORTED } from './move-table.ts'

const t = await testServer()

type Column = { table: string; column: string; type: string }
type Reference = { from: string; to: string; deferred: boolean }

const columns = await t.server.db.systemTx(
  async (db) =>
    (
      await sql<Column>`
        select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(db)
    ).rows,
)
const references = await t.server.db.systemTx(
  async (db) =>
    (
      await sql<Reference>`
        select conrelid::regclass::text as from, confrelid::regclass::text as to, condeferrable as deferred
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(db)
    ).rows,
)

const tables = new Set(columns.map(({ table }) => table))
const moved = MOVED.filter(({ as }) => as === 'moved')
const columnsOf = (table: string) => columns.filter((one) => one.table === table).map(({ column }) => column)

describe('the list of what moves', () => {
  test('has every table once: exported, or with the reason why not', () => {
    const listed = [...MOVED.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)]
    expect(listed.toSorted()).toEqual([...tables].toSorted())
  })

  test('names only tables that say whose rows they have', () => {
    for (const { table } of MOVED) expect(columnsOf(table), table).toContain('enterprise_id')
  })

  test('decides about every sealed value, which has no use elsewhere', () => {
    for (const { table, sealed = [], blank = {} } of MOVED) {
      const decided = [...sealed.map(({ column }) => column), ...Object.keys(blank)]
      const found = columnsOf(table).filter((column) => column.startsWith('sealed'))
      expect(
        found.filter((column) => !decided.includes(column)),
        table,
      ).toEqual([])
      expect(columnsOf(table), table).toEqual(expect.arrayContaining(decided))
    }
  })

  test('is in the order of the references, and refers to nothing that stays behind', () => {
    const order = moved.map(({ table }) => table)
    const early = references.filter(({ from, to, deferred }) => {
      if (deferred || from === to || !order.includes(from) || to === 'platform') return false
      return order.indexOf(to) < 0 || order.indexOf(to) > order.indexOf(from)
    })
    expect(early).toEqual([])
  })
})
