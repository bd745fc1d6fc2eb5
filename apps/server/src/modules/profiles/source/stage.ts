import { type Source, sourceLimits } from '@simwright/contract/profiles/source'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, SourceId } from '../../../db/row-id.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { type StagedRow, sealChunk, withMaskedChunk } from './chunk.ts'
import type { SubscriberNeeds } from './needs.ts'
import { insertChunk, type NewChunk, selectChunk, updateChunk } from './queries.ts'
import { type Repetition, repeated } from './read.ts'
import type { SourceChunk } from './read-in-process.ts'
import type { Fault } from './row.ts'
import { dropSecrets } from './secret-cells.ts'
import { checkStored } from './stored-faults.ts'
import { type WarningRule, warningCounts, withWarning } from './warning.ts'

type FaultCount = Source['faultCounts'][number]

type Staged = {
  enterpriseId: EnterpriseId
  configurationId: ConfigurationId
  sourceId: SourceId
  needs: SubscriberNeeds
}

/** Texts for the count of faults, for rules whose own texts name a line. */
const generalTexts: Record<string, string> = { repeated: 'The same ICCID is in more than one line.' }

/** What is known of a stored chunk. */
type StoredChunk = Omit<NewChunk, 'sealed'> & { firstLine: number; bytes: number }

/**
 * Stores the chunks of a file as they are parsed, so that a file of any size takes little memory: compares them with the
 * database, and seals their rows. The source must be inserted.
 */
export class Stage {
  readonly #server: Pick<Server, 'vault'>
  readonly #batch: Omit<Staged, 'sourceId'>
  readonly #sourceId: SourceId
  readonly #chunks: StoredChunk[] = []
  readonly #counts = new Map<string, FaultCount>()
  /** The rule of each warning. */
  readonly #warnings: WarningRule[] = []
  /** The number of faults that are stored with their rows. */
  #stored = 0

  constructor(server: Pick<Server, 'vault'>, { sourceId, ...batch }: Staged) {
    this.#server = server
    this.#batch = batch
    this.#sourceId = sourceId
  }

