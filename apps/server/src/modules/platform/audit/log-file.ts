import type { TenantDb } from '../../../db/database.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { Fact } from './fact.ts'
import type { Server } from './port.ts'
import { recordAudit } from './record.ts'

const ROWS_AT_ONCE = 2_000

export type LogFile<Row> = {
  log: 'profile' | 'generate' | 'recycle'
  /** For people: in the audit log, and in the name of the file. */
  name: string
  filter: Fact
  columns: readonly string[]
  /** The rows after this one, as a list's query reads them: `limit`, and one more if there are more. */
  read(db: TenantDb, behind: Row | undefined, limit: number): Promise<Row[]>
  lineOf(row: Row): string[]
}

/** Sends a log as CSV, with an audit entry. It is written while it is sent, so memory stays that of one page. */
export async function logFile<Row>(server: Server, { enterpriseId }: Who, file: LogFile<Row>): Promise<FileAnswer> {
  const { log, name, filter } = file
  const object = { id: enterpriseId, name }
  await server.db.globalTx((db) =>
    recordAudit(server, db, { action: 'log.exported', enterpriseId, object, after: { log, filter } }),
  )
  const day = server.clock.now().toISOString().slice(0, 10)
  return csvFile(`${name.charAt(0).toLowerCase()}${name.slice(1)} ${day}.csv`, rowsOf(server, enterpriseId, file))
}

async function* rowsOf<Row>(
  server: Server,
  enterpriseId: string,
  { columns, read, lineOf }: LogFile<Row>,
): AsyncGenerator<CsvRows> {
  yield [columns]
  for (let behind: Row | undefined; ; ) {
    const rows = await server.db.tenantTx(enterpriseId, (db) => read(db, behind, ROWS_AT_ONCE))
    const page = rows.slice(0, ROWS_AT_ONCE)
    yield page.map(lineOf)
    if (rows.length <= ROWS_AT_ONCE) return
    behind = page.at(-1)
  }
}
