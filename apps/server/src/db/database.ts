import { AsyncLocalStorage } from 'node:async_hooks'
import { type AccessMode, Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Secret } from '../secret/secret.ts'
import { applicationPool, loginClient } from './connection.ts'
import { OpeningDialect } from './dialect.ts'
import { createListener, type OnNotice } from './listen.ts'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

export type Tables = GlobalTables & TenantTables

/** The handle inside `tenantTx` and `tenantRead`. */
export type TenantDb = Transaction<Tables>

/**
 * The doors to the database. `global` and `globalTx` reach global tables only; rows of an enterprise are reached inside
 * `tenantTx` and `tenantRead`; `systemTx` reaches the rows of all enterprises and is only for the modules that the import
 * rules list.
 * Inside a transaction the doors are shut for whoever runs in it: only the handle it was given works.
 */
export type Db = {
  readonly global: Kysely<GlobalTables>
  globalTx<T>(work: (db: Transaction<GlobalTables>) => Promise<T>): Promise<T>
  tenantTx<T>(enterpriseId: string, work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** `tenantTx` for what only reads: the database refuses all else, and nobody waits for the end. */
  tenantRead<T>(enterpriseId: string, work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  systemTx<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Calls `onNotice` for each NOTIFY on the channel; hints only, so every waiter also polls. */
  listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>>
  /** Counts the transactions that `work` makes; a statement outside a transaction is one. */
  countTransactions<T>(work: () => Promise<T>): Promise<{ result: T; transactions: number }>
  /** Waits for what runs and ends all connections. */
  close(): Promise<void>
}

export type DbOptions = {
  url: Secret<string>
  maxConnections?: number
  /** A connection broke while nobody used it; it will be replaced. */
  onConnectionError?: (error: Error) => void
}

/** Opens the doors to a database that has been migrated. Connections are made when they are first needed. */
export function openDb({ url, maxConnections = 10, onConnectionError = () => {} }: DbOptions): Db {
  let closing = false
  const onError = (error: Error) => {
    if (!closing) onConnectionError(error)
  }
  const pool = applicationPool(url, { max: maxConnections, onIdleError: onError })
  const db = createDb(
    pool,
    createListener(() => loginClient(url, 'listen'), onError),
  )
  return {
    ...db,
    close: () => {
      closing = true
      return db.close()
    },
  }
}

type Scope = { open: boolean }
type Tally = { transactions: number }

function createDb(pool: Pool, listener: ReturnType<typeof createListener>): Db {
  const scopes = new AsyncLocalStorage<Scope>()
  const tallies = new AsyncLocalStorage<Tally>()
  const dialect = new OpeningDialect(pool)
  const root = new Kysely<Tables>({ dialect })

  function enter(): void {
    if (scopes.getStore()?.open) throw new TypeError('inside a transaction only its own handle may be used')
    const tally = tallies.getStore()
    if (tally) tally.transactions += 1
  }

  async function transact<T>(
    opening: string,
    work: (db: Transaction<Tables>) => Promise<T>,
    accessMode: AccessMode = 'read write',
  ): Promise<T> {
    enter()
    const scope: Scope = { open: true }
    const transaction = root.transaction().setAccessMode(accessMode)
    const begin = () => transaction.execute((db) => scopes.run(scope, () => work(db)))
    try {
      return await dialect.opening(opening, begin)
    } finally {
      scope.open = false
    }
  }

  return {
    global: root.withPlugin(entering(enter)) as unknown as Kysely<GlobalTables>,
    globalTx: (work) => transact('', (db) => work(db as unknown as Transaction<GlobalTables>)),
    tenantTx: async (enterpriseId, work) => await transact(becoming('simwright_tenant', enterpriseId), work),
    tenantRead: async (enterpriseId, work) =>
      await transact(becoming('simwright_tenant', enterpriseId), work, 'read only'),
    systemTx: (work) => transact(becoming('simwright_system', ''), work),
    listen: listener.listen,
    countTransactions: async (work) => {
      const tally: Tally = { transactions: 0 }
      const result = await tallies.run(tally, work)
      return { result, transactions: tally.transactions }
    },
    close: async () => {
      await listener.close()
      await root.destroy()
    },
  }
}

const UUID_OR_NONE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i

/** Local to the transaction: its end gives the connection back as simwright_app, without an enterprise. */
function becoming(role: 'simwright_tenant' | 'simwright_system', enterpriseId: string): string {
  if (!UUID_OR_NONE.test(enterpriseId)) throw new TypeError('the id of an enterprise account is a UUID')
  return `select set_config('role', '${role}', true), set_config('app.enterprise', '${enterpriseId}', true)`
}

/** Each query of a handle with this plugin passes `enter` first. */
function entering(enter: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      enter()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
