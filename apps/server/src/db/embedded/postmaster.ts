import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../../runtime/start-refusal.ts'
import type { Binaries } from './binary.ts'
import type { Cluster } from './cluster.ts'
import { CHILD_ENV, type Launcher } from './launcher.ts'
import { isAlive } from './process.ts'
import type { Purpose } from './program.ts'
import { type PostmasterAddress, quoteFolder, removeDeadSockets, socketFolderIn } from './socket.ts'

const STOP_LIMIT_MS = 60_000
const POLL_MS = 5
/** PostgreSQL creates its pid file empty and then writes to it; one that stays empty was left by a crash. */
const EMPTY_PID_FILE_LIMIT_MS = 2_000
/** A start fails if another program takes the chosen port before PostgreSQL listens on it. */
const START_ATTEMPTS = 3
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/**
 * Lines of postmaster.pid (PostgreSQL source, src/include/utils/pidfile.h): 1 pid, 4 port, 5 socket folder, 8 status.
 */
type PidFile = { pid: number; port: number; socketFolder: string; status: string }

type Tools = { binaries: Binaries; launcher: Launcher; purpose: Purpose }

/** Writes a one-line message for the operator. */
export type Report = (text: string) => void

/**
 * Makes sure that PostgreSQL runs over the cluster: attaches to one that a killed server left running; waits for one
 * that is starting, recovering or stopping, as long as it lives; else starts one.
 * @throws Error with the end of PostgreSQL's log if it does not start
 */
export async function runPostmaster(cluster: Cluster, tools: Tools, report: Report): Promise<PostmasterAddress> {
  const sayWaiting = waitReporter(report)
  let child: ChildProcess | undefined
  let starts = 0
  for (;;) {
    const found = await readWrittenPidFile(cluster.data)
    const running = found !== undefined && isPostmaster(found.pid, cluster.data)
    if (running && found.status === 'ready') return addressOf(found, cluster)
    const orphans = running ? [] : orphansOf(cluster.data)
    if (!running && orphans.length === 0 && (child === undefined || hasEnded(child))) {
      if (starts === START_ATTEMPTS) throw new StartRefusal(startFailure(cluster))
      if (found !== undefined && (found.pid === 0 || isAlive(found.pid)))
        rmSync(pidFileOf(cluster.data), { force: true })
      child = spawnPostgres(cluster, await freePort(), tools)
      starts += 1
    }
    sayWaiting(cluster, orphans)
    await sleep(POLL_MS)
  }
}

const RESTART_POLL_MS = 20

/** PostgreSQL runs over the cluster on a different port, so another server has started it. */
export class OtherPort extends Error {}

/**
 * Restarts PostgreSQL on the same port, after the processes of the dead one have ended. Does nothing while it runs.
 * The pid file is not removed, because it makes PostgreSQL refuse to start next to such processes.
 * @throws OtherPort; Error with the end of PostgreSQL's log if the start fails
 */
export async function restartPostmaster(
  cluster: Cluster,
  { port, signal, report, ...tools }: Tools & { port: number; signal: AbortSignal; report: Report },
): Promise<void> {
  const sayWaiting = waitReporter(report)
  let child: ChildProcess | undefined
  while (!signal.aborted) {
    const found = readPidFile(cluster.data)
    const running = found !== undefined && isPostmaster(found.pid, cluster.data)
    if (running && found.status === 'ready') {
      if (found.port === port) return
      throw new OtherPort(`another Simwright server has started PostgreSQL over ${cluster.data}`)
    }
    if (child !== undefined && hasEnded(child)) throw new StartRefusal(startFailure(cluster))
    const orphans = running ? [] : orphansOf(cluster.data)
    if (!running && child === undefined && orphans.length === 0) {
      report(`PostgreSQL has died and is started again over ${cluster.data}`)
      child = spawnPostgres(cluster, port, tools)
    }
    sayWaiting(cluster, orphans)
    await sleep(RESTART_POLL_MS)
  }
}

/** Whether the cluster's PostgreSQL process is alive; it may still be unable to answer. */
export function isPostmasterAlive(cluster: Pick<Cluster, 'data'>): boolean {
  const found = readPidFile(cluster.data)
  return found !== undefined && isPostmaster(found.pid, cluster.data)
}

const FIRST_REPORT_MS = 3_000
const REPORT_EACH_MS = 30_000

/** Reports what a start waits for: after three seconds, then every 30 seconds. */
function waitReporter(report: Report): (cluster: Cluster, orphans: readonly number[]) => void {
  let next = performance.now() + FIRST_REPORT_MS
  return (cluster, orphans) => {
    if (performance.now() < next) return
    next = performance.now() + REPORT_EACH_MS
    report(
      orphans.length > 0
        ? `Waiting for processes of the PostgreSQL that died to end: ${orphans.join(', ')}`
        : `Waiting for PostgreSQL to accept connections; see ${cluster.log}`,
    )
  }
}

