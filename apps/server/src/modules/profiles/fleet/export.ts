import { type ParsedInputOf, Problem } from '@simwright/contract'
import * as fleet from '@simwright/contract/profiles/fleet'
import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import { openReading } from '../../../db/replica.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import { XLSX_TYPE, xlsxFile } from '../../../format/xlsx.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { FleetServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { selectAttributes } from '../attributes/service.ts'
import { activationCode, codeHost, hasPages } from './code.ts'
import { whyNoCode } from './code-fit.ts'
import { demandExport, exportCheck } from './export-approval.ts'
import { selectAfter } from './queries.ts'
import type { ProfileRecord } from './record.ts'
import { conditionOf, countSelected, type SelectionRequest } from './selection.ts'
import { type ShownTraits, shownTraits } from './shown-trait.ts'

type ExportRequest = { input: ParsedInputOf<typeof fleet.exportCsv>; timeZone: string }

type Form = (typeof fleet.exportForms)[number]

const PER_PAGE = 2_000

const tooMany = `Up to ${fleet.EXPORT_AT_ONCE.toLocaleString('en')} profiles can be downloaded at once. For more, create the file in the background.`

/**
 * A file of profiles, streamed in the order in which they were created.
 * @throws Problem `invalid` for too many profiles
 */
export async function exportProfiles(
  server: Server,
  who: Who,
  { input, timeZone }: ExportRequest,
): Promise<FileAnswer> {
  const { enterpriseId, userId } = who
  const { form, format, selection } = input
  const at = server.clock.now()
  const selected = { enterpriseId, selection, asOf: at, timeZone }
  const expected = await server.db.tenantTx(enterpriseId, async (db) => {
    const profiles = await countSelected(db, selected, fleet.EXPORT_AT_ONCE + 1)
    if (profiles > fleet.EXPORT_AT_ONCE) throw fault('selection', 'too_many', tooMany)
    const sha256 = await demandExport(server, db, {
      userId,
      asked: selected,
      facts: { download: form, format },
      name: form === 'codes' ? 'a list of codes' : 'all fields of profiles',
      profiles,
      isCodesOnly: false,
      mode: 'REPEAT',
    })
    const after = exportFacts({ form, format, selection, profiles })
    await recordAudit(server, db, { action: 'fleet.exported', enterpriseId, object: { id: null, name: form }, after })
    return sha256
  })
  const check = exportCheck(expected)
  const all = exportRows(server, who, { selected, form, perPage: PER_PAGE, onPage: check.add })
  const rows = expected ? await readWhole(all, check) : all
  const fileName = `${form === 'codes' ? 'activation codes' : 'profiles'} ${at.toISOString().slice(0, 10)}.${format}`
  return format === 'xlsx' ? { fileName, contentType: XLSX_TYPE, body: xlsxFile(rows) } : csvFile(fileName, rows)
}

/** The file before its first byte is sent, so that nothing leaves the portal that nobody approved. @throws Problem */
async function readWhole(
  rows: AsyncIterable<CsvRows>,
  check: ReturnType<typeof exportCheck>,
): Promise<AsyncGenerator<CsvRows>> {
  const pages: CsvRows[] = []
  for await (const page of rows) pages.push(page)
  if (!check.isAsApproved()) throw new Problem('approval_objects_changed', { count: 'Some' })
  return inPages(pages)
}

async function* inPages(pages: readonly CsvRows[]): AsyncGenerator<CsvRows> {
  yield* pages
}

type ExportAudit = { form: Form; format: string; selection: Selection; profiles: number }

/** What the audit entry of an export contains: which profiles left the portal. */
export function exportFacts({ form, format, selection, profiles }: ExportAudit) {
  const selected = 'ids' in selection ? {} : { filter: selection.filter, leftOut: selection.except.length }
  return { form, format, profiles, ...selected }
}

type RowsRequest = {
  selected: SelectionRequest
  form: Form
  perPage: number
  /** Called with the profiles of each page. */
  onPage?: (rows: readonly ProfileRecord[]) => void
}

/** The column names, then the profiles page by page: a million of them need no more memory than one page. */
export async function* exportRows(
  server: Server,
  who: Pick<Who, 'platformId'>,
  { selected, form, perPage, onPage }: RowsRequest,
): AsyncGenerator<CsvRows> {
  const { enterpriseId } = selected
  const hasLinks = await server.db.tenantTx(enterpriseId, (db) => hasPages(server, db))
  const words = form === 'codes' ? [] : await attributeWords(server, enterpriseId)
  const columns = [
    ...columnsOf(server, who, hasLinks ? 'with links' : 'without links')[form],
    ...words.map(attributeColumn),
  ]
  yield [columns.map(([name]) => name)]
  const { read } = await openReading(server, { enterpriseId, wants: 'latest' })
  for (let afterId: string | undefined; ; ) {
    const { rows, traitsOf } = await read(async (db) => {
      const rows = await selectAfter(db, { condition: await conditionOf(db, selected), afterId, limit: perPage })
      return { rows, traitsOf: await shownTraits(db, rows) }
    })
    if (rows.length === 0) return
    onPage?.(rows)
    yield rows.map((row) => columns.map(([, text]) => text(row, traitsOf(row.id)) ?? ''))
    afterId = rows.at(-1)!.id
  }
}

async function attributeWords({ db }: Pick<Server, 'db'>, enterpriseId: EnterpriseId): Promise<string[]> {
  return (await db.tenantRead(enterpriseId, (tenant) => selectAttributes(tenant))).map(({ word }) => word)
}

const attributeColumn = (word: string): Column => [
  `ATTR.${word.toUpperCase()}`,
  (_, { attributes }) => attributes[word],
]

type Column = readonly [string, (row: ProfileRecord, traits: ShownTraits) => string | null | undefined]

function columnsOf(
  server: Server,
  who: Pick<Who, 'platformId'>,
  pages: 'with links' | 'without links',
): Record<Form, readonly Column[]> {
  return {
    codes: [
      ['ICCID', (row) => row.iccid],
      [
        'ACTIVATION_CODE',
        (row) =>
          whyNoCode(row) === undefined
            ? activationCode(codeHost(server, who, row), row.matching_id, row.confirmation_needed)
            : null,
      ],
      ...(pages === 'with links'
        ? [
            [
              'LINK',
              (row: ProfileRecord) =>
                row.ac_format !== 'AC_LINK' || whyNoCode(row) !== undefined
                  ? null
                  : `${originOf(server, platformOf(server, who.platformId))}/ac/${row.slug}`,
            ] as const,
          ]
        : []),
      ['STATUS', (row) => row.status],
      ['REASON', (row) => whyNoCode(row)],
    ],
    profiles,
  }
}

const profiles: readonly Column[] = [
  ['ICCID', (row) => row.iccid],
  ['IMSI', (row) => row.imsi],
  ['MSISDN', (row) => row.msisdn],
  ['EID', (row) => row.eid],
  ['STATUS', (row) => row.status],
  ['STATUS_AT', (row) => row.status_at.toISOString()],
  ['ORDER_STATE', (row) => row.order_state],
  ['MATCHING_ID', (row) => row.matching_id],
  ['GROUP', (row) => row.group_name],
  ['TAGS', (_, { tags }) => tags.map(({ name }) => name).join('; ')],
  ['CONFIGURATION', (row) => row.configuration_name],
  ['BATCH', (row) => row.batch_code],
  ['SERVICE_PROVIDER', (row) => row.spn],
  ['PROTECTION', (row) => row.protection],
  ['AC_FORMAT', (row) => row.ac_format],
  ['REGION', (row) => row.region],
  ['DEVICE', (row) => [row.device_brand, row.device_model].filter(Boolean).join(' ')],
  ['NOTES', (row) => row.notes],
  ['RECYCLE_STATUS', (row) => row.recycle_status],
  ['RECYCLE_REASON', (row) => row.recycle_reason],
  ['RECYCLE_AT', (row) => row.recycle_at?.toISOString()],
  ['DOWNLOADS', (row) => String(row.downloads)],
  ['CREATED_AT', (row) => row.created_at.toISOString()],
  ['CREATED_BY', (row) => row.created_by_name],
]
