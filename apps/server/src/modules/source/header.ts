import { type SourceColumn, sourceColumns } from '@simwright/contract/source'
import { FileRefusal } from './refusal.ts'

const known: ReadonlySet<string> = new Set(sourceColumns)

/**
 * The columns of a file, from its first record: any order, upper or lower case.
 * @throws FileRefusal naming the column.
 */
export function readHeader(cells: readonly string[]): SourceColumn[] {
  const names = withoutTrailingBlanks(cells.map((cell) => cell.trim().toUpperCase()))
  if (!names.some((name) => known.has(name)))
    throw new FileRefusal('header_wrong', { detail: `it holds none of the columns (${sourceColumns.join(', ')})` })
  names.forEach((name, index) => {
    if (name === '') throw new FileRefusal('header_wrong', { detail: `column ${index + 1} has no name` })
    if (!known.has(name))
      throw new FileRefusal('column_unknown', { column: shown(name), known: sourceColumns.join(', ') })
    if (names.indexOf(name) !== index) throw new FileRefusal('column_twice', { column: name })
  })
  for (const column of ['ICCID', 'IMSI', 'KI'])
    if (!names.includes(column)) throw new FileRefusal('column_missing', { column })
  if (!names.includes('OPC') && !names.includes('OP')) throw new FileRefusal('column_missing', { column: 'OPC' })
  return names as SourceColumn[]
}

function withoutTrailingBlanks(names: readonly string[]): string[] {
  const last = names.findLastIndex((name) => name !== '')
  return names.slice(0, last + 1)
}

const shown = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}...` : name)
