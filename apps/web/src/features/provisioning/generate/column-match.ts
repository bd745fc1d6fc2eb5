import { type ColumnMapping, type SourceColumn, sourceColumns } from '@simwright/contract/profiles/source'

/** The column of each unknown name of a file's header; null: ignored. */
export type ColumnMatch = Readonly<Record<string, SourceColumn | null>>

/** Names of the columns in other systems, without punctuation and spaces. */
const synonyms: Readonly<Record<string, SourceColumn>> = {
  SIM: 'ICCID',
  SIMNUMBER: 'ICCID',
  SERIAL: 'ICCID',
  SUBSCRIBER: 'IMSI',
  K: 'KI',
  KEY: 'KI',
  AUTHKEY: 'KI',
  AUTHOPC: 'OPC',
  OPCODE: 'OPC',
  PHONE: 'MSISDN',
  NUMBER: 'MSISDN',
  PHONENUMBER: 'MSISDN',
  ADM: 'ADM1',
  PIN: 'PIN1',
  PUK: 'PUK1',
  SMSC: 'SMSP',
  NOTE: 'NOTES',
  REMARK: 'NOTES',
  COMMENT: 'NOTES',
}

const columnOf = (name: string) => sourceColumns.find((column) => column === name.toUpperCase())

/** The names of the header that are not columns, each once. */
export const unknownNames = ({ header }: Pick<ColumnMapping, 'header'>): string[] => [
  ...new Set(header.filter((name) => columnOf(name) === undefined)),
]

/** The columns that the header has under their own names. */
export const namedColumns = ({ header }: Pick<ColumnMapping, 'header'>): SourceColumn[] =>
  header.flatMap((name) => columnOf(name) ?? [])

/** The first match, by earlier answers and by name; it uses each column once, and none that the header has already. */
export function guessedMatch({
  header,
  columns,
  known,
}: Pick<ColumnMapping, 'header' | 'columns' | 'known'>): ColumnMatch {
  const match: Record<string, SourceColumn | null> = {}
  const taken = new Set(namedColumns({ header }))
  for (const name of unknownNames({ header })) {
    const plain = name.toUpperCase().replace(/[^A-Z0-9]/g, '')
    const named = known[name] ?? columns.find((one) => one.replaceAll('_', '') === plain) ?? synonyms[plain]
    const column = columns.find((one) => one === named && !taken.has(one)) ?? null
    match[name] = column
    if (column) taken.add(column)
  }
  return match
}

/** The required columns that nothing is matched to; of several alternatives the first. */
export function missingColumns({ header, required }: Pick<ColumnMapping, 'header' | 'required'>, match: ColumnMatch) {
  const taken = new Set([...namedColumns({ header }), ...Object.values(match)])
  return required.filter((group) => !group.some((column) => taken.has(column))).map((group) => group[0]!)
}

/** The names whose guess is required first, then the other guesses, then the ignored ones; otherwise as in the file. */
export function inMatchOrder({ header, required }: Pick<ColumnMapping, 'header' | 'required'>, match: ColumnMatch) {
  const isRequired = (column: SourceColumn) => required.some((group) => group.includes(column))
  const rank = (name: string) => {
    const column = match[name]
    return column ? (isRequired(column) ? 0 : 1) : 2
  }
  return unknownNames({ header }).toSorted((one, other) => rank(one) - rank(other))
}
