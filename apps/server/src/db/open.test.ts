import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { cloneDatabase, dropDatabase } from '../testing/postgres.ts'
import { loginClient } from './connection.ts'
import { TEST_SUPERUSER } from './embedded/cluster.ts'
import { LOGINS, type Login, type LoginUrls } from './logins.ts'
import { recordOfVersion } from './oldest-version.ts'
import { migrateAt, openDatabase } from './open.ts'
import { refuseTransactionPooler } from './session-check.ts'

const postgres = inject('postgres')
const admin = loginClient(new Secret(postgres.url), 'test')
const made: string[] = []

beforeAll(() => admin.connect())
afterAll(async () => {
  await admin.end()
  for (const name of made) await dropDatabase(postgres.url, name)
})

function newName(): string {
  const name = `simwright_empty_${randomBytes(6).toString('hex')}`
  made.push(name)
  return name
}

const migratedDatabase = () => cloneDatabase(postgres, newName())

async function emptyDatabase(): Promise<Secret<string>> {
  const name = newName()
  await admin.query(`create database ${name}`)
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return new Secret(url.href)
}

async function query<T>(url: Secret<string>, sql: string): Promise<T[]> {
  const client = loginClient(url, 'test')
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}

const appliedNames = (url: Secret<string>) =>
  query<{ name: string }>(url, 'select name from migration.kysely_migration order by name')

describe('migration', () => {
  test('by concurrent processes happens once', async () => {
    const url = await emptyDatabase()
    const script = `
      import { migrateAt } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
      import { Secret } from ${JSON.stringify(join(import.meta.dirname, '../secret/secret.ts'))}
      await migrateAt(new Secret(process.argv[1]))`
    const run = () => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, url.reveal()])
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      return new Promise((resolve) => child.on('close', (code) => resolve(code === 0 ? 'done' : said)))
    }
    expect(await Promise.all([run(), run(), run()])).toEqual(['done', 'done', 'done'])
    const names = await appliedNames(url)
    expect(names[0]).toEqual({ name: '0001_roles' })
    expect(new Set(names.map((row) => row.name)).size).toBe(names.length)
  })

  const FUTURE = `insert into migration.kysely_migration values ('9999_future', '2030-01-01T00:00:00Z')`
  const stateOldest = (version: string) => recordOfVersion('9999_future', `-- oldest version: ${version}`)

  test('of a database migrated by a newer version is refused', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, FUTURE)
    const refusal = 'newer Simwright (9999_future), which does not work together with this version: start that one.'
    await expect(migrateAt(url)).rejects.toThrow(refusal)
    await query(url, stateOldest('9998_unknown'))
    await expect(migrateAt(url)).rejects.toThrow(refusal)
  })

  test('of a database migrated by a newer version that states to work with this one does nothing', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, `${FUTURE}${stateOldest('0352_fewer_references')}`)
    const reported: string[] = []
    await migrateAt(url, { report: (text) => reported.push(text) })
    expect(reported).toEqual([expect.stringContaining('newer Simwright (9999_future), with which this version works')])
    await query(url, `delete from migration.kysely_migration where name = '0351_guarded_write'`)
    await expect(migrateAt(url)).rejects.toThrow('newer Simwright (9999_future), but lacks 0351_guarded_write')
  })

  /** Undoes a migration, so that the database is of an earlier version. */
  const UNDO = `alter table device_message add constraint device_message_enterprise_id_fkey foreign key (enterprise_id) references enterprise;
    alter table outbox add constraint outbox_enterprise_id_fkey foreign key (enterprise_id) references enterprise;
    delete from migration.kysely_migration where name = '0311_append_only'`

  test('of a database of an earlier version is reported before it starts and when it is done', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, UNDO)
    const reported: string[] = []
    const report = (text: string) => void reported.push(text)
    await Promise.all([migrateAt(url, { report }), migrateAt(url, { report })])
    const steps = reported.filter((text) => !text.startsWith('Another process'))
    expect(steps).toEqual([expect.stringContaining('(0311_append_only)'), 'The database is migrated.'])
    await migrateAt(url, { report: (text) => steps.push(text) })
    expect(steps).toHaveLength(2)
  })

  test('that fails names the migration, and leaves what the one before it has done', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, `${UNDO}; delete from migration.kysely_migration where name >= '0351'`)
    await expect(migrateAt(url)).rejects.toThrow(
      'Migration 0351_guarded_write failed: function "refuse_write" already exists with same argument types. ' +
        'The database is as migration 0350_fewer_records left it, for the version that has that one.',
    )
    const names = (await appliedNames(url)).map(({ name }) => name)
    expect(names).toContain('0311_append_only')
    expect(names.at(-1)).toBe('0350_fewer_records')
  })

  test('waits a limited time for tables in use, and tries again', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, UNDO)
    const user = loginClient(url, 'test')
    await user.connect()
    await user.query('begin; lock table outbox in access share mode')
    const brief = { lockLimitMs: 50, attempts: 2 }
    await expect(migrateAt(url, brief)).rejects.toThrow(/0311_append_only failed: its tables were in use all the time/)
    const report = (text: string) => void (text.includes('it is tried again') && user.query('commit'))
    await migrateAt(url, { report, lockLimitMs: 50 })
    expect(await appliedNames(url)).toContainEqual({ name: '0311_append_only' })
    await user.end()
  })

  test('gives up instead of a transaction that waits for it, for which it waits, and tries again', async () => {
    const url = (await migratedDatabase()).owner
    await query(url, UNDO)
    const user = loginClient(url, 'test')
    await user.connect()
    await user.query('begin; lock table outbox in access share mode')
    const migrating = migrateAt(url)
    const waiting = `select count(*)::int as waiting from pg_locks where not granted and relation = 'outbox'::regclass`
    await expect.poll(async () => (await query<{ waiting: number }>(url, waiting))[0]!.waiting).toBe(1)
    await user.query('lock table device_message in access share mode')
    await user.query('commit')
    await migrating
    expect(await appliedNames(url)).toContainEqual({ name: '0311_append_only' })
    await user.end()
  })

  test('of a new database that fails changes nothing', async () => {
    const url = await emptyDatabase()
    await query(url, 'create table tac (own int)')
    await expect(migrateAt(url)).rejects.toThrow('already exists')
    expect(await query(url, `select to_regclass('profile') as profile`)).toEqual([{ profile: null }])
    await query(url, 'drop table tac')
    await migrateAt(url)
    expect(await query(url, `select to_regclass('profile')::text as profile`)).toEqual([{ profile: 'profile' }])
  })
})

