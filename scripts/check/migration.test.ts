import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationsThatBreak, migrationsWithoutVersion } from './migration.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A checkout with these migrations, after one that landed before the rules. */
function checkout(migrations: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'migrations-'))
  folders.push(root)
  const folder = join(root, 'apps/server/src/db/migrations')
  mkdirSync(folder, { recursive: true })
  const all = { '0352_old': 'drop table old;', ...migrations }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, `${name}.sql`), text)
  return root
}

const OLDEST = '-- oldest version: 0352_old\n'

test('a migration states the oldest version that works with its tables, which is not its own', () => {
  expect(migrationsWithoutVersion(checkout({ '0360_one': OLDEST }))).toEqual([])
  const faults = migrationsWithoutVersion(
    checkout({
      '0360_one': 'create table one (id int);',
      '0361_two': '-- oldest version: 0353_unknown',
      '0362_three': '-- oldest version: 0362_three',
    }),
  )
  expect(faults).toEqual([
    '0360_one: lacks the line `-- oldest version: MIGRATION`',
    '0361_two: the oldest version 0353_unknown is not a migration',
    '0362_three: works only with its own version, so that an upgrade needs a stop',
  ])
})

test.each([
  'drop table one;',
  'alter table one drop column two;',
  'drop function f(int);',
  'alter table one rename to other;',
  'alter table one rename column two to three;',
  'alter table one alter column two type bigint;',
  'alter table one alter column two set not null;',
  'alter table one add column two int default 0, add column three int not null;',
  'revoke select on one from simwright_app;',
  'revoke execute on function f from simwright_system;',
  'create function f() returns void language sql as $$ select $$; drop table one;',
])('what the version before reads or does not write is refused: %s', (sql) => {
  expect(migrationsThatBreak(checkout({ '0360_one': OLDEST + sql }))).toHaveLength(1)
})

test.each([
  'create table one (id int not null);',
  'alter table one add column two int not null default 0, add column three int;',
  'alter table one add column two int not null generated always as (1) stored;',
  'alter table one drop constraint one_two_fkey; drop index one_two; -- drop table one',
  'create or replace function f(a int) returns int language sql as $$ select a $$;',
  `create function f() returns void language plpgsql as $$ begin drop table one; execute $x$ drop table one $x$; end $$;
   revoke execute on function f, g from public;`,
])('what the version before does not see is not: %s', (sql) => {
  expect(migrationsThatBreak(checkout({ '0360_one': OLDEST + sql }))).toEqual([])
})

test('what no version reads that works with the tables may be dropped', () => {
  const drop = '-- unread since: 0360_one\nalter table one drop column two;'
  const one = { '0360_one': OLDEST }
  expect(migrationsThatBreak(checkout({ ...one, '0361_two': `-- oldest version: 0360_one\n${drop}` }))).toEqual([])
  expect(migrationsThatBreak(checkout({ ...one, '0361_two': OLDEST + drop }))).toEqual([
    '0361_two: works with 0352_old, which reads what is unread only since 0360_one',
  ])
  expect(migrationsThatBreak(checkout({ '0361_two': OLDEST + drop }))).toEqual([
    '0361_two: unread since 0360_one, which is not an earlier migration',
  ])
})
