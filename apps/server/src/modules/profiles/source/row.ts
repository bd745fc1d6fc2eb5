import { attributeColumn, type SourceColumn } from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import type { Reading, ReadingChange } from '@simwright/ids'
import { attributeNeeds, type SubscriberNeeds } from './needs.ts'
import {
  applyRule,
  type CellRules,
  cellRules,
  exampleFinder,
  exampleRow,
  NOTES_LIMIT,
  type RuleViolation,
  required,
} from './rule.ts'
import { ownWarnings, type Warning } from './warning.ts'

export type Fault = RuleViolation & { column: SourceColumn | '' }

/**
 * A parsed record with the faults and warnings found without the database. Cells are in the order of the columns. A row
 * with warnings can be generated.
 */
export type ParsedRow = { line: number; cells: string[]; faults: Fault[]; warnings?: Warning[] }

/** What was changed in the cells of a column to read them. */
export type CellChange = { column: SourceColumn; change: ReadingChange }

/** Longer cells are truncated and reported as faults, unless their column allows more. */
const CELL_LIMIT = 4096

const requiredColumns = { built: ['ICCID', 'IMSI', 'KI'], supplied: ['ICCID', 'IMSI'] } as const

type Records = {
  columns: readonly SourceColumn[]
  needs: SubscriberNeeds
  /** Expiry times must be later. */
  now: Date
}

/** A parser of records with these columns. */
export function rowParser({ columns, needs, now }: Records) {
  const context = { rules: cellRules(needs), nowIso: now.toISOString() }
  const isExample = exampleFinder(columns, needs)

  return (line: number, sent: readonly string[]): ParsedRow & { changes: CellChange[] } => {
    const faults: Fault[] = isExample(sent) ? [{ column: 'ICCID', ...exampleRow }] : []
    const changes: CellChange[] = []
    const cells = columns.map((column, index) => {
      const read = parseCell(column, sent[index] ?? '', context)
      if (read.violation) faults.push({ column, ...read.violation })
      for (const change of read.changes) changes.push({ column, change })
      return read.value
    })
    faults.push(...rowFaults({ columns, needs }, cells))
    if (sent.slice(columns.length).some((cell) => cell.trim() !== ''))
      faults.push({ column: '', rule: 'cells', text: 'More cells than the header has columns.' })
    return { line, cells, faults, ...warningsOf({ columns, needs }, { cells, faults }), changes }
  }
}

function warningsOf(context: Omit<Records, 'now'>, row: Pick<ParsedRow, 'cells' | 'faults'>) {
  const warnings = ownWarnings(context, row)
  return warnings.length > 0 ? { warnings } : {}
}

/** Faults by rules about several cells of a row. */
function rowFaults({ columns, needs }: Omit<Records, 'now'>, cells: readonly string[]): Fault[] {
  const faults: Fault[] = []
  const has = (column: SourceColumn) => (cells[columns.indexOf(column)] ?? '') !== ''
  for (const column of requiredColumns[needs.packages]) if (!has(column)) faults.push({ column, ...required })
  for (const one of attributeNeeds(needs)) {
    const column = attributeColumn(one.word)
    if (one.required && !has(column)) faults.push({ column, ...required })
  }
  if (needs.packages === 'supplied') return faults
  const cellOf = (column: SourceColumn) => cells[columns.indexOf(column)] || undefined
  return [...faults, ...operatorKeyFaults(columns, { has, needs }), ...homeFaults(cellOf, needs)]
}

