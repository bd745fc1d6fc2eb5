import type { Secret } from '../secret/secret.ts'
import { loginClient } from './connection.ts'
import { type Db, type DbOptions, openDb } from './database.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { isOneLogin, type LoginUrls, oneLogin } from './logins.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import { checkLogin, separationAdvice } from './role.ts'
import { refuseTransactionPooler } from './session-check.ts'
import { type Patience, whenReachable } from './unreachable.ts'

export type DatabaseSettings = {
  /** Undefined for the embedded PostgreSQL over `dataDir`. */
  databaseUrl: Secret<string> | undefined
  /** Only with `databaseUrl`; `systemUrl` and `migrateUrl` are set together or not at all. */
  systemUrl?: Secret<string> | undefined
  migrateUrl?: Secret<string> | undefined
  /** Of a replica, for reports and exports. */
  databaseReadUrl?: Secret<string> | undefined
  databaseReadMaxLagSeconds?: number
  dataDir: string
  maxConnections?: number
  onConnectionError?: (error: Error) => void
  onStatement?: DbOptions['onStatement']
  /**
   * Receives one-line messages for the operator: what is waited for, that the database is back, what should be changed.
   */
  report?: (text: string) => void
  /** Called when another server has taken the data directory of the embedded PostgreSQL: this server must stop. */
  onLost?: (reason: Error) => void
}

export type OpenDatabase = {
  db: Db
  urls: LoginUrls
  /** Ends all connections, then stops the embedded PostgreSQL. */
  close(): Promise<void>
}

/** Starts or connects to the database, migrates it to this version and opens it. */
export async function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { dataDir, report = () => {}, onLost, databaseReadUrl, databaseReadMaxLagSeconds = 0, ...options } = settings
  const urls = urlsOf(settings)
  const copy = databaseReadUrl && { url: databaseReadUrl, maxLagMs: 1_000 * databaseReadMaxLagSeconds }
  if (urls) {
    await whenReachable(() => Promise.all(distinct(urls).map(refusePooler)), { report })
    await whenReachable(() => migrateAt(urls.owner, { report }), { report })
    await checkLogins(urls, report)
    const db = await openPools({ urls, copy, ...options }, { report })
    return { db, urls, close: () => db.close() }
  }
  const embedded = await startEmbedded(dataDir, 'production', { report, ...(onLost ? { onLost } : {}) })
  try {
    const patience = { report, isWorthWaiting: embedded.isAlive }
    await whenReachable(() => migrateAt(embedded.urls.owner, { report }), patience)
    const db = await openPools({ urls: embedded.urls, ...options }, patience)
    return {
      db,
      urls: embedded.urls,
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

/** Opens the pools and waits until the first connection of each is open. */
async function openPools(options: DbOptions, patience: Patience): Promise<Db> {
  const db = openDb(options)
  const probe = (db: Pick<Db['global'], 'selectFrom'>) => db.selectFrom('platform').select('id').limit(1).execute()
  try {
    await whenReachable(() => Promise.all([probe(db.global), db.systemTx(probe)]), patience)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The URLs of the configured database; undefined if the embedded PostgreSQL is used. */
export function urlsOf(
  settings: Pick<DatabaseSettings, 'databaseUrl' | 'systemUrl' | 'migrateUrl'>,
): LoginUrls | undefined {
  const { databaseUrl, systemUrl, migrateUrl } = settings
  if (!databaseUrl) return undefined
  return migrateUrl && systemUrl ? { owner: migrateUrl, app: databaseUrl, system: systemUrl } : oneLogin(databaseUrl)
}

function distinct(urls: LoginUrls): Secret<string>[] {
  return isOneLogin(urls) ? [urls.owner] : [urls.owner, urls.app, urls.system]
}

/** Checks separate logins; advises to separate a single one. @throws Error if a login has too few or too many rights */
async function checkLogins(urls: LoginUrls, report: (text: string) => void): Promise<void> {
  if (isOneLogin(urls)) {
    report(await withLogin(urls.owner, 'login check', separationAdvice))
    return
  }
  for (const login of ['owner', 'app', 'system'] as const) {
    await withLogin(urls[login], 'login check', (client) => checkLogin(client, login))
  }
}

/** Migrates the database to this version. `url`: of the owner login. */
export async function migrateAt(url: Secret<string>, options?: MigrateOptions): Promise<void> {
  await withLogin(url, 'migration', (client) => migrate(client, options))
}

async function withLogin<T>(
  url: Secret<string>,
  purpose: string,
  work: (client: ReturnType<typeof loginClient>) => Promise<T>,
): Promise<T> {
  const client = loginClient(url, purpose)
  await client.connect()
  try {
    return await work(client)
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
