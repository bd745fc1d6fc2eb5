import type { Client } from 'pg'
import { loginClient } from '../db/connection.ts'
import type { Secret } from '../secret/secret.ts'

/** Calls `work` with a connection and closes it; after a failure forcibly, because a COPY may still be running. */
export async function withClient<T>(
  url: Secret<string>,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = loginClient(url, purpose)
  // the running statement reports a lost connection
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
