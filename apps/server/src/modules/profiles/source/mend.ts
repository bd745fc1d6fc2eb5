import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as source from '@simwright/contract/profiles/source'
import type { Source, SourceColumn } from '@simwright/contract/profiles/source'
import type { Iccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, SourceId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { readChunk, type StagedRow, sealChunk } from './chunk.ts'
import { keyOf } from './iccid.ts'
import { storedNeeds } from './needs.ts'
import {
  type SourceRecord,
  selectChunkCounts,
  selectSource,
  updateChunk,
  updateCounts,
  updateReading,
} from './queries.ts'
import { repeated } from './read.ts'
import { correctedReading, storedReading } from './reading.ts'
import type { Fault } from './row.ts'
import { rowCorrector } from './row.ts'
import { lockStaged, sourceRow } from './service.ts'
import { countsOf, generalText, isUnlisted, type RowCount } from './stage.ts'
import { checkStored } from './stored-faults.ts'
import { sourceOf } from './upload.ts'
import { type ComparedColumn, comparedColumns, shownWarning, validCell, withWarning } from './warning.ts'

type Finding = { column: string; rule: string; text: string }

type SourceLocation = { enterpriseId: EnterpriseId; sourceId: SourceId }

/** A cache of opened chunks, which tracks changed rows and writes the chunks that contain one. */
class ChunkCache {
  readonly #server: Pick<Server, 'vault'>
  readonly #db: TenantDb
  readonly #location: SourceLocation
  readonly #rows = new Map<number, StagedRow[]>()
  readonly #changed = new Set<number>()
  readonly #before = new Map<StagedRow, Pick<StagedRow, 'faults' | 'warnings'>>()

  constructor(server: Pick<Server, 'vault'>, db: TenantDb, location: SourceLocation) {
    this.#server = server
    this.#db = db
    this.#location = location
  }

  async open(chunk: number): Promise<StagedRow[]> {
    const cached = this.#rows.get(chunk)
    if (cached) return cached
    const rows = (await readChunk(this.#server, this.#db, { ...this.#location, chunk })) ?? []
    this.#rows.set(chunk, rows)
    return rows
  }

  /** Must be called before a row is changed. */
  touch(chunk: number, row: StagedRow): void {
    this.#changed.add(chunk)
    if (!this.#before.has(row)) this.#before.set(row, { faults: row.faults, warnings: row.warnings })
  }

  /** The faults and warnings of the changed rows before and after the change. */
  get changes(): Record<'faults' | 'warnings', { before: Finding[]; after: Finding[] }> {
    const [before, after] = [[...this.#before.values()], [...this.#before.keys()]]
    const general = (rows: readonly Pick<StagedRow, 'warnings'>[]) =>
      rows.flatMap(({ warnings = [] }) => warnings.map(({ rule }) => shownWarning({ rule })))
    return {
      faults: { before: before.flatMap(({ faults }) => faults), after: after.flatMap(({ faults }) => faults) },
      warnings: { before: general(before), after: general(after) },
    }
  }

  async write(): Promise<void> {
    const { sourceId } = this.#location
    for (const chunk of this.#changed) {
      const rows = this.#rows.get(chunk)!
      const sealed = sealChunk(this.#server, { ...this.#location, chunk }, { rows })
      await updateChunk(this.#db, { sourceId, chunk, ...countsOf(rows), sealed })
    }
  }
}

/**
 * Replaces values of a faulty row and checks all rules again, also for rows whose ICCID it repeated or now repeats.
 * @throws Problem `not_found` when no faulty row has this line
 */
export async function correctRow(
  server: Server,
  { enterpriseId }: Who,
  { id, line, values }: ParsedInputOf<typeof source.mend>,
): Promise<OutputOf<typeof source.mend>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const staged = await lockStaged(server, db, { enterpriseId, id })
    const columns = staged.columns as SourceColumn[]
    const needs = storedNeeds(staged.needs)
    const counts = await selectChunkCounts(db, { sourceId: id, from: 0 })
    const chunks = new ChunkCache(server, db, { enterpriseId, sourceId: id })
    const { chunk, row } = await findFaulty(chunks, { counts, line })
    const iccidAt = columns.indexOf('ICCID')
    const uncorrectable = row.faults.find(isUnlisted)
    if (uncorrectable) throw fault('line', uncorrectable.rule, uncorrectable.text)
    const before = iccidOf(row, iccidAt)
    const given = row.cells[iccidAt] ?? ''
    const previous = Object.fromEntries(
      Object.keys(comparedColumns).map((column) => [column, validCell(columns, row, column as ComparedColumn)]),
    )
    chunks.touch(chunk, row)
    const filled = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
    Object.assign(row, rowCorrector({ columns, needs, now: server.clock.now() })(row, Object.fromEntries(filled)))
    const configurationId = staged.configuration_id
    const [checked] = await checkStored(db, { enterpriseId, configurationId, columns, needs }, [row])
    Object.assign(row, checked)
    const iccids = new Set([before, iccidOf(row, iccidAt)].filter((iccid) => iccid !== undefined))
    for (const iccid of iccids) await faultRepetitions(chunks, { counts, iccid, iccidAt })
    for (const column of Object.keys(comparedColumns) as ComparedColumn[])
      await warnRepetitions(chunks, {
        counts,
        columns,
        column,
        values: [previous[column], validCell(columns, row, column)],
      })
    await writeCorrected(db, chunks, { enterpriseId, staged })
    const reading = correctedReading(storedReading(staged.reading), { before: given, after: row.cells[iccidAt] ?? '' })
    await updateReading(db, { id, needs, reading })
    const corrected = (await selectSource(db, id))!
    return {
      row: sourceRow(corrected, row),
      source: await sourceOf(server, db, { record: corrected }),
    }
  })
}

/** Stores the rows that changed, and how many rows of the upload have each finding now. */
async function writeCorrected(
  db: TenantDb,
  chunks: ChunkCache,
  { enterpriseId, staged }: { enterpriseId: EnterpriseId; staged: SourceRecord },
): Promise<void> {
  await chunks.write()
  const sums = await sumOf(db, { enterpriseId, id: staged.id })
  const { faults, warnings } = chunks.changes
  const faultCounts = updatedCounts(staged.fault_counts as Source['faultCounts'], faults)
  const warningCounts = updatedCounts(staged.warning_counts as Source['warningCounts'], warnings)
  await updateCounts(db, { id: staged.id, ...sums, faultCounts, warningCounts })
}

type Counts = Awaited<ReturnType<typeof selectChunkCounts>>

async function findFaulty(
  chunks: ChunkCache,
  { counts, line }: { counts: Counts; line: number },
): Promise<{ chunk: number; row: StagedRow }> {
  for (const { chunk } of counts.filter(({ faulty }) => faulty > 0)) {
    const row = (await chunks.open(chunk)).find((one) => one.line === line && one.faults.length > 0)
    if (row) return { chunk, row }
  }
  throw new Problem('not_found')
}

const isRepetition = ({ column, rule }: Fault) => column === 'ICCID' && rule === 'repeated'

/** The key of a row's ICCID; undefined when it is invalid. */
function iccidOf({ cells, faults }: StagedRow, iccidAt: number): Iccid | undefined {
  const isWrong = faults.some((fault) => fault.column === 'ICCID' && !isRepetition(fault) && fault.rule !== 'taken')
  return isWrong ? undefined : keyOf(cells[iccidAt] ?? '')
}

/** Updates the faults of all rows with this ICCID: each names another one; a single row has no such fault. */
async function faultRepetitions(
  chunks: ChunkCache,
  { counts, iccid, iccidAt }: { counts: Counts; iccid: Iccid; iccidAt: number },
): Promise<void> {
  const rows: { chunk: number; row: StagedRow }[] = []
  for (const { chunk } of counts)
    for (const row of await chunks.open(chunk)) if (iccidOf(row, iccidAt) === iccid) rows.push({ chunk, row })
  rows.forEach(({ chunk, row }, index) => {
    const other = rows[index === 0 ? 1 : 0]
    const had = row.faults.some(isRepetition)
    if (!had && !other) return
    chunks.touch(chunk, row)
    const rest = row.faults.filter((fault) => !isRepetition(fault))
    row.faults = other ? [...rest, repeated(other.row.line)] : rest
  })
}

type Compared = {
  counts: Counts
  columns: readonly SourceColumn[]
  column: ComparedColumn
  /** The value of the corrected row before and after. */
  values: readonly (string | undefined)[]
}

/** Updates the warnings of all rows with one of these values: each names another one; a single row has no such warning. */
async function warnRepetitions(chunks: ChunkCache, { counts, columns, column, values }: Compared): Promise<void> {
  const rule = comparedColumns[column]
  for (const value of new Set(values.filter((one) => one !== undefined))) {
    const rows: { chunk: number; row: StagedRow }[] = []
    for (const { chunk } of counts)
      for (const row of await chunks.open(chunk))
        if (validCell(columns, row, column) === value) rows.push({ chunk, row })
    rows.forEach(({ chunk, row }, index) => {
      const other = rows[index === 0 ? 1 : 0]
      const had = row.warnings?.some((one) => one.rule === rule)
      if (!had && !other) return
      chunks.touch(chunk, row)
      row.warnings = withWarning(row.warnings, rule, other && { rule, line: other.row.line })
    })
  }
}

async function sumOf(db: TenantDb, { id }: { enterpriseId: EnterpriseId; id: string }) {
  const counts = await selectChunkCounts(db, { sourceId: id, from: 0 })
  const sum = (field: RowCount) => counts.reduce((total, count) => total + count[field], 0)
  return { faulty: sum('faulty'), existing: sum('existing'), warned: sum('warned') }
}

/** How many rows have each finding after a change. */
function updatedCounts(
  counts: Source['faultCounts'],
  { before, after }: { before: readonly Finding[]; after: readonly Finding[] },
): Source['faultCounts'] {
  const byRule = new Map(counts.map((one) => [`${one.column} ${one.rule}`, { ...one }]))
  for (const { column, rule } of before) {
    const one = byRule.get(`${column} ${rule}`)
    if (one) one.count -= 1
  }
  for (const fault of after) {
    const { column, rule } = fault
    const one = byRule.get(`${column} ${rule}`)
    if (one) one.count += 1
    else byRule.set(`${column} ${rule}`, { column, rule, text: generalText(fault), count: 1 })
  }
  return [...byRule.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}
