import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrateWithin, migrationNames } from '../db/migrate.ts'
import { prepareRoles } from '../db/role.ts'
import { selectUnprotectedTables } from '../db/row-security.ts'
import { type ArchiveEntry, checkArchive, readArchive } from './archive.ts'
import {
  copyIn,
  makeMonthsUntil,
  prepareSession,
  selectContents,
  selectGuards,
  selectTables,
  truncateTables,
} from './catalog.ts'
import { BackupFault } from './fault.ts'
import { type Manifest, parseManifest, type TableRecord } from './manifest.ts'
import { hashing, KEY_FILE_ENTRY, MANIFEST_ENTRY, tableOfEntry } from './write-backup.ts'

export type OpenedBackup = { path: string; manifest: Manifest; sealedKeyFile: Buffer | undefined }

/**
 * Opens a backup after checking all of its bytes.
 * @throws BackupFault if it is incomplete, damaged, or from a newer version
 */
export async function openBackup(path: string): Promise<OpenedBackup> {
  await checkArchive(path)
  let sealedKeyFile: Buffer | undefined
  let manifest: Manifest | undefined
  for await (const { name, content } of readArchive(path)) {
    if (name === KEY_FILE_ENTRY) sealedKeyFile = content
    if (name === MANIFEST_ENTRY) manifest = parseManifest(content)
  }
  if (manifest === undefined) throw new BackupFault(`${path} is not a backup of Simwright: it has no manifest.`)
  const known = await migrationNames()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new BackupFault(
      `The backup was made by a newer Simwright (unknown migrations: ${unknown.join(', ')}). Restore it with ` +
        `that version.`,
    )
  }
  return { path, manifest, sealedKeyFile }
}

export type RestoreOptions = {
  backup: OpenedBackup
  /** Signed in as the login that will own the tables. */
  client: Client
  /** Called before the commit; if it throws, the restore is rolled back. */
  beforeCommit?: (client: Client) => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Restores the rows of a backup into an empty database, in one transaction: all or nothing.
 * @throws BackupFault if the database is not empty, or the rows differ from the manifest
 */
export async function restoreBackup({ backup, client, beforeCommit, signal }: RestoreOptions): Promise<void> {
  const { manifest, path } = backup
  await refuseContents(client)
  await prepareRoles(client)
  await client.query('begin')
  await prepareSession(client)
  await migrateWithin(client, manifest.migrations)
  await compareTables(client, manifest)
  const guards = await selectGuards(client)
  for (const statement of guards.lift) await client.query(statement)
  await truncateTables(client, manifest.tables)
  for (const table of manifest.tables) if (table.end) await makeMonthsUntil(client, table)
  await loadTables({ client, signal }, manifest, readArchive(path))
  for (const statement of guards.restore) await client.query(statement)
  const unprotected = await selectUnprotectedTables(client)
  if (unprotected.length > 0) throw new Error(`Row-level security is incomplete: ${unprotected.join('; ')}`)
  await beforeCommit?.(client)
  await client.query('commit')
  await client.query('analyze')
}

async function refuseContents(client: Client): Promise<void> {
  const contents = await selectContents(client)
  if (contents.length === 0) return
  throw new BackupFault(
    `The database is not empty: it holds ${contents.length} tables, among them ${contents.slice(0, 3).join(', ')}. ` +
      `Restore into an empty database, or into a new DATA_DIR.`,
  )
}

async function compareTables(client: Client, manifest: Manifest): Promise<void> {
  const shape = (tables: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (shape(await selectTables(client)) === shape(manifest.tables)) return
  throw new BackupFault('The tables in the backup are not those of its migrations: it was not made by Simwright.')
}

type LoadOptions = { client: Client; signal: AbortSignal | undefined }

async function loadTables(
  options: LoadOptions,
  { tables }: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
): Promise<void> {
  const chunks = new TableChunks(entries)
  try {
    for (const table of tables) await loadTable(options, table, chunks)
  } finally {
    await chunks.close()
  }
}

async function loadTable({ client, signal }: LoadOptions, table: TableRecord, chunks: TableChunks): Promise<void> {
  const hash = createHash('sha256')
  const rows = client.query(copyFrom(copyIn(table)))
  await pipeline(chunks.of(table.name), createGunzip(), hashing(hash), rows, ...(signal ? [{ signal }] : []))
  if (rows.rowCount !== table.rows || hash.digest('hex') !== table.sha256) {
    throw new BackupFault(`The rows of ${table.name} do not match the manifest.`)
  }
}

/** Reads the chunks of each table from the entries, which are in the order of the tables. */
class TableChunks {
  readonly #entries: AsyncGenerator<ArchiveEntry>
  #next: ArchiveEntry | undefined

  constructor(entries: AsyncGenerator<ArchiveEntry>) {
    this.#entries = entries
  }

  async *of(table: string): AsyncGenerator<Buffer> {
    for (;;) {
      this.#next ??= await this.#advance()
      if (this.#next === undefined || tableOfEntry(this.#next.name) !== table) return
      const { content } = this.#next
      this.#next = undefined
      yield content
    }
  }

  /** The next entry with rows of a table. */
  async #advance(): Promise<ArchiveEntry | undefined> {
    for (;;) {
      const { value, done } = await this.#entries.next()
      if (done) return undefined
      if (tableOfEntry(value.name) !== undefined) return value
    }
  }

  async close(): Promise<void> {
    await this.#entries.return(undefined)
  }
}
