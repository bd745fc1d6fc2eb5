/** Random numbers that a seed repeats (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }
}

/** Bytes that mean something to a parser: lengths, tags, ends, quotes, brackets, signs. */
const SPECIAL: readonly (readonly number[])[] = [
  ...[[0], [0x7f], [0x80], [0x81], [0xff], [0xff, 0xff], [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff], [0x30, 0x80]],
  ...[
    [0x84, 0x7f, 0xff, 0xff, 0xff],
    [0xa0, 0],
    [0x05, 0x00],
    [0x1f, 0x80, 0x80],
    [0xef, 0xbb, 0xbf],
    [0xc0, 0x80],
  ],
  ...['"', "'", '""', ',', ';', '\n', '\r\n', '\0', '{', '[', '<', '&', '!!', '*a', '&a ', ': ', '-', '$', '%', '..'],
  ...['1e999', '-1', '9'.repeat(40), 'NaN', 'null', '{}', '[]', '<!--', ']]>', '&#0;', '__proto__', '\u202e', '😀'],
].map((bytes) => (typeof bytes === 'string' ? [...Buffer.from(bytes)] : bytes))

const MOST_BYTES = 256 * 1024
const MOST_CHANGES = 6

/** A copy of a seed with a few changes. Other seeds lend their parts. */
export function mutate(dice: Dice, seed: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  let bytes = Buffer.from(seed)
  for (let left = 1 + dice.below(MOST_CHANGES); left > 0; left -= 1) bytes = dice.pick(CHANGES)(dice, bytes, others)
  return Uint8Array.from(bytes.subarray(0, MOST_BYTES))
}

type Change = (dice: Dice, bytes: Buffer, others: readonly Uint8Array[]) => Buffer<ArrayBuffer>

const cut = (dice: Dice, bytes: Uint8Array): [number, number] => {
  const from = dice.below(bytes.length + 1)
  return [from, from + dice.below(Math.min(64, bytes.length - from) + 1)]
}

const replace = (bytes: Buffer, [from, to]: readonly [number, number], by: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

const CHANGES: readonly Change[] = [
  // a bit
  (dice, bytes) => {
    const changed = Buffer.from(bytes)
    if (bytes.length > 0) changed[dice.below(bytes.length)]! ^= 1 << dice.below(8)
    return changed
  },
  // a byte
  (dice, bytes) => {
    const changed = Buffer.from(bytes)
    if (bytes.length > 0) changed[dice.below(bytes.length)] = dice.below(256)
    return changed
  },
  // less, more, another part, the same again
  (dice, bytes) => replace(bytes, cut(dice, bytes), Buffer.alloc(0)),
  (dice, bytes) => Buffer.from(bytes.subarray(0, dice.below(bytes.length + 1))),
  (dice, bytes) => {
    const [from] = cut(dice, bytes)
    return replace(bytes, [from, from], Buffer.from(dice.pick(SPECIAL)))
  },
  (dice, bytes) => replace(bytes, cut(dice, bytes), Buffer.from(dice.pick(SPECIAL))),
  (dice, bytes, others) => {
    const other = dice.pick(others)
    return replace(bytes, cut(dice, bytes), other.subarray(...cut(dice, other)))
  },
  (dice, bytes) => {
    const [from, to] = cut(dice, bytes)
    const part = bytes.subarray(from, to)
    return replace(bytes, [to, to], Buffer.concat(Array<Buffer>(1 + dice.below(200)).fill(part)))
  },
]