const superuser = withUser(postgres.url, TEST_SUPERUSER)
const hasSuperuser =
  (await query(new Secret(postgres.url), `select from pg_roles where rolname = '${TEST_SUPERUSER}'`)).length > 0

function withUser(url: string, user: string, password?: string): Secret<string> {
  const changed = new URL(url)
  changed.username = user
  if (password !== undefined) changed.password = password
  return new Secret(changed.href)
}

/** Needs the test superuser, which the PostgreSQL of `npm test` always has. */
describe.skipIf(!hasSuperuser)('the role of DATABASE_URL', () => {
  const openAt = (databaseUrl: Secret<string>) => openDatabase({ databaseUrl, dataDir: '/nonexistent' })
  const plain = `simwright_plain_${randomBytes(4).toString('hex')}`
  const password = new URL(postgres.url).password

  beforeAll(() => query(superuser, `create role ${plain} login password '${password}'`))
  afterAll(() => query(superuser, `drop owned by ${plain} cascade; drop role ${plain}`))

  test('can be the only login and own the tables; the report has the statements that separate the logins', async () => {
    const { owner } = await migratedDatabase()
    const advice: string[] = []
    const database = await openDatabase({
      databaseUrl: owner,
      dataDir: '/nonexistent',
      report: (text) => advice.push(text),
    })
    expect(await database.db.global.selectFrom('platform').selectAll().execute()).toEqual([])
    expect(await database.db.systemTx((db) => db.selectFrom('profile').select('id').execute())).toEqual([])
    await database.close()
    expect(advice).toHaveLength(1)
    expect(advice[0]).toContain(`"${LOGINS.owner}", which owns the tables`)
    expect(advice[0]).toContain('grant simwright_app, simwright_tenant, simwright_limited to simwright_app_login;')
    expect(advice[0]).toContain(`alter role "${LOGINS.owner}" nocreaterole;`)
    expect(advice[0]).toContain('set MIGRATE_URL to what DATABASE_URL is now')
  })

  test('must not be a superuser; the error has the SQL that creates ordinary roles', async () => {
    await expect(openAt(superuser)).rejects.toThrow(
      /is a superuser[\s\S]*create role simwright_owner login[\s\S]*create database/,
    )
  })

  test('must not bypass row-level security', async () => {
    await query(superuser, `alter role ${plain} bypassrls`)
    await expect(openAt(withUser(postgres.url, plain))).rejects.toThrow('has BYPASSRLS')
    await query(superuser, `alter role ${plain} nobypassrls`)
  })

  test('must be able to take the group roles; the error says how to grant them', async () => {
    const opening = openAt(withUser(postgres.url, plain))
    await expect(opening).rejects.toThrow(
      `grant simwright_app, simwright_tenant, simwright_limited, simwright_system to "${plain}"`,
    )
  })

  test('needs no right to create roles if an administrator granted it the group roles', async () => {
    const url = withUser((await emptyDatabase()).reveal(), plain)
    await query(superuser, `grant simwright_app, simwright_tenant, simwright_limited, simwright_system to ${plain}`)
    await query(superuser, `alter database ${new URL(url.reveal()).pathname.slice(1)} owner to ${plain}`)
    const database = await openAt(url)
    expect(await database.db.systemTx((db) => db.selectFrom('profile').select('id').execute())).toEqual([])
    await database.close()
    await dropDatabase(superuser.reveal(), new URL(url.reveal()).pathname.slice(1))
  })
})

