import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, SystemDb } from './database.ts'
import { statement } from './statement.ts'

/*
 * Tables that are partitioned by month (migration 0420): months are made ahead, and dropped at the end of the retention, by
 * functions that run with the rights of the owner.
 */

export type MonthlyTable =
  | 'audit_entry'
  | 'device_message'
  | 'es2plus_progress'
  | 'mail_message'
  | 'program_call'
  | 'webhook_attempt'
  | 'webhook_delivery'

/** How far ahead months are made. Every start and every run of the retention makes them, so one of these is enough. */
const AHEAD_MS = 62 * 24 * 60 * 60_000

const makeAllStatement = statement(
  'make months of all tables',
  ({ until }: { until: Date }) => sql`
    select coalesce(sum(make_months(p.partrelid, ${until}::timestamptz)), 0)::integer as made
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid where c.relnamespace = 'public'::regnamespace`,
  { present: ['made'] },
)

/** Makes the missing months of all tables, for what is written at `at` and for two months after. @returns how many */
export async function makeMonthsAhead({ systemTx }: Pick<Db, 'systemTx'>, at: Date): Promise<number> {
  const until = new Date(at.getTime() + AHEAD_MS)
  return await locking(() => systemTx(async (db) => (await makeAllStatement(db, { until }))[0]!.made))
}

const makeStatement = statement(
  'make months of a table',
  ({ table, until }: { table: MonthlyTable; until: Date }) => sql`
    select make_months(${table}::regclass, ${until}::timestamptz) as made`,
  { present: ['made'] },
)

/** Makes the missing months of a table up to a time, in the transaction that writes to it. */
export async function makeMonths(db: SystemDb, table: MonthlyTable, until: Date): Promise<void> {
  await makeStatement(db, { table, until })
}

const dropStatement = statement(
  'drop months',
  ({ table, before }: { table: MonthlyTable; before: Date }) => sql`
    select drop_months(${table}::regclass, ${before}::timestamptz) as dropped`,
  { present: ['dropped'] },
)

/**
 * Drops the months of a table that end before a time: of the audit log only those that checkpoints cover.
 * @returns how many
 */
export async function dropMonths({ systemTx }: Pick<Db, 'systemTx'>, table: MonthlyTable, before: Date) {
  return await locking(() => systemTx(async (db) => (await dropStatement(db, { table, before }))[0]!.dropped))
}

const ATTEMPTS = 20
const PAUSE_MS = 1_000

/** SQLSTATE lock_not_available and deadlock_detected. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Repeats what fails because others read or write for longer than half a second: they must not wait behind it for longer. */
async function locking<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || attempt === ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** The first moment of the month of a time, in UTC. */
export function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
}

/** The time of a UUIDv7. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
