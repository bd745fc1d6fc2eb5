import type { SourceColumn } from '@simwright/contract/profiles/source-file'
import { type Broken, readCell, required } from './rule.ts'

export type Fault = Broken & { column: SourceColumn | '' }

/** A record of the file after all rules that it can be held to by itself. Cells stand in the order of the columns. */
export type ReadRow = { line: number; cells: string[]; faults: Fault[] }

/** Longer cells are cut, and are faults. */
const CELL_LIMIT = 4096

const requiredColumns = ['ICCID', 'IMSI', 'KI'] as const

/** How a file's records become rows: its columns, and the time that expiry is measured against. */
export function rowReader({ columns, now }: { columns: readonly SourceColumn[]; now: Date }) {
  const nowIso = now.toISOString()

  return (line: number, sent: readonly string[]): ReadRow => {
    const faults: Fault[] = []
    const cells = columns.map((column, index) => {
      const read = readOne(column, sent[index] ?? '', nowIso)
      if (read.broken) faults.push({ column, ...read.broken })
      return read.kept
    })
    faults.push(...missingIn(columns, cells))
    if (sent.slice(columns.length).some((cell) => cell.trim() !== ''))
      faults.push({ column: '', rule: 'cells', text: 'More cells than the header has columns.' })
    return { line, cells, faults }
  }
}

/** Rules about several cells of a row. */
function missingIn(columns: readonly SourceColumn[], cells: readonly string[]): Fault[] {
  const faults: Fault[] = []
  const has = (column: SourceColumn) => (cells[columns.indexOf(column)] ?? '') !== ''
  for (const column of requiredColumns) if (!has(column)) faults.push({ column, ...required })
  if (has('OPC') && has('OP')) faults.push({ column: 'OP', rule: 'both', text: 'Give OPC or OP, not both.' })
  if (!has('OPC') && !has('OP')) faults.push({ column: columns.includes('OPC') ? 'OPC' : 'OP', ...required })
  return faults
}

/** What no cell shows by itself: it is looked up, or counted, anew. */
const rulesOfRows: ReadonlySet<string> = new Set(['required', 'both', 'cells', 'repeated', 'taken'])

/** How a row that was read gets other values in some of its cells; the others stay as they were read. */
export function rowMender({ columns, now }: { columns: readonly SourceColumn[]; now: Date }) {
  const nowIso = now.toISOString()
  return (row: ReadRow, values: Readonly<Record<string, string>>): Pick<ReadRow, 'cells' | 'faults'> => {
    const faults: Fault[] = []
    const cells = columns.map((column, index) => {
      const sent = values[column]
      if (sent === undefined) {
        faults.push(...row.faults.filter((fault) => fault.column === column && !rulesOfRows.has(fault.rule)))
        return row.cells[index] ?? ''
      }
      const read = readOne(column, sent, nowIso)
      if (read.broken) faults.push({ column, ...read.broken })
      return read.kept
    })
    return { cells, faults: [...faults, ...missingIn(columns, cells)] }
  }
}

function readOne(column: SourceColumn, cell: string, nowIso: string): { kept: string; broken?: Broken } {
  const trimmed = cell.trim()
  if (trimmed === '') return { kept: '' }
  if (trimmed.length > CELL_LIMIT)
    return { kept: shortened(trimmed), broken: { rule: 'length', text: `Up to ${CELL_LIMIT} characters.` } }
  const read = readCell(column, trimmed)
  if (typeof read !== 'string') return { kept: shortened(trimmed), broken: read }
  if (column === 'EXPIRE_TIME' && read <= nowIso)
    return { kept: trimmed, broken: { rule: 'past', text: 'Invalid EXPIRE_TIME. It is in the past.' } }
  return { kept: read }
}

/** Enough of a wrong cell to find it again. */
const shortened = (cell: string) => (cell.length > 100 ? `${cell.slice(0, 100)}...` : cell)
