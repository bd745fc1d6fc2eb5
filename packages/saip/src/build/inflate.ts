import { SaipError } from '../error.ts'

/** Longest code of an alphabet in bits (RFC 1951, 3.2.7). */
const maxCodeBits = 15
/** Base values and extra bits of the length codes 257 to 285 and of the distance codes (3.2.5). */
const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
/** The order in which the lengths of the code length codes are stored (3.2.7). */
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const endOfBlock = 256

/** A Huffman code: how many symbols have a code of each length, and the symbols in the order of their codes. */
interface HuffmanCode {
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

/** The codes of a block: literals and lengths, distances. */
interface BlockCodes {
  readonly literals: HuffmanCode
  readonly distances: HuffmanCode
}

/** The codes of a block that does not define any (3.2.6). */
const fixedCodes: BlockCodes = {
  literals: huffmanCode([
    ...new Array<number>(144).fill(8),
    ...new Array<number>(112).fill(9),
    ...new Array<number>(24).fill(7),
    ...new Array<number>(8).fill(8),
  ]),
  distances: huffmanCode(new Array<number>(30).fill(5)),
}

/**
 * Decompresses DEFLATE (RFC 1951) to exactly `size` bytes. Packages have no access to zlib.
 * @throws SaipError `content` for malformed data, or data with another size
 */
export function inflate(packed: Uint8Array, size: number): Uint8Array {
  const state = new Inflation(packed, size)
  for (let isLast = false; !isLast; ) {
    isLast = state.bits(1) === 1
    const type = state.bits(2)
    if (type === 0) state.copyStored()
    else if (type === 1) state.decodeBlock(fixedCodes)
    else if (type === 2) state.decodeBlock(readCodes(state))
    else throw malformed()
  }
  return state.output()
}

/** The input from the current bit on, and the output so far. */
class Inflation {
  readonly #packed: Uint8Array
  readonly #output: Uint8Array
  #at = 0
  #length = 0
  #bitBuffer = 0
  #bitCount = 0

  constructor(packed: Uint8Array, size: number) {
    this.#packed = packed
    this.#output = new Uint8Array(size)
  }

  /** The next `count` bits, up to 16, least significant bit first. */
  bits(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#packed[this.#at++]
      if (byte === undefined) throw malformed()
      this.#bitBuffer |= byte << this.#bitCount
      this.#bitCount += 8
    }
    const value = this.#bitBuffer & ((1 << count) - 1)
    this.#bitBuffer >>>= count
    this.#bitCount -= count
    return value
  }

  /** The next symbol of a code (3.2.2): codes of one length are consecutive numbers. */
  symbol({ counts, symbols }: HuffmanCode): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= maxCodeBits; length++) {
      code |= this.bits(1)
      const count = counts[length] as number
      if (code - first < count) return symbols[index + code - first] as number
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw malformed()
  }

  /** A block without compression (3.2.4): its length, the complement of it, its bytes. */
  copyStored(): void {
    this.#bitBuffer = 0
    this.#bitCount = 0
    const length = this.bits(16)
    const complement = this.bits(16)
    const bytes = this.#packed.subarray(this.#at, this.#at + length)
    if ((length ^ complement) !== 0xffff || bytes.length !== length || this.#length + length > this.#output.length)
      throw malformed()
    this.#output.set(bytes, this.#length)
    this.#at += length
    this.#length += length
  }

  /** A compressed block (3.2.3): literals, and references to bytes before. */
  decodeBlock({ literals, distances }: BlockCodes): void {
    for (;;) {
      const symbol = this.symbol(literals)
      if (symbol === endOfBlock) return
      if (symbol < endOfBlock) this.#write(symbol)
      else this.#repeat(this.#extended(symbol - 257, lengthBases, lengthBits), distances)
    }
  }

  /** @throws SaipError `content` if it has fewer bytes than expected */
  output(): Uint8Array {
    if (this.#length !== this.#output.length) throw malformed()
    return this.#output
  }

  #write(byte: number): void {
    if (this.#length >= this.#output.length) throw malformed()
    this.#output[this.#length++] = byte
  }

  /** Writes bytes again that are a distance back. */
  #repeat(length: number, distances: HuffmanCode): void {
    const from = this.#length - this.#extended(this.symbol(distances), distanceBases, distanceBits)
    if (from < 0) throw malformed()
    for (let i = 0; i < length; i++) this.#write(this.#output[from + i] as number)
  }

  /** The value of a length or distance code with its extra bits. */
  #extended(index: number, bases: readonly number[], extraBits: readonly number[]): number {
    const base = bases[index]
    if (base === undefined) throw malformed()
    return base + this.bits(extraBits[index] as number)
  }
}

/** Reads the codes that a block defines (3.2.7). */
function readCodes(state: Inflation): BlockCodes {
  const literalCount = state.bits(5) + 257
  const distanceCount = state.bits(5) + 1
  const codeLengths = new Array<number>(19).fill(0)
  const used = state.bits(4) + 4
  for (const index of codeLengthOrder.slice(0, used)) codeLengths[index] = state.bits(3)
  const code = huffmanCode(codeLengths)
  const lengths: number[] = []
  while (lengths.length < literalCount + distanceCount) {
    const symbol = state.symbol(code)
    if (symbol < 16) lengths.push(symbol)
    else lengths.push(...repeatedLengths(state, symbol, lengths.at(-1)))
  }
  if (lengths.length > literalCount + distanceCount) throw malformed()
  return { literals: huffmanCode(lengths.slice(0, literalCount)), distances: huffmanCode(lengths.slice(literalCount)) }
}

/** The lengths of symbol 16 (the previous one again), 17 or 18 (zeros). */
function repeatedLengths(state: Inflation, symbol: number, previous: number | undefined): number[] {
  if (symbol === 17) return new Array<number>(3 + state.bits(3)).fill(0)
  if (symbol === 18) return new Array<number>(11 + state.bits(7)).fill(0)
  if (previous === undefined) throw malformed()
  return new Array<number>(3 + state.bits(2)).fill(previous)
}

/** The code in which the symbol i has a code of `lengths[i]` bits; zero means that it has none. */
function huffmanCode(lengths: readonly number[]): HuffmanCode {
  const counts = new Uint16Array(maxCodeBits + 1)
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1
  const order = lengths.map((length, symbol) => ({ length, symbol })).filter(({ length }) => length > 0)
  order.sort((a, b) => a.length - b.length || a.symbol - b.symbol)
  return { counts, symbols: Uint16Array.from(order, ({ symbol }) => symbol) }
}

function malformed(): SaipError {
  return new SaipError('content', 'The compressed data are malformed.')
}
