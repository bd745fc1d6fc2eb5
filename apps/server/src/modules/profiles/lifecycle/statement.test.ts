import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { insertWrite } from './statement.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const at = new Date(0)

test('shared values are sent once, other columns as one array each', () => {
  const { sql, parameters } = insertWrite('t', [{ id: 'a' }, { id: 'b' }], { state: 'LIVE', created_at: at }).compile(
    db,
  )
  expect(parameters).toEqual(['LIVE', at, ['a', 'b']])
  expect(sql.replace(/\s+/g, ' ')).toBe(
    'insert into "t" ("state", "created_at", "id") ' +
      'select $1::text, $2::timestamptz, "r"."id" from unnest($3::uuid[]) as r("id")',
  )
})

test('one row is sent as values', () => {
  const { sql, parameters } = insertWrite('t', [{ id: 'a' }], { created_at: at }).compile(db)
  expect(parameters).toEqual([at, 'a'])
  expect(sql).toBe('insert into "t" ("created_at", "id") values ($1, $2)')
})
