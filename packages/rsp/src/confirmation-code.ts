import { createHash, timingSafeEqual } from 'node:crypto'
import { RspRefusal } from './refusal.ts'

/** SHA-256 of the code as typed: all that a server needs to keep. Four digits are guessed from it at once, so seal it. */
export function digestConfirmationCode(code: string): Uint8Array {
  return createHash('sha256').update(code, 'utf8').digest()
}

/** hashCc = SHA-256(SHA-256(code)‖transactionId) (SGP.22 section 3.1.3). */
export function hashConfirmationCode(digest: Uint8Array, transactionId: Uint8Array): Uint8Array {
  return createHash('sha256').update(digest).update(transactionId).digest()
}

export interface ConfirmationAttempt {
  /** of the order's code */
  digest: Uint8Array
  transactionId: Uint8Array
  /** what the eUICC signed */
  hashCc: Uint8Array | undefined
  /**
   * This attempt's number, from 1; counted (and committed) before this call, whatever comes of it. Where hashCc is
   * missing nothing is counted: the number that the next attempt would have.
   */
  attempt: number
  maxAttempts: number
}

/**
 * The last allowed attempt, when wrong, is answered `confirmation_code_exceeded`, and
 * the order ends with it.
 * @throws RspRefusal
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
