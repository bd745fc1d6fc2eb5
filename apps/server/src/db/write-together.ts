import { type RawBuilder, sql } from 'kysely'
import { PREPARED } from './connection.ts'
import type { TenantDb } from './database.ts'

/** An insert, update or delete that waits to be run with others. */
export type Write = RawBuilder<unknown>

type Touched = { touched: number }

/**
 * Runs the writes in one statement, which is one way to the database instead of many. All of them see the rows as they
 * were before, so no two may touch the same row.
 * @param counted one write more, with `returning`
 * @returns how many rows `counted` touched
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
