import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Server } from '../../server.ts'

/** How often something may be tried, and how long the waits are when it fails again and again. */
export type AttemptRule = {
  /** What is tried; part of the counter's name. */
  what: string
  /** Attempts before the first wait. */
  free: number
  firstWaitMs: number
  longestWaitMs: number
  /** After this long without an attempt everything is forgotten. */
  forgetMs: number
}

type Counted = Pick<Server, 'db' | 'clock'>

/**
 * Counts an attempt, before anything is looked at and in a transaction of its own, so that no number of parallel attempts
 * gets past it. From the last free attempt on, each one is followed by a wait twice as long as the one before.
 * @returns 0, or the seconds to wait: then the attempt did not count and must be refused.
 */
export async function countAttempt(server: Counted, rule: AttemptRule, subject: readonly string[]): Promise<number> {
  const key = keyOf(rule, subject)
  const now = server.clock.now()
  const forgotten = new Date(now.getTime() - rule.forgetMs)
  const counted = await sql<{ attempts: number }>`
    insert into attempt_counter as c (key, attempts, window_started_at, blocked_until) values (${key}, 1, ${now}, null)
    on conflict (key) do update set
      attempts = case when c.window_started_at < ${forgotten} then 1 else c.attempts + 1 end,
      window_started_at = ${now},
      blocked_until = case
        when c.window_started_at < ${forgotten} or c.attempts + 1 < ${rule.free} then null
        else ${now}::timestamptz + least(
          ${rule.firstWaitMs}::float8 * 2 ^ least(c.attempts + 1 - ${rule.free}, 30), ${rule.longestWaitMs}) * interval '1 millisecond'
      end
    where c.blocked_until is null or c.blocked_until <= ${now}
    returning attempts`.execute(server.db.global)
  if (counted.rows.length > 0) return 0
  const row = await server.db.global
    .selectFrom('attempt_counter')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1000))
}

/** After a success nothing is held against the next attempt. */
export async function forgetAttempts(server: Counted, rule: AttemptRule, subject: readonly string[]): Promise<void> {
  await server.db.global.deleteFrom('attempt_counter').where('key', '=', keyOf(rule, subject)).execute()
}

/** Names are hashed: what people type into a sign-in form is not kept. */
function keyOf(rule: AttemptRule, subject: readonly string[]): string {
  return `${rule.what} ${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`
}
