import { inject } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { Secret } from '../secret/secret.ts'

/** Connections with this purpose (`loginClient`) survive an outage. */
export const TEST_PURPOSE = 'test'

/**
 * Ends the server's connections to a test's database and refuses new ones, until the returned function is called. The
 * test's own connections stay open, so that their locks do not pass to a server connection that is about to end.
 */
export async function beginOutage(url: Secret<string>): Promise<() => Promise<void>> {
  const name = new URL(url.reveal()).pathname.slice(1)
  await administer([
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 30000) from pg_stat_activity
     where datname = '${name}' and application_name <> 'simwright ${TEST_PURPOSE}'`,
  ])
  return async () => await administer([`alter database ${name} allow_connections true`])
}

/** Runs statements on a connection to another database. */
async function administer(statements: readonly string[]): Promise<void> {
  const client = loginClient(new Secret(inject('postgres').url), 'outage')
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