describe.skipIf(!hasSuperuser)('three logins', () => {
  const suffix = randomBytes(4).toString('hex')
  const password = new URL(postgres.url).password
  const own = `simwright_own_login_${suffix}`
  const reported: string[] = []

  beforeAll(() => query(superuser, `create role ${own} login noinherit password '${password}'`))
  afterAll(() => query(superuser, `drop role ${own}`))

  /** Opens the database with another login as `login`. */
  const openWith = async (login: Login, name: string) => {
    const given = await migratedDatabase()
    const urls: LoginUrls = { ...given, [login]: withUser(given[login].reveal(), name, password) }
    const { app, system, owner } = urls
    return await openDatabase({
      databaseUrl: app,
      systemUrl: system,
      migrateUrl: owner,
      dataDir: '/nonexistent',
      report: (text) => reported.push(text),
    })
  }

  test('are accepted if they can take their roles', async () => {
    await query(superuser, `grant simwright_app, simwright_tenant, simwright_limited to ${own}`)
    const database = await openWith('app', own)
    expect(await database.db.systemTx((db) => db.selectFrom('profile').select('id').execute())).toEqual([])
    const { rows } = await sql<{ login: string }>`select session_user::text as login`.execute(database.db.global)
    expect(rows).toEqual([{ login: own }])
    expect(reported).toEqual([])
    await database.close()
  })

  test('are refused if one lacks a role; the error has the statement that grants it', async () => {
    await query(superuser, `revoke simwright_app from ${own}`)
    const opening = openWith('app', own)
    await expect(opening).rejects.toThrow(
      `DATABASE_URL signs in as "${own}", which cannot take simwright_app. As a superuser:\n  grant simwright_app to "${own}";`,
    )
    await query(superuser, `grant simwright_app to ${own}`)
  })

  test.each([
    ['the role of the system', `grant simwright_system to ${own}`, `revoke simwright_system from ${own}`],
    ['the owner of the tables', `grant ${LOGINS.owner} to ${own}`, `revoke ${LOGINS.owner} from ${own}`],
  ])('are refused if the login of the portal can take %s', async (_, grant, revoke) => {
    await query(superuser, grant)
    const opening = openWith('app', own)
    await expect(opening).rejects.toThrow(/DATABASE_URL signs in as .*, which can take .*simwright_/)
    await query(superuser, revoke)
  })

  test('are refused if the owner can create roles', async () => {
    await query(superuser, `alter role ${LOGINS.owner} createrole`)
    const opening = openWith('owner', LOGINS.owner)
    await expect(opening).rejects.toThrow(`alter role "${LOGINS.owner}" nosuperuser nobypassrls nocreaterole`)
    await query(superuser, `alter role ${LOGINS.owner} nocreaterole`)
  })

  test('are refused if the owner is also the login of the portal', async () => {
    await expect(openWith('app', LOGINS.owner)).rejects.toThrow('it is the login for MIGRATE_URL')
  })
})

describe('a pooler', () => {
  test('with session pooling is accepted', async () => {
    const other = loginClient(new Secret(postgres.url), 'test')
    await other.connect()
    await expect(refuseTransactionPooler(admin, other)).resolves.toBeUndefined()
    await other.end()
  })

  test('that serves two clients with one session is refused', async () => {
    const refusal = { name: 'StartRefusal', message: expect.stringContaining('session pooling') }
    await expect(refuseTransactionPooler(admin, admin)).rejects.toMatchObject(refusal)
  })
})