/** A home network must not be forbidden, and each one that has a name takes a record. */
function homeFaults(cellOf: (column: SourceColumn) => string | undefined, needs: SubscriberNeeds): Fault[] {
  const [hplmn, ehplmn, fplmn, pnn] = (['HPLMN', 'EHPLMN', 'FPLMN', 'PNN'] as const).map(cellOf)
  if ((hplmn ?? ehplmn ?? fplmn ?? pnn) === undefined) return []
  const list = (plmns: string) => plmns.split(' ').filter((plmn) => plmn !== '')
  const homes = new Set([...list(hplmn ?? needs.homes), ...list(ehplmn ?? needs.equivalentHomes)])
  const forbidden = list(fplmn ?? '').find((plmn) => homes.has(plmn))
  if (forbidden !== undefined)
    return [{ column: 'FPLMN', rule: 'home', text: `The home network ${forbidden} cannot be a forbidden network.` }]
  if ((pnn === undefined && !needs.isHomeNamed) || homes.size <= needs.namedHomes) return []
  const column = hplmn !== undefined ? 'HPLMN' : ehplmn !== undefined ? 'EHPLMN' : 'PNN'
  return [{ column, rule: 'names', text: `Up to ${needs.namedHomes} home networks can have a name.` }]
}

/** A row has one form of the operator key. */
function operatorKeyFaults(
  columns: readonly SourceColumn[],
  { has, needs }: { has: (column: SourceColumn) => boolean; needs: SubscriberNeeds },
): Fault[] {
  const { operatorKeys, isOperatorKeyRequired } = algorithmKeys[needs.algorithm]
  const [first, second] = operatorKeys.filter(has)
  if (first && second) return [{ column: second, rule: 'both', text: `Give ${first} or ${second}, not both.` }]
  if (first || !isOperatorKeyRequired) return []
  return [{ column: operatorKeys.find((column) => columns.includes(column)) ?? operatorKeys[0], ...required }]
}

/** Rules that depend on other cells, rows or the database. They are checked again after a correction. */
const ROW_RULES: ReadonlySet<string> = new Set([
  'required',
  'both',
  'cells',
  'home',
  'names',
  'repeated',
  'taken',
  'other_group',
  'group_needed',
])

/** A function that replaces some values of a parsed row. Other cells keep their value and faults. */
export function rowCorrector({ columns, needs, now }: Records) {
  const context = { rules: cellRules(needs), nowIso: now.toISOString() }
  return (row: ParsedRow, values: Readonly<Record<string, string>>): Omit<ParsedRow, 'line'> => {
    const faults: Fault[] = values.KI === undefined ? row.faults.filter(({ rule }) => rule === 'algorithm') : []
    const cells = columns.map((column, index) => {
      const sent = values[column]
      if (sent === undefined) {
        faults.push(...row.faults.filter((fault) => fault.column === column && !ROW_RULES.has(fault.rule)))
        return row.cells[index] ?? ''
      }
      const read = parseCell(column, sent, context)
      if (read.violation) faults.push({ column, ...read.violation })
      return read.value
    })
    faults.push(...rowFaults({ columns, needs }, cells))
    return { cells, faults, warnings: undefined, ...warningsOf({ columns, needs }, { cells, faults }) }
  }
}

type CellContext = { rules: CellRules; nowIso: string }

function parseCell(
  column: SourceColumn,
  cell: string,
  { rules, nowIso }: CellContext,
): Reading<string> & { violation?: RuleViolation } {
  const trimmed = cell.trim()
  if (trimmed === '') return { value: '', changes: [] }
  const limit = Math.max(CELL_LIMIT, rules[column]?.max ?? 0)
  if (trimmed.length > limit) return refused(shortened(trimmed), { rule: 'length', text: `Up to ${limit} characters.` })
  const read = applyRule(rules, column, trimmed)
  if ('rule' in read) return refused(shortened(trimmed), read)
  if (column === 'EXPIRE_TIME' && read.value <= nowIso)
    return refused(trimmed, { rule: 'past', text: 'Invalid EXPIRE_TIME. It is in the past.' })
  return read
}

const refused = (value: string, violation: RuleViolation) => ({ value, changes: [], violation })

/**
 * The beginning of an invalid cell, so that users can find it in the file. It is longer than any text may be: read again
 * from the file of faulty rows, it is still invalid.
 */
const shortened = (cell: string) => (cell.length > NOTES_LIMIT ? `${cell.slice(0, NOTES_LIMIT)}...` : cell)
