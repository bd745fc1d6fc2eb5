import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { statement } from '../../../db/statement.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'

/** How many attempts are free, and how long a caller has to wait after each further one. */
export type AttemptRule = {
  /** What is attempted; a prefix of the counter's key. */
  what: string
  /** Attempts before the first wait. */
  free: number
  firstWaitMs: number
  longestWaitMs: number
  /** After this long without an attempt the counter starts at zero again. */
  forgetMs: number
}

type Counted = Pick<Server, 'db' | 'clock'>

/** The number of attempts counted, including this one; or the seconds to wait, when it was not counted and must be refused. */
export type Attempt = {
  attempts: number
  waitSeconds: number
  /** Until when this attempt delays the next one. */
  blockedUntil: Date | null
}

type CountedAttempt = {
  key: string
  now: Date
  forgotten: Date
  free: number
  firstWaitMs: number
  longestWaitMs: number
  /** Until when the first attempt delays the next one. */
  firstBlockedUntil: Date | null
}

const tryStatement = statement(
  'count attempt',
  ({ key, now, forgotten, free, firstWaitMs, longestWaitMs, firstBlockedUntil }: CountedAttempt) => sql`
    insert into attempt_counter as c (key, attempts, window_started_at, blocked_until)
    values (${key}, 1, ${now}, ${firstBlockedUntil})
    on conflict (key) do update set
      attempts = case when c.window_started_at < ${forgotten} then 1 else c.attempts + 1 end,
      window_started_at = ${now},
      blocked_until = case
        when c.window_started_at < ${forgotten} or c.attempts + 1 < ${free} then null
        else ${now}::timestamptz + least(
          ${firstWaitMs}::float8 * 2 ^ least(c.attempts + 1 - ${free}, 30), ${longestWaitMs}) * interval '1 millisecond'
      end
    where c.blocked_until is null or c.blocked_until <= ${now}
    returning attempts, blocked_until`,
)

/**
 * Counts an attempt in a transaction of its own, before any secret is compared, so that parallel attempts can't get past
 * the counter. A wait follows the last free attempt and each later one; each wait is twice as long as the previous one.
 */
export async function tryAttempt(server: Counted, rule: AttemptRule, subject: readonly string[]): Promise<Attempt> {
  const key = keyOf(rule, subject)
  const now = server.clock.now()
  const { free, firstWaitMs, longestWaitMs } = rule
  const [row] = await tryStatement(server.db.global, {
    ...{ key, now, free, firstWaitMs, longestWaitMs },
    forgotten: new Date(now.getTime() - rule.forgetMs),
    firstBlockedUntil: free > 1 ? null : new Date(now.getTime() + firstWaitMs),
  })
  if (row) return { attempts: row.attempts, waitSeconds: 0, blockedUntil: row.blocked_until }
  const blocked = await server.db.global
    .selectFrom('attempt_counter')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  const waitMs = (blocked?.blocked_until?.getTime() ?? 0) - now.getTime()
  return { attempts: 0, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)), blockedUntil: null }
}

/** @returns 0, or the seconds to wait: then the attempt was not counted and must be refused. */
export async function countAttempt(server: Counted, rule: AttemptRule, subject: readonly string[]): Promise<number> {
  return (await tryAttempt(server, rule, subject)).waitSeconds
}

/** Resets the counter after a success, so that earlier attempts don't delay the next one. */
export async function forgetAttempts(server: Counted, rule: AttemptRule, subject: readonly string[]): Promise<void> {
  await server.db.global.deleteFrom('attempt_counter').where('key', '=', keyOf(rule, subject)).execute()
}

const takeBackStatement = statement(
  'take back attempt',
  ({ key, blockedUntil }: { key: string; blockedUntil: Date | null }) => sql`
    update attempt_counter set attempts = attempts - 1,
      blocked_until = case when blocked_until = ${blockedUntil}::timestamptz(3) then null else blocked_until end
    where key = ${key} and attempts > 0`,
)

/**
 * Subtracts an attempt that succeeded, or was refused for another reason, from a counter shared with other users. Their
 * failures remain counted, and so do the waits after them.
 */
export async function takeBackAttempt(
  server: Counted,
  rule: AttemptRule,
  { subject, blockedUntil }: { subject: readonly string[]; blockedUntil: Date | null },
): Promise<void> {
  await takeBackStatement(server.db.global, { key: keyOf(rule, subject), blockedUntil })
}

/** `limit` events within a window turn the alarm on, for `alarmMs`. */
export type RateRule = { what: string; limit: number; windowMs: number; alarmMs: number }

type CountedEvent = {
  what: string
  limit: number
  now: Date
  windowStart: Date
  until: Date
  /** The end of the alarm that the first event turns on. */
  firstUntil: Date | null
}

const countRateStatement = statement(
  'count event of rate',
  ({ what, limit, now, windowStart, until, firstUntil }: CountedEvent) => sql`
    insert into attempt_counter as c (key, attempts, window_started_at, blocked_until)
    values (${what}, 1, ${now}, ${firstUntil})
    on conflict (key) do update set
      attempts = case when c.window_started_at <= ${windowStart} then 1 else c.attempts + 1 end,
      window_started_at = case when c.window_started_at <= ${windowStart} then ${now} else c.window_started_at end,
      blocked_until = case
        when c.window_started_at > ${windowStart} and c.attempts + 1 >= ${limit} then ${until} else c.blocked_until
      end
    returning attempts as count, coalesce(blocked_until > ${now}, false) as alarmed`,
  { present: ['alarmed'] },
)

/** Counts an event and never refuses it. @returns the number in this window, and whether the alarm is on */
export async function countRate(server: Counted, rule: RateRule): Promise<{ count: number; alarmed: boolean }> {
  const now = server.clock.now()
  const windowStart = new Date(now.getTime() - rule.windowMs)
  const until = new Date(now.getTime() + rule.alarmMs)
  const { what, limit } = rule
  const firstUntil = limit <= 1 ? until : null
  return (await countRateStatement(server.db.global, { what, limit, now, windowStart, until, firstUntil }))[0]!
}

/** Subtracts an event that should not have been counted. */
export async function takeBackRate(server: Counted, { what }: RateRule): Promise<void> {
  await server.db.global
    .updateTable('attempt_counter')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', what)
    .where('attempts', '>', 0)
    .execute()
}

/** Hashes the subject: what people type into a sign-in form is not stored. */
function keyOf(rule: AttemptRule, subject: readonly string[]): string {
  return `${rule.what} ${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`
}
