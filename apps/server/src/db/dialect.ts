import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { BackgroundShare } from './background-share.ts'

/** SQL without parameters that a transaction begins with; it is sent in the same message as `begin`. */
export type Opening = {
  readonly statement: string
  /**
   * Settles when the database has answered. The work does not wait for it, because it fails too if the opening failed.
   */
  begun?: Promise<unknown>
}

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
      await opening.begun
      throw error
    }
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
    this.#begun.set(connection, { promise, onlyReads: accessMode === 'read only' })
  }

  override async commitTransaction(connection: Acquired): Promise<void> {
    const begun = this.#begun.get(connection)
    this.#begun.delete(connection)
    await begun?.promise
    const committed = super.commitTransaction(connection)
    if (!begun?.onlyReads) return await committed
    // nothing is lost if this fails: the pool replaces a broken connection
    committed.catch(() => {})
  }

  /**
   * Ignores a failed rollback, so that the error that ended the transaction is reported even if the connection broke.
   */
  override async rollbackTransaction(connection: Released): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
