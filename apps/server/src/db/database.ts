import { AsyncLocalStorage } from 'node:async_hooks'
import { type AccessMode, Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { loginClient, rolePool } from './connection.ts'
import { OpeningDialect } from './dialect.ts'
import { createListener, type OnNotice } from './listen.ts'
import type { LoginUrls } from './logins.ts'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

export type Tables = GlobalTables & TenantTables

/** The handle inside `tenantTx` and `tenantRead`. */
export type TenantDb = Transaction<Tables>

/**
 * The doors to the database, on two pools. What bounds the SQL behind a door, from the outside in:
 * - The login of the pool. Behind `global`, `globalTx`, `tenantTx` and `tenantRead` it can take the roles simwright_app and
 *   simwright_tenant only, so that no `SET ROLE` or `RESET ROLE` inside of them reaches the rows of all enterprises.
 *   `systemTx` has a pool and a login of its own.
 * - The role of the transaction, and row-level security: a tenant sees the rows of the enterprise in app.enterprise.
 * - That setting is the transaction's own, and SQL in it may change it: PostgreSQL guards no setting of ours. What names an
 *   enterprise is therefore this file alone, and values reach SQL as parameters only. Even so there is one at a time.
 * `global` and `globalTx` reach global tables only; rows of an enterprise are reached inside
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
  urls: Pick<LoginUrls, 'app' | 'system'>
  /** Of each of the two pools. */
  maxConnections?: number
  /** A connection broke while nobody used it; it will be replaced. */
  onConnectionError?: (error: Error) => void
}

/** Opens the doors to a database that has been migrated. Connections are made when they are first needed. */
export function openDb({ urls, maxConnections = 10, onConnectionError = () => {} }: DbOptions): Db {
  let closing = false
  const onError = (error: Error) => {
    if (!closing) onConnectionError(error)
  }
  const options = { max: maxConnections, onIdleError: onError }
  const db = createDb(
    {
      app: rolePool(urls.app, { ...options, role: 'simwright_app' }),
      system: rolePool(urls.system, { ...options, role: 'simwright_system' }),
    },
    createListener(() => loginClient(urls.app, 'listen'), onError),
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

type Side = { dialect: OpeningDialect; root: Kysely<Tables> }

function sideOf(pool: Pool): Side {
  const dialect = new OpeningDialect(pool)
  return { dialect, root: new Kysely<Tables>({ dialect }) }
}

function createDb(pools: { app: Pool; system: Pool }, listener: ReturnType<typeof createListener>): Db {
  const scopes = new AsyncLocalStorage<Scope>()
  const tallies = new AsyncLocalStorage<Tally>()
  const app = sideOf(pools.app)
  const system = sideOf(pools.system)

  function enter(): void {
    if (scopes.getStore()?.open) throw new TypeError('inside a transaction only its own handle may be used')
    const tally = tallies.getStore()
    if (tally) tally.transactions += 1
  }

  async function transact<T>(
    { side, opening, accessMode = 'read write' }: { side: Side; opening: string; accessMode?: AccessMode },
    work: (db: Transaction<Tables>) => Promise<T>,
  ): Promise<T> {
    enter()
    const scope: Scope = { open: true }
    const transaction = side.root.transaction().setAccessMode(accessMode)
    const begin = () => transaction.execute((db) => scopes.run(scope, () => work(db)))
    try {
      return await side.dialect.opening(opening, begin)
    } finally {
      scope.open = false
    }
  }

  return {
    global: guarded(app.root, enter) as unknown as Kysely<GlobalTables>,
    globalTx: (work) => transact({ side: app, opening: '' }, (db) => work(db as unknown as Transaction<GlobalTables>)),
    tenantTx: async (enterpriseId, work) => await transact({ side: app, opening: tenantOf(enterpriseId) }, work),
    tenantRead: async (enterpriseId, work) =>
      await transact({ side: app, opening: tenantOf(enterpriseId), accessMode: 'read only' }, work),
    systemTx: (work) => transact({ side: system, opening: '' }, work),
    listen: listener.listen,
    countTransactions: async (work) => {
      const tally: Tally = { transactions: 0 }
      const result = await tallies.run(tally, work)
      return { result, transactions: tally.transactions }
    },
    close: async () => {
      await listener.close()
      await Promise.all([app.root.destroy(), system.root.destroy()])
    },
  }
}

const UUID_OR_NONE = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i

/**
 * Local to the transaction: its end gives the connection back as simwright_app, without an enterprise. SET is not planned, as
 * `select set_config(...)` is, and has no row to answer.
 */
function tenantOf(enterpriseId: string): string {
  if (!UUID_OR_NONE.test(enterpriseId)) throw new TypeError('the id of an enterprise account is a UUID')
  return `set local role simwright_tenant; set local app.enterprise = '${enterpriseId}'`
}

/** A handle that passes `enter` before each query, also before one that is compiled already. */
function guarded(root: Kysely<Tables>, enter: () => void): Kysely<Tables> {
  const db = root.withPlugin(entering(enter))
  const execute = db.executeQuery.bind(db)
  db.executeQuery = async (query, options) => {
    enter()
    return await execute(query, options)
  }
  return db
}

/** Each query of a handle with this plugin passes `enter` first, when it is compiled. */
function entering(enter: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      enter()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
