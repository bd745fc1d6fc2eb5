import { type RawBuilder, sql } from 'kysely'
import type { Db, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statementOfFamily } from '../../../db/statement.ts'

/** The rows of an enterprise account as they were at one moment, read in as many transactions as it takes. */
export type Snapshot = {
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>
  end(): Promise<void>
}

const exportSnapshot = statementOfFamily<object, { name: string }>(
  'export snapshot of moved account',
  () => sql`select pg_export_snapshot() as name`,
)

/**
 * Opens a transaction that only keeps the snapshot, on a connection of its own. It never waits for anything, so it may be
 * idle for as long as an export takes.
 */
export async function openSnapshot(db: Db, enterpriseId: EnterpriseId): Promise<Snapshot> {
  const opened = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<void>()
  const holding = db.tenantRead(enterpriseId, async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    const [row] = await exportSnapshot(db, {})
    opened.resolve(row!.name)
    await ended.promise
  })
  holding.catch(opened.reject)
  const name = await opened.promise
  return {
    read: (work) =>
      db.tenantRead(enterpriseId, async (db) => {
        for (const setting of adopting(name)) await setting.execute(db)
        return await work(db)
      }),
    end: async () => {
      ended.resolve()
      // a broken connection has failed the reads already
      await holding.catch(() => {})
    },
  }
}

/** PostgreSQL takes these only before the first query of a transaction, and the name only as text. */
function adopting(name: string): RawBuilder<unknown>[] {
  return [
    sql`set transaction isolation level repeatable read`,
    sql`set transaction snapshot ${sql.lit(name)}`,
    sql`set local statement_timeout = 0`,
  ]
}
