import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as source from '@simwright/contract/profiles/source'
import {
  type Source,
  type SourceColumn,
  type SourceRow,
  type SourceValues,
  secretColumns,
} from '@simwright/contract/profiles/source'
import type { NineteenDigits } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId, SourceId } from '../../../db/row-id.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import { XLSX_TYPE, xlsxFile } from '../../../format/xlsx.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readForGenerating } from '../configurations/service.ts'
import {
  type ChunkLocation,
  cardValuesOf,
  readChunk,
  readMaskedChunk,
  type StagedRow,
  sealChunk,
  valuesOf,
} from './chunk.ts'
import { decidedIccid } from './iccid.ts'
import { areAttributesChecked, areSameNeeds, needsOf, type SubscriberNeeds, storedNeeds } from './needs.ts'
import { enterprisePgpKey, rotatePgpKey } from './pgp-key.ts'
import {
  deleteChunks,
  deleteColumnNames,
  deleteValidChunks,
  lockSource,
  type SourceRecord,
  selectChunkCounts,
  selectReplacedPgpKeys,
  selectSource,
  updateChunk,
  updateExpiry,
  updateReading,
  updateSourceState,
} from './queries.ts'
import { CHUNK_ROWS } from './read.ts'
import { speaksAgainst, storedReading } from './reading.ts'
import { type Fault, rowParser } from './row.ts'
import { exampleOf, templateColumns, timeCell } from './rule.ts'
import { sourceOf } from './upload.ts'
import { shownWarning } from './warning.ts'

export { undecidedDigits } from './iccid.ts'
export { needsOf, regularNeeds, type SubscriberNeeds, suppliedNeedsOf } from './needs.ts'
export { speaksAgainst } from './reading.ts'
export { storeRecords } from './records.ts'
export { namesOfTags } from './rule.ts'
export { planOutlook } from './upload.ts'

export async function readPublicKey(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof source.pgpKey>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const key = await enterprisePgpKey(server, db)
    const replaced = await selectReplacedPgpKeys(db, server.clock.now())
    return {
      armored: key.public_key,
      fingerprint: key.fingerprint,
      userId: key.user_name,
      createdAt: key.created_at.toISOString(),
      previous: replaced.map((one) => ({
        fingerprint: one.fingerprint,
        createdAt: one.created_at.toISOString(),
        replacedAt: one.replaced_at.toISOString(),
        readableUntil: one.readable_until.toISOString(),
      })),
    }
  })
}

export async function rotateKey(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof source.rotatePgpKey>,
): Promise<OutputOf<typeof source.rotatePgpKey>> {
  const { fingerprint } = await server.db.tenantTx(enterpriseId, (db) => rotatePgpKey(server, db, input))
  return { fingerprint }
}

/**
 * A file with the columns that the configuration uses and an example row, whose keys are refused on upload.
 */
export async function writeTemplate(
  server: Server,
  who: Who,
  { configurationId, format }: ParsedInputOf<typeof source.template>,
): Promise<FileAnswer> {
  const { name, ...generating } = await server.db.tenantTx(who.enterpriseId, (db) =>
    readForGenerating(server, db, { id: configurationId }),
  )
  const needs = needsOf(generating)
  const columns = templateColumns(needs)
  const rows = [columns, columns.map((column) => exampleOf(column, needs))]
  async function* once(): AsyncGenerator<CsvRows> {
    yield rows
  }
  if (format === 'csv') return csvFile(`${name} template.csv`, once())
  return { fileName: `${name} template.xlsx`, contentType: XLSX_TYPE, body: xlsxFile(once()) }
}

export async function readSource(server: Server, who: Who, id: string): Promise<Source> {
  const { enterpriseId } = who
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await stagedSource(server, db, { enterpriseId, id })
    return await sourceOf(server, db, { record })
  })
}

export async function listRows(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof source.rows>,
): Promise<OutputOf<typeof source.rows>> {
  const { id, only, limit } = input
  const { enterpriseId } = who
  const scope = ['source rows', id, only]
  const from = Number(readCursor(input.cursor, scope)?.value ?? 0)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await stagedSource(server, db, { enterpriseId, id })
    const items: SourceRow[] = []
    const counts = await selectChunkCounts(db, { sourceId: id, from: Math.floor(from / CHUNK_ROWS) })
    for (const { chunk } of counts.filter((count) => only === 'all' || count[only] > 0)) {
      const rows = (await readMaskedChunk(server, db, { enterpriseId, sourceId: id, chunk })) ?? []
      for (const [index, row] of rows.entries()) {
        const position = chunk * CHUNK_ROWS + index
        if (position < from || !isSelected(row, only)) continue
        if (items.length === limit) return { items, next: writeCursor({ value: String(position), id }, scope) }
        items.push(sourceRow(record, row))
      }
    }
    return { items, next: null }
  })
}

const isSelected = (row: StagedRow, only: ParsedInputOf<typeof source.rows>['only']): boolean =>
  only === 'all' ||
  (only === 'warned' && row.warnings !== undefined) ||
  (only === 'faulty' && row.faults.length > 0) ||
  (only === 'existing' && row.exists && row.faults.length === 0)

