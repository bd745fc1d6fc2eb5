import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { type Client, type ClientBase, type CustomTypesConfig, Pool, types } from 'pg'
import type { Secret } from '../secret/secret.ts'
import { NamedQuery, NamedStatements } from './named-query.ts'
import { errorOfFinal } from './outcome-unknown.ts'
import { PrimaryClient } from './primary-client.ts'
import { sessionStatement } from './session-setting.ts'
import { nameOfStatement } from './statement.ts'
import { OutdatedPlan, StandbyDatabase } from './unreachable.ts'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016

/**
 * How values of PostgreSQL are parsed: int8 as a number (RangeError beyond 2^53 - 1), date as text `YYYY-MM-DD` (a
 * Date would shift it by the machine's time zone), all others by the driver: timestamptz as Date, bytea as Buffer,
 * jsonb parsed.
 */
const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return types.getTypeParser(oid, format)
    if (oid === INT8) return parseSafeInteger
    if (oid === INT8_ARRAY) return parseSafeIntegers
    if (oid === DATE) return (text: string) => text
    return types.getTypeParser(oid, format)
  },
} as CustomTypesConfig

const parseArray = types.getTypeParser(INT8_ARRAY as Parameters<typeof types.getTypeParser>[0], 'text')

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an int8 of the database is beyond 2^53 - 1')
  return value
}

function parseSafeIntegers(text: string): (number | null)[] {
  const items = parseArray(text) as (string | null)[]
  return items.map((item) => (item === null ? null : parseSafeInteger(item)))
}

const CONNECT_LIMIT_MS = 10_000

/**
 * A connection that takes no role, for migrations and LISTEN. The caller connects and ends it. If the connection
 * breaks, its statements fail, but not the process.
 */
export function loginClient(url: Secret<string>, purpose: string): Client {
  return namedClient(url, `simwright ${purpose}`)
}

/** A `loginClient` with an application name of its own. */
export function namedClient(url: Secret<string>, applicationName: string): Client {
  const client = new SetClient({
    connectionString: url.reveal(),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    types: parsers,
  })
  return client.on('error', () => {})
}

/** A client that sets the settings of its session before it is connected for the caller. */
class SetClient extends PrimaryClient {
  override connect(): never {
    const set = async () => {
      await super.connect()
      await this.query(sessionStatement())
    }
    return set() as never
  }
}

/** `begin` and `commit` are buffered, and sent together with a statement that follows in the same tick. */
const isBuffered = (text: string) => text.startsWith('begin') || text === 'commit'

const READ_ONLY_BEGIN = /^(begin|start transaction) read only/

/**
 * Whether PostgreSQL refused a statement because it is a standby: it refuses writes (read_only_sql_transaction), and a
 * transaction that is to write (feature_not_supported). A transaction that only reads refuses writes, too: by our error.
 */
const isOfStandby = (error: Error, text: string): boolean => {
  const { code } = error as { code?: string }
  return code === '25006' || (code === '0A000' && isBegin(text))
}

/** PostgreSQL has one message for it, without a code of its own. */
const isOutdatedPlan = (error: Error) => error.message === 'cached plan must not change result type'

const isBegin = (text: string) => text.startsWith('begin') || text.startsWith('start transaction')

/**
 * A client that pipelines: it sends statements before earlier ones are answered. There must be few prepared texts,
 * because each connection retains all of them.
 */
class PreparingClient extends PrimaryClient {
  readonly #statements = new NamedStatements(this.connection)
  #isCorked = false
  #isBroken = false
  #inTransaction = false
  #readsOnly = false

  constructor(config?: ConstructorParameters<typeof PrimaryClient>[0]) {
    super(config)
    const onBreak = () => {
      this.#isBroken = true
    }
    this.on('error', onBreak)
    this.on('end', onBreak)
  }

