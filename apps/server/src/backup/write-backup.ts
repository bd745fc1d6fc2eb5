import { createHash, type Hash } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { selectApplied } from '../db/migrate.ts'
import { ArchiveWriter } from './archive.ts'
import { copyOut, prepareSession, selectTables, type TableShape } from './catalog.ts'
import { BackupFault } from './fault.ts'
import { encodeManifest, type TableRecord } from './manifest.ts'

/** Names of the entries. The compressed rows of a table are split into chunks numbered from 0. */
export const README_ENTRY = 'README.txt'
export const KEY_FILE_ENTRY = 'key-file.json'
export const MANIFEST_ENTRY = 'manifest.json'
const chunkEntry = (table: string, chunk: number) => `tables/${table}.copy.gz.${String(chunk).padStart(6, '0')}`

/** The table of an entry with rows; undefined for other entries. */
export const tableOfEntry = (entry: string) => /^tables\/(.+)\.copy\.gz\.\d+$/.exec(entry)?.[1]

const CHUNK_BYTES = 4 * 1024 * 1024
/** Rows are mostly ciphertext, so a higher level would only take longer. */
const GZIP_LEVEL = 1

const README = `A backup of Simwright. npm run restore reads it.
Each table's rows are one gzip file in chunks, in the text format of PostgreSQL's COPY; the columns are in manifest.json.
`

export type BackupOptions = {
  /** Signed in as the owner of the tables, or as a login that can take simwright_system and read the migrations. */
  client: Client
  /** The file to create; must not exist. */
  path: string
  /** The result of `sealKeyFile`; undefined to leave the key file out. */
  sealedKeyFile?: Buffer | undefined
  signal?: AbortSignal | undefined
}

export type BackupSummary = { tables: number; rows: number; bytes: number; takenAt: string }

/**
 * Writes a snapshot of the rows to a file. The file gets its name when it is complete and on disk.
 * @throws BackupFault if the file exists or cannot be written
 */
export async function writeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { path } = options
  await refuseExisting(path)
  const partial = `${path}.partial-${process.pid}`
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      const summary = await writeSnapshot(new ArchiveWriter(file), options)
      const { size } = await file.stat()
      await publish(partial, path)
      return { ...summary, bytes: size }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw faultOf(error, path)
  } finally {
    await rm(partial, { force: true })
  }
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined)
  await file?.close()
  if (file) throw new BackupFault(`${path} already exists: name another file.`)
}

/** Uses a hard link, which never replaces an existing file, if the file system supports it. */
async function publish(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new BackupFault(`${path} already exists: name another file.`)
    await rename(partial, path)
  }
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

function faultOf(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new BackupFault(`There is not enough space for ${path} (${code}). Nothing is left under that name.`, {
      cause: error,
    })
  }
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return new BackupFault(`${path} can't be written (${code}).`, { cause: error })
  }
  return error
}

async function writeSnapshot(
  archive: ArchiveWriter,
  { client, sealedKeyFile, signal }: BackupOptions,
): Promise<Omit<BackupSummary, 'bytes'>> {
  await client.query('begin isolation level repeatable read, read only')
  await prepareSession(client)
  const { rows } = await client.query(`select now() as at, current_setting('server_version') as version`)
  const [{ at, version }] = rows as [{ at: Date; version: string }]
  const migrations = await selectApplied(client)
  if (migrations.length === 0) throw new BackupFault('The database is empty: there is nothing to back up.')
  await client.query('set local role simwright_system')

  await archive.add(README_ENTRY, Buffer.from(README))
  if (sealedKeyFile) await archive.add(KEY_FILE_ENTRY, sealedKeyFile)
  const copied: CopiedTable[] = []
  for (const table of await selectTables(client)) copied.push(await writeTable({ archive, client, signal }, table))
  await client.query('commit')
  const tables = copied.map(({ stream, ...table }): TableRecord => ({ ...table, rows: stream.rowCount }))

  const takenAt = at.toISOString()
  const hasKeyFile = sealedKeyFile !== undefined
  await archive.add(MANIFEST_ENTRY, encodeManifest({ takenAt, postgres: version, migrations, tables, hasKeyFile }))
  await archive.end()
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), takenAt }
}

type WriteOptions = { archive: ArchiveWriter; client: Client; signal: AbortSignal | undefined }
/** `stream.rowCount` is known only after the next statement was answered, because PostgreSQL sends the count last. */
type CopiedTable = TableShape & { sha256: string; stream: CopyToStreamQuery }

async function writeTable({ archive, client, signal }: WriteOptions, table: TableShape): Promise<CopiedTable> {
  const stream = client.query(copyTo(copyOut(table)))
  const hash = createHash('sha256')
  await pipeline(
    stream,
    hashing(hash),
    createGzip({ level: GZIP_LEVEL }),
    async (compressed: AsyncIterable<Buffer>) => {
      let chunk = 0
      for await (const content of inChunks(compressed)) {
        await archive.add(chunkEntry(table.name, chunk), content)
        chunk += 1
      }
    },
    ...(signal ? [{ signal }] : []),
  )
  return { ...table, sha256: hash.digest('hex'), stream }
}

/** A pass-through stream that hashes its data. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Joins small buffers into chunks of at least `CHUNK_BYTES`; the last may be shorter. */
async function* inChunks(buffers: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const buffer of buffers) {
    waiting.push(buffer)
    length += buffer.length
    if (length < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}
