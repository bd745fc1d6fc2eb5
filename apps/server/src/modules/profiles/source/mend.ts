import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as source from '@simwright/contract/profiles/source'
import type { Source, SourceColumn } from '@simwright/contract/profiles/source'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { readPart, type StagedRow, sealPart } from './part.ts'
import type { Server } from './port.ts'
import { selectHolders, selectPartCounts, selectSource, updateCounts, updatePart } from './queries.ts'
import { repeated } from './read.ts'
import type { Fault } from './row.ts'
import { rowMender } from './row.ts'
import { lockStaged, sourceRow } from './service.ts'
import { countsOf, generalText, isUnlisted, taken } from './stage.ts'
import { sourceOf } from './upload.ts'

type Place = { enterpriseId: string; sourceId: string }

/** Rows of the parts that were opened, and the parts that hold a row that was changed. */
class OpenParts {
  readonly #server: Pick<Server, 'vault'>
  readonly #db: TenantDb
  readonly #place: Place
  readonly #rows = new Map<number, StagedRow[]>()
  readonly #changed = new Set<number>()
  readonly #before = new Map<StagedRow, Fault[]>()

  constructor(server: Pick<Server, 'vault'>, db: TenantDb, place: Place) {
    this.#server = server
    this.#db = db
    this.#place = place
  }

  async open(part: number): Promise<StagedRow[]> {
    const known = this.#rows.get(part)
    if (known) return known
    const rows = (await readPart(this.#server, this.#db, { ...this.#place, part })) ?? []
    this.#rows.set(part, rows)
    return rows
  }

  /** A row is about to be changed. */
  touch(part: number, row: StagedRow): void {
    this.#changed.add(part)
    if (!this.#before.has(row)) this.#before.set(row, row.faults)
  }

  /** The faults that changed rows had before, and have. */
  get changes(): { before: Fault[]; after: Fault[] } {
    return {
      before: [...this.#before.values()].flat(),
      after: [...this.#before.keys()].flatMap(({ faults }) => faults),
    }
  }

  async write(): Promise<void> {
    const { enterpriseId, sourceId } = this.#place
    for (const part of this.#changed) {
      const rows = this.#rows.get(part)!
      const sealed = sealPart(this.#server, { ...this.#place, part }, rows)
      await updatePart(this.#db, enterpriseId, { sourceId, part, ...countsOf(rows), sealed })
    }
  }
}

/**
 * Puts other values into the cells of a faulty row, and holds the row to all rules again; also those rows whose ICCID it
 * repeated, or repeats now.
 */
export async function mendRow(
  server: Server,
  { enterpriseId }: Who,
  { id, line, values }: ParsedInputOf<typeof source.mend>,
): Promise<OutputOf<typeof source.mend>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const staged = await lockStaged(server, db, { enterpriseId, id })
    const columns = staged.columns as SourceColumn[]
    const counts = await selectPartCounts(db, enterpriseId, { sourceId: id, from: 0 })
    const parts = new OpenParts(server, db, { enterpriseId, sourceId: id })
    const { part, row } = await findFaulty(parts, { counts, line })
    const iccidAt = columns.indexOf('ICCID')
    const uncorrectable = row.faults.find(isUnlisted)
    if (uncorrectable) throw fault('line', uncorrectable.rule, uncorrectable.text)
    const before = iccidOf(row, iccidAt)
    parts.touch(part, row)
    Object.assign(row, rowMender({ columns, now: server.clock.now() })(row, values))
    await lookUp(db, enterpriseId, { row, iccidAt })
    const iccids = new Set([before, iccidOf(row, iccidAt)].filter((iccid) => iccid !== undefined))
    for (const iccid of iccids) await faultRepetitions(parts, { counts, iccid, iccidAt })
    await parts.write()
    const { faulty, existing } = await sumOf(db, { enterpriseId, id })
    const faultCounts = recounted(staged.fault_counts as Source['faultCounts'], parts.changes)
    await updateCounts(db, enterpriseId, { id, faulty, existing, faultCounts })
    const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
    const mended = (await selectSource(db, enterpriseId, id))!
    return { row: sourceRow(columns, row), source: sourceOf(mended, entitlement) }
  })
}

type Counts = Awaited<ReturnType<typeof selectPartCounts>>

async function findFaulty(
  parts: OpenParts,
  { counts, line }: { counts: Counts; line: number },
): Promise<{ part: number; row: StagedRow }> {
  for (const { part } of counts.filter(({ faulty }) => faulty > 0)) {
    const row = (await parts.open(part)).find((one) => one.line === line && one.faults.length > 0)
    if (row) return { part, row }
  }
  throw new Problem('not_found')
}

const isRepetition = ({ column, rule }: Fault) => column === 'ICCID' && rule === 'repeated'

/** The ICCID of a row, if it is one. */
function iccidOf({ cells, faults }: StagedRow, iccidAt: number): string | undefined {
  const isWrong = faults.some((fault) => fault.column === 'ICCID' && !isRepetition(fault) && fault.rule !== 'taken')
  return isWrong ? undefined : cells[iccidAt] || undefined
}

async function lookUp(
  db: TenantDb,
  enterpriseId: string,
  { row, iccidAt }: { row: StagedRow; iccidAt: number },
): Promise<void> {
  const iccid = iccidOf(row, iccidAt)
  const [holder] = iccid === undefined ? [] : await selectHolders(db, enterpriseId, [iccid])
  row.exists = holder?.enterprise_id === enterpriseId
  if (holder && !row.exists) row.faults = [...row.faults, taken]
}

/** Each of the rows that have the same ICCID names another one; the last one left names none. */
async function faultRepetitions(
  parts: OpenParts,
  { counts, iccid, iccidAt }: { counts: Counts; iccid: string; iccidAt: number },
): Promise<void> {
  const alike: { part: number; row: StagedRow }[] = []
  for (const { part } of counts)
    for (const row of await parts.open(part)) if (iccidOf(row, iccidAt) === iccid) alike.push({ part, row })
  alike.forEach(({ part, row }, index) => {
    const other = alike[index === 0 ? 1 : 0]
    const had = row.faults.some(isRepetition)
    if (!had && !other) return
    parts.touch(part, row)
    const rest = row.faults.filter((fault) => !isRepetition(fault))
    row.faults = other ? [...rest, repeated(other.row.line)] : rest
  })
}

async function sumOf(db: TenantDb, { enterpriseId, id }: { enterpriseId: string; id: string }) {
  const counts = await selectPartCounts(db, enterpriseId, { sourceId: id, from: 0 })
  const sum = (field: 'faulty' | 'existing') => counts.reduce((total, count) => total + count[field], 0)
  return { faulty: sum('faulty'), existing: sum('existing') }
}

/** How often each rule is broken, after some faults went and others came. */
function recounted(
  counts: Source['faultCounts'],
  { before, after }: { before: readonly Fault[]; after: readonly Fault[] },
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
