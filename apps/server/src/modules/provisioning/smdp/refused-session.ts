import { toHex } from '@simwright/asn1'

/** Counts in this process the refusals of callers who have not proved to be the eUICC of a session that is not stored. */
export type RefusedSessions = {
  add(transactionId: Uint8Array): void
  /** Whether further messages of the session are refused without verifying them. */
  isOver(transactionId: Uint8Array): boolean
}

/**
 * A forged message does not use up a session, so that its eUICC can still continue it. This many do: their sender
 * knows the transaction ID, and each one costs verifications of signatures.
 */
export const REFUSALS_MAX = 10
const SESSIONS_MAX = 10_000

/** Beyond `max` sessions the oldest one is forgotten. */
export function openRefusedSessions(max = SESSIONS_MAX): RefusedSessions {
  const counts = new Map<string, number>()
  return {
    add: (transactionId) => {
      const id = toHex(transactionId)
      counts.set(id, (counts.get(id) ?? 0) + 1)
      if (counts.size > max) counts.delete(counts.keys().next().value!)
    },
    isOver: (transactionId) => (counts.get(toHex(transactionId)) ?? 0) >= REFUSALS_MAX,
  }
}
