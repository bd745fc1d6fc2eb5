import { type SourceColumn, sourceColumns } from '@simwright/contract/profiles/source-file'
import { built } from '@simwright/contract/unbuilt'
import { FileRefusal } from './refusal.ts'

const known: ReadonlySet<string> = new Set(sourceColumns)
const listed = built('sourceColumns', sourceColumns).join(', ')

/**
 * The columns of a file, from its first record: any order, upper or lower case; `called` says what other names mean.
 * @throws FileRefusal naming the column.
 */
export function readHeader(cells: readonly string[], called: Readonly<Record<string, string>> = {}): Header {
  const header = withoutTrailingBlanks(cells.map((cell) => cell.trim().toUpperCase()))
  const names = header.map((name) => (known.has(name) ? name : (called[name] ?? name)))
  refuseUnknown(names, { header })
  const places = names.flatMap((name, index) => (name === '' ? [] : index))
  const columns = places.map((index) => names[index] as SourceColumn)
  requireColumns(columns)
  return {
    columns,
    renamed: names.flatMap((column, index) => (column === header[index] ? [] : { name: header[index]!, column })),
    pick: (record) => [...places.map((index) => record[index] ?? ''), ...record.slice(header.length)],
  }
}

/** `pick`: the cells of a record in the order of the columns; behind them those that the header has no column for. */
export type Header = {
  columns: SourceColumn[]
  renamed: { name: string; column: string }[]
  pick: (record: readonly string[]) => string[]
}

function refuseUnknown(names: readonly string[], { header }: { header: readonly string[] }): void {
  const more = offered(header)
  if (!names.some((name) => known.has(name)))
    throw new FileRefusal('header_wrong', { detail: `it holds none of the columns (${listed})` }, more)
  names.forEach((name, index) => {
    if (header[index] === '') throw new FileRefusal('header_wrong', { detail: `column ${index + 1} has no name` })
    if (name === '') return
    if (!known.has(name)) throw new FileRefusal('column_unknown', { column: shown(name), known: listed }, more)
    if (names.indexOf(name) !== index) throw new FileRefusal('column_twice', { column: name })
  })
}

function requireColumns(columns: readonly SourceColumn[]): void {
  for (const column of ['ICCID', 'IMSI', 'KI'] as const)
    if (!columns.includes(column)) throw new FileRefusal('column_missing', { column })
  if (!columns.includes('OPC') && !columns.includes('OP')) throw new FileRefusal('column_missing', { column: 'OPC' })
}

/** So many names are offered to be given a meaning. */
const NAMES_LIMIT = 60
const LOOKS_LIKE_DATA = /^[0-9A-F]{15,}$/i

/** The header, to be told what its names mean; not when it may be a record, which may hold a key. */
function offered(header: readonly string[]): { header?: string[] } {
  const isRecord = header.some((name) => LOOKS_LIKE_DATA.test(name))
  return isRecord || header.length > NAMES_LIMIT ? {} : { header: header.map((name) => name.slice(0, 200)) }
}

function withoutTrailingBlanks(names: readonly string[]): string[] {
  const last = names.findLastIndex((name) => name !== '')
  return names.slice(0, last + 1)
}

const shown = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}...` : name)
