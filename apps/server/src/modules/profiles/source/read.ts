import { type SourceColumn, sourceLimits } from '@simwright/contract/profiles/source-file'
import type { Iccid } from '@simwright/ids'
import { type CsvRecord, readCsv } from './csv.ts'
import type { DecryptionKeys } from './decrypt.ts'
import { fileKind, utf8Text } from './file-kind.ts'
import { type Header, readHeader } from './header.ts'
import { keyOf } from './iccid.ts'
import type { SubscriberNeeds } from './needs.ts'
import { type FileReading, ReadingCount } from './reading.ts'
import { FileRefusal } from './refusal.ts'
import { type ParsedRow, rowParser } from './row.ts'
import { formatBytes } from './size.ts'
import { type ComparedColumn, comparedColumns, validCell, type WarningRule, withWarning } from './warning.ts'

/** The first value of each column is looked for in this many records. */
const SAMPLE_RECORDS = 5

/** Rows per staged chunk. */
export const CHUNK_ROWS = 500

export type ReadJob = {
  file: Uint8Array
  /** The enterprise's keys; needed only for a PGP file. */
  keys: DecryptionKeys | undefined
  /** The largest content of a PGP file; without this, `sourceLimits.plainBytes`. */
  plainBytes?: number
  now: Date
  /** What the configuration requires of each row. */
  needs: SubscriberNeeds
  /** Column by header name, for names that are not columns. */
  columnNames?: Readonly<Record<string, string>>
}

/**
 * A value that is more than once in the file: its first line, and the line that repeats it. `warning`: its rule; without
 * one, the value is an ICCID, whose repetition is a fault.
 */
export type Repetition = { first: number; line: number; warning?: WarningRule }

export type ReadOutcome = Pick<Header, 'columns' | 'renamed'> & {
  total: number
  repetitions: Repetition[]
  reading: FileReading
}

export type OnChunk = (chunk: { columns: SourceColumn[]; rows: ParsedRow[] }) => void

/**
 * Parses a file of subscriber data, CSV or XLSX, plain or PGP-encrypted, and checks each row by the rules that need no
 * database. Passes rows to `onChunk` in chunks. A repeated ICCID is a fault only of the later row; the first row, which
 * may have been passed on already, is listed in the outcome.
 * @throws FileRefusal when the whole file is refused
 */
export async function readFile(job: ReadJob, onChunk: OnChunk): Promise<ReadOutcome> {
  const readRecords = await openRecords(job)
  const seen = new Map<Iccid, number>()
  const warnRepetitions = repetitionFinder(() => outcome)
  const reading = new ReadingCount()
  const outcome: Omit<ReadOutcome, 'reading'> = { columns: [], renamed: [], total: 0, repetitions: [] }
  let read: ((line: number, cells: readonly string[]) => ReturnType<ReturnType<typeof rowParser>>) | undefined
  let rows: ParsedRow[] = []
  /** Why the header is refused, if the user can map it, and the records that show what its columns contain. */
  let unmapped: FileRefusal | undefined
  const samples: (readonly string[])[] = []
  const emitChunk = () => {
    onChunk({ columns: outcome.columns, rows })
    rows = []
  }
  await readRecords(({ line, cells }) => {
    if (unmapped) {
      samples.push(cells)
      if (samples.length === SAMPLE_RECORDS) throw unmapped.withSamples(samples)
      return
    }
    if (read === undefined) {
      const header = mappableHeader(cells, job)
      if (header instanceof FileRefusal) {
        unmapped = header
        return
      }
      const { columns, renamed, pick, algorithmOf } = header
      Object.assign(outcome, { columns, renamed })
      const readRow = rowParser({ columns, needs: job.needs, now: job.now })
      read = (line, record) => withAlgorithm(readRow(line, pick(record)), algorithmOf(record), job.needs)
      return
    }
    const { changes, ...row } = read(line, cells)
    reading.add(row.cells[outcome.columns.indexOf('ICCID')]!, changes)
    faultRepetition(row, { seen, outcome })
    warnRepetitions(row)
    rows.push(row)
    outcome.total += 1
    if (rows.length === CHUNK_ROWS) emitChunk()
  })
  if (unmapped) throw unmapped.withSamples(samples)
  if (outcome.total === 0) throw new FileRefusal('no_records')
  if (rows.length > 0) emitChunk()
  return { ...outcome, reading: reading.counted }
}

