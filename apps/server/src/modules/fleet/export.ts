import type { ParsedInputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/fleet'
import { type CsvRows, csvFile } from '../../csv.ts'
import type { FileAnswer } from '../../http/call.ts'
import type { Server, Who } from '../../server.ts'
import { XLSX_TYPE, xlsxFile } from '../../xlsx.ts'
import { recordAudit } from '../audit/service.ts'
import { originOf, platformOf } from '../platform/service.ts'
import { whyNoCode } from './code-fit.ts'
import { selectAfter } from './queries.ts'
import type { ProfileRecord } from './record.ts'
import { activationCode, codeHost, conditionOf, hasPages } from './service.ts'

type Asked = { input: ParsedInputOf<typeof fleet.exportCsv>; timeZone: string }

const PER_PAGE = 2_000

/** Written while it is sent, in the order in which profiles were made: a million of them need no more memory than a page. */
export async function exportProfiles(server: Server, who: Who, { input, timeZone }: Asked): Promise<FileAnswer> {
  const { enterpriseId } = who
  const { form, format, selection } = input
  const asOf = server.clock.now()
  const asked = { enterpriseId, selection, asOf, timeZone }
  const isLinked = await server.db.tenantTx(enterpriseId, async (db) => {
    await conditionOf(db, asked)
    await recordAudit(server, db, {
      deed: 'fleet.exported',
      enterpriseId,
      object: { id: null, name: form },
      after: { form, format },
    })
    return await hasPages(server, db, enterpriseId)
  })
  const rows = rowsOf(server, asked, columnsOf(server, who, isLinked ? 'linked' : 'unlinked')[form])
  const fileName = `${form === 'codes' ? 'activation codes' : 'profiles'} ${asOf.toISOString().slice(0, 10)}.${format}`
  return format === 'xlsx' ? { fileName, contentType: XLSX_TYPE, body: xlsxFile(rows) } : csvFile(fileName, rows)
}

type Column = readonly [string, (row: ProfileRecord) => string | null | undefined]

function columnsOf(
  server: Server,
  who: Who,
  pages: 'linked' | 'unlinked',
): Record<(typeof fleet.exportForms)[number], readonly Column[]> {
  return {
    codes: [
      ['ICCID', (row) => row.iccid],
      [
        'ACTIVATION_CODE',
        (row) =>
          whyNoCode(row) === undefined
            ? activationCode(codeHost(server, who), row.matching_id, row.confirmation_needed)
            : null,
      ],
      ...(pages === 'linked'
        ? [
            [
              'LINK',
              (row: ProfileRecord) =>
                row.sample || whyNoCode(row) !== undefined
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
  ['CONFIGURATION', (row) => row.configuration_name],
  ['BATCH', (row) => row.batch_code],
  ['SERVICE_PROVIDER', (row) => row.spn],
  ['PROTECTION', (row) => row.protection],
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

/** The names of the columns, then the profiles page by page. */
async function* rowsOf(
  server: Server,
  asked: Parameters<typeof conditionOf>[1],
  columns: readonly Column[],
): AsyncGenerator<CsvRows> {
  yield [columns.map(([name]) => name)]
  for (let afterId: string | undefined; ; ) {
    const rows = await server.db.tenantTx(asked.enterpriseId, async (db) =>
      selectAfter(db, asked.enterpriseId, { condition: await conditionOf(db, asked), afterId, limit: PER_PAGE }),
    )
    if (rows.length === 0) return
    yield rows.map((row) => columns.map(([, text]) => text(row) ?? ''))
    afterId = rows.at(-1)!.id
  }
}
