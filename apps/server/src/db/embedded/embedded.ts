import { mkdirSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Secret } from '../../secret/secret.ts'
import { type Binaries, locateBinaries } from './binary.ts'
import { type Cluster, LOGIN_ROLE, openCluster, type Purpose } from './cluster.ts'
import { chooseLauncher } from './launcher.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'

/** A PostgreSQL of our own over a data directory, held by this process alone. */
export type EmbeddedPostgres = {
  /** Where the login role finds its database; carries the password. */
  url: Secret<string>
  /** Stops PostgreSQL and gives the data directory free. To be called when the server has drained. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of a data directory, or attaches to the one that a killed server left running there.
 * @throws Error that names the holder when another server works on the same data directory.
 */
export async function startEmbedded(dataDir: string, purpose: Purpose = 'production'): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const place = realpathSync(dataDir)
  const binaries = locateBinaries()
  const tools = { binaries, launcher: chooseLauncher(binaries.postgres, place), purpose }
  const cluster = openCluster(place, tools)
  const port = await runPostmaster(cluster, tools)
  const url = `postgres://${LOGIN_ROLE}:${cluster.password}@127.0.0.1:${port}/${LOGIN_ROLE}`
  const lock = await lockDataDirectory(url, place)
  return { url: new Secret(url), stop: () => stop({ lock, cluster, binaries }) }
}

async function stop({
  lock,
  cluster,
  binaries,
}: {
  lock: Client
  cluster: Cluster
  binaries: Binaries
}): Promise<void> {
  lock.removeAllListeners('error')
  lock.on('error', () => {})
  await stopPostmaster(cluster, binaries)
  await lock.end().catch(() => {})
}

/** Advisory lock of the one server that works on a data directory; "SIMW" in ASCII. */
const DATA_DIRECTORY_LOCK = 0x53494d57
const RELEASE_WAIT_MS = 3_000

/**
 * The lock is a session of PostgreSQL: it ends with its holder, even when that is killed.
 * PostgreSQL may notice a moment later that a holder has died, so a dead holder is waited for.
 */
async function lockDataDirectory(url: string, dataDir: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: `server ${process.pid}`, keepAlive: true })
  await client.connect()
  const deadline = Date.now() + RELEASE_WAIT_MS
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [DATA_DIRECTORY_LOCK])
    if (rows[0].held) return client
    const holder = await findHolder(client)
    if (holder !== undefined && (isAlive(holder.pid) || Date.now() > deadline)) {
      await client.end()
      throw new Error(
        `${dataDir} is in use by another Simwright server (process ${holder.pid}, since ${holder.since.toISOString()}). ` +
          `Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await sleep(20)
  }
}

async function findHolder(client: Client): Promise<{ pid: number; since: Date } | undefined> {
  const { rows } = await client.query(
    `select a.application_name, a.backend_start from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [DATA_DIRECTORY_LOCK],
  )
  const row = rows[0]
  return row && { pid: Number(row.application_name.replace('server ', '')), since: row.backend_start }
}
