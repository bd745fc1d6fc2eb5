import { setTimeout as sleep } from 'node:timers/promises'

/** Codes of the network and SQLSTATEs that mean that the database is unreachable, whatever the statement. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
])

/** Codes of connect(2) on a Unix socket: it does not exist yet, or its backlog is full. */
const AWAY_SOCKET_CODES: ReadonlySet<string> = new Set(['ENOENT', 'EAGAIN'])

/** Messages of the driver's own errors, which have no code. */
const AWAY_MESSAGES =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/** A write reached a database that only reads: a standby, during a failover. It had no effect. */
export class StandbyDatabase extends Error {
  override name = 'StandbyDatabase'
}

/** A connection has a prepared statement that a migration of a newer version has outdated. It had no effect. */
export class OutdatedPlan extends Error {
  override name = 'OutdatedPlan'
}

/** Whether an error means that the database was unreachable, closed the connection or is a standby for now. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StandbyDatabase || error instanceof OutdatedPlan) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // 55000 has many other meanings
  if (code === '55000') return error.message.endsWith('is not currently accepting connections')
  if (typeof code !== 'string') return AWAY_MESSAGES.test(error.message)
  // class 08 is connection_exception
  return AWAY_CODES.has(code) || /^08...$/.test(code) || (syscall === 'connect' && AWAY_SOCKET_CODES.has(code))
}

/** SQLSTATE disk_full and io_error: PostgreSQL could not write. */
const UNWRITABLE_CODES: ReadonlySet<string> = new Set(['53100', '58030'])

/** Whether an error means that PostgreSQL could not write to its disk or the disk was full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && UNWRITABLE_CODES.has(String((error as { code?: unknown }).code))
}

export type Patience = {
  /** Writes a one-line message for the operator. */
  report: (text: string) => void
  /** Whether to keep waiting beyond the limit. */
  isWorthWaiting?: () => boolean
}

/** How long to wait for a database that restarts, recovers or is busy. */
const WAIT_LIMIT_MS = 5 * 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** An attempt without an answer is reported after this time. */
const SILENCE_MS = 3_000
const REPORT_EACH_MS = 15_000

/**
 * Repeats `attempt` with growing pauses while the database is unreachable, and reports what it waits for.
 * @throws any other error at once; the last error after five minutes, unless `isWorthWaiting`
 */
export async function whenReachable<T>(attempt: () => Promise<T>, { report, isWorthWaiting }: Patience): Promise<T> {
  const begun = performance.now()
  const sayWaiting = atIntervals((what) => report(`Waiting for the database: ${what}`))
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const silence = setTimeout(() => sayWaiting('no answer yet'), SILENCE_MS)
    try {
      return await attempt()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      if (performance.now() - begun > WAIT_LIMIT_MS && !isWorthWaiting?.()) throw error
      sayWaiting((error as Error).message || String((error as { code?: string }).code))
    } finally {
      clearTimeout(silence)
    }
    await sleep(pauseMs)
  }
}

function atIntervals(report: (text: string) => void): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (text) => {
    if (performance.now() - last < REPORT_EACH_MS) return
    last = performance.now()
    report(text)
  }
}
