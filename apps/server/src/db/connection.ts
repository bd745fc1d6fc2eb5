import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers'
import { Client, type ClientBase, type CustomTypesConfig, Pool, types } from 'pg'
import type { Secret } from '../secret/secret.ts'
import { errorOfFinal } from './outcome-unknown.ts'
import { nameOfPrepared } from './prepared.ts'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016

/**
 * How values of PostgreSQL arrive: int8 as a number (an error beyond 2^53 - 1), date as text `YYYY-MM-DD` (a Date would
 * shift it by the machine's time zone), the rest as the driver does: timestamptz as Date, bytea as Buffer, jsonb parsed.
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
 * A connection as the login itself: migrations, LISTEN. The caller connects and ends it. One that is lost fails the
 * statements that use it, and not the process.
 */
export function loginClient(url: Secret<string>, purpose: string): Client {
  const client = new Client({
    connectionString: url.reveal(),
    application_name: `simwright ${purpose}`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    types: parsers,
  })
  return client.on('error', () => {})
}

/**
 * A statement whose text has a few shapes, and this in front or right behind its `select`, is planned once in each connection.
 * One of a single shape is made by `prepared`, which also builds its SQL only once.
 */
export const PREPARED = '/* prepared */'

const isPrepared = (text: string) => text.startsWith(PREPARED) || text.startsWith(`select ${PREPARED}`)

/** The begin and the end of a transaction are sent together with what follows them at once, if anything does. */
const isHeld = (text: string) => text.startsWith('begin') || text === 'commit'

const isBegin = (text: string) => text.startsWith('begin') || text.startsWith('start transaction')

/**
 * Statements are sent as they come, before the answers of earlier ones are there. Of what is prepared the texts must be
 * few, for each connection keeps them all.
 */
class PreparingClient extends Client {
  readonly #names = new Map<string, string>()
  #holds = false
  #isBroken = false
  #inTransaction = false

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config)
    const onBreak = () => {
      this.#isBroken = true
    }
    this.on('error', onBreak)
    this.on('end', onBreak)
  }

  override query(...given: unknown[]): never {
    const [text, values, callback] = given
    const isText = typeof text === 'string'
    // what has a callback of its own is the pool's
    if (!isText || typeof values === 'function' || callback !== undefined) return this.#submit(given)
    const name = nameOfPrepared(text) ?? (isPrepared(text) ? this.#nameOf(text) : undefined)
    const asked = name === undefined ? text : { name, text }
    const isLast = !isHeld(text)
    if (!isLast) this.#hold()
    const errorOf = this.#isFinal(text) ? errorOfFinal : (error: Error) => error
    const answered = new Promise((resolve, reject) => {
      // one that the driver sets behind its constructor, as for promises of its own, keeps dead rows through minor collections
      this.#submit([
        asked,
        values,
        (error: Error | null, result: unknown) => (error ? reject(errorOf(error)) : resolve(result)),
      ])
    })
    if (isLast) this.#send()
    return answered as never
  }

  /** Whether the statement, once sent, may have changed something for good although its answer never comes. */
  #isFinal(text: string): boolean {
    const wasInTransaction = this.#inTransaction
    if (isBegin(text)) this.#inTransaction = true
    else if (text === 'commit' || text === 'rollback') this.#inTransaction = false
    if (this.#isBroken) return false
    return text === 'commit' || (!wasInTransaction && !isBegin(text) && !text.startsWith('select'))
  }

  #submit(given: unknown[]): never {
    return (super.query as (...all: unknown[]) => never).apply(this, given)
  }

  #hold(): void {
    if (this.#holds) return
    this.#holds = true
    this.connection.stream.cork()
    setImmediate(() => this.#send())
  }

  #send(): void {
    if (!this.#holds) return
    this.#holds = false
    this.connection.stream.uncork()
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `shape ${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

export type PoolOptions = {
  max: number
  /** The role that each connection takes before it is first used, and has between transactions. */
  role: 'simwright_app' | 'simwright_system'
  /** An idle connection broke; the pool has dropped it. */
  onIdleError: (error: Error) => void
}

/** A pool behind the queries of the application. */
export function rolePool(url: Secret<string>, { max, role, onIdleError }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url.reveal(),
    application_name: 'simwright',
    max,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: parsers,
    pipeline: true,
    Client: PreparingClient,
    // The driver waits for what the callback promises, which its types leave out.
    onConnect: ((client) => become(client, role)) as (client: ClientBase) => void,
  })
  pool.on('error', onIdleError)
  // one that breaks in use fails the statements of whoever uses it; unheard, it would end the process, too
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', endWhenSilent)
  return pool
}

/** Longer than a statement may take, and than the pool keeps an idle connection: then the database is frozen or lost. */
const SILENCE_LIMIT_MS = 65_000

function endWhenSilent(client: ClientBase): void {
  const stream = (client as PreparingClient).connection.stream as Socket
  stream.setTimeout(SILENCE_LIMIT_MS, () => stream.destroy())
}

async function become(client: ClientBase, role: PoolOptions['role']): Promise<void> {
  await client.query(
    `select set_config('role', '${role}', false),
            set_config('statement_timeout', '60s', false),
            set_config('idle_in_transaction_session_timeout', '60s', false)`,
  )
}
