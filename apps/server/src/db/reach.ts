import { existsSync, readdirSync } from 'node:fs'
import type { Secret } from '../secret/secret.ts'
import { loginClient } from './connection.ts'
import { openDb } from './database.ts'
import { attachEmbedded } from './embedded/attach.ts'
import { DataDirectoryInUse } from './embedded/data-directory-lock.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { migrationNames, selectApplied } from './migrate.ts'
import { type DatabaseSettings, type OpenDatabase, openDatabase, urlsOf } from './open.ts'

/** A database that a command works on, without bringing its tables to this version. */
export type ReachedDatabase = {
  /** Of the owner of the tables. */
  url: Secret<string>
  /** Stops the embedded PostgreSQL, if this command has started it. */
  close(): Promise<void>
}

type Settings = Pick<DatabaseSettings, 'databaseUrl' | 'systemUrl' | 'migrateUrl' | 'dataDir'>

/** Reaches the database alone, making an embedded one that does not exist: it is refused while a server works on it. */
export async function holdDatabase(settings: Settings): Promise<ReachedDatabase> {
  const given = urlsOf(settings)
  if (given) return { url: given.owner, close: async () => {} }
  const { urls, stop } = await startEmbedded(settings.dataDir)
  return { url: urls.owner, close: stop }
}

/**
 * Reaches the database next to a server that may be working on it; an embedded one then ends when that server stops.
 * @throws Error when there is no database yet
 */
export async function reachDatabase(settings: Settings): Promise<ReachedDatabase> {
  if (!settings.databaseUrl) refuseNoCluster(settings.dataDir)
  return await besideServer(
    () => holdDatabase(settings),
    async () => ({ url: attachEmbedded(settings.dataDir).owner, close: async () => {} }),
  )
}

/**
 * `openDatabase` for a command that may run next to a server. The tables are that server's: they are not changed under it.
 * @throws Error when the server that runs is of another version
 */
export async function openBesideServer(settings: DatabaseSettings): Promise<OpenDatabase> {
  return await besideServer(
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

async function besideServer<T>(alone: () => Promise<T>, attached: () => Promise<T>): Promise<T> {
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
  throw new Error(`${dataDir} holds no database. Name the right folder by DATA_DIR, or the database by DATABASE_URL.`)
}

async function refuseOtherVersion(url: Secret<string>): Promise<void> {
  const client = loginClient(url, 'version check')
  await client.connect()
  const applied = await selectApplied(client).finally(() => client.end())
  const known = await migrationNames()
  if (JSON.stringify(applied.sort()) === JSON.stringify(known.sort())) return
  throw new Error('The server that runs is of another version of Simwright: use the command of that version.')
}
