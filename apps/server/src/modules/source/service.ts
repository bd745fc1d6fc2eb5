import type { Readable } from 'node:stream'
import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as source from '@simwright/contract/source'
import { type Source, type SourceColumn, type SourceRow, secretColumns, sourceLimits } from '@simwright/contract/source'
import { csvLines } from '../../csv.ts'
import type { TenantDb } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/page.ts'
import type { FileAnswer, UploadedFile } from '../../http/call.ts'
import type { Server, Who } from '../../server.ts'
import { readForGenerating } from '../configurations/service.ts'
import { fileKind } from './file-kind.ts'
import { openPart, readPart, type StagedRow, valuesOf } from './part.ts'
import { enterprisePgpKey, openDecryptionKey } from './pgp-key.ts'
import {
  deleteParts,
  insertSource,
  lockSource,
  type SourceRecord,
  selectPartCounts,
  selectParts,
  selectSource,
  updateSourceState,
} from './queries.ts'
import { PART_ROWS } from './read.ts'
import { readApart } from './read-apart.ts'
import { FileRefusal } from './refusal.ts'
import { rowReader } from './row.ts'
import { exampleOf, regularColumns } from './rule.ts'
import { formatBytes } from './size.ts'
import { Stage } from './stage.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

const STAGED_MS = 24 * 60 * 60 * 1000

export async function readPublicKey(server: Server, who: Who): Promise<Out<typeof source.pgpKey>> {
  const key = await server.db.tenantTx(who.enterpriseId, (db) => enterprisePgpKey(server, db, who.enterpriseId))
  return {
    armored: key.public_key,
    fingerprint: key.fingerprint,
    userId: key.user_name,
    createdAt: key.created_at.toISOString(),
  }
}

/** The columns that the configuration's profiles use, and a row that shows their form; its keys are refused as examples. */
export async function writeTemplate(server: Server, who: Who, configurationId: string): Promise<FileAnswer> {
  const { name } = await server.db.tenantTx(who.enterpriseId, (db) =>
    readForGenerating(server, db, { enterpriseId: who.enterpriseId, id: configurationId }),
  )
  const columns = regularColumns.filter((column) => column !== 'OP')
  return csvFile(`${name} template.csv`, csvLines([columns, columns.map(exampleOf)]))
}

/** Reads a file and stages its rows; nothing is generated, and nothing is used up. */
export async function stageFile(
  server: Server,
  who: Who,
  { configurationId, file }: { configurationId: string; file: UploadedFile },
): Promise<Source> {
  const { enterpriseId } = who
  const sourceId = server.random.uuid()
  await server.db.tenantTx(enterpriseId, (db) => readForGenerating(server, db, { enterpriseId, id: configurationId }))
  const bytes = await collect(file.stream)
  const key = await decryptionKeyFor(server, who, bytes)
  const at = server.clock.now()
  const stage = new Stage(server, { enterpriseId, sourceId })
  const outcome = await readApart({ file: bytes, key, now: at }, (part) =>
    server.db.tenantTx(enterpriseId, (db) => stage.take(db, part)),
  )
  stage.faultRepetitions(outcome.repetitions)
  const { parts, faultCounts } = stage
  const sum = (field: 'faulty' | 'existing') => parts.reduce((total, part) => total + part[field], 0)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const staged = {
      id: sourceId,
      configurationId,
      fileName: file.fileName,
      protection: key ? ('PGP' as const) : ('PLAIN' as const),
      columns: outcome.columns,
      faultCounts,
      total: outcome.total,
      faulty: sum('faulty'),
      existing: sum('existing'),
      userId: who.userId,
      at,
      expiresAt: new Date(at.getTime() + STAGED_MS),
    }
    await insertSource(db, enterpriseId, { source: staged, parts })
    return sourceOf((await selectSource(db, enterpriseId, sourceId))!)
  })
}