  /** The caller overwrites `secrets`. */
  async add(db: TenantDb, { columns, rows, secrets }: SourceChunk): Promise<void> {
    const iccidAt = columns.indexOf('ICCID')
    const checked = await checkStored(db, { ...this.#batch, columns }, rows)
    for (const fault of checked.flatMap(({ faults }) => faults)) this.#count(fault)
    for (const { warnings = [] } of checked) this.#warnings.push(...warnings.map(({ rule }) => rule))
    const staged = checked.map((row) => this.#bounded(row, iccidAt))
    const kept = dropSecrets(secrets, (index) => staged[index] !== checked[index])
    const sealed = this.#seal(this.#chunks.length, { rows: staged, secrets: kept })
    kept.fill(0)
    await insertChunk(db, { sourceId: this.#sourceId, ...sealed })
  }

  /** Marks the first row with each repeated value too, because either row may be the wrong one. */
  async markRepetitions(db: TenantDb, repetitions: readonly Repetition[]): Promise<void> {
    const byChunk = Map.groupBy(repetitions, ({ first }) => this.#chunkOf(first))
    for (const [chunk, ofChunk] of [...byChunk].sort(([a], [b]) => a - b)) {
      const byLine = new Map<number, Repetition[]>()
      for (const one of ofChunk) {
        const known = byLine.get(one.first) ?? []
        if (!known.some(({ warning }) => warning === one.warning)) byLine.set(one.first, [...known, one])
      }
      await this.#markLines(db, chunk, byLine)
    }
  }

  /** The number of the chunk with this line: the last one that begins at or before it. */
  #chunkOf(line: number): number {
    let [from, to] = [0, this.#chunks.length - 1]
    while (from < to) {
      const middle = Math.ceil((from + to) / 2)
      if (this.#chunks[middle]!.firstLine <= line) from = middle
      else to = middle - 1
    }
    return from
  }

  /** Size of the sealed rows. */
  get bytes(): number {
    return this.#chunks.reduce((total, { bytes }) => total + bytes, 0)
  }

  /** After the limit of stored faults, a faulty row retains only its line and ICCID; its faults are only entry. */
  #bounded(row: StagedRow, iccidAt: number): StagedRow {
    if (row.faults.length === 0) return row
    this.#stored += row.faults.length
    if (this.#stored <= sourceLimits.faults) return row
    const isIccid = !row.faults.some(({ column }) => column === 'ICCID')
    const cells = row.cells.map((cell, index) => (index === iccidAt && isIccid ? cell : ''))
    return { ...row, cells, faults: [unlistedFault] }
  }

  counts() {
    const sum = (field: RowCount) => this.#chunks.reduce((total, chunk) => total + chunk[field], 0)
    const faultCounts = [...this.#counts.values()].sort((a, b) => b.count - a.count)
    const counts = { faulty: sum('faulty'), existing: sum('existing'), warned: sum('warned') }
    return { ...counts, faultCounts, warningCounts: warningCounts(this.#warnings) }
  }

  async #markLines(db: TenantDb, chunk: number, later: ReadonlyMap<number, readonly Repetition[]>): Promise<void> {
    const location = this.#locationOf(chunk)
    const stored = (await selectChunk(db, location))!
    const marked = withMaskedChunk(this.#server, { ...location, sealed: stored }, ({ rows, secrets }) => {
      this.#markRows(rows, later)
      return this.#seal(chunk, { rows, secrets })
    })
    await updateChunk(db, { sourceId: this.#sourceId, ...marked })
  }

  #markRows(rows: readonly StagedRow[], later: ReadonlyMap<number, readonly Repetition[]>): void {
    for (const row of rows) {
      const repetitions = later.get(row.line) ?? []
      for (const { warning: rule, line } of repetitions) {
        if (rule === undefined) continue
        row.warnings = withWarning(row.warnings, rule, { rule, line })
        this.#warnings.push(rule)
      }
      const other = repetitions.find(({ warning }) => warning === undefined)?.line
      if (other === undefined) continue
      this.#count(repeated(other))
      if (row.faults.some(isUnlisted)) continue
      this.#stored += 1
      if (this.#stored <= sourceLimits.faults || row.faults.length > 0) row.faults.push(repeated(other))
      else row.faults.push(unlistedFault)
    }
  }

  #seal(chunk: number, content: { rows: readonly StagedRow[]; secrets: Uint8Array | undefined }): NewChunk {
    const { rows } = content
    const sealed = sealChunk(this.#server, this.#locationOf(chunk), content)
    const counted = { chunk, rows: rows.length, ...countsOf(rows) }
    this.#chunks[chunk] = { ...counted, firstLine: rows[0]!.line, bytes: sealed.length }
    return { ...counted, sealed }
  }

  #locationOf(chunk: number) {
    return { enterpriseId: this.#batch.enterpriseId, sourceId: this.#sourceId, chunk }
  }

  #count({ column, rule, text }: Fault): void {
    const key = `${column} ${rule}`
    const entry = this.#counts.get(key)
    if (entry) entry.count += 1
    else this.#counts.set(key, { column, rule, text: generalText({ rule, text }), count: 1 })
  }
}

/** What rows of a chunk are counted by. */
export type RowCount = 'faulty' | 'existing' | 'warned'

/** How many rows of a chunk have faults, how many of the others exist already, and how many have warnings. */
export function countsOf(rows: readonly StagedRow[]): Record<RowCount, number> {
  const isValid = (row: StagedRow) => row.faults.length === 0
  return {
    faulty: rows.filter((row) => !isValid(row)).length,
    existing: rows.filter((row) => isValid(row) && row.exists).length,
    warned: rows.filter(({ warnings }) => warnings !== undefined).length,
  }
}

/** The text of a rule for all rows that violate it, without the number of digits of one of them. */
export const generalText = ({ rule, text }: Pick<Fault, 'rule' | 'text'>): string =>
  generalTexts[rule] ?? text.replace(/; this has \d+\.$/, '.')

/** Replaces the faults of a row that are only entry. */
const unlistedFault: Fault = {
  column: '',
  rule: 'unlisted',
  text: `Only the first ${sourceLimits.faults.toLocaleString('en')} faults are listed. Correct this row in the file.`,
}

export const isUnlisted = ({ rule }: Fault): boolean => rule === unlistedFault.rule
