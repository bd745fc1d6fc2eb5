import type { Secret } from '../secret/secret.ts'
import { loginClient } from './connection.ts'
import { type Db, openDb } from './database.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { refuseTransactionPooler } from './session-check.ts'

export type DatabaseSettings = {
  /** Undefined: the embedded PostgreSQL over `dataDir`. */
  databaseUrl: Secret<string> | undefined
  dataDir: string
  maxConnections?: number
  onConnectionError?: (error: Error) => void
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
  const { databaseUrl, dataDir, ...options } = settings
  if (databaseUrl) {
    await refusePooler(databaseUrl)
    await migrateAt(databaseUrl)
    const db = openDb({ url: databaseUrl, ...options })
    return { db, url: databaseUrl, close: () => db.close() }
  }
  const embedded = await startEmbedded(dataDir)
  try {
    await migrateAt(embedded.url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  const db = openDb({ url: embedded.url, ...options })
  return {
    db,
    url: embedded.url,
    close: async () => {
      await db.close()
      await embedded.stop()
    },
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
