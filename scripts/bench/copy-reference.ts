import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { copyIn } from '../../apps/server/src/seed/fleet.ts'
import type { Portal } from './portal.ts'

/** The tables in which a code has a row. */
const TABLES = [
  'iccid_directory',
  'profile',
  'profile_key',
  'activation_code',
  'download_order',
  'profile_event',
  'activation_code_directory',
  'batch_row',
  'profile_place',
] as const

const RUNS = 3

type CopySeconds = {
  /** COPY of the finished profiles into a table `like profile including all`. */
  profile: number
  /** COPY of the finished profiles into `profile` as it was when it had 27 indexes. */
  frozenProfile: number
  /** COPY of the finished rows of all tables, with their primary keys as the only indexes. */
  keysOnly: number
}

/** How long PostgreSQL itself needs for the same rows: the best of three runs each, into a truncated table. */
export async function copySeconds({ databaseUrl }: Portal, codes: number): Promise<CopySeconds> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  try {
    await mustHaveRows(database, codes)
    const profiles = await finishedRows(database, 'profile')
    await database.query('create table copied (like profile including all)')
    const profile = await bestSeconds(database, { table: 'copied', ...profiles })
    await database.query(readFileSync(join(import.meta.dirname, 'frozen-profile.sql'), 'utf8'))
    const frozenProfile = await bestSeconds(database, {
      table: 'frozen_profile',
      ...(await finishedRows(database, 'profile', await columnsOf(database, 'frozen_profile'))),
    })
    await database.query('drop table copied, frozen_profile')
    let keysOnly = 0
    for (const table of TABLES) {
      await database.query(`create table keyed (like ${table} including defaults including constraints)`)
      for (const name of await columnsOf(database, table, 'generated'))
        await database.query(`alter table keyed drop column ${name}`)
      await database.query(`alter table keyed add primary key (${await keyOf(database, table)})`)
      keysOnly += await bestSeconds(database, { table: 'keyed', ...(await finishedRows(database, table)) })
      await database.query('drop table keyed')
    }
    return { profile, frozenProfile, keysOnly }
  } finally {
    await database.end()
  }
}

/** The list of tables must be complete: each has a row for each code, and no other table has. */
async function mustHaveRows(database: Database, codes: number): Promise<void> {
  await database.query('set role simwright_system')
  const { rows: all } = await database.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
      and has_table_privilege(c.oid, 'select') and relname not like 'source%' order by 1`,
  )
  const filled: string[] = []
  for (const { name } of all) {
    const { rows } = await database.query(`select from ${name} offset ${codes - 1} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  await database.query('reset role')
  if (filled.join() !== TABLES.toSorted().join()) throw new Error(`a code has rows in ${filled.join(', ')}`)
}

type Copied = { table: string; columns: readonly string[]; text: Buffer }

async function bestSeconds(database: Database, { table, columns, text }: Copied): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await database.query(`truncate ${table}`)
    const begin = performance.now()
    await copyIn(database, { command: `copy ${table} (${columns.join(', ')}) from stdin`, text })
    seconds.push((performance.now() - begin) / 1000)
  }
  return Math.min(...seconds)
}

/** The rows of a table in COPY text format: its own columns, of these those that are in `only`. */
async function finishedRows(
  database: Database,
  table: string,
  only?: readonly string[],
): Promise<Pick<Copied, 'columns' | 'text'>> {
  const own = await columnsOf(database, table)
  const columns = only ? own.filter((name) => only.includes(name)) : own
  const line = columns.map((name) => `coalesce(replace(${name}::text, E'\\\\', E'\\\\\\\\'), E'\\\\N')`).join(', ')
  await database.query('set role simwright_system')
  const { rows } = await database.query<{ line: string }>(`select concat_ws(E'\\t', ${line}) as line from ${table}`)
  await database.query('reset role')
  return { columns, text: Buffer.from(rows.map((row) => `${row.line}\n`).join('')) }
}

async function columnsOf(database: Database, table: string, which: 'own' | 'generated' = 'own'): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and (attgenerated <> '') = $2 order by attnum`,
    [table, which === 'generated'],
  )
  return rows.map(({ name }) => name)
}

async function keyOf(database: Database, table: string): Promise<string> {
  const { rows } = await database.query<{ columns: string }>(
    `select string_agg(a.attname, ', ' order by k.n) as columns
     from pg_index i cross join unnest(i.indkey) with ordinality k(attnum, n)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary`,
    [table],
  )
  return rows[0]!.columns
}
