import * as account from '@simwright/contract/people/account'
import * as fleet from '@simwright/contract/profiles/fleet'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { testServer } from '../testing/server.ts'
import { loginClient } from './connection.ts'
import { readEachType } from './type-sample.ts'

/** Defaults of a database that change how values are written and SQL is read. */
const FOREIGN_DEFAULTS = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  search_path: 'elsewhere',
  default_transaction_isolation: 'serializable',
}

const database = await openTestDatabase()
const owner = loginClient(database.url, 'test')
await owner.connect()
for (const [name, value] of Object.entries(FOREIGN_DEFAULTS)) {
  const setting = `set ${name} = '${value}'`
  await owner.query(
    `do $$ begin execute format('alter database %I ${setting.replaceAll("'", "''")}', current_database()); end $$`,
  )
}
await owner.end()

/** How the session of the caller reads and writes. */
const OBSERVED = `
  select current_setting('default_transaction_isolation') as isolation, interval '1 hour'::text as hour,
         'a\\b' as text, to_regclass('once_request') is not null as finds_tables, null = null as unknown,
         (timestamptz '2026-01-31 20:00Z')::date::text as day, bytea '\\x00ff'::text as octets`
const EXPECTED = {
  ...{ isolation: 'read committed', hour: '01:00:00', text: 'a\\b', finds_tables: true, unknown: null },
  ...{ day: '2026-01-31', octets: '\\x00ff' },
}

describe('on a database with other defaults', () => {
  test('the portal works, and is ready', async () => {
    const t = await testServer({ database })
    const { person } = await t.signUpAndIn()
    const client = t.stranger()
    await client.ask(account.login, { email: person.email, password: person.password })
    expect(await client.ask(fleet.count, {})).toMatchObject({ capped: false })
    const response = await fetch(`${t.url}/readyz`)
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'ready' }])
  })

  test('values of each type are read as they were written', async () => {
    await expect(readEachType(database.db.global)).resolves.toBeUndefined()
  })

  test('the sessions of the pools and of single connections have the settings of the code', async () => {
    const { rows } = await sql.raw(OBSERVED).execute(database.db.global)
    expect(rows).toEqual([EXPECTED])
    const client = loginClient(database.url, 'test')
    await client.connect()
    const observed = await client.query(
      `${OBSERVED}, timestamptz '2026-01-31 18:04:05.678Z' as at, '\\x00ff'::bytea as bytes`,
    )
    await client.end()
    const values = { at: new Date('2026-01-31T18:04:05.678Z'), bytes: Buffer.from([0, 255]) }
    expect(observed.rows).toEqual([{ ...EXPECTED, ...values }])
  })
})
