import { Kysely, PostgresDialect } from 'kysely'
import type { Client } from 'pg'
import type { GlobalTables } from './tables.gen.ts'

/** The builder on one open connection, within the transaction that its owner has begun. It is never closed by this. */
export function onConnection(client: Client): Kysely<GlobalTables> {
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {}, options: {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) })
}
