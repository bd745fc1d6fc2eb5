import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { BackgroundShare } from './background-share.ts'
import { isRefusal, OutcomeUnknown } from './outcome-unknown.ts'

/** SQL without parameters that a transaction begins with; it is sent in the same message as `begin`. */
export type Opening = {
  readonly statement: string
  /**
   * Settles when the database has answered. The work does not wait for it, because it fails too if the opening failed.
   */
  begun?: Promise<unknown>
  /** The transaction executes the statements of `work` and commits; set when it has begun. */
  finish?: Finish
}

/** Where the last statements of a transaction are executed. */
export type LastStatements = { executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> }

type Finish = <T>(work: (last: LastStatements) => Promise<T>) => Promise<T>

/**
 * A PostgreSQL dialect that sends `begin` and the opening together with the first statement of a transaction, and
 * that does not wait for the commit of a read-only transaction.
 */
export class OpeningDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #openings = new AsyncLocalStorage<Opening>()

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  /**
   * The transaction that `work` begins is opened with `statement`.
   * @throws the error of the opening if it fails, not the errors of later statements that follow from it
   */
  async opening<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const opening: Opening = { statement }
    try {
      return await this.#openings.run(opening, work)
    } catch (error) {
      // the opening may be in the same flush as the commit of which nobody knows
      if (!(error instanceof OutcomeUnknown)) await opening.begun
      throw error
    }
  }

  /**
   * Ends the transaction in which it is called: the statements that `work` executes before it waits for anything are sent in
   * one flush with the commit.
   * @throws OutcomeUnknown if the connection breaks after that
   */
  async finish<T>(work: (last: LastStatements) => Promise<T>): Promise<T> {
    return await this.#openings.getStore()!.finish!(work)
  }

  override createDriver(): Driver {
    return new OpeningDriver(this.#pool, () => this.#openings.getStore())
  }
}

/**
 * A PostgreSQL dialect for statements outside transactions that may only read: each gets a read-only transaction of its
 * own. `begin` is sent together with the statement, and the commit is not awaited.
 */
export class ReadingDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new ReadingDriver({ pool: this.#pool })
  }
}

class ReadingDriver extends PostgresDriver {
  override async acquireConnection(): Promise<Acquired> {
    const connection = await super.acquireConnection()
    // if it fails, so does the statement
    connection.executeQuery(CompiledQuery.raw('begin read only')).catch(() => {})
    return connection
  }

  override async releaseConnection(connection: Released): Promise<void> {
    connection.executeQuery(CompiledQuery.raw('commit')).catch(() => {})
    await super.releaseConnection(connection)
  }
}

type Acquired = Awaited<ReturnType<PostgresDriver['acquireConnection']>>

type Released = Parameters<PostgresDriver['releaseConnection']>[0]

type OpenedTransaction = { promise: Promise<unknown>; onlyReads: boolean }

class OpeningDriver extends PostgresDriver {
  readonly #opening: () => Opening | undefined
  readonly #begun = new WeakMap<DatabaseConnection, OpenedTransaction>()
  /** The commits that were sent together with the last statements. */
  readonly #committed = new WeakMap<DatabaseConnection, Promise<void>>()
  readonly #share: BackgroundShare
  /** The connections that background work has. */
  readonly #ofBackground = new WeakSet<DatabaseConnection>()

  constructor(pool: Pool, opening: () => Opening | undefined) {
    super({ pool })
    this.#opening = opening
    this.#share = new BackgroundShare(pool.options.max)
  }

  override async acquireConnection(): Promise<Acquired> {
    const isOfBackground = await this.#share.take()
    try {
      const connection = await super.acquireConnection()
      if (isOfBackground) this.#ofBackground.add(connection)
      return connection
    } catch (error) {
      if (isOfBackground) this.#share.giveBack()
      throw error
    }
  }

  override async releaseConnection(connection: Released): Promise<void> {
    if (this.#ofBackground.delete(connection)) this.#share.giveBack()
    await super.releaseConnection(connection)
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#begun.delete(connection)
    const opening = this.#opening()
    if (opening === undefined) return await super.beginTransaction(connection, settings)
    const { accessMode } = settings
    const promise = connection.executeQuery(CompiledQuery.raw(`begin ${accessMode ?? ''}; ${opening.statement}`))
    // `commitTransaction` and `opening` await it and see its failure
    promise.catch(() => {})
    opening.begun = promise
    opening.finish = (work) => this.#finish(connection, work)
    this.#begun.set(connection, { promise, onlyReads: accessMode === 'read only' })
  }

  async #finish<T>(connection: DatabaseConnection, work: (last: LastStatements) => Promise<T>): Promise<T> {
    const answered = work({ executeQuery: (query) => connection.executeQuery(query) })
    const committed = super.commitTransaction(connection as Acquired)
    // `commitTransaction` awaits it, unless a statement has failed
    committed.catch(() => {})
    this.#committed.set(connection, committed)
    try {
      return await answered
    } catch (error) {
      // whether the commit took effect is known only if PostgreSQL has refused a statement before it
      if (!isRefusal(error) && !this.#begun.get(connection)?.onlyReads) await committed
      throw error
    }
  }

  override async commitTransaction(connection: Acquired): Promise<void> {
    const begun = this.#begun.get(connection)
    this.#begun.delete(connection)
    await begun?.promise
    const committed = this.#committed.get(connection) ?? super.commitTransaction(connection)
    this.#committed.delete(connection)
    if (!begun?.onlyReads) return await committed
    // nothing is lost if this fails: the pool replaces a broken connection
    committed.catch(() => {})
  }

  /**
   * Ignores a failed rollback, so that the error that ended the transaction is reported even if the connection broke.
   */
  override async rollbackTransaction(connection: Released): Promise<void> {
    const committed = this.#committed.get(connection)
    this.#committed.delete(connection)
    // after a refused statement, the commit that followed it was a rollback
    if (committed) return await committed.catch(() => {})
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
