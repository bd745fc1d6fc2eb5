import { AsyncLocalStorage } from 'node:async_hooks'
import { type AccessMode, Kysely, type KyselyPlugin, type LogEvent, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { TracedStatement } from '../runtime/trace.ts'
import type { Secret } from '../secret/secret.ts'
import { setFinish } from './commit-with.ts'
import { loginClient, rolePool } from './connection.ts'
import { OpeningDialect, ReadingDialect } from './dialect.ts'
import { isDryRun, RolledBack } from './dry-run.ts'
import { type GroupLimit, groupLimitIn } from './group-limit.ts'
import { type Heartbeat, selectHeartbeat } from './heartbeat.ts'
import { createListener, type OnNotice } from './listen.ts'
import type { LoginUrls } from './logins.ts'
import type { EnterpriseId } from './row-id.ts'
import type { Statement } from './statement.ts'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

export type Tables = GlobalTables & TenantTables

/** The handle inside `systemTx`: the rows of all enterprises. Functions that take it also take a handle of one enterprise. */
export type SystemDb = Transaction<Tables>

/** The handle inside `tenantTx` and `tenantRead`: the rows of one enterprise, which it names. */
export type TenantDb = SystemDb & { readonly enterpriseId: EnterpriseId }

/**
 * The entry points to the database, on two pools.
 * - `global` and `globalTx` reach global tables only.
 * - `tenantTx` and `tenantRead` reach the rows of one enterprise, and global tables.
 * - `systemTx` and `systemSelect` reach the rows of all enterprises. Only the modules listed in the import rules may use them.
 *
 * What limits the SQL of each entry point:
 * - The login of the pool. The login of all but `systemTx` can take only the roles simwright_app, simwright_tenant and
 *   simwright_limited, so no `SET ROLE` or `RESET ROLE` reaches the rows of all enterprises. `systemTx` has its own pool
 *   and login.
 * - The role of the transaction and row-level security: a tenant sees only rows of the enterprise in `app.enterprise`.
 * - In a call of a limited member, the role is simwright_limited: further policies show only the profiles of the groups in
 *   `app.groups`, and of batches, operations and files only those of the user in `app.member`.
 * - PostgreSQL does not protect these settings: SQL inside the transaction could change them. Therefore only this file
 *   sets them, and values reach SQL only as parameters. Even a changed setting shows one enterprise at a time.
 *
 * Code that runs inside a transaction can use only the transaction's handle; the entry points throw a TypeError.
 */
export type Db = {
  readonly global: Kysely<GlobalTables>
  globalTx<T>(work: (db: Transaction<GlobalTables>) => Promise<T>): Promise<T>
  tenantTx<T>(enterpriseId: EnterpriseId, work: (db: TenantDb) => Promise<T>): Promise<T>
  /** A read-only `tenantTx`: the database refuses writes, and the call does not wait for the commit. */
  tenantRead<T>(enterpriseId: EnterpriseId, work: (db: TenantDb) => Promise<T>): Promise<T>
  systemTx<T>(work: (db: SystemDb) => Promise<T>): Promise<T>
  /** A copy of the database, for reports and exports: read by `openReading` only. */
  readonly replica: Replica | undefined
  /** One statement that only reads, with the rights of `systemTx` but without `begin` and `commit`. @returns its rows */
  systemSelect<V extends object, R>(statement: Statement<V, R>, values: V): Promise<R[]>
  /** Every statement and transaction of `work`, on all entry points, is read-only: PostgreSQL refuses writes. */
  readOnly<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs `work` outside `readOnly`, for writes about a call instead of by it, such as the end of its session. Only the
   * modules listed in the import rules may use it.
   */
  bookkeeping<T>(work: () => Promise<T>): Promise<T>
  /** Calls `onNotice` for each NOTIFY on the channel. Notifications can be lost, so callers also poll. */
  listen(channel: string, onNotice: OnNotice): Promise<() => Promise<void>>
  /** Counts the transactions of `work`; a statement outside a transaction counts as one. */
  countTransactions<T>(work: () => Promise<T>): Promise<{ result: T; transactions: number }>
  /** The connections of this process, by pool; `waiting` are callers without one. */
  connections(): readonly PoolState[]
  /** Waits for running statements and ends all connections. */
  close(): Promise<void>
}

/** What reaches a replica. */
export type Replica = {
  tenantRead: Db['tenantRead']
  readHeartbeat(): Promise<Heartbeat>
  /** A replica that is further behind is not read. */
  readonly maxLagMs: number
  /** Not read before this time of `performance.now()`, because it could not be reached. */
  restsUntilMs: number
}

/** How many connections of a pool are in a state. */
export type PoolState = { pool: 'app' | 'system'; state: 'busy' | 'idle' | 'waiting'; count: number }

type OnStatement = (statement: TracedStatement) => void

export type DbOptions = {
  urls: Pick<LoginUrls, 'app' | 'system'>
  /** A copy of the database, reached by the login `app`. */
  copy?: { url: Secret<string>; maxLagMs: number } | undefined
  /** Per pool; there are two. */
  maxConnections?: number
  /** Called when an idle connection broke; the pool replaces it. */
  onConnectionError?: (error: Error) => void
  /** Called after each statement. */
  onStatement?: OnStatement | undefined
}

/** Opens a migrated database. Connections are opened when they are first needed. */
export function openDb({ urls, copy, maxConnections = 10, onConnectionError = () => {}, onStatement }: DbOptions): Db {
  let closing = false
  const onError = (error: Error) => {
    if (!closing) onConnectionError(error)
  }
  const options = { max: maxConnections, onIdleError: onError }
  const db = createDb(
    {
      app: rolePool(urls.app, { ...options, role: 'simwright_app' }),
      system: rolePool(urls.system, { ...options, role: 'simwright_system' }),
      ...(copy
        ? { copy: rolePool(copy.url, { ...options, max: COPY_CONNECTIONS, role: 'simwright_app', of: 'copy' }) }
        : {}),
    },
    {
      listener: createListener(() => loginClient(urls.app, 'listener'), onError),
      onStatement,
      maxLagMs: copy?.maxLagMs ?? 0,
    },
  )
  const close = db.close
  db.close = () => {
    closing = true
    return close()
  }
  return db
}

/** Reports and exports are few, and each has one transaction at a time. */
const COPY_CONNECTIONS = 5

function statesOf(pool: PoolState['pool'], { totalCount, idleCount, waitingCount }: Pool): PoolState[] {
  return [
    { pool, state: 'busy', count: totalCount - idleCount },
    { pool, state: 'idle', count: idleCount },
    { pool, state: 'waiting', count: waitingCount },
  ]
}

type Scope = { open: boolean }
type Tally = { transactions: number }

type RolePool = { dialect: OpeningDialect; root: Kysely<Tables> }

function rolePoolOf(pool: Pool, logging: Logging): RolePool {
  const dialect = new OpeningDialect(pool)
  return { dialect, root: new Kysely<Tables>({ dialect, ...logging }) }
}

type Logging = { log?: (event: LogEvent) => void }

/** Kysely measures its statements only if it gets a log. */
function loggingOf(onStatement: OnStatement | undefined): Logging {
  if (!onStatement) return {}
  return {
    log: ({ level, query, queryDurationMillis: ms }) => onStatement({ sql: query.sql, ms, failed: level === 'error' }),
  }
}

type Contexts = { scopes: AsyncLocalStorage<Scope>; modes: AsyncLocalStorage<AccessMode>; guard: () => void }
type Opening = { pool: RolePool; opening: string; accessMode?: AccessMode }

/** Runs work in a transaction of a pool; a dry run rolls it back, and returns its result. */
function transactIn({ scopes, modes, guard }: Contexts) {
  return async <T>(
    { pool, opening, accessMode = 'read write' }: Opening,
    work: (db: SystemDb) => Promise<T>,
  ): Promise<T> => {
    guard()
    const scope: Scope = { open: true }
    const mode = modes.getStore()
    const transaction = pool.root.transaction().setAccessMode(mode === 'read only' ? mode : accessMode)
    const rollsBack = isDryRun() && mode === undefined
    const begin = () =>
      transaction.execute(async (db) => {
        if (!rollsBack) setFinish(db, (last) => pool.dialect.finish(last))
        const result = await scopes.run(scope, () => work(db))
        if (rollsBack) throw new RolledBack(result)
        return result
      })
    try {
      return await pool.dialect.opening(opening, begin)
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T
      throw error
    } finally {
      scope.open = false
    }
  }
}

type Watching = { listener: ReturnType<typeof createListener>; onStatement: OnStatement | undefined; maxLagMs: number }

type Pools = { app: Pool; system: Pool; copy?: Pool }

function createDb(pools: Pools, { listener, onStatement, maxLagMs }: Watching): Db {
  const logging = loggingOf(onStatement)
  const scopes = new AsyncLocalStorage<Scope>()
  const tallies = new AsyncLocalStorage<Tally>()
  const modes = new AsyncLocalStorage<AccessMode>()
  const app = rolePoolOf(pools.app, logging)
  const system = rolePoolOf(pools.system, logging)
  const copy = pools.copy && rolePoolOf(pools.copy, logging)

  const onlyReads = () => modes.getStore() === 'read only'

  function guard(): void {
    if (scopes.getStore()?.open) throw new TypeError('inside a transaction only its own handle may be used')
    const tally = tallies.getStore()
    if (tally) tally.transactions += 1
  }

  const transact = transactIn({ scopes, modes, guard })
  const global = guarded(app.root, guard)
  const globalRead = guarded(new Kysely<Tables>({ dialect: new ReadingDialect(pools.app), ...logging }), guard)

  return {
    get global() {
      const reads = onlyReads() || (isDryRun() && modes.getStore() === undefined)
      return (reads ? globalRead : global) as unknown as Kysely<GlobalTables>
    },
    globalTx: (work) => transact({ pool: app, opening: '' }, (db) => work(db as unknown as Transaction<GlobalTables>)),
    tenantTx: async (enterpriseId, work) =>
      await transact({ pool: app, opening: tenantOf(enterpriseId) }, (db) => work(bound(db, enterpriseId))),
    tenantRead: async (enterpriseId, work) =>
      await transact({ pool: app, opening: tenantOf(enterpriseId), accessMode: 'read only' }, (db) =>
        work(bound(db, enterpriseId)),
      ),
    replica: copy && replicaOf(copy, { maxLagMs, transact }),
    systemTx: (work) => transact({ pool: system, opening: '' }, work),
    systemSelect: async (statement, values) => {
      guard()
      return await statement(system.root, values)
    },
    readOnly: (work) => modes.run('read only', work),
    bookkeeping: (work) => modes.run('read write', work),
    listen: listener.listen,
    connections: () => [...statesOf('app', pools.app), ...statesOf('system', pools.system)],
    countTransactions: async (work) => {
      const tally: Tally = { transactions: 0 }
      const result = await tallies.run(tally, work)
      return { result, transactions: tally.transactions }
    },
    close: async () => {
      await listener.close()
      await Promise.all([app.root.destroy(), system.root.destroy(), copy?.root.destroy()])
    },
  }
}

function replicaOf(
  copy: RolePool,
  { maxLagMs, transact }: { maxLagMs: number; transact: ReturnType<typeof transactIn> },
): Replica {
  return {
    maxLagMs,
    restsUntilMs: 0,
    readHeartbeat: () => selectHeartbeat(copy.root),
    tenantRead: async (enterpriseId, work) =>
      await transact({ pool: copy, opening: tenantOf(enterpriseId), accessMode: 'read only' }, (db) =>
        work(bound(db, enterpriseId)),
      ),
  }
}

const bound = (db: SystemDb, enterpriseId: EnterpriseId): TenantDb => Object.assign(db, { enterpriseId })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The SQL that sets tenant role and enterprise, and a member's limit to groups, for one transaction; at its end the connection is simwright_app again,
 * without an enterprise. `SET` is cheaper than `select set_config(...)`: it is not planned and returns no row.
 */
function tenantOf(enterpriseId: EnterpriseId): string {
  if (enterpriseId !== '') mustBeUuids([enterpriseId])
  const limit = groupLimitIn(enterpriseId)
  const role = limit ? 'simwright_limited' : 'simwright_tenant'
  return `set local role ${role}; set local app.enterprise = '${enterpriseId}'${limit ? limitOf(limit) : ''}`
}

/**
 * Reads in the caller's transaction as if its member had no limit to groups, for what only leads to rows and shows none: an
 * index of all rows is then read without asking for each row whether the member may see it.
 */
export async function readBeyondGroups<T>(db: TenantDb, read: () => Promise<T>): Promise<T> {
  if (!groupLimitIn(db.enterpriseId)) return await read()
  await sql`set local role simwright_tenant`.execute(db)
  try {
    return await read()
  } finally {
    // fails only in a transaction that has failed, which reads nothing more
    await sql`set local role simwright_limited`.execute(db).catch(() => {})
  }
}

function limitOf({ groups, userId }: GroupLimit): string {
  mustBeUuids([...groups, userId])
  return `; set local app.groups = '{${groups.join(',')}}'; set local app.member = '${userId}'`
}

function mustBeUuids(ids: readonly string[]): void {
  if (!ids.every((id) => UUID.test(id)))
    throw new TypeError('the ID of an enterprise, a group or a user must be a UUID')
}

/** A handle that calls `guard` before each query, even one that is compiled already. */
function guarded(root: Kysely<Tables>, guard: () => void): Kysely<Tables> {
  const db = root.withPlugin(guardPlugin(guard))
  const execute = db.executeQuery.bind(db)
  db.executeQuery = async (query, options) => {
    guard()
    return await execute(query, options)
  }
  return db
}

/** Calls `guard` when a query is compiled. */
function guardPlugin(guard: () => void): KyselyPlugin {
  return {
    transformQuery({ node }) {
      guard()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
