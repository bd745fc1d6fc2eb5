import type { ReportRow } from '@simwright/contract/insight/report'
import type { ReportValue } from '@simwright/contract/insight/report-kind'
import type { DimensionName } from './name.ts'

export type Values = Partial<Record<ReportValue, number>>

/** A row of a dimension's value, with its name. */
export const namedRow = (
  dimension: string,
  names: ReadonlyMap<string, DimensionName>,
  values: Values,
): Pick<ReportRow, 'dimension' | 'name' | 'isDeleted' | 'values'> => {
  const { name, isDeleted } = names.get(dimension)!
  return { dimension, name, ...(isDeleted ? { isDeleted } : {}), values }
}

/** All values of a kind of report, 0 where nothing was counted. */
export const zeros = (values: readonly ReportValue[]): Values => Object.fromEntries(values.map((value) => [value, 0]))

export function addTo(sums: Values, values: Values): void {
  for (const [value, count] of Object.entries(values)) {
    const name = value as ReportValue
    sums[name] = (sums[name] ?? 0) + count
  }
}

const total = (values: Values) => Object.values(values).reduce((sum, count) => sum + count, 0)

type Sorted = { values: Values; name?: string | undefined }

/** The largest first, then by name. */
export const byCount = (one: Sorted, other: Sorted): number =>
  total(other.values) - total(one.values) || (one.name ?? '').localeCompare(other.name ?? '', 'en')
