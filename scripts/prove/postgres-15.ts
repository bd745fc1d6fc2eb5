import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { TEST_SUPERUSER } from '../../apps/server/src/db/embedded/cluster.ts'
import { CHILD_ENV, chooseLauncher, type Launcher } from '../../apps/server/src/db/embedded/launcher.ts'
import { LOGINS, type Login, statementsForNewDatabase } from '../../apps/server/src/db/logins.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { settingsFor } from '../../apps/server/src/testing/postgres.ts'
import { findTools } from '../test/machine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** `npm test` with PostgreSQL 15: that of DATABASE_URL, or one in a temporary folder. */
export async function provePostgres15(filters: readonly string[]): Promise<boolean> {
  if (process.env.DATABASE_URL) return runTests({}, filters)
  const { postgres15 } = findTools('postgres15')
  if (postgres15 === undefined) return false
  const server = await startServer(postgres15)
  try {
    return runTests(server.settings, filters)
  } finally {
    await server.stop()
  }
}

function runTests(settings: Record<string, string>, filters: readonly string[]): boolean {
  const env = { ...process.env, ...settings }
  const script = join(ROOT, 'scripts', 'test.ts')
  return spawnSync(process.execPath, [script, ...filters], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** A PostgreSQL 15 in a temporary folder. */
export type Postgres15 = {
  folder: string
  data: string
  port: number
  launcher: Launcher
  /** Of the superuser `postgres`. */
  password: string
  /** The settings of a portal that uses it. */
  settings: Record<string, string>
  /** Stops it; its data stays. */
  halt(): Promise<void>
  /** Starts it after `halt`. */
  resume(): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL 15 with an empty database. @param settings of PostgreSQL besides its own, given its folder */
export async function startServer(
  postgres: string,
  settingsIn: (folder: string) => readonly string[] = () => [],
): Promise<Postgres15> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-15-'))
  const launcher = chooseLauncher(postgres, folder)
  launcher.own(folder)
  const password = randomBytes(16).toString('hex')
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  writeFileSync(passwordFile, password, { mode: 0o600 })
  launcher.own(passwordFile)
  const made = launcher.command(join(dirname(postgres), 'initdb'), [
    ...['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--locale=C.UTF-8', '--no-sync', '--no-instructions'],
  ])
  const done = spawnSync(made.file, made.args, { ...made.options, env: CHILD_ENV, cwd: '/', encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr}`)

  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'full_page_writes=off',
    ...settingsIn(folder),
  ]
  const run = launcher.command(postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])])
  const log = openSync(join(folder, 'log'), 'a')
  const start = () =>
    spawn(run.file, run.args, { ...run.options, env: CHILD_ENV, cwd: '/', stdio: ['ignore', log, log] })
  let child = start()
  const address = `127.0.0.1:${port}`
  const superuser = `postgres://postgres:${password}@${address}/postgres`
  await makeRoles(superuser, password)
  const urlOf = (login: Login) => new Secret(`postgres://${LOGINS[login]}:${password}@${address}/simwright`)
  const halt = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await gone
  }
  return {
    ...{ folder, data, port, launcher, password, halt },
    settings: settingsFor({ owner: urlOf('owner'), app: urlOf('app'), system: urlOf('system') }),
    resume: async () => {
      child = start()
      await (await connectWhenReady(superuser)).end()
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) await halt()
      rmSync(folder, { recursive: true })
    },
  }
}

async function makeRoles(url: string, password: string): Promise<void> {
  const client = await connectWhenReady(url)
  const { rows } = await client.query('show server_version')
  console.log(`PostgreSQL ${rows[0].server_version}`)
  const statements = statementsForNewDatabase().replaceAll(`'...'`, `'${password}'`)
  for (const statement of statements.split(';')) await client.query(statement)
  await client.query(`alter role ${LOGINS.owner} createdb; grant pg_signal_backend to ${LOGINS.owner}`)
  await client.query(`create role ${TEST_SUPERUSER} login superuser password '${password}'`)
  await client.end()
}

const READY_LIMIT_MS = 20_000

async function connectWhenReady(url: string): Promise<Client> {
  const deadline = Date.now() + READY_LIMIT_MS
  for (;;) {
    const client = new Client(url)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