const secrets: ReadonlySet<string> = new Set(secretColumns)

/**
 * A row as returned to the user, without secret values. While the user is asked what ICCIDs of 19 digits are, they are
 * shown as they were given.
 */
export function sourceRow(record: SourceRecord, row: StagedRow): SourceRow {
  const columns = record.columns as SourceColumn[]
  const { nineteenDigits } = storedNeeds(record.needs)
  const filled = Object.entries(isAsked(record) ? valuesOf(columns, row) : cardValuesOf(columns, row, nineteenDigits))
  return {
    line: row.line,
    values: Object.fromEntries(filled.filter(([column]) => !secrets.has(column))),
    secret: filled.map(([column]) => column).filter((column) => secrets.has(column)),
    faults: row.faults,
    warnings: (row.warnings ?? []).map(shownWarning),
    exists: row.exists,
  }
}

/** Whether the numbers of an upload speak against the setting for ICCIDs of 19 digits, and the user has not answered. */
function isAsked({ needs, reading }: SourceRecord): boolean {
  const { nineteen, answer } = storedReading(reading)
  return answer === undefined && speaksAgainst(nineteen, storedNeeds(needs).nineteenDigits)
}

/**
 * The faulty rows of a staged upload with their reasons; secret cells are blank. Once corrected, the file can be uploaded
 * as it is.
 */
export async function writeFaults(server: Server, who: Who, id: string): Promise<FileAnswer> {
  return await writeFaultyRows(server, who, { id, state: 'STAGED' })
}

/**
 * The faulty rows of an upload with their reasons; secret cells are blank.
 * @throws Problem `not_found`, or `source_gone` when the upload has another state or has expired
 */
export async function writeFaultyRows(
  server: Pick<Server, 'db' | 'vault' | 'clock'>,
  { enterpriseId }: Pick<Who, 'enterpriseId'>,
  { id, state }: { id: SourceId; state: 'STAGED' | 'CONFIRMED' },
): Promise<FileAnswer> {
  const { record, chunks } = await server.db.tenantTx(enterpriseId, async (db) => ({
    record: requireState(server, await selectSource(db, id), state),
    chunks: await selectChunkCounts(db, { sourceId: id, from: 0 }),
  }))
  const columns = record.columns as SourceColumn[]
  const { answer } = storedReading(record.reading)
  async function* lines(): AsyncGenerator<CsvRows> {
    yield [['LINE', ...columns, 'REASON']]
    for (const { chunk } of chunks.filter(({ faulty }) => faulty > 0)) {
      const rows = await server.db.tenantTx(enterpriseId, (db) =>
        readMaskedChunk(server, db, { enterpriseId, sourceId: id, chunk }),
      )
      yield (rows ?? []).filter((row) => row.faults.length > 0).map((row) => faultLine(columns, row, answer))
    }
  }
  return csvFile(`${record.file_name.replace(/(\.\w{1,5})+$/, '')} faults.csv`, lines())
}

/** An ICCID is written so that it is read again as the same: with F or the check digit if the user has answered. */
function faultLine(columns: readonly SourceColumn[], row: StagedRow, answer: NineteenDigits | undefined): string[] {
  const cells = columns.map((column, index) => {
    const cell = row.cells[index] ?? ''
    if (secrets.has(column)) return ''
    if (column === 'ICCID') return answer === undefined ? cell : decidedIccid(cell, answer)
    return column === 'EXPIRE_TIME' ? timeCell(cell) : cell
  })
  const reasons = row.faults.map(({ column, text }) => (column ? `${column}: ${text}` : text))
  return [String(row.line), ...cells, reasons.join(' ')]
}

export async function discardSource(server: Server, who: Who, id: string): Promise<OutputOf<typeof source.discard>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const { file_name: name } = await lockStaged(server, db, { enterpriseId, id })
    await updateSourceState(db, { id, state: 'DISCARDED' })
    await deleteChunks(db, id)
    await recordAudit(server, db, { enterpriseId, action: 'source.discarded', object: { id, name } })
  })
  return {}
}

/** Deletes the mapped column names: later files need the standard names. */
export async function forgetColumns(
  server: Server,
  { enterpriseId }: Who,
): Promise<OutputOf<typeof source.forgetColumns>> {
  await server.db.tenantTx(enterpriseId, (db) => deleteColumnNames(db))
  return {}
}

/**
 * Confirms a staged upload for a batch, which from now on decides when its rows are deleted. `nineteenDigits` says what
 * its ICCIDs of 19 digits are.
 * @throws Problem `not_found`; `source_gone` when it was confirmed or discarded, or has expired; `nineteen_digits_open`
 */
