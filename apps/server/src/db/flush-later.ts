import { sql } from 'kysely'
import type { TenantDb } from './database.ts'

/**
 * The commit of the transaction does not wait until it is on disk; locks that it holds are released sooner. Other
 * transactions see it at once, and the next commit that waits puts it on disk too, for PostgreSQL writes its log in order.
 * Only for work that is repeated if the database fails before that, and that reports nothing to a person or another service.
 */
export async function flushLater(db: TenantDb): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(db)
}
