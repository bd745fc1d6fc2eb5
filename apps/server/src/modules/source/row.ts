import type { SourceColumn } from '@simwright/contract/source'
import { type Broken, readCell, required } from './rule.ts'

export type Fault = Broken & { column: SourceColumn | '' }

/** A record of the file after all rules that it can be held to by itself. Cells stand in the order of the columns. */
export type ReadRow = { line: number; cells: string[]; faults: Fault[] }

/** Longer cells are cut, and are faults. */
const CELL_LIMIT = 4096

const requiredColumns = ['ICCID', 'IMSI', 'KI'] as const

/** How a file's records become rows: its columns, and the time that expiry is measured against. */
export function rowReader({ columns, now }: { columns: readonly SourceColumn[]; now: Date }) {
  const place = new Map(columns.map((column, index) => [column, index]))
  const nowIso = now.toISOString()

  return (line: number, sent: readonly string[]): ReadRow => {
    const faults: Fault[] = []
    const cells = columns.map((column, index) => {
      const read = readOne(column, sent[index] ?? '', nowIso)
      if (read.broken) faults.push({ column, ...read.broken })
      return read.kept
    })
    const has = (column: SourceColumn) => (cells[place.get(column) ?? -1] ?? '') !== ''
    for (const column of requiredColumns) if (!has(column)) faults.push({ column, ...required })
    if (has('OPC') && has('OP')) faults.push({ column: 'OP', rule: 'both', text: 'Give OPC or OP, not both.' })
    if (!has('OPC') && !has('OP')) faults.push({ column: place.has('OPC') ? 'OPC' : 'OP', ...required })
    if (sent.slice(columns.length).some((cell) => cell.trim() !== ''))
      faults.push({ column: '', rule: 'cells', text: 'More cells than the header has columns.' })
    return { line, cells, faults }
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
