import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { loginClient } from '../connection.ts'
import { openDb } from '../database.ts'
import { LOGINS } from '../logins.ts'
import { locateBinaries } from './binary.ts'
import { clusterIn } from './cluster.ts'
import { DATA_DIRECTORY_LOCK } from './data-directory-lock.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { chooseLauncher } from './launcher.ts'
import { EARLIER_LOGIN } from './login-statement.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { run, runSingle } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'conversion-'))
const dataDir = join(folder, 'data')
const cluster = clusterIn(dataDir)
const earlierFile = join(cluster.folder, 'password')
const passwordFile = join(cluster.folder, 'passwords.json')
const PASSWORD = 'earlier'

mkdirSync(dataDir, { mode: 0o700 })
const binaries = locateBinaries()
const tools = { binaries, launcher: chooseLauncher(binaries.postgres, dataDir), purpose: 'test' } as const

afterAll(async () => {
  await stopPostmaster(cluster, binaries)
  rmSync(folder, { recursive: true })
})

const RED = '01900000-0000-7000-8000-000000000001'
const BLUE = '01900000-0000-7000-8000-000000000002'

/** Restores a data directory of an earlier version: created once, then copied with its file owners. */
async function restoreEarlierCluster(): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  const copy = join(folder, 'kept')
  if (!existsSync(copy)) {
    await createEarlierCluster()
    renameSync(dataDir, copy)
  }
  const copied = spawnSync('cp', ['-a', copy, dataDir])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
}

/** Creates a cluster like earlier versions did, with two enterprises and a table of the queue. */
async function createEarlierCluster(): Promise<void> {
  mkdirSync(cluster.folder, { recursive: true, mode: 0o700 })
  tools.launcher.own(cluster.folder)
  const args = [`--pgdata=${cluster.data}`, '--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8']
  const superuser = join(cluster.folder, 'superuser')
  writeFileSync(superuser, 'forgotten', { mode: 0o600 })
  tools.launcher.own(superuser)
  const more = [`--pwfile=${superuser}`, '--locale=C', '--no-sync', '--no-instructions']
  run({ what: 'initdb', program: binaries.initdb, args: [...args, ...more], launcher: tools.launcher })
  rmSync(superuser)
  const statements = [
    `create role ${EARLIER_LOGIN} login createrole password '${PASSWORD}'`,
    `create database simwright owner ${EARLIER_LOGIN}`,
  ]
  runSingle({ data: cluster.data, database: 'postgres', statements, ...tools })
  writeFileSync(earlierFile, `${PASSWORD}\n`, { mode: 0o600 })
  await withEarlierLogin(async (client) => {
    // that version created the group roles at its start and granted them to itself
    for (const role of ['simwright_app', 'simwright_tenant', 'simwright_system']) {
      await client.query(`create role ${role} nologin; grant ${role} to session_user with inherit false, set true`)
    }
    await client.query(`
      create table enterprise (enterprise_id uuid primary key);
      alter table enterprise enable row level security, force row level security;
      create policy tenant on enterprise to simwright_tenant
        using (enterprise_id = nullif(current_setting('app.enterprise', true), '')::uuid);
      create policy system on enterprise to simwright_system using (true) with check (true);
      grant select on enterprise to simwright_tenant;
      grant select, insert on enterprise to simwright_system;
      grant usage on schema public to simwright_app, simwright_tenant, simwright_system;
      create schema graphile_worker;
      create table graphile_worker.jobs (id int);
      create function graphile_worker.count_jobs() returns bigint language sql as 'select count(*) from graphile_worker.jobs';
      begin; set local role simwright_system; insert into enterprise values ('${RED}'), ('${BLUE}'); commit`)
  })
}

async function withEarlierLogin(work: (client: Client) => Promise<void>): Promise<void> {
  const { port } = await runPostmaster(cluster, tools, () => {})
  const client = new Client(`postgres://${EARLIER_LOGIN}:${PASSWORD}@127.0.0.1:${port}/simwright`)
  await client.connect()
  await work(client)
  await client.end()
  await stopPostmaster(cluster, binaries)
}

