import { createHash, timingSafeEqual } from 'node:crypto'
import { RspRefusal } from './refusal.ts'

/** SHA-256 of the UTF-8 code: all that a server must store. Store it sealed, because a short code is easily guessed. */
export function digestConfirmationCode(code: string): Uint8Array {
  return createHash('sha256').update(code, 'utf8').digest()
}

/** hashCc = SHA-256(SHA-256(code)‖transactionId) (SGP.22 section 3.1.3). */
export function hashConfirmationCode(digest: Uint8Array, transactionId: Uint8Array): Uint8Array {
  return createHash('sha256').update(digest).update(transactionId).digest()
}

/** One attempt to confirm a download. */
export interface ConfirmationAttempt {
  /** The stored digest of the order's code. */
  digest: Uint8Array
  transactionId: Uint8Array
  /** The hash that the eUICC signed, 32 bytes. */
  hashCc: Uint8Array | undefined
  /**
   * The number of this attempt, from 1. Count and commit it before the call, so that parallel attempts cannot exceed the
   * limit. Without hashCc nothing is counted: pass the number that the next attempt would have.
   */
  attempt: number
  maxAttempts: number
}

/**
 * Compares the confirmation code in constant time. If the last permitted attempt is wrong, the refusal is
 * confirmation_code_exceeded, and the order ends.
 * @throws RspRefusal confirmation_code_exceeded, confirmation_code_missing, confirmation_code_wrong
 */
export function checkConfirmationCode(confirmation: ConfirmationAttempt): void {
  const { digest, transactionId, hashCc, attempt, maxAttempts } = confirmation
  if (attempt > maxAttempts) throw new RspRefusal('confirmation_code_exceeded')
  if (!hashCc) throw new RspRefusal('confirmation_code_missing')
  const expected = hashConfirmationCode(digest, transactionId)
  const right = hashCc.length === expected.length && timingSafeEqual(hashCc, expected)
  if (right) return
  throw new RspRefusal(attempt >= maxAttempts ? 'confirmation_code_exceeded' : 'confirmation_code_wrong')
}