/** The header, or its refusal if the user can map its names. @throws FileRefusal if they cannot */
function mappableHeader(cells: readonly string[], job: ReadJob): Header | FileRefusal {
  try {
    return readHeader(cells, job)
  } catch (error) {
    if (error instanceof FileRefusal && error.mapping) return error
    throw error
  }
}

/** Adds a fault to a row whose keys are for another algorithm than that of the configuration. */
function withAlgorithm<Row extends ParsedRow>(row: Row, named: string, { algorithm, packages }: SubscriberNeeds): Row {
  if (named === '' || named === algorithm || packages === 'supplied') return row
  const text = `The row is for another algorithm than the profile configuration, which has ${algorithm}.`
  return { ...row, faults: [...row.faults, { column: '', rule: 'algorithm', text }] }
}

/** A function that passes each record of the file to a callback. Imports the XLSX reader lazily. */
async function openRecords(job: ReadJob): Promise<(onRecord: (record: CsvRecord) => void) => void | Promise<void>> {
  const { kind, content } = await plainFile(job)
  if (kind === 'text') {
    const text = utf8Text(content)
    return (onRecord) => readCsv(text, onRecord)
  }
  if (content.length > sourceLimits.workbookBytes)
    throw new FileRefusal('workbook_too_large', { max: formatBytes(sourceLimits.workbookBytes) })
  const { readXlsx } = await import('./xlsx.ts')
  return (onRecord) => readXlsx(content, onRecord)
}

type PlainFile = { kind: 'text' | 'xlsx'; content: Uint8Array }

/** The file, decrypted if necessary. Imports OpenPGP lazily. */
async function plainFile({ file, keys, plainBytes = sourceLimits.plainBytes }: ReadJob): Promise<PlainFile> {
  const kind = fileKind(file)
  if (kind === 'text' || kind === 'xlsx') return { kind, content: file }
  if (!keys) throw new TypeError('reading a PGP file requires the keys of the enterprise')
  const { decryptFile } = await import('./decrypt.ts')
  const content = await decryptFile(file, { kind, keys, plainBytes })
  const plain = fileKind(content)
  if (plain === 'text' || plain === 'xlsx') return { kind: plain, content }
  throw new FileRefusal('file_kind_unknown', { detail: 'it is encrypted twice' })
}

/** Adds a fault for a repeated ICCID: two rows with the same key, in whatever notation. */
function faultRepetition(
  row: ParsedRow,
  { seen, outcome }: { seen: Map<Iccid, number>; outcome: Pick<ReadOutcome, 'columns' | 'repetitions'> },
): void {
  const iccid = keyOf(row.cells[outcome.columns.indexOf('ICCID')]!)
  if (iccid === undefined || row.faults.some(({ column }) => column === 'ICCID')) return
  const first = seen.get(iccid)
  if (first === undefined) seen.set(iccid, row.line)
  else {
    row.faults.push(repeated(first))
    outcome.repetitions.push({ first, line: row.line })
  }
}

/**
 * A function that warns of an IMSI or Ki that an earlier row has. Of the first row, which may have been passed on
 * already, only the first repetition is listed.
 */
function repetitionFinder(outcomeOf: () => Pick<ReadOutcome, 'columns' | 'repetitions'>) {
  const lines: Record<ComparedColumn, Map<string, number>> = { IMSI: new Map(), KI: new Map() }
  const listed: Record<ComparedColumn, Set<number>> = { IMSI: new Set(), KI: new Set() }
  return (row: ParsedRow): void => {
    const { columns, repetitions } = outcomeOf()
    for (const column of Object.keys(comparedColumns) as ComparedColumn[]) {
      const value = validCell(columns, row, column)
      if (value === undefined) continue
      const first = lines[column].get(value)
      if (first === undefined) {
        lines[column].set(value, row.line)
        continue
      }
      const rule = comparedColumns[column]
      row.warnings = withWarning(row.warnings, rule, { rule, line: first })
      if (!listed[column].has(first)) repetitions.push({ first, line: row.line, warning: rule })
      listed[column].add(first)
    }
  }
}

export const repeated = (line: number) =>
  ({ column: 'ICCID', rule: 'repeated', text: `The same ICCID is in line ${line}.` }) as const
