import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartRefusal } from '../../runtime/start-refusal.ts'
import { Secret } from '../../secret/secret.ts'
import { namedClient } from '../connection.ts'
import { isAlive } from './process.ts'

/** Another server uses the data directory. */
export class DataDirectoryInUse extends StartRefusal {}

/** The exclusive lock of a server on its data directory. It is held by a PostgreSQL session and ends with it. */
export type DataDirectoryLock = {
  /** Settles when the session has ended, for whatever reason. */
  ended: Promise<void>
  release(): Promise<void>
}

export type LockRequest = {
  url: string
  dataDir: string
  /** Identifies this holder, also among holders in the same process. */
  session: string
}

/** The session's name contains the process ID, which `processOf` parses. */
export function nameSession(processId: number, unique: string): string {
  return `server ${processId} ${unique}`
}

const processOf = (session: string) => Number(session.split(' ')[1])

/** Key of the advisory lock; "SIMW" in ASCII. */
export const DATA_DIRECTORY_LOCK = 0x53494d57
const RELEASE_WAIT_MS = 3_000
const RETRY_MS = 20

/**
 * Locks the data directory. The lock ends when its holder dies, which PostgreSQL may notice a moment later, so this
 * waits for the session of a dead holder. It ends an earlier session of its own that was disconnected.
 * @throws DataDirectoryInUse naming the holder
 */
export async function lockDataDirectory({ url, dataDir, session }: LockRequest): Promise<DataDirectoryLock> {
  const client = namedClient(new Secret(url), session)
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

/**
 * Refuses if a living server holds the lock of the data directory; neither takes it nor waits for it.
 * @throws DataDirectoryInUse naming the holder
 */
export async function refuseHolder({ url, dataDir }: Omit<LockRequest, 'session'>): Promise<void> {
  const client = namedClient(new Secret(url), 'simwright holder check')
  try {
    await client.connect()
    const holder = await findHolder(client)
    if (holder !== undefined && isAlive(processOf(holder.session))) throw heldBy(holder, dataDir)
  } finally {
    await client.end().catch(() => {})
  }
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
      throw heldBy(holder, dataDir)
    }
    await sleep(RETRY_MS)
  }
}

type Holder = { backend: number; session: string; since: Date }

const heldBy = ({ session, since }: Holder, dataDir: string) =>
  new DataDirectoryInUse(
    `${dataDir} is in use by another Simwright server (process ${processOf(session)}, since ` +
      `${since.toISOString()}). Stop it, or set DATA_DIR to another folder.`,
  )

async function findHolder(client: Client): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(
    `select a.pid as backend, a.application_name as session, a.backend_start as since
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [DATA_DIRECTORY_LOCK],
  )
  return rows[0]
}
