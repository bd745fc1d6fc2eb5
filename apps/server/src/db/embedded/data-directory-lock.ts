import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive } from './process.ts'

/** Another server works on the data directory. */
export class DataDirectoryInUse extends Error {}

/** The right of one server to work on a data directory. It is a session of PostgreSQL and ends with it. */
export type DataDirectoryLock = {
  /** Settles when the session has ended, for whatever reason. */
  ended: Promise<void>
  release(): Promise<void>
}

export type LockRequest = {
  url: string
  dataDir: string
  /** Tells this holder from all others, those of the same process included. */
  session: string
}

/** The session's name carries the id of the process, which `processOf` reads. */
export function nameSession(processId: number, unique: string): string {
  return `server ${processId} ${unique}`
}

const processOf = (session: string) => Number(session.split(' ')[1])

/** Advisory lock of the one server that works on a data directory; "SIMW" in ASCII. */
export const DATA_DIRECTORY_LOCK = 0x53494d57
const RELEASE_WAIT_MS = 3_000
const RETRY_MS = 20
const CONNECT_LIMIT_MS = 10_000

/**
 * The lock ends with its holder, even when that is killed. PostgreSQL may notice a moment later that a holder has died, so
 * a dead holder is waited for; a session that this holder lost is ended.
 * @throws DataDirectoryInUse that names the holder
 */
export async function lockDataDirectory({ url, dataDir, session }: LockRequest): Promise<DataDirectoryLock> {
  const client = new Client({
    connectionString: url,
    application_name: session,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  // the end of the session is what counts; without a listener the error would end the process
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    await acquire(client, { dataDir, session })
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return { ended, release: () => client.end().catch(() => {}) }
}

async function acquire(client: Client, { dataDir, session }: Omit<LockRequest, 'url'>): Promise<void> {
  const deadline = Date.now() + RELEASE_WAIT_MS
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [DATA_DIRECTORY_LOCK])
    if (rows[0].held) return
    const holder = await findHolder(client)
    if (holder?.session === session) {
      await client.query('select pg_terminate_backend($1)', [holder.backend])
    } else if (holder !== undefined && (isAlive(processOf(holder.session)) || Date.now() > deadline)) {
      throw new DataDirectoryInUse(
        `${dataDir} is in use by another Simwright server (process ${processOf(holder.session)}, since ` +
          `${holder.since.toISOString()}). Stop it, or set DATA_DIR to another folder.`,
      )
    }
    await sleep(RETRY_MS)
  }
}

type Holder = { backend: number; session: string; since: Date }

async function findHolder(client: Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select a.pid as backend, a.application_name as session, a.backend_start as since
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [DATA_DIRECTORY_LOCK],
  )
  return rows[0]
}
