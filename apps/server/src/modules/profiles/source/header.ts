import { attributeColumn, type SourceColumn, sourceColumns } from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import { withoutDirectionChanges } from '@simwright/contract/text-direction'
import { attributeNeeds, type SubscriberNeeds } from './needs.ts'
import { type ColumnMapping, FileRefusal } from './refusal.ts'
import { usedColumns } from './rule.ts'

const known: ReadonlySet<string> = new Set(sourceColumns)
const isColumn = (name: string) => known.has(name)

/**
 * Columns of our own files that are not values of a profile: LINE and REASON of a file of faulty rows, the others of a
 * core-network file. They are not read, but for ALGORITHM, which must be that of the configuration.
 */
const ownFileColumns: ReadonlySet<string> = new Set(['LINE', 'REASON', 'ALGORITHM', 'AMF', 'SQN'])
const columnList = sourceColumns.join(', ')

/**
 * Parses the first record of a file: column names in any order and case. `columnNames` maps other names to columns.
 * @throws FileRefusal with the column
 */
export function readHeader(
  cells: readonly string[],
  { needs, columnNames = {} }: { needs: SubscriberNeeds; columnNames?: Readonly<Record<string, string>> | undefined },
): Header {
  const attributes: ReadonlySet<string> = new Set(attributeNeeds(needs).map(({ word }) => attributeColumn(word)))
  const spelled = withoutTrailingBlanks(cells.map(columnName))
  const header = spelled.map((name) => name.toUpperCase())
  const names = header.map((name) =>
    known.has(name) || attributes.has(name) ? name : (columnNames[name] ?? (ownFileColumns.has(name) ? '' : name)),
  )
  refuseUnknown(names, { header, spelled, needs })
  const indexes = names.flatMap((name, index) => (name === '' ? [] : index))
  const columns = indexes.map((index) => names[index] as SourceColumn)
  requireColumns(columns, needs)
  return {
    columns,
    renamed: names.flatMap((column, index) => (column === header[index] ? [] : { name: spelled[index]!, column })),
    pick: (record) => [...indexes.map((index) => record[index] ?? ''), ...record.slice(header.length)],
    algorithmOf: (record) => record[header.indexOf('ALGORITHM')]?.trim().toUpperCase() ?? '',
  }
}

/** The name of a column as the file spells it, without characters that change the direction of the text. */
const columnName = (cell: string) => withoutDirectionChanges(cell).trim()

/**
 * `pick` returns the cells of a record in the order of `columns`, followed by those beyond the header. `algorithmOf`
 * returns the algorithm that the record names; empty when it names none.
 */
export type Header = {
  columns: SourceColumn[]
  renamed: { name: string; column: string }[]
  pick: (record: readonly string[]) => string[]
  algorithmOf: (record: readonly string[]) => string
}

type Named = {
  /** In upper case. */
  header: readonly string[]
  spelled: readonly string[]
  needs: SubscriberNeeds
}

function refuseUnknown(names: readonly string[], { header, spelled, needs }: Named): void {
  const more = mappingOf(names, { spelled, needs })
  if (!names.some((name) => known.has(name)))
    throw new FileRefusal('header_wrong', { detail: `it contains none of the columns (${columnList})` }, more)
  names.forEach((name, index) => {
    if (header[index] === '') throw new FileRefusal('header_wrong', { detail: `column ${index + 1} has no name` })
    if (name === '') return
    if (!known.has(name) && !usedColumns(needs).includes(name as SourceColumn))
      throw new FileRefusal('column_unknown', { column: shortened(spelled[index]!), known: columnList }, more)
    if (names.indexOf(name) !== index) throw new FileRefusal('column_twice', { column: name })
  })
}

function requireColumns(columns: readonly SourceColumn[], needs: SubscriberNeeds): void {
  for (const group of requiredColumnsOf(needs))
    if (!group.some((column) => columns.includes(column))) throw new FileRefusal('column_missing', { column: group[0] })
}

/** The columns that a file must have; of each list one. */
function requiredColumnsOf(needs: SubscriberNeeds): ColumnsOfOne[] {
  const { algorithm } = needs
  const { operatorKeys, isOperatorKeyRequired } = algorithmKeys[algorithm]
  const keys: ColumnsOfOne[] = isOperatorKeyRequired ? [[...operatorKeys]] : []
  const attributes = attributeNeeds(needs).flatMap(({ word, required }): ColumnsOfOne[] =>
    required ? [[attributeColumn(word)]] : [],
  )
  return [['ICCID'], ['IMSI'], ['KI'], ...keys, ...attributes]
}
type ColumnsOfOne = [SourceColumn, ...SourceColumn[]]

/** A header with more names is not offered for mapping. */
const NAMES_LIMIT = 60
const LOOKS_LIKE_DATA = /^[0-9A-F]{15,}$/i

/** What the user needs to map the header; empty when it may be a record, because a record contains keys. */
function mappingOf(names: readonly string[], { spelled, needs }: Omit<Named, 'header'>): { mapping?: ColumnMapping } {
  const isRecord = spelled.some((name) => LOOKS_LIKE_DATA.test(name))
  if (isRecord || spelled.length > NAMES_LIMIT) return {}
  const header = spelled.map((name) => name.slice(0, 200))
  const known = names.flatMap((name, index) => (name === '' || isColumn(name) ? [[header[index], name]] : []))
  return {
    mapping: {
      header,
      columns: usedColumns(needs),
      required: requiredColumnsOf(needs),
      known: Object.fromEntries(known),
    },
  }
}

function withoutTrailingBlanks(names: readonly string[]): string[] {
  const last = names.findLastIndex((name) => name !== '')
  return names.slice(0, last + 1)
}

const shortened = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}...` : name)
