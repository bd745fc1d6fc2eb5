import * as batch from '@simwright/contract/provisioning/batch'
import type { Client } from '../../apps/server/src/testing/client.ts'

/** The activation codes of a batch. */
export async function codesOf(client: Client, batchId: string): Promise<string[]> {
  const codes: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.ask(batch.rows, { id: batchId, limit: 200, ...(cursor ? { cursor } : {}) })
    codes.push(...page.items.map(({ activationCode }) => activationCode!))
    cursor = page.next ?? undefined
  } while (cursor)
  return codes
}
