import type { ParsedInputOf } from '@simwright/contract'
import type * as batch from '@simwright/contract/batch'
import { csvLines } from '../../csv.ts'
import type { Keyset } from '../../db/page.ts'
import type { FileAnswer } from '../../http/call.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { type BatchRecord, selectBatches } from './queries.ts'

type Filter = ParsedInputOf<typeof batch.exportLog>['filter']

const ROWS_AT_ONCE = 1_000

const COLUMNS = [
  'BATCH',
  'TYPE',
  'PROCESS',
  'CONFIGURATION',
  'VERSION',
  'PROTECTION',
  'FILE',
  'TOTAL',
  'GENERATED',
  'FAILED',
  'STARTED',
  'ENDED',
  'STARTED_BY',
]

export async function exportLog(server: Server, who: Who, filter: Filter): Promise<FileAnswer> {
  const { enterpriseId } = who
  const object = { id: enterpriseId, name: 'Generate AC log' }
  await server.db.globalTx((db) =>
    recordAudit(server, db, { deed: 'log.exported', enterpriseId, object, after: { log: 'generate', filter } }),
  )
  return {
    fileName: `generate AC log ${server.clock.now().toISOString().slice(0, 10)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: lines(server, who, filter),
  }
}

async function* lines(server: Server, { enterpriseId }: Who, filter: Filter): AsyncGenerator<string> {
  yield csvLines([COLUMNS])
  for (let keyset: Keyset | undefined; ; ) {
    const asked = { filter, keyset, limit: ROWS_AT_ONCE }
    const rows = await server.db.tenantTx(enterpriseId, (db) => selectBatches(db, enterpriseId, asked))
    const page = rows.slice(0, ROWS_AT_ONCE)
    if (page.length > 0) yield csvLines(page.map(lineOf))
    if (rows.length <= ROWS_AT_ONCE) return
    const last = page.at(-1)!
    keyset = { value: last.created_at.toISOString(), id: last.id }
  }
}

const lineOf = (row: BatchRecord): string[] => [
  row.code,
  row.type,
  row.process,
  row.configuration_name ?? '',
  String(row.configuration_version ?? ''),
  row.protection ?? '',
  row.file_name ?? '',
  String(row.total),
  String(row.succeeded),
  String(row.failed),
  row.created_at.toISOString(),
  row.completed_at?.toISOString() ?? '',
  row.created_by_name,
]
