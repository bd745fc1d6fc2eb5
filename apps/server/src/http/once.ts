import { createHmac } from 'node:crypto'
import { type Endpoint, Problem } from '@simwright/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db, TenantDb } from '../db/database.ts'
import { OutcomeUnknown } from '../db/outcome-unknown.ts'
import type { EnterpriseId, UserId } from '../db/row-id.ts'
import { statement } from '../db/statement.ts'
import type { GlobalTables } from '../db/tables.gen.ts'
import type { HttpServer as Server } from '../port/module.ts'
import { Secret } from '../secret/secret.ts'
import { checkOutput } from './answer.ts'

/** How long a repeated X-Request-Id gets the first answer. */
export const ONCE_LIFE_MS = 24 * 60 * 60 * 1000

/** An answer saved in the transaction that did the work. Only `Once` creates one. */
class Recorded<T> {
  readonly #answer: T

  constructor(answer: T) {
    this.#answer = answer
  }

  get answer(): T {
    return this.#answer
  }
}

export type { Recorded }

/** The answer that a `Once` recorded. @throws TypeError for any other value */
export function recordedAnswer(result: unknown): unknown {
  if (!(result instanceof Recorded)) throw new TypeError('the answer does not come from the transaction of `once`')
  return result.answer
}

/**
 * The transaction of an idempotent call (`once: true`). Its last statement saves the answer that `work` returns. The
 * handler must return the `Recorded` answer, so it cannot answer without such a transaction, or use two.
 */
export type Once<T> = {
  tenantTx(enterpriseId: EnterpriseId, work: (db: TenantDb) => Promise<T>): Promise<Recorded<T>>
  globalTx(work: (db: Transaction<GlobalTables>) => Promise<T>): Promise<Recorded<T>>
  /** HMAC of this call and its content: the key of a checkpoint for work that needs several transactions. */
  readonly fingerprint: Buffer
}

/** The parts of a call that identify a repetition. */
type Repeatable = {
  readonly who: { readonly userId: UserId; readonly key?: { readonly id: string } | undefined } | undefined
  readonly requestId: string
  readonly input: unknown
}

type Request<C extends Repeatable> = { endpoint: Endpoint; call: C; handle: (call: C) => Promise<unknown> }

type Key = { caller: string; request_id: string }

type Handle = Kysely<GlobalTables> | Transaction<GlobalTables>

/**
 * Runs an idempotent call. A repetition with the same content gets the first answer; a repetition while the first
 * call runs, or with different content, is refused. A failed call has changed nothing and can be repeated.
 * @throws Problem `conflict`; TypeError if the handler's answer is not from the transaction of `once`
 */
export async function answerOnce<C extends Repeatable>(
  server: Server,
  { endpoint, call, handle }: Request<C>,
): Promise<unknown> {
  const key = { caller: callerOf(call), request_id: call.requestId }
  const hash = hashOf(server, [endpoint.path, JSON.stringify(call.input)])
  const lock = rowOf(key)
  if (server.onceRunning.has(lock)) throw new Problem('conflict')
  server.onceRunning.add(lock)
  try {
    const first = await readFirst(server, { key, hash })
    if (first) return first.answer
    const { once, recorded } = oneTransaction(server, { endpoint, key, hash })
    const result = await handle({ ...call, once: once as never })
    if (!(result instanceof Recorded) || result !== recorded())
      throw new TypeError(`${endpoint.path}: the answer does not come from the transaction of \`once\``)
    return result.answer
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof TypeError) throw error
    // it may have failed because another process completed the same call first
    const first = await readFirst(server, { key, hash }).catch(() => undefined)
    if (first) return first.answer
    throw error
  } finally {
    server.onceRunning.delete(lock)
  }
}

/** Request ids are unique per user, and per API key: a key repeats neither its creator's calls nor those of another key. */
const callerOf = ({ who }: Repeatable) => (who?.key ? `key ${who.key.id}` : (who?.userId ?? 'public'))

type AnswerToRecord = { endpoint: Endpoint; key: Key; hash: Buffer }

