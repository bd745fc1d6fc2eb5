import { loginClient } from '../apps/server/src/db/connection.ts'
import { describeTables } from '../apps/server/src/db/table-types.ts'
import { Secret } from '../apps/server/src/secret/secret.ts'
import { startTestPostgres } from '../apps/server/src/testing/postgres.ts'

/** The required text of `db/tables.gen.ts`: the types of the tables after all migrations. */
export async function tableTypes(): Promise<string> {
  const postgres = await startTestPostgres()
  const url = new URL(postgres.url)
  url.pathname = `/${postgres.template}`
  const client = loginClient(new Secret(url.href), 'table types')
  try {
    await client.connect()
    return await describeTables(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
