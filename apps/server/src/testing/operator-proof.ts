import { sign } from 'node:crypto'
import * as es2plus from '@simwright/contract/programs/es2plus'
import type { Client } from './client.ts'

type Registered = { id: string; challenge: Pick<es2plus.OperatorChallenge, 'text'> }

/** The signature of a challenge as an operator makes it with its key (PEM), in Base64. */
export const signed = (text: string, key: string): string => sign('sha256', Buffer.from(text), key).toString('base64')

/** Proves possession of the key of a registered certificate. */
export async function proveKey(client: Client, { id, challenge }: Registered, key: string): Promise<void> {
  await client.ask(es2plus.prove, { id, signature: signed(challenge.text, key) })
}
