import { existsSync, readdirSync } from 'node:fs'
import { StartRefusal } from '../runtime/start-refusal.ts'
import type { Secret } from '../secret/secret.ts'
import { loginClient } from './connection.ts'
import { openDb } from './database.ts'
import { attachEmbedded } from './embedded/attach.ts'
import { DataDirectoryInUse } from './embedded/data-directory-lock.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrationNames, selectApplied } from './migrate.ts'
import { type DatabaseSettings, type OpenDatabase, openDatabase, urlsOf } from './open.ts'

/** A database that a command uses without migrating it. */
export type ReachedDatabase = {
  /** The URL of the owner login. */
  url: Secret<string>
  /** Stops the embedded PostgreSQL if this command started it. */
  close(): Promise<void>
}

type Settings = Pick<DatabaseSettings, 'databaseUrl' | 'systemUrl' | 'migrateUrl' | 'dataDir'>

/**
 * Connects to the database; starts the embedded one, and creates it if it does not exist.
 * @throws DataDirectoryInUse if a server uses the embedded database
 */
export async function openExclusively(settings: Settings): Promise<ReachedDatabase> {
  const configured = urlsOf(settings)
  if (configured) return { url: configured.owner, close: async () => {} }
  const { urls, stop } = await startEmbedded(settings.dataDir)
  return { url: urls.owner, close: stop }
}

/**
 * Connects to the database even while a server uses it. An embedded database that the server runs stops with that
 * server.
 * @throws Error if there is no database
 */
export async function reachDatabase(settings: Settings): Promise<ReachedDatabase> {
  if (!settings.databaseUrl) refuseNoCluster(settings.dataDir)
  return await aloneOrAttached(
    () => openExclusively(settings),
    async () => ({ url: attachEmbedded(settings.dataDir).owner, close: async () => {} }),
  )
}

/**
 * `openDatabase` for a command that may run next to a server. It does not migrate the database of a running server.
 * @throws Error if the running server has another version
 */
export async function openNextToServer(settings: DatabaseSettings): Promise<OpenDatabase> {
  return await aloneOrAttached(
    () => openDatabase(settings),
    async () => {
      const { dataDir, maxConnections, onConnectionError } = settings
      const urls = attachEmbedded(dataDir)
      await refuseOtherVersion(urls.owner)
      const db = openDb({
        urls,
        ...(maxConnections ? { maxConnections } : {}),
        ...(onConnectionError ? { onConnectionError } : {}),
      })
      return { db, urls, close: () => db.close() }
    },
  )
}

async function aloneOrAttached<T>(alone: () => Promise<T>, attached: () => Promise<T>): Promise<T> {
  try {
    return await alone()
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return await attached()
    throw error
  }
}

function refuseNoCluster(dataDir: string): void {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  if (names.some((name) => /^postgres-\d+$/.test(name))) return
  throw new StartRefusal(
    `${dataDir} holds no database. Name the right folder by DATA_DIR, or the database by DATABASE_URL.`,
  )
}

async function refuseOtherVersion(url: Secret<string>): Promise<void> {
  const client = loginClient(url, 'version check')
  await client.connect()
  const applied = await selectApplied(client).finally(() => client.end())
  const known = await migrationNames()
  if (JSON.stringify(applied.sort()) === JSON.stringify(known.sort())) return
  throw new StartRefusal('The server that runs is of another version of Simwright: use the command of that version.')
}
