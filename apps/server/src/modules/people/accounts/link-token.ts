import { createHash } from 'node:crypto'
import type { Random } from '../../../runtime/random.ts'

/** The token of a link in a mail; only its hash is stored. */
export function newLinkToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
