import { Problem } from '@simwright/contract'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type HandedOut, type PageAfter, selectHandedOut, selectPast, selectRefused } from './figure-queries.ts'
import { selectCampaign } from './queries.ts'

const ROWS_AT_ONCE = 2_000

/** A CSV of all profiles handed out. */
export async function writeReport(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const name = await recordExport(server, who, id)
  return csvFile(`campaign ${name}.csv`, reportRows(server, who, id))
}

/** A CSV of all refusals: one line for each request that got no profile. */
export async function writeRefusals(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const name = await recordExport(server, who, id)
  return csvFile(`campaign ${name} refusals.csv`, refusalRows(server, who, id))
}

/** Records the export in the audit log. @returns the name of the campaign */
async function recordExport(server: Server, { enterpriseId }: Who, id: string): Promise<string> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const campaign = await selectCampaign(db, id)
    if (!campaign) throw new Problem('not_found')
    const object = { id, name: campaign.name }
    await recordAudit(server, db, { enterpriseId, action: 'campaign.reportExported', object })
    return campaign.name
  })
}

const COLUMNS = [
  'ICCID',
  'IMSI',
  'EID',
  'DEVICE',
  'HANDED_OUT',
  'STATUS',
  'SINCE',
  'RECYCLE_STATUS',
  'RECYCLE_TIME',
  'GENERATED_AGAIN',
]

/** First the profiles that are still members, then those generated again since, as they were before that. */
async function* reportRows(server: Server, who: Who, id: string): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for await (const rows of pages(server, who, { id, select: selectHandedOut }))
    yield rows.map((row) => [...cellsOf(row), ''])
  for await (const rows of pages(server, who, { id, select: selectPast }))
    yield rows.map((row) => [...cellsOf(row), 'yes'])
}

function cellsOf(row: HandedOut): string[] {
  const { iccid, imsi, eid, device, status, recycle_status: recycling } = row
  const at = (time: Date | null) => time?.toISOString() ?? ''
  const recycled = recycling === 'NONE' ? ['', ''] : [recycling, at(row.recycle_at)]
  return [iccid, imsi, eid ?? '', device ?? '', at(row.taken_at), status, at(row.status_at), ...recycled]
}

type PageQuery = { id: string; select: typeof selectHandedOut }

async function* pages(
  { db: { tenantTx } }: Server,
  { enterpriseId }: Who,
  { id, select }: PageQuery,
): AsyncGenerator<HandedOut[]> {
  for (let page: PageAfter = { id, limit: ROWS_AT_ONCE }; ; ) {
    const rows = await tenantTx(enterpriseId, (db) => select(db, page))
    const last = rows.at(-1)
    if (!last) return
    yield rows
    page = { ...page, after: { profileId: last.profile_id, takenAt: last.taken_at } }
  }
}

const REFUSAL_COLUMNS = ['TIME', 'EID', 'TAC', 'DEVICE', 'ADDRESS', 'SUBJECT', 'REASON', 'TEXT']

async function* refusalRows({ db: { tenantTx } }: Server, { enterpriseId }: Who, id: string): AsyncGenerator<CsvRows> {
  yield [REFUSAL_COLUMNS]
  for (let after: string | undefined; ; ) {
    const page = { id, after, limit: ROWS_AT_ONCE }
    const rows = await tenantTx(enterpriseId, (db) => selectRefused(db, page))
    if (rows.length === 0) return
    yield rows.map(({ at, eid, tac, device, address, subject_code: subject, reason_code: reason, detail }) => [
      at.toISOString(),
      eid,
      tac ?? '',
      device ?? '',
      address ?? '',
      subject,
      reason,
      detail,
    ])
    after = rows.at(-1)!.id
  }
}
