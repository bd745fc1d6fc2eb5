import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { FREE_PORTS } from '../../free-ports.ts'
import { checkPorts } from '../../port-check.ts'
import { attachEmbedded } from './attach.ts'
import { locateBinaries } from './binary.ts'
import { DATA_DIRECTORY_LOCK, DataDirectoryInUse } from './data-directory-lock.ts'
import { startEmbedded } from './embedded.ts'
import { chooseLauncher, direct } from './launcher.ts'

const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
const dataDir = join(folder, 'data')
const cluster = join(dataDir, 'postgres-18', 'cluster')

afterAll(() => rmSync(folder, { recursive: true }))

/**
 * A process that starts PostgreSQL over the data directory, prints the owner's URL or the error, and stops it on
 * SIGTERM.
 */
function startHolder(): { child: ChildProcess; printed: Promise<string> } {
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    try {
      const report = (text) => process.stderr.write(text + '\\n')
      const onLost = (reason) => process.stderr.write('lost: ' + reason.message + '\\n')
      const postgres = await startEmbedded(process.argv[1], 'test', { report, onLost })
      process.on('SIGINT', () => process.stderr.write('interrupted'))
      process.on('SIGTERM', () => postgres.stop())
      process.stdout.write(postgres.urls.owner.reveal())
    } catch (error) {
      process.stdout.write(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], { detached: true })
  const printed = new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))))
  return { child, printed }
}

/** Gives another data directory a copy of the cluster, with its file owners: a tenth of the time of creating one. */
function copyCluster(to: string): void {
  mkdirSync(to, { mode: 0o700 })
  const copied = spawnSync('cp', ['-a', join(dataDir, 'postgres-18'), to])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
}

function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('exit', resolve))
}

/** The reports of a process from now on. */
function reports(child: ChildProcess): () => string {
  let text = ''
  child.stderr!.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

const LOCK_SESSION = `select pid from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and objid = ${DATA_DIRECTORY_LOCK} and granted`

/** The backend that holds the lock of the data directory; undefined while PostgreSQL is unreachable. */
async function lockHolder(url: string): Promise<number | undefined> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(LOCK_SESSION)).rows[0]?.pid
  } catch {
    return undefined
  } finally {
    await client.end()
  }
}

/** Waits until a backend other than `before` holds the lock. */
async function relocked(url: string, before: number | undefined): Promise<void> {
  await expect.poll(() => lockHolder(url), { interval: 50 }).toSatisfy((pid) => pid !== undefined && pid !== before)
}

const postmasterPid = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

