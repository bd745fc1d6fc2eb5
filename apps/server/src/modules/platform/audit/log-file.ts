import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import type { Fact } from './fact.ts'
import { recordAudit } from './record.ts'

const ROWS_AT_ONCE = 2_000

export type LogFile<Row> = {
  log: 'profile' | 'generate' | 'recycle'
  /** The name in the audit log and of the file. */
  name: string
  filter: Fact
  columns: readonly string[]
  /** Reads the rows after this one: up to `limit + 1`. */
  read(db: TenantDb, after: Row | undefined, limit: number): Promise<Row[]>
  lineOf(row: Row): string[]
}

/** Sends a log as CSV, and records that. It is read page by page while it is sent, to use little memory. */
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
  enterpriseId: EnterpriseId,
  { columns, read, lineOf }: LogFile<Row>,
): AsyncGenerator<CsvRows> {
  yield [columns]
  for (let after: Row | undefined; ; ) {
    const rows = await server.db.tenantTx(enterpriseId, (db) => read(db, after, ROWS_AT_ONCE))
    const page = rows.slice(0, ROWS_AT_ONCE)
    yield page.map(lineOf)
    if (rows.length <= ROWS_AT_ONCE) return
    after = page.at(-1)
  }
}
