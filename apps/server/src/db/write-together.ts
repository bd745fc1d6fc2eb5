import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from './connection.ts'
import type { TenantDb } from './database.ts'

/** An insert, update or delete to be executed together with others. */
export type Write = RawBuilder<unknown>

type Touched = { touched: number }

/**
 * Executes the writes as one statement, in one round trip. All of them see the rows as they were before the
 * statement, so no two may touch the same row.
 * @param counted one more write, with a `returning` clause
 * @returns the number of rows that `counted` touched
 */
export async function writeTogether(db: TenantDb, writes: readonly Write[], counted?: Write): Promise<number> {
  const all = counted ? [...writes, counted] : writes
  if (all.length === 0) return 0
  const parts = all.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`)
  const result = counted
    ? sql`select count(*) as touched from ${sql.ref(`write_${writes.length}`)}`
    : sql`select 0 as touched`
  const { rows } = await sql<Touched>`${sql.raw(PREPARED)} with ${sql.join(parts)} ${result}`.execute(db)
  return rows[0]!.touched
}
