import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { cloneDatabase, dropDatabase } from '../testing/postgres.ts'
import { loginClient } from './connection.ts'
import { TEST_SUPERUSER } from './embedded/cluster.ts'
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

const migratedDatabase = async () => new Secret(await cloneDatabase(postgres, newName()))

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
  test('by several processes at once happens once', async () => {
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

  test('of a database that a newer version has migrated is refused', async () => {
    const url = await migratedDatabase()
    await migrateAt(url)
    await query(url, `insert into migration.kysely_migration values ('9999_future', '2030-01-01T00:00:00Z')`)
    await expect(migrateAt(url)).rejects.toThrow('newer Simwright (9999_future)')
  })

  test('that fails leaves nothing behind', async () => {
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

function withUser(url: string, user: string): Secret<string> {
  const changed = new URL(url)
  changed.username = user
  return new Secret(changed.href)
}

/** Needs the test superuser, which a PostgreSQL of `npm test` always has. */
describe.skipIf(!hasSuperuser)('the role of DATABASE_URL', () => {
  const openAt = (databaseUrl: Secret<string>) => openDatabase({ databaseUrl, dataDir: '/nonexistent' })
  const plain = `simwright_plain_${randomBytes(4).toString('hex')}`
  const password = new URL(postgres.url).password

  beforeAll(() => query(superuser, `create role ${plain} login password '${password}'`))
  afterAll(() => query(superuser, `drop owned by ${plain} cascade; drop role ${plain}`))

  test('that is an ordinary one is taken', async () => {
    const database = await openAt(await migratedDatabase())
    expect(await database.db.global.selectFrom('platform').selectAll().execute()).toEqual([])
    await database.close()
  })

  test('must not be a superuser: the answer has the SQL that makes a right one', async () => {
    await expect(openAt(superuser)).rejects.toThrow(
      /is a superuser[\s\S]*create role simwright login[\s\S]*create database/,
    )
  })

  test('must not bypass row-level security', async () => {
    await query(superuser, `alter role ${plain} bypassrls`)
    await expect(openAt(withUser(postgres.url, plain))).rejects.toThrow('has BYPASSRLS')
    await query(superuser, `alter role ${plain} nobypassrls`)
  })

  test('that may not take the group roles is told how to get them', async () => {
    const told = openAt(withUser(postgres.url, plain))
    await expect(told).rejects.toThrow(`grant simwright_app, simwright_tenant, simwright_system to "${plain}"`)
  })

  test('that was granted the group roles by an administrator needs no right to make roles', async () => {
    const url = withUser((await emptyDatabase()).reveal(), plain)
    await query(superuser, `grant simwright_app, simwright_tenant, simwright_system to ${plain}`)
    await query(superuser, `alter database ${new URL(url.reveal()).pathname.slice(1)} owner to ${plain}`)
    const database = await openAt(url)
    expect(await database.db.systemTx((db) => db.selectFrom('profile').select('id').execute())).toEqual([])
    await database.close()
    await dropDatabase(superuser.reveal(), new URL(url.reveal()).pathname.slice(1))
  })
})

describe('a pooler', () => {
  test('that keeps sessions apart is fine', async () => {
    const other = loginClient(new Secret(postgres.url), 'test')
    await other.connect()
    await expect(refuseTransactionPooler(admin, other)).resolves.toBeUndefined()
    await other.end()
  })

  test('that serves two clients from one session is refused', async () => {
    await expect(refuseTransactionPooler(admin, admin)).rejects.toThrow('session pooling')
  })
})
