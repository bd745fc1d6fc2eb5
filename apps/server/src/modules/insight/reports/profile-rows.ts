import type { ReportRow } from '@simwright/contract/insight/report'
import {
  type CodeAge,
  codeAgeNames,
  codeAges,
  type ReportDimension,
  type ReportValue,
} from '@simwright/contract/insight/report-kind'
import { startOfDay } from '../../profiles/rollup/service.ts'
import { openNames } from './name.ts'
import { countStatuses, countUnusedCodes } from './profile-queries.ts'
import type { ReportReader } from './reader.ts'
import { addTo, byCount, namedRow, type Values, zeros } from './row.ts'

type Wanted = { by: ReportDimension; only: readonly string[] }

/** Profiles by status, as they are. */
export async function inventoryRows(reader: ReportReader, wanted: Wanted): Promise<ReportRow[]> {
  const counts = await reader.read((db) => countStatuses(db, wanted.by))
  return await rowsOf(reader, wanted, { counts, sum: 'profiles' })
}

/** Unused codes by age, in whole days of the time zone. */
export async function staleRows(reader: ReportReader, wanted: Wanted): Promise<ReportRow[]> {
  const starts = ageStarts(reader)
  const counts = await reader.read((db) => countUnusedCodes(db, { by: wanted.by, starts }))
  return await rowsOf(reader, wanted, { counts, sum: 'codes' })
}

/** The day on which the oldest code of each age began to wait; the last age has none. */
function ageStarts({ at, timeZone }: Pick<ReportReader, 'at' | 'timeZone'>): { age: CodeAge; from: Date }[] {
  return codeAgeNames.flatMap((age) => {
    const { to } = codeAges[age]
    return to === null ? [] : [{ age, from: startOfDay(at, timeZone, -to) }]
  })
}

type Count = { dimension: string; value: string; count: number }

/** One row for each value of the dimension, with the sum of its counts. */
async function rowsOf(
  reader: ReportReader,
  { by, only }: Wanted,
  { counts, sum }: { counts: readonly Count[]; sum: ReportValue },
): Promise<ReportRow[]> {
  const listed = counts.filter(({ dimension }) => only.length === 0 || only.includes(dimension))
  const groups = Map.groupBy(listed, ({ dimension }) => dimension)
  const names = await openNames(reader, by)(groups.keys())
  const rows = [...groups].map(([dimension, its]): ReportRow => {
    const values: Values = zeros([sum])
    for (const { value, count } of its) addTo(values, { [value]: count, [sum]: count })
    return { id: dimension, ...namedRow(dimension, names, values) }
  })
  return rows.sort(byCount)
}