describe('the embedded PostgreSQL', () => {
  test('is created at the first start, and accepts only local connections with a password', async () => {
    const postgres = await startEmbedded(dataDir, 'test')
    const client = new Client(postgres.urls.owner.reveal())
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('listen_addresses') as listens, current_setting('server_encoding') as encoding,
              rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user`,
    )
    await client.end()
    const stranger = new URL(postgres.urls.owner.reveal())
    stranger.password = 'wrong'
    await expect(new Client(stranger.href).connect()).rejects.toThrow('password authentication failed')
    await postgres.stop()
    expect(rows).toEqual([
      { listens: '127.0.0.1', encoding: 'UTF8', rolsuper: false, rolbypassrls: false, rolcreaterole: false },
    ])
    expect(statSync(join(dataDir, 'postgres-18', 'passwords.json')).mode & 0o777).toBe(0o600)
    expect(() => statSync(join(cluster, 'postmaster.pid'))).toThrow('ENOENT')
  })

  test('is reachable by a Unix socket that only its owner can open, and by TCP', async () => {
    const postgres = await startEmbedded(dataDir, 'test')
    const url = new URL(postgres.urls.owner.reveal())
    const home = join(realpathSync(dataDir), 'postgres-18')
    expect(decodeURIComponent(url.hostname)).toBe(home)
    const socket = join(home, `.s.PGSQL.${url.port}`)
    expect([statSync(home).mode & 0o777, statSync(socket).mode & 0o777]).toEqual([0o700, 0o700])
    expect(attachEmbedded(dataDir).owner.reveal()).toBe(url.href)
    const client = new Client(url.href)
    url.hostname = '127.0.0.1'
    const byTcp = new Client(url.href)
    for (const one of [client, byTcp]) await one.connect()
    const addresses = await Promise.all([client, byTcp].map((one) => one.query('select inet_server_addr() as address')))
    expect(addresses.map(({ rows }) => rows[0].address)).toEqual([null, '127.0.0.1'])
    await Promise.all([client.end(), byTcp.end()])
    await postgres.stop()
  })

  test('is reached by TCP, reporting the reason, if the path of a Unix socket would be too long', async () => {
    const reported: string[] = []
    const deep = join(folder, 'deep'.repeat(20))
    copyCluster(deep)
    const postgres = await startEmbedded(deep, 'test', { report: (text) => reported.push(text) })
    expect(new URL(postgres.urls.owner.reveal()).hostname).toBe('127.0.0.1')
    const client = new Client(postgres.urls.owner.reveal())
    await client.connect()
    await client.end()
    await postgres.stop()
    expect(reported).toEqual([expect.stringMatching(/by TCP, which is slower: .* has \d+ bytes, and may have 107$/)])
  })

  test('is reachable if its folder name has spaces, commas, quotes and umlauts', async () => {
    const postgres = await startEmbedded(join(folder, 'a, "b" ü'), 'test')
    const client = new Client(postgres.urls.owner.reveal())
    await client.connect()
    expect((await client.query('select inet_server_addr() as address')).rows).toEqual([{ address: null }])
    await client.end()
    await postgres.stop()
  })

  test('serves one server at a time: the error of a second one names the holder', async () => {
    const first = startHolder()
    expect(await first.printed).toMatch(/^postgres:/)
    const second = startEmbedded(dataDir, 'test')
    await expect(second).rejects.toThrow(`in use by another Simwright server (process ${first.child.pid},`)
    first.child.kill('SIGTERM')
    await ended(first.child)
  })

  test('a second server is refused before it opens or loads anything, with the ports in use', async () => {
    const { child, printed } = startHolder()
    await printed
    const used = `in use by another Simwright server (process ${child.pid},`
    const free = readConfig({ ...FREE_PORTS, DATA_DIR: dataDir })
    await expect(checkPorts(free)).rejects.toThrow(DataDirectoryInUse)
    await expect(checkPorts(free)).rejects.toThrow(used)
    const taken = createServer().listen(0, '::')
    await once(taken, 'listening')
    const port = String((taken.address() as AddressInfo).port)
    const checked = checkPorts(readConfig({ ...FREE_PORTS, DATA_DIR: dataDir, SMDP_PORT: port }))
    await expect(checked).rejects.toMatchObject({
      faults: [
        expect.stringContaining(`SMDP_PORT ${port} is in use`),
        expect.stringMatching(/^DATA_DIR .* is in use by another Simwright server/),
      ],
    })
    taken.close()
    child.kill('SIGTERM')
    await ended(child)
    await checkPorts(free)
  })

  test('survives a kill of its server, and the next start attaches to it at once', async () => {
    const killed = startHolder()
    const url = await killed.printed
    const pid = postmasterPid()
    killed.child.kill('SIGKILL')
    await ended(killed.child)
    await checkPorts(readConfig({ ...FREE_PORTS, DATA_DIR: dataDir }))
    const postgres = await startEmbedded(dataDir, 'test')
    expect([postgres.urls.owner.reveal(), postmasterPid()]).toEqual([url, pid])
    await postgres.stop()
  })

  test('does not receive Ctrl-C from the terminal of the server, which must drain first', async () => {
    const holder = startHolder()
    const url = await holder.printed
    const output = new Promise((resolve) => holder.child.stderr?.once('data', resolve))
    process.kill(-holder.child.pid!, 'SIGINT')
    await output
    await sleep(100)
    const client = new Client(url)
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    holder.child.kill('SIGTERM')
    await ended(holder.child)
  })

  test('started by two servers at once is used by one of them', async () => {
    const both = [startHolder(), startHolder()]
    const printed = await Promise.all(both.map((holder) => holder.printed))
    expect(printed.filter((text) => text.startsWith('postgres:'))).toHaveLength(1)
    expect(printed.filter((text) => text.includes('in use by another Simwright server'))).toHaveLength(1)
    const ends = both.map((holder) => ended(holder.child))
    for (const holder of both) holder.child.kill('SIGTERM')
    await Promise.all(ends)
  })

  test('starts if a crash of the machine left a pid that another program now has', async () => {
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
    )
    const dead = join(dataDir, 'postgres-18', '.s.PGSQL.5432')
    for (const file of [dead, `${dead}.lock`]) writeFileSync(file, `${process.pid}\n`)
    const postgres = await startEmbedded(dataDir, 'test')
    expect(postmasterPid()).not.toBe(process.pid)
    expect([existsSync(dead), existsSync(`${dead}.lock`)]).toEqual([false, false])
    await postgres.stop()
  })

  test('waits for another start that has created its pid file but not written to it yet', async () => {
    const pidFile = join(cluster, 'postmaster.pid')
    writeFileSync(pidFile, '')
    const started = startEmbedded(dataDir, 'test')
    await sleep(200)
    expect(existsSync(pidFile)).toBe(true)
    rmSync(pidFile)
    await (await started).stop()
  })

  test('starts if a crash of the machine left an empty pid file', async () => {
    writeFileSync(join(cluster, 'postmaster.pid'), '')
    const postgres = await startEmbedded(dataDir, 'test')
    expect(postmasterPid()).toBeGreaterThan(0)
    await postgres.stop()
  })

  test('of another major version is refused with advice', async () => {
    const old = join(folder, 'old')
    mkdirSync(join(old, 'postgres-17'), { recursive: true })
    await expect(startEmbedded(old, 'test')).rejects.toThrow(
      /holds postgres-17, but .* ships PostgreSQL 18\. .*npm run backup -- FILE.*move postgres-17 away.*npm run restore/,
    )
  })

  test('that cannot start reports why', async () => {
    const broken = join(folder, 'broken')
    mkdirSync(join(broken, 'postgres-18', 'cluster'), { recursive: true })
    writeFileSync(join(broken, 'postgres-18', 'passwords.json'), '{}')
    await expect(startEmbedded(broken, 'test')).rejects.toThrow(
      /did not start over .*broken[\s\S]*(PG_VERSION|permissions|postgresql\.conf)/,
    )
  })
})

describe('an embedded PostgreSQL that fails while its server runs', () => {
  let holder: ReturnType<typeof startHolder>
  let url: string
  let reported: () => string

  beforeEach(async () => {
    holder = startHolder()
    url = await holder.printed
    reported = reports(holder.child)
  })
  afterEach(async () => {
    if (holder.child.exitCode !== null || holder.child.signalCode !== null) return
    const gone = ended(holder.child)
    holder.child.kill('SIGTERM')
    await gone
  })

  test('ends the session that holds the lock: it is taken again', async () => {
    const before = await lockHolder(url)
    const client = new Client(url)
    await client.connect()
    await client.query('select pg_terminate_backend($1)', [before])
    await client.end()
    await relocked(url, before)
    expect(holder.child.exitCode).toBe(null)
  })

  test('loses one of its processes: all sessions end, and the lock is taken again', async () => {
    const before = await lockHolder(url)
    process.kill(before!, 'SIGKILL')
    await relocked(url, before)
    expect(holder.child.exitCode).toBe(null)
  })

  test('dies twice: each time it is restarted on the same port with the same passwords', async () => {
    for (const _ of [1, 2]) {
      const pid = postmasterPid()
      const before = await lockHolder(url)
      process.kill(pid, 'SIGKILL')
      await relocked(url, before)
      expect(postmasterPid()).not.toBe(pid)
    }
    const sockets = readdirSync(join(dataDir, 'postgres-18')).filter((name) => name.startsWith('.s.'))
    expect(sockets.toSorted()).toEqual([`.s.PGSQL.${new URL(url).port}`, `.s.PGSQL.${new URL(url).port}.lock`])
    expect(reported()).toMatch(/PostgreSQL has died and is started again[\s\S]*The database is back after \d+ ms/)
  })

  test('dies, and one of its processes does not end at once: the restart waits for it', async () => {
    const client = new Client(url)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const before = await lockHolder(url)
    process.kill(rows[0].pid, 'SIGSTOP')
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(reported).toContain(`Waiting for processes of the PostgreSQL that died to end: ${rows[0].pid}`)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true)
    process.kill(rows[0].pid, 'SIGCONT')
    await relocked(url, before)
    await client.end()
  })

  test('is taken by another server meanwhile: the first server stops and leaves PostgreSQL running', async () => {
    const gone = ended(holder.child)
    const other = new Client({ connectionString: url, application_name: `server ${process.pid} other` })
    const helper = new Client(url)
    await Promise.all([other.connect(), helper.connect()])
    const taken = other.query('select pg_advisory_lock($1)', [DATA_DIRECTORY_LOCK])
    const waiting = () => helper.query(`select from pg_locks where locktype = 'advisory' and not granted`)
    await expect.poll(async () => (await waiting()).rowCount).toBe(1)
    await helper.query('select pg_terminate_backend($1)', [await lockHolder(url)])
    await taken
    await expect.poll(reported).toContain(`in use by another Simwright server (process ${process.pid},`)
    holder.child.kill('SIGTERM')
    await gone
    expect((await helper.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await Promise.all([other.end(), helper.end()])
    process.kill(postmasterPid(), 'SIGINT')
    await expect.poll(() => existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  test('is frozen when the next server starts: that server waits and reports it', async () => {
    const gone = ended(holder.child)
    holder.child.kill('SIGKILL')
    await gone
    const pid = postmasterPid()
    process.kill(pid, 'SIGSTOP')
    const printed: string[] = []
    const starting = startEmbedded(dataDir, 'test', { report: (text) => printed.push(text) })
    await expect.poll(() => printed).toEqual(['Waiting for the database: no answer yet'])
    process.kill(pid, 'SIGCONT')
    await (await starting).stop()
  })
})

describe('a platform', () => {
  test('without a shipped PostgreSQL gets the advice to set DATABASE_URL', () => {
    expect(() => locateBinaries('sunos-sparc')).toThrow('Set DATABASE_URL')
  })

  test('whose package is not installed gets the advice to install it', () => {
    expect(() => locateBinaries('win32-x64')).toThrow('run npm ci')
  })

  test('on which root cannot start PostgreSQL gets the advice to set DATABASE_URL', () => {
    const root = { uid: 0, hasName: true }
    expect(() => chooseLauncher('/nonexistent/postgres', folder, root)).toThrow(
      /does not run as root.*Set DATABASE_URL/,
    )
  })

  test('on which the user has no name and a user namespace does not help gets that reason', () => {
    const unnamed = { uid: 12345, hasName: false }
    expect(() => chooseLauncher('/nonexistent/postgres', folder, unnamed)).toThrow(/no name.*Set DATABASE_URL/)
  })

  test('starts it directly for an ordinary user', () => {
    expect(chooseLauncher('/nonexistent/postgres', folder, { uid: 1000, hasName: true })).toBe(direct)
  })
})