/** The whole file in memory that nothing else shares, so that it can be given to the reading thread. */
async function collect(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > sourceLimits.fileBytes)
      throw new Problem('file_too_large', { max: formatBytes(sourceLimits.fileBytes) })
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Only for a PGP file; undefined for a plain one. */
async function decryptionKeyFor(server: Server, { enterpriseId }: Who, file: Uint8Array) {
  try {
    if (fileKind(file) === 'text') return undefined
  } catch (error) {
    if (error instanceof FileRefusal) throw new Problem(error.problem, error.values, { cause: error })
    throw error
  }
  const key = await server.db.tenantTx(enterpriseId, (db) => enterprisePgpKey(server, db, enterpriseId))
  return openDecryptionKey(server, enterpriseId, key)
}

export async function readSource(server: Server, who: Who, id: string): Promise<Source> {
  return await server.db.tenantTx(who.enterpriseId, async (db) =>
    sourceOf(await stagedSource(server, db, { enterpriseId: who.enterpriseId, id })),
  )
}

export async function listRows(
  server: Server,
  who: Who,
  input: In<typeof source.rows>,
): Promise<Out<typeof source.rows>> {
  const { id, only, limit } = input
  const { enterpriseId } = who
  const scope = ['source rows', id, only]
  const from = Number(readCursor(input.cursor, scope)?.value ?? 0)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const { columns } = await stagedSource(server, db, { enterpriseId, id })
    const items: SourceRow[] = []
    const counts = await selectPartCounts(db, enterpriseId, { sourceId: id, from: Math.floor(from / PART_ROWS) })
    for (const { part } of counts.filter((count) => only === 'all' || count[only] > 0)) {
      const rows = await readPart(server, db, { enterpriseId, sourceId: id, part })
      for (const [index, row] of rows.entries()) {
        const place = part * PART_ROWS + index
        if (place < from || !isWanted(row, only)) continue
        if (items.length === limit) return { items, next: writeCursor({ value: String(place), id }, scope) }
        items.push(sourceRow(columns as SourceColumn[], row))
      }
    }
    return { items, next: null }
  })
}

const isWanted = (row: StagedRow, only: In<typeof source.rows>['only']): boolean =>
  only === 'all' || (only === 'faulty' ? row.faults.length > 0 : row.exists && row.faults.length === 0)

const secrets: ReadonlySet<string> = new Set(secretColumns)

function sourceRow(columns: readonly SourceColumn[], row: StagedRow): SourceRow {
  const filled = Object.entries(valuesOf(columns, row))
  return {
    line: row.line,
    values: Object.fromEntries(filled.filter(([column]) => !secrets.has(column))),
    secret: filled.map(([column]) => column).filter((column) => secrets.has(column)),
    faults: row.faults,
    exists: row.exists,
  }
}

/** The faulty rows with their reasons; what is secret stays blank. */
export async function writeFaults(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const { enterpriseId } = who
  const { staged, parts } = await server.db.tenantTx(enterpriseId, async (db) => ({
    staged: await stagedSource(server, db, { enterpriseId, id }),
    parts: await selectPartCounts(db, enterpriseId, { sourceId: id, from: 0 }),
  }))
  const columns = staged.columns as SourceColumn[]
  async function* lines() {
    yield `\uFEFF${csvLines([['LINE', ...columns, 'REASON']])}`
    for (const { part } of parts.filter(({ faulty }) => faulty > 0)) {
      const rows = await server.db.tenantTx(enterpriseId, (db) =>
        readPart(server, db, { enterpriseId, sourceId: id, part }),
      )
      yield csvLines(rows.filter((row) => row.faults.length > 0).map((row) => faultLine(columns, row)))
    }
  }
  return csvFile(`${staged.file_name.replace(/(\.\w{1,5})+$/, '')} faults.csv`, lines())
}

function faultLine(columns: readonly SourceColumn[], row: StagedRow): string[] {
  const cells = columns.map((column, index) => (secrets.has(column) ? '' : (row.cells[index] ?? '')))
  const reasons = row.faults.map(({ column, text }) => (column ? `${column}: ${text}` : text))
  return [String(row.line), ...cells, reasons.join(' ')]
}