function oneTransaction(server: Server, { endpoint, key, hash }: AnswerToRecord) {
  let isUsed = false
  let recorded: Recorded<unknown> | undefined
  const record = async (db: Handle, work: () => Promise<unknown>) => {
    await lockKey(db, key)
    const answer = checkOutput(endpoint, await work())
    await insertAnswer(server, db, { key, hash, path: endpoint.path, answer })
    return new Recorded(answer)
  }
  const use = async (open: () => Promise<Recorded<unknown>>) => {
    if (isUsed) throw new TypeError(`${endpoint.path}: an idempotent call can use only one transaction`)
    isUsed = true
    recorded = await open()
    return recorded
  }
  const once: Once<unknown> = {
    tenantTx: (enterpriseId, work) =>
      use(() => server.db.tenantTx(enterpriseId, (db) => record(db as never, () => work(db)))),
    globalTx: (work) => use(() => server.db.globalTx((db) => record(db, () => work(db)))),
    fingerprint: hashOf(server, [key.caller, key.request_id, hash.toString('hex')]),
  }
  return { once, recorded: () => recorded }
}

/** A `Once` that saves no answer, for work that no HTTP call requested, such as seeding. */
export function notRepeatable<T>(db: Db): Once<T> {
  return firstDoing(db, async () => {})
}

/** A `Once` that saves no answer. Its transaction begins with `first`, which throws for a repetition. */
export function firstDoing<T>(db: Db, first: (db: Handle) => Promise<void>): Once<T> {
  const recorded = async <D extends Handle | TenantDb>(db: D, work: (db: D) => Promise<T>) => {
    await first(db as Handle)
    return new Recorded(await work(db))
  }
  return {
    tenantTx: (enterpriseId, work) => db.tenantTx(enterpriseId, (db) => recorded(db, work)),
    globalTx: (work) => db.globalTx((db) => recorded(db, work)),
    fingerprint: Buffer.from(crypto.randomUUID()),
  }
}

type WorkTogether<T> = { first: (db: TenantDb) => Promise<void>; work: (db: TenantDb) => Promise<readonly T[]> }

/** Answers of several calls that no `Once` saves, from one transaction, which begins with `first`. */
export async function recordedTogether<T>(
  db: Db,
  enterpriseId: EnterpriseId,
  { first, work }: WorkTogether<T>,
): Promise<Recorded<T>[]> {
  return await db.tenantTx(enterpriseId, async (db) => {
    await first(db)
    return (await work(db)).map((answer) => new Recorded(answer))
  })
}

const lockStatement = statement(
  'lock once request',
  ({ name }: { name: string }) => sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  { present: ['locked'] },
)

/**
 * Locks the key until the end of the transaction.
 * @throws Problem `conflict` at once if another process runs the same call
 */
async function lockKey(db: Handle, key: Key): Promise<void> {
  const [attempt] = await lockStatement(db, { name: `once_request ${rowOf(key)}` })
  if (!attempt!.locked) throw new Problem('conflict')
}

type First = { answer: unknown }

/** @throws Problem `conflict` if the first call had different content */
async function readFirst(server: Server, { key, hash }: { key: Key; hash: Buffer }): Promise<First | undefined> {
  const first = await server.db.global
    .selectFrom('once_request')
    .select(['input_hash', 'sealed_answer'])
    .where('caller', '=', key.caller)
    .where('request_id', '=', key.request_id)
    .where('created_at', '>=', lapsedAt(server))
    .executeTakeFirst()
  if (!first) return undefined
  if (!first.input_hash.equals(hash)) throw new Problem('conflict')
  return { answer: JSON.parse(server.sealer.openText(sealContextOf(key), first.sealed_answer).reveal()) }
}

type Answered = { key: Key; hash: Buffer; path: string; answer: unknown }

/** Saves the answer; replaces an expired row. @throws Problem `conflict` if there is a valid one */
async function insertAnswer(server: Server, db: Handle, { key, hash, path, answer }: Answered): Promise<void> {
  const sealed = server.sealer.seal(sealContextOf(key), new Secret(JSON.stringify(answer)))
  const values = { endpoint: path, input_hash: hash, sealed_answer: sealed, created_at: server.clock.now() }
  const inserted = await db
    .insertInto('once_request')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'request_id'])
        .doUpdateSet(values)
        .where('once_request.created_at', '<', lapsedAt(server)),
    )
    .returning('request_id')
    .executeTakeFirst()
  if (!inserted) throw new Problem('conflict')
}

const lapsedAt = ({ clock }: Server) => new Date(clock.now().getTime() - ONCE_LIFE_MS)

const rowOf = (key: Key) => `${key.caller} ${key.request_id}`

const sealContextOf = (key: Key) => ({
  enterpriseId: null,
  table: 'once_request',
  row: rowOf(key),
  field: 'sealed_answer',
})

/** An HMAC, because the input may contain a password. */
function hashOf({ keys }: Server, parts: readonly string[]): Buffer {
  return createHmac('sha256', keys.once.reveal()).update(parts.join('\0')).digest()
}
