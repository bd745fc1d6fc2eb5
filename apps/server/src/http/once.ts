import { createHmac } from 'node:crypto'
import { type Endpoint, Problem } from '@simwright/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db, TenantDb } from '../db/database.ts'
import { OutcomeUnknown } from '../db/outcome-unknown.ts'
import type { GlobalTables } from '../db/tables.gen.ts'
import { Secret } from '../secret/secret.ts'
import { checkOutput } from './answer.ts'
import type { Server } from './port.ts'

/** A repeated X-Request-Id is answered by its first outcome for this long. */
export const ONCE_LIFE_MS = 24 * 60 * 60 * 1000

/** An answer that was saved in the transaction that did the work. Only `Once` makes one. */
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

/**
 * How a call with `once: true` works: in one transaction, which saves the answer that `work` returns as its last statement.
 * The handler returns what these functions return, so it cannot answer without such a transaction, nor use two.
 */
export type Once<T> = {
  tenantTx(enterpriseId: string, work: (db: TenantDb) => Promise<T>): Promise<Recorded<T>>
  globalTx(work: (db: Transaction<GlobalTables>) => Promise<T>): Promise<Recorded<T>>
  /** Of this call and its content, keyed: the name of a checkpoint where the work needs more transactions than one. */
  readonly fingerprint: Buffer
}

/** The parts of a call that tell a repetition from another call. */
type Repeatable = {
  readonly who: { readonly userId: string } | undefined
  readonly requestId: string
  readonly input: unknown
}

type Request<C extends Repeatable> = { endpoint: Endpoint; call: C; handle: (call: C) => Promise<unknown> }

type Key = { caller: string; request_id: string }

type Handle = Kysely<GlobalTables> | Transaction<GlobalTables>

/**
 * Runs a call that must not happen twice. A repetition with the same content gets the first answer again; one that comes
 * while the first runs, or with other content, is refused. A call that failed has changed nothing and may be repeated.
 */
export async function answerOnce<C extends Repeatable>(
  server: Server,
  { endpoint, call, handle }: Request<C>,
): Promise<unknown> {
  const key = { caller: call.who?.userId ?? 'public', request_id: call.requestId }
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
    // it may have failed because the same call, in another process, was faster
    const first = await readFirst(server, { key, hash }).catch(() => undefined)
    if (first) return first.answer
    throw error
  } finally {
    server.onceRunning.delete(lock)
  }
}

type Recording = { endpoint: Endpoint; key: Key; hash: Buffer }

function oneTransaction(server: Server, { endpoint, key, hash }: Recording) {
  let isUsed = false
  let recorded: Recorded<unknown> | undefined
  const record = async (db: Handle, work: () => Promise<unknown>) => {
    await lockKey(db, key)
    const answer = checkOutput(endpoint, await work())
    await insertAnswer(server, db, { key, hash, path: endpoint.path, answer })
    return new Recorded(answer)
  }
  const use = async (open: () => Promise<Recorded<unknown>>) => {
    if (isUsed) throw new TypeError(`${endpoint.path}: a call that must not happen twice has one transaction`)
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

/** For work that no call asked for, as seeding: nothing is saved by which it could be answered again. */
export function notRepeatable<T>(db: Db): Once<T> {
  return {
    tenantTx: (enterpriseId, work) => db.tenantTx(enterpriseId, async (db) => new Recorded(await work(db))),
    globalTx: (work) => db.globalTx(async (db) => new Recorded(await work(db))),
    fingerprint: Buffer.from(crypto.randomUUID()),
  }
}

type Locking = { locked: boolean }

/** Until the end of the transaction. @throws Problem conflict at once, when another process is at the same call */
async function lockKey(db: Handle, key: Key): Promise<void> {
  const name = `once_request ${rowOf(key)}`
  const { rows } = await sql<Locking>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db)
  if (!rows[0]!.locked) throw new Problem('conflict')
}

type First = { answer: unknown }

/** @throws Problem conflict when the first call had other content */
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
  return { answer: JSON.parse(server.sealer.openText(sealPlace(key), first.sealed_answer).reveal()) }
}

type Answered = { key: Key; hash: Buffer; path: string; answer: unknown }

/** In place of a row that has lapsed. @throws Problem conflict when there is another */
async function insertAnswer(server: Server, db: Handle, { key, hash, path, answer }: Answered): Promise<void> {
  const sealed = server.sealer.seal(sealPlace(key), new Secret(JSON.stringify(answer)))
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

const sealPlace = (key: Key) => ({
  enterpriseId: null,
  table: 'once_request',
  row: rowOf(key),
  field: 'sealed_answer',
})

/** Keyed, because what was sent may be a password. */
function hashOf({ keys }: Server, parts: readonly string[]): Buffer {
  return createHmac('sha256', keys.once.reveal()).update(parts.join('\0')).digest()
}