export async function discardSource(server: Server, who: Who, id: string): Promise<Out<typeof source.discard>> {
  await server.db.tenantTx(who.enterpriseId, async (db) => {
    await lockStaged(server, db, { enterpriseId: who.enterpriseId, id })
    await updateSourceState(db, who.enterpriseId, { id, state: 'DISCARDED' })
    await deleteParts(db, who.enterpriseId, id)
  })
  return {}
}

/**
 * Takes a staged upload for a batch, once: from now on the batch decides when its rows go.
 * @throws Problem when it is unknown, was taken or discarded, or has expired.
 */
export async function confirmSource(
  server: Pick<Server, 'clock'>,
  db: TenantDb,
  place: { enterpriseId: string; id: string },
): Promise<SourceRecord> {
  const staged = await lockStaged(server, db, place)
  await updateSourceState(db, place.enterpriseId, { id: place.id, state: 'CONFIRMED' })
  return staged
}

/** The rows without a fault of the parts `from` to before `to` of a confirmed upload; undefined behind the last part. */
export async function readGoodRows(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  { enterpriseId, sourceId, from, to }: { enterpriseId: string; sourceId: string; from: number; to: number },
): Promise<GoodRow[] | undefined> {
  const record = await selectSource(db, enterpriseId, sourceId)
  const parts = await selectParts(db, enterpriseId, { sourceId, from, to })
  if (!record || parts.length === 0) return undefined
  const columns = record.columns as SourceColumn[]
  return parts
    .flatMap(({ part, sealed }) => openPart(server, { enterpriseId, sourceId, part }, sealed))
    .filter((row) => row.faults.length === 0)
    .map((row) => ({ line: row.line, values: valuesOf(columns, row) }))
}

export type GoodRow = { line: number; values: Partial<Record<SourceColumn, string>> }

/** Forgets the rows of an upload, when its batch has ended. */
export async function dropRows(db: TenantDb, enterpriseId: string, sourceId: string): Promise<void> {
  await deleteParts(db, enterpriseId, sourceId)
}

/** One row that did not come from a file, held to the same rules. */
export function readSingleRow(
  values: Partial<Record<SourceColumn, string>>,
  now: Date,
): { row: GoodRow; faults: { column: SourceColumn | ''; rule: string; text: string }[] } {
  const columns = Object.keys(values) as SourceColumn[]
  const read = rowReader({ columns, now })(1, Object.values(values))
  return { row: { line: 1, values: valuesOf(columns, read) }, faults: read.faults }
}

type SourcePlace = { enterpriseId: string; id: string }

async function stagedSource(server: Pick<Server, 'clock'>, db: TenantDb, place: SourcePlace): Promise<SourceRecord> {
  return stillStaged(server, await selectSource(db, place.enterpriseId, place.id))
}

async function lockStaged(server: Pick<Server, 'clock'>, db: TenantDb, place: SourcePlace): Promise<SourceRecord> {
  return stillStaged(server, await lockSource(db, place.enterpriseId, place.id))
}

function stillStaged({ clock }: Pick<Server, 'clock'>, record: SourceRecord | undefined): SourceRecord {
  if (!record) throw new Problem('not_found')
  if (record.state !== 'STAGED' || record.expires_at <= clock.now()) throw new Problem('source_gone')
  return record
}

function sourceOf(record: SourceRecord): Source {
  return {
    id: record.id,
    fileName: record.file_name,
    protection: record.protection,
    configurationId: record.configuration_id,
    configurationName: record.configuration_name,
    columns: record.columns as string[],
    total: record.total,
    faulty: record.faulty,
    existing: record.existing,
    faultCounts: record.fault_counts as Source['faultCounts'],
    expiresAt: record.expires_at.toISOString(),
  }
}

const csvFile = (fileName: string, body: FileAnswer['body']): FileAnswer => ({
  fileName,
  contentType: 'text/csv; charset=utf-8',
  body,
})