  override query(...args: unknown[]): never {
    const [text, values = [], callback] = args
    const isText = typeof text === 'string'
    // a query with a callback comes from the pool
    if (!isText || typeof values === 'function' || callback !== undefined) return this.#submit(args)
    const name = nameOfStatement(text)
    const parameters: readonly unknown[] = Array.isArray(values) ? values : []
    const isLast = !isBuffered(text)
    if (!isLast) this.#cork()
    const isFinal = this.#isFinal(text)
    const onlyReads = this.#readsOnly
    const errorOf = (error: Error) => {
      if (isOutdatedPlan(error)) {
        // a new connection prepares it again
        void this.end()
        return new OutdatedPlan('a migration has changed the columns of a prepared statement', { cause: error })
      }
      if (onlyReads || !isOfStandby(error, text)) return isFinal ? errorOfFinal(error) : error
      // the next connection may reach the database that took over
      void this.end()
      return new StandbyDatabase('the database only reads: it is a standby or was just replaced', { cause: error })
    }
    const answered = new Promise((resolve, reject) => {
      // the driver's own promises set the callback after construction, which keeps dead rows alive through minor GCs
      const onAnswer = (error: Error | null, result: unknown) => (error ? reject(errorOf(error)) : resolve(result))
      if (name === undefined) this.#submit([text, values, onAnswer])
      else this.#submit([new NamedQuery(text, { name, values: parameters, statements: this.#statements, onAnswer })])
    })
    if (isLast) this.#uncork()
    return answered as never
  }

  /** Whether the statement, once sent, may have committed a change even if its answer never arrives. */
  #isFinal(text: string): boolean {
    const wasInTransaction = this.#inTransaction
    if (isBegin(text)) this.#inTransaction = true
    else if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    if (isBegin(text)) this.#readsOnly = READ_ONLY_BEGIN.test(text)
    else if (!this.#inTransaction) this.#readsOnly = false
    if (this.#isBroken) return false
    return text === 'commit' || (!wasInTransaction && !isBegin(text) && !text.startsWith('select'))
  }

  #submit(args: unknown[]): never {
    return (super.query as (...all: unknown[]) => never).apply(this, args)
  }

  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.connection.stream.cork()
    setImmediate(() => this.#uncork())
  }

  #uncork(): void {
    if (!this.#isCorked) return
    this.#isCorked = false
    this.connection.stream.uncork()
  }
}

/** A client of a replica. */
class CopyClient extends PreparingClient {
  protected override readonly acceptsStandby = true
}

export type PoolOptions = {
  max: number
  /** The role of each connection outside transactions. */
  role: 'simwright_app' | 'simwright_system'
  /** `copy`: of a replica, which only reads. By default, a connection that reaches a replica is ended. */
  of?: 'primary' | 'copy'
  /** Called when an idle connection broke; the pool has dropped it. */
  onIdleError: (error: Error) => void
}

/** A pool of pipelining connections with a role. */
export function rolePool(url: Secret<string>, { max, role, of = 'primary', onIdleError }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url.reveal(),
    application_name: 'simwright',
    max,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: parsers,
    pipeline: true,
    Client: of === 'copy' ? CopyClient : PreparingClient,
    // the driver awaits the returned promise, but its types do not say so
    onConnect: ((client) => takeRole(client, role)) as (client: ClientBase) => void,
  })
  pool.on('error', onIdleError)
  // a connection that breaks in use fails its statements; without a listener the error would also end the process
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', endWhenSilent)
  return pool
}

/**
 * Longer than the statement timeout and the pool's idle timeout: after this silence the database is frozen or
 * unreachable.
 */
const SILENCE_LIMIT_MS = 65_000

function endWhenSilent(client: ClientBase): void {
  const stream = (client as PreparingClient).connection.stream as Socket
  stream.setTimeout(SILENCE_LIMIT_MS, () => stream.destroy())
}

async function takeRole(client: ClientBase, role: PoolOptions['role']): Promise<void> {
  const limits = { statement_timeout: '60s', idle_in_transaction_session_timeout: '60s' }
  await client.query(sessionStatement({ ...limits, role }))
}
