import type { Client } from 'pg'
import { loginClient } from '../../apps/server/src/db/connection.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { startTestPostgres } from '../../apps/server/src/testing/postgres.ts'

/** Calls `read` with a connection to a new database that has all migrations and no rows. */
export async function inTemplateDatabase<Value>(read: (client: Client) => Promise<Value>): Promise<Value> {
  const postgres = await startTestPostgres()
  const url = new URL(postgres.url)
  url.pathname = `/${postgres.template}`
  const client = loginClient(new Secret(url.href), 'generated files')
  try {
    await client.connect()
    return await read(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
