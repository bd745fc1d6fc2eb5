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

/** What a transaction begins with: SQL without parameters, on the same way to the database as `begin`. */
export type Opening = {
  readonly statement: string
  /** Settled when the database has opened it; the work goes ahead, for it fails where the opening has failed. */
  begun?: Promise<unknown>
}

/**
 * PostgreSQL whose transactions begin together with their first statement, with statements of their own in front of it;
 * and for the end of one that only reads nobody waits.
 */
export class OpeningDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #openings = new AsyncLocalStorage<Opening>()

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  /**
   * The transaction that `work` begins is opened so.
   * @throws the error of the opening, where it fails, and not those that follow from it
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

type Begun = { promise: Promise<unknown>; onlyReads: boolean }

class OpeningDriver extends PostgresDriver {
  readonly #opening: () => Opening | undefined
  readonly #begun = new WeakMap<DatabaseConnection, Begun>()

  constructor(pool: Pool, opening: () => Opening | undefined) {
    super({ pool })
    this.#opening = opening
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#begun.delete(connection)
    const opening = this.#opening()
    if (opening === undefined) return await super.beginTransaction(connection, settings)
    const { accessMode } = settings
    const promise = connection.executeQuery(CompiledQuery.raw(`begin ${accessMode ?? ''}; ${opening.statement}`))
    // who waits for it sees its failure
    promise.catch(() => {})
    opening.begun = promise
    this.#begun.set(connection, { promise, onlyReads: accessMode === 'read only' })
  }

  override async commitTransaction(connection: Parameters<PostgresDriver['commitTransaction']>[0]): Promise<void> {
    const begun = this.#begun.get(connection)
    this.#begun.delete(connection)
    await begun?.promise
    const committed = super.commitTransaction(connection)
    if (!begun?.onlyReads) return await committed
    // nothing is lost with it: a connection that breaks here is replaced by the pool
    committed.catch(() => {})
  }

  /** The error that ended the transaction is the one to report, also where the connection is too broken for a rollback. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
