import type { SourceColumn } from '@simwright/contract/profiles/source-file'
import { algorithmKeys } from '@simwright/contract/profiles/subscriber-key'
import type { SubscriberNeeds } from './needs.ts'

/*
 * What is probably wrong with a row that can be generated: two cards with one IMSI or one Ki knock each other off the
 * network. Keys are compared only within a file, while it is read: no fingerprint of a key is stored.
 */

export const warningRules = [
  'imsi_repeated',
  'imsi_in_use',
  'ki_repeated',
  'ki_is_operator_key',
  'other_network',
  'other_iccid_digits',
] as const
export type WarningRule = (typeof warningRules)[number]

/** A rule, and the line of the other row if the rule compares two. */
export type Warning = { rule: WarningRule; line?: number }

/** Columns whose values are compared within a file, with the rule for a repeated one. */
export const comparedColumns = { IMSI: 'imsi_repeated', KI: 'ki_repeated' } as const
export type ComparedColumn = keyof typeof comparedColumns

const columnOf: Record<WarningRule, SourceColumn> = {
  imsi_repeated: 'IMSI',
  imsi_in_use: 'IMSI',
  ki_repeated: 'KI',
  ki_is_operator_key: 'KI',
  other_network: 'IMSI',
  other_iccid_digits: 'ICCID',
}

const texts: Record<WarningRule, string> = {
  imsi_repeated: 'The same IMSI is in more than one line.',
  imsi_in_use: 'Another profile of this enterprise account has the same IMSI.',
  ki_repeated: 'The same Ki is in more than one line.',
  ki_is_operator_key: 'Ki and the operator key are the same.',
  other_network: 'The IMSI belongs to another network than the home networks of the profile configuration.',
  other_iccid_digits:
    'The profile exists, and the ICCID on its card has another number of digits. Generated again, it has those of this row.',
}

const textsWithLine: Partial<Record<WarningRule, string>> = {
  imsi_repeated: 'The same IMSI is in line {line}.',
  ki_repeated: 'The same Ki is in line {line}.',
}

/** A warning as it is shown. Without a line, its text is that for all rows. */
export function shownWarning({ rule, line }: Warning): { column: SourceColumn; rule: WarningRule; text: string } {
  const text = line === undefined ? texts[rule] : (textsWithLine[rule] ?? texts[rule]).replace('{line}', String(line))
  return { column: columnOf[rule], rule, text }
}

type Row = { cells: readonly string[]; faults: readonly { column: SourceColumn | '' }[] }

/** A valid value of a row; undefined for an empty or faulty cell. */
export function validCell(columns: readonly SourceColumn[], { cells, faults }: Row, column: SourceColumn) {
  return faults.some((fault) => fault.column === column) ? undefined : cells[columns.indexOf(column)] || undefined
}

type Columns = { columns: readonly SourceColumn[]; needs: SubscriberNeeds }

/** The warnings that need only the row itself. */
export function ownWarnings({ columns, needs }: Columns, row: Row): Warning[] {
  if (needs.packages === 'supplied') return []
  const cellOf = (column: SourceColumn) => validCell(columns, row, column)
  const warnings: Warning[] = []
  const ki = cellOf('KI')
  if (ki !== undefined && algorithmKeys[needs.algorithm].operatorKeys.some((column) => cellOf(column) === ki))
    warnings.push({ rule: 'ki_is_operator_key' })
  const homes = [cellOf('HPLMN') ?? needs.homes, cellOf('EHPLMN') ?? needs.equivalentHomes]
    .flatMap((plmns) => plmns.split(' '))
    .filter((plmn) => plmn !== '')
  const imsi = cellOf('IMSI')
  if (imsi !== undefined && homes.length > 0 && !homes.some((plmn) => imsi.startsWith(plmn)))
    warnings.push({ rule: 'other_network' })
  return warnings
}

/** The warnings with that of one rule replaced; undefined instead of none, so that a stored row has no empty list. */
export function withWarning(
  warnings: readonly Warning[] = [],
  rule: WarningRule,
  warning: Warning | undefined,
): Warning[] | undefined {
  const all = [...warnings.filter((one) => one.rule !== rule), ...(warning ? [warning] : [])]
  return all.length > 0 ? all : undefined
}

type Count = { column: string; rule: string; text: string; count: number }

/** How many rows have each warning, the most frequent first. */
export function warningCounts(rules: Iterable<WarningRule>): Count[] {
  const counts = new Map<WarningRule, number>()
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => ({ ...shownWarning({ rule }), count })).sort((a, b) => b.count - a.count)
}