export async function confirmSource(
  server: Pick<Server, 'clock'>,
  db: TenantDb,
  { id, nineteenDigits }: { id: string; nineteenDigits?: NineteenDigits },
): Promise<SourceRecord> {
  const staged = await lockStaged(server, db, { enterpriseId: db.enterpriseId, id })
  if (nineteenDigits !== undefined) {
    const needs = { ...storedNeeds(staged.needs), nineteenDigits }
    const reading = { ...storedReading(staged.reading), answer: nineteenDigits }
    await updateReading(db, { id, needs, reading })
  } else if (isAsked(staged)) throw new Problem('nineteen_digits_open')
  await updateSourceState(db, { id, state: 'CONFIRMED' })
  return staged
}

/** Whether the rows of an upload are valid for these needs. An answer about ICCIDs of 19 digits remains valid. */
export function isCheckedFor(staged: SourceRecord, needs: SubscriberNeeds): boolean {
  const stored = storedNeeds(staged.needs)
  const { nineteenDigits, attributes } = stored
  return (
    areSameNeeds(stored, { ...needs, nineteenDigits, attributes }) &&
    areAttributesChecked(stored, needs, new Set(staged.columns as string[]))
  )
}

/** The rows without faults of one chunk of an upload; undefined after the last chunk. */
export async function readValidRows(
  server: Pick<Server, 'vault'>,
  db: TenantDb,
  location: ChunkLocation,
): Promise<ValidRow[] | undefined> {
  const record = await selectSource(db, location.sourceId)
  const rows = await readChunk(server, db, location)
  if (!record || !rows) return undefined
  const columns = record.columns as SourceColumn[]
  const { nineteenDigits } = storedNeeds(record.needs)
  return rows
    .filter((row) => row.faults.length === 0)
    .map((row) => ({ line: row.line, values: cardValuesOf(columns, row, nineteenDigits) }))
}

export type ValidRow = { line: number; values: SourceValues }

/** Deletes the rows of an upload whose batch has ended. */
export async function dropRows(db: TenantDb, sourceId: SourceId): Promise<void> {
  await deleteChunks(db, sourceId)
}

/** How long the rows that a batch left out can be downloaded after it has ended. */
const LEFT_OUT_LIFE_MS = 24 * 3_600_000

/** Retains only the faulty rows of an upload whose batch has ended, with blank secret cells, for 24 hours. */
export async function keepFaultyRows(
  server: Pick<Server, 'vault' | 'clock'>,
  db: TenantDb,
  { sourceId }: { sourceId: SourceId },
): Promise<void> {
  const record = await selectSource(db, sourceId)
  if (!record) return
  const isSecret = (record.columns as SourceColumn[]).map((column) => secrets.has(column))
  const counts = await selectChunkCounts(db, { sourceId, from: 0 })
  for (const { chunk, faulty } of counts.filter((count) => count.faulty > 0)) {
    const location = { enterpriseId: db.enterpriseId, sourceId, chunk }
    const rows = (await readMaskedChunk(server, db, location)) ?? []
    const kept = rows
      .filter((row) => row.faults.length > 0)
      .map((row) => ({ ...row, cells: row.cells.map((cell, index) => (isSecret[index] ? '' : cell)) }))
    await updateChunk(db, {
      sourceId,
      chunk,
      rows: faulty,
      faulty,
      existing: 0,
      warned: 0,
      sealed: sealChunk(server, location, { rows: kept }),
    })
  }
  await deleteValidChunks(db, sourceId)
  const expiresAt = new Date(server.clock.now().getTime() + LEFT_OUT_LIFE_MS)
  await updateExpiry(db, { id: sourceId, expiresAt })
}

/** Parses one row that is not from a file, by the same rules. */
export function readSingleRow(
  values: SourceValues,
  { needs, now }: { needs: SubscriberNeeds; now: Date },
): { row: ValidRow; faults: Fault[] } {
  const columns = Object.keys(values) as SourceColumn[]
  const read = rowParser({ columns, needs, now })(1, Object.values(values))
  return { row: { line: 1, values: cardValuesOf(columns, read, needs.nineteenDigits) }, faults: read.faults }
}

type SourceLocation = { enterpriseId: EnterpriseId; id: string }

async function stagedSource(
  server: Pick<Server, 'clock'>,
  db: TenantDb,
  location: SourceLocation,
): Promise<SourceRecord> {
  return requireStaged(server, await selectSource(db, location.id))
}

/**
 * Locks a staged upload.
 * @throws Problem `not_found`, or `source_gone` when it was confirmed or discarded, or has expired
 */
export async function lockStaged(
  server: Pick<Server, 'clock'>,
  db: TenantDb,
  location: SourceLocation,
): Promise<SourceRecord> {
  return requireStaged(server, await lockSource(db, location.id))
}

const requireStaged = (server: Pick<Server, 'clock'>, record: SourceRecord | undefined): SourceRecord =>
  requireState(server, record, 'STAGED')

function requireState(
  { clock }: Pick<Server, 'clock'>,
  record: SourceRecord | undefined,
  state: 'STAGED' | 'CONFIRMED',
): SourceRecord {
  if (!record) throw new Problem('not_found')
  if (record.state !== state || record.expires_at <= clock.now()) throw new Problem('source_gone')
  return record
}
