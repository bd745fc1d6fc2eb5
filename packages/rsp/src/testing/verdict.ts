import { NotificationFault, RspRefusal } from '../index.ts'

/** Verdicts that many tests expect. */
export const unknownTransaction = '8.10.1/3.9 transaction_unknown'
export const badSignature = '8.1/6.1 euicc_signature_invalid'

/** The result of a check: the refusal with its codes, the fault of a notification, or `accepted`. Bugs are rethrown. */
export function verdictOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof RspRefusal) return `${error.subjectCode}/${error.reasonCode} ${error.refusal}`
    if (error instanceof NotificationFault) return error.code
    throw error
  }
  return 'accepted'
}

/** A copy with one bit flipped; bit 0 is the least significant bit of the first byte. */
export function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const damaged = Uint8Array.from(bytes)
  damaged[bit >> 3]! ^= 1 << (bit & 7)
  return damaged
}
