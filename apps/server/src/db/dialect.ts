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

/** PostgreSQL whose transactions begin with statements of their own, on the same way to the database as `begin`. */
export class OpeningDialect extends PostgresDialect {
  readonly #pool: Pool
  readonly #openings = new AsyncLocalStorage<string>()

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  /** The transaction that `work` begins, begins with this SQL; it takes no parameters. */
  opening<T>(statement: string, work: () => Promise<T>): Promise<T> {
    return this.#openings.run(statement, work)
  }

  override createDriver(): Driver {
    return new OpeningDriver(this.#pool, () => this.#openings.getStore())
  }
}

class OpeningDriver extends PostgresDriver {
  readonly #opening: () => string | undefined

  constructor(pool: Pool, opening: () => string | undefined) {
    super({ pool })
    this.#opening = opening
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = this.#opening()
    if (opening === undefined) return await super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${opening}`))
    } catch (error) {
      // `begin` may have been executed: the connection must not go back with an open transaction
      await this.rollbackTransaction(connection as Parameters<PostgresDriver['rollbackTransaction']>[0])
      throw error
    }
  }
}