/** The address of the PostgreSQL that runs over the cluster; undefined if none is ready. */
export function runningAddress(cluster: Cluster): PostmasterAddress | undefined {
  const found = readPidFile(cluster.data)
  if (found?.status !== 'ready' || !isPostmaster(found.pid, cluster.data)) return undefined
  return addressOf(found, cluster)
}

/**
 * Uses the socket only if it is in the cluster's folder: not so if an earlier version started it, or the folder was
 * moved.
 */
function addressOf({ port, socketFolder }: PidFile, { folder }: Cluster): PostmasterAddress {
  return { port, socketFolder: socketFolder === folder ? folder : undefined }
}

/**
 * Stops PostgreSQL by fast shutdown, which ends open connections, and waits until it has exited.
 * @throws Error on timeout
 */
export async function stopPostmaster(cluster: Pick<Cluster, 'data'>, binaries: Binaries): Promise<void> {
  const found = readPidFile(cluster.data)
  if (found === undefined || !isPostmaster(found.pid, cluster.data)) return
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '--mode=fast', '-D', cluster.data], { stdio: 'ignore' })
  } else {
    process.kill(found.pid, 'SIGINT')
  }
  const deadline = Date.now() + STOP_LIMIT_MS
  while (existsSync(pidFileOf(cluster.data)) && isPostmaster(found.pid, cluster.data)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not stop within ${STOP_LIMIT_MS / 1000} s`)
    await sleep(POLL_MS)
  }
}

function spawnPostgres(cluster: Cluster, port: number, { binaries, launcher, purpose }: Tools): ChildProcess {
  removeDeadSockets(cluster.folder, (pid) => isPostmaster(pid, cluster.data))
  const { folder } = socketFolderIn(cluster.folder)
  const settings = {
    ...SETTINGS,
    ...(purpose === 'test' ? TEST_SETTINGS : {}),
    unix_socket_directories: folder === undefined ? '' : quoteFolder(folder),
    port: String(port),
  }
  const args = ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const command = launcher.command(binaries.postgres, args)
  if (existsSync(cluster.log) && statSync(cluster.log).size > LOG_LIMIT_BYTES) {
    renameSync(cluster.log, `${cluster.log}.1`)
  }
  const log = openSync(cluster.log, 'a', 0o600)
  const child = spawn(command.file, command.args, {
    ...command.options,
    env: CHILD_ENV,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return child
}

/** Errors are logged without rows and statements, which may contain secrets. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_buffers: '64MB',
  // a report on a year groups half a million counters; with less memory it writes them to files first
  work_mem: '32MB',
}

const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '128MB',
  // each worker keeps servers open, with a pool of connections each
  max_connections: '400',
  track_counts: 'off',
  // a test runs a statement a few times on each of many connections: planning it each time would take longer than running it
  plan_cache_mode: 'force_generic_plan',
}

/** Reads the pid file; waits while it is still empty. */
async function readWrittenPidFile(data: string): Promise<PidFile | undefined> {
  const deadline = Date.now() + EMPTY_PID_FILE_LIMIT_MS
  let found = readPidFile(data)
  while (found?.pid === 0 && Date.now() < deadline) {
    await sleep(POLL_MS)
    found = readPidFile(data)
  }
  return found
}

const pidFileOf = (data: string) => join(data, 'postmaster.pid')

/** The pid of an empty file is 0. */
function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(pidFileOf(data), 'utf8').split('\n')
    const [pid, , , port, socketFolder = '', , , status = ''] = lines
    return { pid: Number(pid), port: Number(port), socketFolder, status: status.trim() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** After a crash of the machine or a restart of its container, another program may have the pid of a stale file. */
function isPostmaster(pid: number, data: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return workingDirectory(pid) === data || commandLine(pid).includes(data)
}

/**
 * Processes that a dead postmaster left behind; each exits after its current statement. Detected on Linux only;
 * elsewhere PostgreSQL itself refuses to start while they live, and the start is repeated.
 */
function orphansOf(data: string): number[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .map(Number)
    .filter((pid) => workingDirectory(pid) === data && /^(\S*\/)?postgres\b/.test(commandLine(pid)))
}

/** PostgreSQL's working directory is its data directory, even after the directory is moved. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function startFailure(cluster: Cluster): string {
  const tail = readFileSync(cluster.log, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  return `PostgreSQL did not start over ${cluster.data}:\n${tail}`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
