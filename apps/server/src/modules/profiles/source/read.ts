import type { SourceColumn } from '@simwright/contract/profiles/source-file'
import { type CsvRecord, readCsv } from './csv.ts'
import type { DecryptionKey } from './decrypt.ts'
import { fileKind, utf8Text } from './file-kind.ts'
import { type Header, readHeader } from './header.ts'
import { FileRefusal } from './refusal.ts'
import { type ReadRow, rowReader } from './row.ts'

/** Rows of a staged part. */
export const PART_ROWS = 500

export type ReadJob = {
  file: Uint8Array
  /** Of the enterprise; needed for a PGP file only. */
  key: DecryptionKey | undefined
  now: Date
  /** What the names of a header mean that are none of the columns. */
  called?: Readonly<Record<string, string>>
}

/** An ICCID that stands in the file more than once: its first line, and the line that repeats it. */
export type Repetition = { first: number; line: number }

export type ReadOutcome = Pick<Header, 'columns' | 'renamed'> & { total: number; repetitions: Repetition[] }

export type OnPart = (part: { columns: SourceColumn[]; rows: ReadRow[] }) => void

/**
 * Reads a file of subscriber data, CSV or XLSX, plain or PGP-encrypted, and holds each row to the rules that need no database. Rows are
 * handed on in parts. A repeated ICCID is a fault of the later row here; the earlier one has been handed on, and is named
 * in the outcome.
 * @throws FileRefusal when the file as a whole cannot be read.
 */
export async function readFile(job: ReadJob, onPart: OnPart): Promise<ReadOutcome> {
  const readRecords = await openRecords(job)
  const seen = new Map<string, number>()
  const outcome: ReadOutcome = { columns: [], renamed: [], total: 0, repetitions: [] }
  let read: ((line: number, cells: readonly string[]) => ReadRow) | undefined
  let rows: ReadRow[] = []
  const handOn = () => {
    onPart({ columns: outcome.columns, rows })
    rows = []
  }
  await readRecords(({ line, cells }) => {
    if (read === undefined) {
      const { columns, renamed, pick } = readHeader(cells, job.called)
      Object.assign(outcome, { columns, renamed })
      const readRow = rowReader({ columns, now: job.now })
      read = (line, record) => readRow(line, pick(record))
      return
    }
    const row = read(line, cells)
    refuseRepetition(row, { seen, outcome })
    rows.push(row)
    outcome.total += 1
    if (rows.length === PART_ROWS) handOn()
  })
  if (outcome.total === 0) throw new FileRefusal('no_records')
  if (rows.length > 0) handOn()
  return outcome
}

/** What goes through the records of the file. What reads workbooks is loaded when it is needed. */
async function openRecords(job: ReadJob): Promise<(onRecord: (record: CsvRecord) => void) => void | Promise<void>> {
  const { kind, content } = await plainFile(job)
  if (kind === 'text') {
    const text = utf8Text(content)
    return (onRecord) => readCsv(text, onRecord)
  }
  const { readXlsx } = await import('./xlsx.ts')
  return (onRecord) => readXlsx(content, onRecord)
}

type Plain = { kind: 'text' | 'xlsx'; content: Uint8Array }

/** OpenPGP is loaded when it is needed. */
async function plainFile({ file, key }: ReadJob): Promise<Plain> {
  const kind = fileKind(file)
  if (kind === 'text' || kind === 'xlsx') return { kind, content: file }
  if (!key) throw new TypeError('a PGP file is read with the key of the enterprise')
  const { decryptFile } = await import('./decrypt.ts')
  const content = await decryptFile(file, { kind, key })
  const plain = fileKind(content)
  if (plain === 'text' || plain === 'xlsx') return { kind: plain, content }
  throw new FileRefusal('file_kind_unknown', { detail: 'it is encrypted twice' })
}

/** The ICCID is compared in the form that is kept: with its check digit. */
function refuseRepetition(row: ReadRow, { seen, outcome }: { seen: Map<string, number>; outcome: ReadOutcome }): void {
  const iccid = row.cells[outcome.columns.indexOf('ICCID')]!
  if (row.faults.some(({ column }) => column === 'ICCID')) return
  const first = seen.get(iccid)
  if (first === undefined) seen.set(iccid, row.line)
  else {
    row.faults.push(repeated(first))
    outcome.repetitions.push({ first, line: row.line })
  }
}

export const repeated = (line: number) =>
  ({ column: 'ICCID', rule: 'repeated', text: `The same ICCID stands in line ${line}.` }) as const
