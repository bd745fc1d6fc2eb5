import { randomBytes } from 'node:crypto'

/** The only source of randomness, so that a test can replace it. */
export type Random = {
  bytes(length: number): Uint8Array
  /** UUIDv7, strictly increasing in this process, also within one millisecond. */
  uuid(): string
}

export const systemRandom: Random = randomAt(Date.now)

/** Randomness whose UUIDs have the time of `nowMs`. */
export function randomAt(nowMs: () => number): Random {
  return { bytes: (length) => randomBytes(length), uuid: monotonicUuids(nowMs) }
}

const COUNTER_LIMIT = 1 << 12
const TAIL_BYTES = 8
const TAILS_AT_ONCE = 512

/**
 * UUIDv7 with a counter in rand_a (RFC 9562, 6.2, method 1), which Node's UUIDs lack. It keeps the rows of a batch in
 * file order and the events of a transaction in order. When the counter overflows, the timestamp advances by a
 * millisecond.
 */
function monotonicUuids(nowMs: () => number): () => string {
  let at = 0
  let counter = 0
  let tails: Buffer = Buffer.alloc(0)
  return () => {
    const now = nowMs()
    if (now > at) {
      at = now
      counter = 0
    } else if (++counter === COUNTER_LIMIT) {
      at += 1
      counter = 0
    }
    if (tails.length === 0) tails = randomBytes(TAIL_BYTES * TAILS_AT_ONCE)
    const tail = tails.subarray(0, TAIL_BYTES)
    tails = tails.subarray(TAIL_BYTES)
    tail[0] = (tail[0]! & 0x3f) | 0x80
    const time = at.toString(16).padStart(12, '0')
    const low = tail.toString('hex')
    const counted = counter.toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${low.slice(0, 4)}-${low.slice(4)}`
  }
}
