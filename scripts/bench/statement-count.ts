import { Client } from 'pg'

/** What the server's process has sent to the database so far. */
export type StatementCount = {
  /** Statements but BEGIN, SET, COMMIT and ROLLBACK. */
  statements: number
  /** How often a connection sent something after everything before it was answered. */
  roundTrips: number
}

const FRAME = /^(begin|start transaction|set|commit|rollback)\b/i

type Unanswered = Client & { connection: { on(event: 'readyForQuery', listener: () => void): void } }

/** Counts what all connections of this process send from now on. PostgreSQL answers each statement with ReadyForQuery. */
export function countStatements(): StatementCount {
  const count: StatementCount = { statements: 0, roundTrips: 0 }
  const unanswered = new WeakMap<Client, number>()
  const { query } = Client.prototype as { query: (this: Client, ...args: unknown[]) => unknown }
  const counting = function (this: Client, ...args: unknown[]): unknown {
    const waiting = unanswered.get(this)
    if (waiting === undefined) {
      const { connection } = this as Unanswered
      connection.on('readyForQuery', () => unanswered.set(this, Math.max(0, unanswered.get(this)! - 1)))
    }
    if (!waiting) count.roundTrips += 1
    unanswered.set(this, (waiting ?? 0) + 1)
    if (!FRAME.test(textOf(args[0]))) count.statements += 1
    return query.apply(this, args)
  }
  Client.prototype.query = counting as never
  return count
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text)
