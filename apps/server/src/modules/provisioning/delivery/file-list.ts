import type { exportForms } from '@simwright/contract/profiles/fleet'
import { FILE_MAX, type ListForm, listForms, XLSX_MAX } from '@simwright/contract/provisioning/delivery'
import { type CsvRows, csvChunks } from '../../../format/csv.ts'
import { xlsxFile } from '../../../format/xlsx.ts'
import { exportRows } from '../../profiles/fleet/service.ts'
import type { LeasedFile } from './file-queries.ts'
import type { Server } from './port.ts'

export type ListGiven = Extract<LeasedFile['given'], { form: ListForm }>
export type CodesGiven = Exclude<LeasedFile['given'], ListGiven>

export const isList = (given: LeasedFile['given']): given is ListGiven =>
  (listForms as readonly string[]).includes(given.form)

/** Each is the export of Fleet that has the same lines. */
export const exportFormOf: Record<ListForm, (typeof exportForms)[number]> = { PROFILES: 'profiles', CODES: 'codes' }

const spoken = (count: number) => count.toLocaleString('en')

/** Why there can be no such file of so many profiles; undefined when there can. */
export function listRefusal({ form, format }: ListGiven, count: number): { rule: string; text: string } | undefined {
  if (count === 0) return { rule: 'empty', text: 'None of these profiles is there any more.' }
  if (format === 'xlsx' && count > XLSX_MAX) {
    const text = `A sheet of XLSX holds up to ${spoken(XLSX_MAX)} profiles. Export them as CSV, or narrow the selection.`
    return { rule: 'too_many', text }
  }
  const text = `Up to ${spoken(FILE_MAX[form])} profiles in one file. Narrow the selection.`
  return count > FILE_MAX[form] ? { rule: 'too_many', text } : undefined
}

/** Few enough that others are answered between two pages. */
const PER_PAGE = 1_000

type Listing = {
  enterpriseId: string
  platformId: string
  given: ListGiven
  selected: LeasedFile['selection']
  onRows: (count: number) => void
}

/** A list of profiles as a file, piece by piece. */
export async function* listPieces(
  server: Server,
  { enterpriseId, platformId, given, selected, onRows }: Listing,
): AsyncGenerator<Uint8Array> {
  const { selection, asOf, timeZone } = selected
  const asked = { enterpriseId, selection, asOf: new Date(asOf), timeZone }
  async function* rows(): AsyncGenerator<CsvRows> {
    let isHead = true
    for await (const page of exportRows(
      server,
      { platformId },
      { asked, form: exportFormOf[given.form], perPage: PER_PAGE },
    )) {
      yield page
      if (!isHead) onRows(page.length)
      isHead = false
    }
  }
  if (given.format === 'xlsx') return yield* xlsxFile(rows())
  for await (const lines of csvChunks(rows())) yield Buffer.from(lines)
}
