import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as report from '@simwright/contract/insight/report'
import * as fleet from '@simwright/contract/profiles/fleet'
import { Client as Database } from 'pg'
import { CHILD_ENV } from '../../apps/server/src/db/embedded/launcher.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { configured, generated } from '../../apps/server/src/testing/generated.ts'
import { newSubscribers } from '../../apps/server/src/testing/subscriber.ts'
import { freePort } from '../free-port.ts'
import { findTools } from '../test/machine.ts'
import { createScene, startPortal, stopPortal } from './portal.ts'
import { type Postgres15, startServer } from './postgres-15.ts'

const CODES = 200
const MAX_LAG_SECONDS = 20
const HEARTBEAT_SECONDS = 10
/** Of the 300 that an idle portal may write (`prove -- idle`). */
const WAL_BYTES_A_SECOND = 50
const BEATS = 50
const AT_ONCE = 4
const LIMIT_MS = 90_000

const say = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

/**
 * Reports and exports are read from a real standby (streaming replication): as of when, while it is an hour behind, while it is
 * gone, and when it is back.
 */
export async function proveReplica(): Promise<boolean> {
  const { postgres15 } = findTools('postgres15')
  if (postgres15 === undefined) return false
  const folder = mkdtempSync(join(tmpdir(), 'simwright-replica-'))
  const primary = await startServer(postgres15)
  try {
    const scene = await createScene({ ...primary.settings, DATA_DIR: join(folder, 'data') })
    const standby = await startStandby(primary, postgres15)
    try {
      const copy = new URL(primary.settings.DATABASE_URL!)
      copy.port = String(standby.port)
      const settings = {
        ...primary.settings,
        DATA_DIR: join(folder, 'data'),
        DATABASE_READ_URL: copy.href,
        DATABASE_READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
      }
      const portal = await startPortal(settings, scene)
      try {
        return await isServed({ client: portal.client, primary, standby, copy: copy.href })
      } finally {
        await stopPortal(portal)
      }
    } finally {
      await standby.stop()
    }
  } finally {
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Standby = {
  port: number
  superuser(): Promise<Database>
  start(): Promise<void>
  /** As by a power failure. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** A copy of the primary, made while it runs, that follows it. */
async function startStandby(primary: Postgres15, postgres: string): Promise<Standby> {
  const data = join(primary.folder, 'standby')
  const source = `host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}`
  const made = primary.launcher.command(join(dirname(postgres), 'pg_basebackup'), [
    ...['-d', source, '-D', data, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'],
  ])
  const done = spawnSync(made.file, made.args, { ...made.options, env: CHILD_ENV, cwd: '/', encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`pg_basebackup: ${done.stderr}`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const run = primary.launcher.command(postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])])
  const log = openSync(join(primary.folder, 'standby.log'), 'a')
  let child: ChildProcess | undefined
  const superuser = async () => {
    const client = new Database(`postgres://postgres:${primary.password}@127.0.0.1:${port}/simwright`)
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const start = async () => {
    child = spawn(run.file, run.args, { ...run.options, env: CHILD_ENV, cwd: '/', stdio: ['ignore', log, log] })
    await until('the standby answers', async () => {
      const client = await superuser().catch(() => undefined)
      await client?.end()
      return client !== undefined
    })
  }
  await start()
  return { port, superuser, start, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<number> {
  const begun = Date.now()
  while (!(await isDone())) {
    if (Date.now() - begun > LIMIT_MS) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s`)
    await sleep(200)
  }
  return Date.now() - begun
}

type Served = { client: Client; primary: Postgres15; standby: Standby; copy: string }

async function isServed({ client, primary, standby, copy }: Served): Promise<boolean> {
  const holds: boolean[] = []
  const configurationId = await configured(client)
  const generate = (count: number) => generated(client, { configurationId, rows: newSubscribers(count) })
  await generate(CODES)
  await until('the counters have all codes', async () => (await inventory(client)).stock === CODES)
  const first = await inventory(client)
  holds.push(say(isOfCopy(first), `a report of the standby: as of ${first.ageMs} ms before it was asked for`))
  holds.push(
    say(
      await isSeparate(copy),
      'on the standby, another enterprise account sees no profile, and nothing can be written',
    ),
  )

  const watched = await standby.superuser()
  const before = await transactions(watched)
  await generate(CODES)
  const listed = await countListed(client)
  const read = (await transactions(watched)) - before
  holds.push(
    say(
      listed === 2 * CODES && read > 0,
      `an export right after generating: ${listed} of ${2 * CODES} profiles, from the standby`,
    ),
  )

  const bytes = await walOfBeat(primary)
  const aSecond = bytes / HEARTBEAT_SECONDS
  holds.push(
    say(aSecond <= WAL_BYTES_A_SECOND, `a heartbeat writes ${bytes} bytes of WAL, ${aSecond.toFixed(0)} a second`),
  )

  await watched.query(`alter system set recovery_min_apply_delay = '1h'`)
  await watched.query('select pg_reload_conf()')
  const leftMs = await until('the standby is too far behind', async () => !isOfCopy(await inventory(client)))
  await generate(1)
  await until('the counters have one more', async () => (await inventory(client)).stock === 2 * CODES + 1)
  const { rows } = await watched.query('select at from heartbeat')
  const behind = await inventory(client)
  holds.push(
    say(
      !isOfCopy(behind) && leftMs < (MAX_LAG_SECONDS + 2 * HEARTBEAT_SECONDS) * 1_000,
      `a standby that is an hour behind is left after ${(leftMs / 1000).toFixed(0)} s; its heartbeat is of ${rows[0].at.toISOString()}`,
    ),
  )
  await watched.query('alter system reset recovery_min_apply_delay')
  await watched.query('select pg_reload_conf()')
  await until('the standby is read again', async () => isOfCopy(await inventory(client)))
  await watched.end()

  const killed = await duringKill(client, standby)
  holds.push(
    say(
      killed.failed === 0 && killed.answered > 0,
      `a standby that is killed: ${killed.answered} reports, ${killed.failed} failed, slowest ${killed.slowestMs.toFixed(0)} ms`,
    ),
  )
  holds.push(say(!isOfCopy(await inventory(client)), 'the database itself serves reports meanwhile'))
  await standby.start()
  const backMs = await until('the standby is read again', async () => isOfCopy(await inventory(client)))
  holds.push(say(true, `a standby that is back is read again after ${(backMs / 1000).toFixed(0)} s`))
  return holds.every(Boolean)
}

type Inventory = { stock: number; ageMs: number }

/** How many profiles there are by a report, and how long before the question it is as of. */
async function inventory(client: Client): Promise<Inventory> {
  const askedAt = Date.now()
  const { totals, asOf } = await client.ask(report.run, { parameters: { kind: 'inventory' } })
  return { stock: totals.profiles ?? 0, ageMs: askedAt - Date.parse(asOf) }
}

/** What the database itself has is as of after the question. */
const isOfCopy = ({ ageMs }: Inventory): boolean => ageMs > 0

async function countListed(client: Client): Promise<number> {
  const { text } = await client.file(fleet.exportCsv, { form: 'profiles', selection: { filter: {}, except: [] } })
  return text.trim().split('\n').length - 1
}

async function transactions(database: Database): Promise<number> {
  await sleep(1_500)
  const { rows } = await database.query(
    `select xact_commit::integer as count from pg_stat_database where datname = 'simwright'`,
  )
  return rows[0].count
}

async function isSeparate(copy: string): Promise<boolean> {
  const client = new Database(copy)
  await client.connect()
  try {
    const count = async (enterpriseId: string) => {
      await client.query(
        `begin read only; set local role simwright_tenant; set local app.enterprise = '${enterpriseId}'`,
      )
      const { rows } = await client.query('select count(*)::integer as count from profile')
      await client.query('commit')
      return rows[0].count as number
    }
    const other = await count('0190a000-0000-7000-8000-000000000001')
    await client.query('set role simwright_app')
    const written = await client.query('update heartbeat set at = now()').then(
      () => true,
      () => false,
    )
    return other === 0 && !written
  } finally {
    await client.end()
  }
}

/** The least of several, since others write meanwhile. */
async function walOfBeat({ port, password }: Postgres15): Promise<number> {
  const client = new Database(`postgres://postgres:${password}@127.0.0.1:${port}/simwright`)
  await client.connect()
  try {
    const position = async () =>
      Number((await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)).rows[0].bytes)
    let least = Number.POSITIVE_INFINITY
    for (let beats = 0; beats < BEATS; beats += 1) {
      const before = await position()
      await client.query('update heartbeat set at = clock_timestamp()')
      least = Math.min(least, (await position()) - before)
    }
    return least
  } finally {
    await client.end()
  }
}

const PAUSE_MS = 50

/** Asks for reports all the time while the standby is killed. */
async function duringKill(client: Client, standby: Standby) {
  let isOver = false
  const seen = { answered: 0, failed: 0, slowestMs: 0 }
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const begun = performance.now()
      const isAnswered = await inventory(client).then(
        () => true,
        () => false,
      )
      seen[isAnswered ? 'answered' : 'failed'] += 1
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun)
      // within the limit of calls a minute, on a fast machine too
      await sleep(PAUSE_MS)
    }
  })
  await sleep(2_000)
  await standby.kill()
  await sleep(5_000)
  isOver = true
  await Promise.all(asking)
  return seen
}
