import { createHash } from 'node:crypto'
import type { Random } from '../../../runtime/random.ts'

/** What a link in a mail carries; only its hash is kept. */
export function newLinkToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
