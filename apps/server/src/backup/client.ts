import type { Client } from 'pg'
import { loginClient } from '../db/connection.ts'
import type { Secret } from '../secret/secret.ts'

/** Lends a connection to `work` and ends it. After a failure it is cut off: a COPY may still be under way on it. */
export async function withClient<T>(
  url: Secret<string>,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = loginClient(url, purpose)
  // a loss is reported by the statement that runs
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}
