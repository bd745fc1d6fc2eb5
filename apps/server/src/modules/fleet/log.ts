import type { ParsedInputOf } from '@simwright/contract'
import type * as fleet from '@simwright/contract/fleet'
import { csvLines } from '../../csv.ts'
import type { Keyset } from '../../db/page.ts'
import type { FileAnswer } from '../../http/call.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { type EventRecord, selectLog } from './queries.ts'

type Filter = ParsedInputOf<typeof fleet.exportLog>['filter']

const ROWS_AT_ONCE = 2_000

const COLUMNS = ['TIME', 'EVENT', 'ICCID', 'EID', 'DEVICE', 'ACTOR', 'BY', 'ADDRESS', 'STATUS_CODE', 'TEXT']

/** Written while it is sent: millions of events need no more memory than a page. */
export async function exportLog(server: Server, who: Who, filter: Filter): Promise<FileAnswer> {
  const { enterpriseId } = who
  const object = { id: enterpriseId, name: 'Profile log' }
  await server.db.globalTx((db) =>
    recordAudit(server, db, { deed: 'log.exported', enterpriseId, object, after: { log: 'profile', filter } }),
  )
  return {
    fileName: `profile log ${server.clock.now().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: lines(server, who, filter),
  }
}

async function* lines(server: Server, { enterpriseId }: Who, filter: Filter): AsyncGenerator<string> {
  yield csvLines([COLUMNS])
  for (let keyset: Keyset | undefined; ; ) {
    const asked = { filter, keyset, limit: ROWS_AT_ONCE }
    const rows = await server.db.tenantTx(enterpriseId, (db) => selectLog(db, enterpriseId, asked))
    const page = rows.slice(0, ROWS_AT_ONCE)
    if (page.length > 0) yield csvLines(page.map(lineOf))
    if (rows.length <= ROWS_AT_ONCE) return
    const last = page.at(-1)!
    keyset = { value: last.at.toISOString(), id: last.id }
  }
}

const lineOf = (row: EventRecord): string[] => [
  row.at.toISOString(),
  row.type,
  row.iccid,
  row.eid ?? '',
  row.device ?? '',
  row.actor,
  row.actor_name ?? '',
  row.address ?? '',
  row.subject_code && row.reason_code ? `${row.subject_code}/${row.reason_code}` : '',
  row.detail,
]
