import type { exportForms } from '@simwright/contract/profiles/fleet'
import { FILE_MAX, type ListForm, listForms, XLSX_MAX } from '@simwright/contract/provisioning/delivery'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { type CsvRows, csvChunks } from '../../../format/csv.ts'
import { xlsxFile } from '../../../format/xlsx.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { exportRows } from '../../profiles/fleet/service.ts'
import type { LeasedFile } from './file-queries.ts'

export type ListRequest = Extract<LeasedFile['given'], { form: ListForm }>
export type CodesRequest = Exclude<LeasedFile['given'], ListRequest>

export const isList = (given: LeasedFile['given']): given is ListRequest =>
  (listForms as readonly string[]).includes(given.form)

/** The Fleet export that has the same lines. */
export const exportFormOf: Record<ListForm, (typeof exportForms)[number]> = { PROFILES: 'profiles', CODES: 'codes' }

const formatCount = (count: number) => count.toLocaleString('en')

/** The reason why a file of this form cannot have `count` profiles; undefined when it can. */
export function listRefusal({ form, format }: ListRequest, count: number): { rule: string; text: string } | undefined {
  if (count === 0) return { rule: 'empty', text: 'None of these profiles is there any more.' }
  if (format === 'xlsx' && count > XLSX_MAX) {
    const text = `A sheet of XLSX holds up to ${formatCount(XLSX_MAX)} profiles. Export them as CSV, or narrow the selection.`
    return { rule: 'too_many', text }
  }
  const text = `Up to ${formatCount(FILE_MAX[form])} profiles in one file. Narrow the selection.`
  return count > FILE_MAX[form] ? { rule: 'too_many', text } : undefined
}

/** Small enough that the event loop serves other requests between two pages. */
const PER_PAGE = 1_000

type Listing = {
  enterpriseId: EnterpriseId
  platformId: PlatformId
  given: ListRequest
  selected: LeasedFile['selection']
  onRows: (count: number) => void
  /** Called with the profiles of each page. */
  onPage: NonNullable<Parameters<typeof exportRows>[2]['onPage']>
}

/** Streams a list of profiles as a CSV or XLSX file. `onRows` is called with the number of rows of each page. */
export async function* listPieces(
  server: Server,
  { enterpriseId, platformId, given, selected, onRows, onPage }: Listing,
): AsyncGenerator<Uint8Array> {
  const { selection, asOf, timeZone } = selected
  const asked = { enterpriseId, selection, asOf: new Date(asOf), timeZone }
  async function* rows(): AsyncGenerator<CsvRows> {
    let isHeader = true
    for await (const page of exportRows(
      server,
      { platformId },
      { selected: asked, form: exportFormOf[given.form], perPage: PER_PAGE, onPage },
    )) {
      yield page
      if (!isHeader) onRows(page.length)
      isHeader = false
    }
  }
  if (given.format === 'xlsx') return yield* xlsxFile(rows())
  for await (const lines of csvChunks(rows())) yield Buffer.from(lines)
}
