import type { Secret } from '../secret/secret.ts'
import { loginClient } from './connection.ts'
import { type Db, type DbOptions, openDb } from './database.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { refuseTransactionPooler } from './session-check.ts'
import { type Patience, whenReachable } from './unreachable.ts'

export type DatabaseSettings = {
  /** Undefined: the embedded PostgreSQL over `dataDir`. */
  databaseUrl: Secret<string> | undefined
  dataDir: string
  maxConnections?: number
  onConnectionError?: (error: Error) => void
  /** Receives one line for the person who runs the server: what is waited for, and that the database is back. */
  report?: (text: string) => void
  /** Another server has taken the data directory of the embedded PostgreSQL: this one must stop. */
  onLost?: (reason: Error) => void
}

export type OpenDatabase = {
  db: Db
  /** Where the login role signs in; for the job queue, which keeps connections of its own. */
  url: Secret<string>
  /** Ends all connections, then stops the embedded PostgreSQL. */
  close(): Promise<void>
}

/** Starts or reaches the database, brings it to this version's tables and opens it. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, report = () => {}, onLost, ...options } = settings
  if (databaseUrl) {
    await whenReachable(() => refusePooler(databaseUrl), { report })
    const db = await openMigrated({ url: databaseUrl, ...options }, { report })
    return { db, url: databaseUrl, close: () => db.close() }
  }
  const embedded = await startEmbedded(dataDir, 'production', { report, ...(onLost ? { onLost } : {}) })
  try {
    const db = await openMigrated({ url: embedded.url, ...options }, { report, isWorthWaiting: embedded.isAlive })
    return {
      db,
      url: embedded.url,
      close: async () => {
        await db.close()
        await embedded.stop()
      },
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Waits for the database. The first connection of the pool is made here: what opens next finds it. */
async function openMigrated(options: DbOptions, patience: Patience): Promise<Db> {
  await whenReachable(() => migrateAt(options.url), patience)
  const db = openDb(options)
  try {
    await whenReachable(() => db.global.selectFrom('platform').select('id').limit(1).execute(), patience)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Brings roles and tables of the database to the state of this version. */
export async function migrateAt(url: Secret<string>): Promise<void> {
  const client = loginClient(url, 'migration')
  await client.connect()
  try {
    await migrate(client)
  } finally {
    await client.end()
  }
}

async function refusePooler(url: Secret<string>): Promise<void> {
  const one = loginClient(url, 'session check')
  const other = loginClient(url, 'session check')
  try {
    await one.connect()
    await other.connect()
    await refuseTransactionPooler(one, other)
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}