/** Roles and rows of the database after a start. */
async function stateOf({ urls }: EmbeddedPostgres) {
  const owner = loginClient(urls.owner, 'test')
  await owner.connect()
  const { rows: logins } = await owner.query(
    `select rolname, rolcreaterole from pg_roles where rolcanlogin and rolname like 'simwright%' order by 1`,
  )
  const { rows: owners } = await owner.query(
    `select distinct pg_get_userbyid(c.relowner) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker')
     union select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'graphile_worker'
     union select pg_get_userbyid(datdba) from pg_database where datname = 'simwright'
     union select pg_get_userbyid(proowner) from pg_proc where proname = 'count_jobs'`,
  )
  await owner.end()
  const db = openDb({ urls, maxConnections: 1 })
  const ids = (rows: { enterprise_id: string }[]) => rows.map((row) => row.enterprise_id)
  const all = await db.systemTx(async (db) => ids(await db.selectFrom('enterprise').select('enterprise_id').execute()))
  const own = await db.tenantTx(RED, async (db) =>
    ids(await db.selectFrom('enterprise').select('enterprise_id').execute()),
  )
  await db.close()
  return { logins, owners, all, own }
}

const CONVERTED = {
  logins: Object.values(LOGINS)
    .toSorted()
    .map((rolname) => ({ rolname, rolcreaterole: false })),
  owners: [{ name: LOGINS.owner }],
  all: [RED, BLUE],
  own: [RED],
}

async function stateAfterStart() {
  const postgres = await startEmbedded(dataDir, 'test')
  try {
    return await stateOf(postgres)
  } finally {
    await postgres.stop()
  }
}

/** A server in its own process, which reports when it is ready. */
function startServer() {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    await startEmbedded(process.argv[1], 'test')
    process.stdout.write('ready')`
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], { stdio: 'pipe' })
}

describe('a cluster of an earlier version', () => {
  test('gets the three logins at the start, keeps its rows, and is not converted again', async () => {
    await restoreEarlierCluster()
    expect(await stateAfterStart()).toEqual(CONVERTED)
    expect(existsSync(earlierFile)).toBe(false)
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600)
    const passwords = readFileSync(passwordFile, 'utf8')
    expect(await stateAfterStart()).toEqual(CONVERTED)
    expect(readFileSync(passwordFile, 'utf8')).toBe(passwords)
  })

  test('whose conversion was killed before the password file was written is converted again', async () => {
    rmSync(passwordFile)
    writeFileSync(earlierFile, `${PASSWORD}\n`, { mode: 0o600 })
    expect(await stateAfterStart()).toEqual(CONVERTED)
  })

  test('whose conversion was killed before the last step repeats only that step', async () => {
    writeFileSync(earlierFile, `${PASSWORD}\n`, { mode: 0o600 })
    const passwords = readFileSync(passwordFile, 'utf8')
    expect(await stateAfterStart()).toEqual(CONVERTED)
    expect([existsSync(earlierFile), readFileSync(passwordFile, 'utf8')]).toEqual([false, passwords])
  })

  test('with the three logins but not all group roles gets the missing one', async () => {
    runSingle({ data: cluster.data, database: 'simwright', statements: ['drop role simwright_limited'], ...tools })
    rmSync(join(cluster.folder, 'group-roles'))
    const postgres = await startEmbedded(dataDir, 'test')
    const owner = loginClient(postgres.urls.owner, 'test')
    await owner.connect()
    const { rows } = await owner.query(
      `select pg_has_role('simwright_limited', 'simwright_tenant', 'USAGE') as inherits,
         pg_has_role('simwright_app_login', 'simwright_limited', 'SET') as taken`,
    )
    await owner.end()
    await postgres.stop()
    expect(rows).toEqual([{ inherits: true, taken: true }])
  })

  test('on which a killed server has left PostgreSQL running is converted', async () => {
    await restoreEarlierCluster()
    await runPostmaster(cluster, tools, () => {})
    expect(await stateAfterStart()).toEqual(CONVERTED)
  })

  test('in use by a server of the earlier version is not converted', async () => {
    await restoreEarlierCluster()
    const { port } = await runPostmaster(cluster, tools, () => {})
    const other = new Client({
      connectionString: `postgres://${EARLIER_LOGIN}:${PASSWORD}@127.0.0.1:${port}/simwright`,
      application_name: `server ${process.pid}`,
    })
    await other.connect()
    await other.query(`select pg_advisory_lock(${DATA_DIRECTORY_LOCK})`)
    await expect(startEmbedded(dataDir, 'test')).rejects.toThrow('in use by another Simwright server')
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await other.end()
    expect(await stateAfterStart()).toEqual(CONVERTED)
  })

  test('survives a kill of the server at any moment of the conversion', async () => {
    for (const later of [0, 40]) {
      await restoreEarlierCluster()
      const child = startServer()
      const gone = once(child, 'exit')
      // single-user mode has begun once it has written its pid, as a negative number
      await until(() => /^-\d/.test(pidFile()) || existsSync(passwordFile))
      await sleep(later)
      child.kill('SIGKILL')
      await gone
      expect(await stateAfterStart()).toEqual(CONVERTED)
    }
  })
})

function pidFile(): string {
  try {
    return readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1)
}
