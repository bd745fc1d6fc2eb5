import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** The one source of randomness, so that a test can own it. */
export type Random = {
  bytes(length: number): Uint8Array
  /** UUIDv7: ids made later sort later. */
  uuid(): string
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length), uuid: () => randomUUIDv7() }
