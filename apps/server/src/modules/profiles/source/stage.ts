import { type Source, type SourceColumn, sourceLimits } from '@simwright/contract/profiles/source'
import type { TenantDb } from '../../../db/database.ts'
import { openPart, type StagedRow, sealPart } from './part.ts'
import type { Server } from './port.ts'
import { type NewPart, selectHolders } from './queries.ts'
import { type Repetition, repeated } from './read.ts'
import type { Fault, ReadRow } from './row.ts'

type FaultCount = Source['faultCounts'][number]

/** Texts of rules whose faults name a line, for the count of all of them. */
const generalTexts: Record<string, string> = { repeated: 'The same ICCID stands in more than one line.' }

/** Takes the parts of a file as they are read, looks their ICCIDs up, and keeps them sealed until all are there. */
export class Stage {
  readonly #server: Pick<Server, 'vault'>
  readonly #enterpriseId: string
  readonly #sourceId: string
  readonly #parts: (NewPart & { firstLine: number })[] = []
  readonly #counts = new Map<string, FaultCount>()
  /** Faults that are stored with their rows. */
  #stored = 0

  constructor(server: Pick<Server, 'vault'>, { enterpriseId, sourceId }: { enterpriseId: string; sourceId: string }) {
    this.#server = server
    this.#enterpriseId = enterpriseId
    this.#sourceId = sourceId
  }

  async take(db: TenantDb, { columns, rows }: { columns: readonly SourceColumn[]; rows: ReadRow[] }): Promise<void> {
    const place = columns.indexOf('ICCID')
    const hasIccid = (row: ReadRow) => !row.faults.some(({ column }) => column === 'ICCID')
    const iccids = rows.filter(hasIccid).map((row) => row.cells[place]!)
    const holders = new Map(
      (await selectHolders(db, this.#enterpriseId, iccids)).map((held) => [held.iccid, held.enterprise_id]),
    )
    const staged = rows.map((row): StagedRow => {
      const holder = hasIccid(row) ? holders.get(row.cells[place]!) : undefined
      const exists = holder === this.#enterpriseId
      if (holder !== undefined && !exists) row.faults.push(taken)
      for (const fault of row.faults) this.#count(fault)
      return this.#bounded({ ...row, exists }, place)
    })
    this.#keep(this.#parts.length, staged)
  }

  /** The earlier row of each repeated ICCID is a fault, too: which of them is right, nobody here can know. */
  faultRepetitions(repetitions: readonly Repetition[]): void {
    const later = new Map<number, number>()
    for (const { first, line } of repetitions) if (!later.has(first)) later.set(first, line)
    for (const part of this.#parts) {
      const end = this.#parts[part.part + 1]?.firstLine ?? Number.POSITIVE_INFINITY
      const lines = [...later.keys()].filter((line) => line >= part.firstLine && line < end)
      if (lines.length > 0) this.#faultLines(part, new Map(lines.map((line) => [line, later.get(line)!])))
    }
  }

  /** What the sealed rows take. */
  get bytes(): number {
    return this.#parts.reduce((total, { sealed }) => total + sealed.length, 0)
  }

  /** Beyond the faults that are stored, of a faulty row only its line and its ICCID are; its faults are counted. */
  #bounded(row: StagedRow, iccidAt: number): StagedRow {
    if (row.faults.length === 0) return row
    this.#stored += row.faults.length
    if (this.#stored <= sourceLimits.faults) return row
    const isIccid = !row.faults.some(({ column }) => column === 'ICCID')
    const cells = row.cells.map((cell, index) => (index === iccidAt && isIccid ? cell : ''))
    return { ...row, cells, faults: [unlisted] }
  }

  get parts(): NewPart[] {
    return this.#parts.map(({ firstLine: _, ...part }) => part)
  }

  counts(): { faulty: number; existing: number; faultCounts: FaultCount[] } {
    const sum = (field: 'faulty' | 'existing') => this.#parts.reduce((total, part) => total + part[field], 0)
    const faultCounts = [...this.#counts.values()].sort((a, b) => b.count - a.count)
    return { faulty: sum('faulty'), existing: sum('existing'), faultCounts }
  }

  #faultLines(part: NewPart, lines: ReadonlyMap<number, number>): void {
    const rows = openPart(this.#server, this.#placeOf(part.part), part.sealed)
    for (const row of rows) {
      const other = lines.get(row.line)
      if (other === undefined) continue
      this.#count(repeated(other))
      if (row.faults.some(isUnlisted)) continue
      this.#stored += 1
      if (this.#stored <= sourceLimits.faults || row.faults.length > 0) row.faults.push(repeated(other))
      else row.faults.push(unlisted)
    }
    this.#keep(part.part, rows)
  }

  #keep(part: number, rows: readonly StagedRow[]): void {
    this.#parts[part] = {
      part,
      rows: rows.length,
      ...countsOf(rows),
      sealed: sealPart(this.#server, this.#placeOf(part), rows),
      firstLine: rows[0]!.line,
    }
  }

  #placeOf(part: number) {
    return { enterpriseId: this.#enterpriseId, sourceId: this.#sourceId, part }
  }

  #count({ column, rule, text }: Fault): void {
    const key = `${column} ${rule}`
    const counted = this.#counts.get(key)
    if (counted) counted.count += 1
    else this.#counts.set(key, { column, rule, text: generalText({ rule, text }), count: 1 })
  }
}

/** How many rows of a part have faults, and how many others exist already. */
export function countsOf(rows: readonly StagedRow[]): { faulty: number; existing: number } {
  const isGood = (row: StagedRow) => row.faults.length === 0
  return {
    faulty: rows.filter((row) => !isGood(row)).length,
    existing: rows.filter((row) => isGood(row) && row.exists).length,
  }
}

/** The text of a rule where it is told once for all rows that break it. */
export const generalText = ({ rule, text }: Pick<Fault, 'rule' | 'text'>): string => generalTexts[rule] ?? text

export const taken: Fault = { column: 'ICCID', rule: 'taken', text: 'This ICCID is not available.' }

/** In place of the faults of a row that are only counted. */
const unlisted: Fault = {
  column: '',
  rule: 'unlisted',
  text: `Not listed: only the first ${sourceLimits.faults.toLocaleString('en')} faults are. Correct this row in the file.`,
}

export const isUnlisted = ({ rule }: Fault): boolean => rule === unlisted.rule
