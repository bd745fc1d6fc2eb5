import { Problem } from '@simwright/contract'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type HandedOut, type Part, selectHandedOut, selectPast, selectRefused } from './figure-queries.ts'
import type { Server } from './port.ts'
import { selectCampaign } from './queries.ts'

const ROWS_AT_ONCE = 2_000

/** Each profile that was handed out. */
export async function writeReport(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const name = await exported(server, who, id)
  return csvFile(`campaign ${name}.csv`, reportRows(server, who, id))
}

/** Each device that got nothing, as often as it asked. */
export async function writeRefusals(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const name = await exported(server, who, id)
  return csvFile(`campaign ${name} refusals.csv`, refusalRows(server, who, id))
}

/** @returns the name of the campaign whose figures leave the portal */
async function exported(server: Server, { enterpriseId }: Who, id: string): Promise<string> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectCampaign(db, enterpriseId, id)
    if (!found) throw new Problem('not_found')
    const object = { id, name: found.name }
    await recordAudit(server, db, { enterpriseId, action: 'campaign.reportExported', object })
    return found.name
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

/** Those that the campaign has, then those that were generated again since, as they were then. */
async function* reportRows(server: Server, who: Who, id: string): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for await (const rows of parts(server, who, { id, select: selectHandedOut }))
    yield rows.map((row) => [...cellsOf(row), ''])
  for await (const rows of parts(server, who, { id, select: selectPast }))
    yield rows.map((row) => [...cellsOf(row), 'yes'])
}

function cellsOf(row: HandedOut): string[] {
  const { iccid, imsi, eid, device, status, recycle_status: recycling } = row
  const at = (time: Date | null) => time?.toISOString() ?? ''
  const recycled = recycling === 'NONE' ? ['', ''] : [recycling, at(row.recycle_at)]
  return [iccid, imsi, eid ?? '', device ?? '', at(row.taken_at), status, at(row.status_at), ...recycled]
}

type Asked = { id: string; select: typeof selectHandedOut }

async function* parts(
  { db: { tenantTx } }: Server,
  { enterpriseId }: Who,
  { id, select }: Asked,
): AsyncGenerator<HandedOut[]> {
  for (let part: Part = { id, limit: ROWS_AT_ONCE }; ; ) {
    const rows = await tenantTx(enterpriseId, (db) => select(db, enterpriseId, part))
    const last = rows.at(-1)
    if (!last) return
    yield rows
    part = { ...part, after: { profileId: last.profile_id, takenAt: last.taken_at } }
  }
}

const REFUSAL_COLUMNS = ['TIME', 'EID', 'TAC', 'DEVICE', 'ADDRESS', 'SUBJECT', 'REASON', 'TEXT']

async function* refusalRows({ db: { tenantTx } }: Server, { enterpriseId }: Who, id: string): AsyncGenerator<CsvRows> {
  yield [REFUSAL_COLUMNS]
  for (let after: string | undefined; ; ) {
    const asked = { id, after, limit: ROWS_AT_ONCE }
    const rows = await tenantTx(enterpriseId, (db) => selectRefused(db, enterpriseId, asked))
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
