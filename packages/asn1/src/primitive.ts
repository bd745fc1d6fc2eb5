import { equalBytes } from './bytes.ts'
import { type Codec, makeCodec, primitive, writeReceived } from './codec.ts'
import { Asn1Error } from './error.ts'
import type { Writer } from './writer.ts'

/** `tag` replaces the universal tag of the type (IMPLICIT). */
export interface Tagged {
  tag?: number
}

/** Lengths in bytes for octets, in characters for strings, in items for lists. `size` sets both limits. */
export interface Sized extends Tagged {
  min?: number
  max?: number
  size?: number
}

/** Inclusive limits of an integer. */
export interface Range<N> extends Tagged {
  min?: N
  max?: N
}

/** OCTET STRING. The decoded bytes share memory with the input. */
export function octets(options: Sized = {}): Codec<Uint8Array> {
  const check = sizeCheck(options, 'bytes')
  return primitive(
    options.tag ?? 0x04,
    (content) => {
      check(content.length)
      return content
    },
    (out, value: Uint8Array) => {
      if (!(value instanceof Uint8Array)) throw new Asn1Error('bad_value', 'a byte string is expected')
      check(value.length)
      out.bytes(value)
    },
  )
}

/**
 * INTEGER within JavaScript's safe range (X.690, 8.3); `bigInteger` covers the rest. Decoding accepts redundant leading
 * bytes, which 8.3.2 forbids but some cards send.
 */
export function integer(options: Range<number> = {}): Codec<number> {
  const min = options.min ?? Number.MIN_SAFE_INTEGER
  const max = options.max ?? Number.MAX_SAFE_INTEGER
  const check = (value: number): number => {
    if (!Number.isSafeInteger(value) || value < min || value > max) {
      throw new Asn1Error('bad_value', `an integer from ${min} to ${max} is expected`)
    }
    return value
  }
  return primitive(
    options.tag ?? 0x02,
    (content) => check(readInteger(content)),
    (out, value: number) => writeInteger(out, check(value)),
  )
}

/** INTEGER of any size, such as a certificate's serial number. */
export function bigInteger(options: Range<bigint> = {}): Codec<bigint> {
  const { min, max } = options
  const check = (value: bigint): bigint => {
    if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
      throw new Asn1Error('bad_value', 'the integer is out of range')
    }
    return value
  }
  return primitive(
    options.tag ?? 0x02,
    (content) => check(readBigInteger(content)),
    (out, value: bigint) => writeBigInteger(out, check(value)),
  )
}

/** BOOLEAN. Any byte but 00 decodes as true (X.690, 8.2); true is encoded as FF, as DER requires (11.1). */
export function boolean(options: Tagged = {}): Codec<boolean> {
  return primitive(
    options.tag ?? 0x01,
    (content) => {
      if (content.length !== 1) throw new Asn1Error('bad_value', 'a boolean has 1 byte')
      return content[0] !== 0
    },
    (out, value: boolean) => out.byte(value ? 0xff : 0),
  )
}

/** NULL: a TLV without content. */
export function nullValue(options: Tagged = {}): Codec<null> {
  return primitive(
    options.tag ?? 0x05,
    (content) => {
      if (content.length !== 0) throw new Asn1Error('bad_value', 'NULL has no content')
      return null
    },
    () => {},
  )
}

/** BIT STRING as encoded (X.690, 8.6). Bit 0 is the most significant bit of the first byte. */
export interface Bits {
  /** Bits at the end of the last byte that do not belong to the value, 0 to 7. */
  readonly unusedBits: number
  readonly bytes: Uint8Array
}

/** BIT STRING of any length, without interpretation of its bits. */
export function bits(options: Tagged = {}): Codec<Bits> {
  return primitive(options.tag ?? 0x03, readBits, (out, value: Bits) => {
    if (value.unusedBits < 0 || value.unusedBits > 7 || (value.bytes.length === 0 && value.unusedBits !== 0)) {
      throw new Asn1Error('bad_value', 'a bit string has 0 to 7 unused bits')
    }
    out.bytes(value.bytes)
    out.byte(value.unusedBits)
  })
}

/**
 * BIT STRING with named bits, as the set of names whose bit is 1. Names are a list in bit order or a map to bit numbers.
 * Encoded without trailing zero bits (X.690, 11.2.2). Bits without a name are dropped on decoding.
 */
export function namedBits<const N extends string>(
  names: readonly N[] | Readonly<Record<N, number>>,
  options: Tagged = {},
): Codec<ReadonlySet<N>> {
  const pairs = (
    Array.isArray(names) ? names.map((name, bit) => [name, bit]) : Object.entries(names)
  ) as readonly (readonly [N, number])[]
  const bitOf = new Map<string, number>(pairs)
  return primitive<ReadonlySet<N>>(
    options.tag ?? 0x03,
    (content) => {
      const { bytes, unusedBits } = readBits(content)
      const count = bytes.length * 8 - unusedBits
      const found = new Set<N>()
      for (const [name, bit] of pairs) {
        if (bit < count && bytes[bit >> 3]! & (0x80 >> (bit & 7))) found.add(name)
      }
      return found
    },
    (out, value) => {
      let count = 0
      for (const name of value) count = Math.max(count, bitNumber(bitOf, name) + 1)
      const bytes = new Uint8Array(Math.ceil(count / 8))
      for (const name of value) {
        const bit = bitNumber(bitOf, name)
        bytes[bit >> 3]! |= 0x80 >> (bit & 7)
      }
      out.bytes(bytes)
      out.byte(bytes.length * 8 - count)
    },
  )
}

/** INTEGER with named values. Decoding refuses a number without a name. */
export function namedInteger<const N extends string>(
  names: Readonly<Record<N, number>>,
  options: Tagged = {},
): Codec<N> {
  const nameOf = new Map<number, N>(Object.entries<number>(names).map(([name, value]) => [value, name as N]))
  return primitive<N>(
    options.tag ?? 0x02,
    (content) => {
      const name = nameOf.get(readInteger(content))
      if (name === undefined) throw new Asn1Error('bad_value', 'one of the defined values is expected')
      return name
    },
    (out, value) => writeInteger(out, namedNumber(names, value)),
  )
}

/** ENUMERATED. Decoding refuses a number without a name. */
export function enumerated<const N extends string>(names: Readonly<Record<N, number>>, options: Tagged = {}): Codec<N> {
  return namedInteger(names, { tag: options.tag ?? 0x0a })
}

/** INTEGER or ENUMERATED that later versions extend. A number without a name decodes as the number. */
export function openNamedInteger<const N extends string>(
  names: Readonly<Record<N, number>>,
  options: Tagged = {},
): Codec<N | number> {
  const nameOf = new Map<number, N>(Object.entries<number>(names).map(([name, value]) => [value, name as N]))
  return primitive<N | number>(
    options.tag ?? 0x02,
    (content) => {
      const value = readInteger(content)
      return nameOf.get(value) ?? value
    },
    (out, value) => writeInteger(out, typeof value === 'number' ? value : namedNumber(names, value)),
  )
}

/** One TLV of any type, not decoded: its bytes, tag and length included. */
export function any(): Codec<Uint8Array> {
  return makeCodec<Uint8Array>({
    tag: undefined,
    tagging: 'explicit',
    accepts: () => true,
    read: (input, header) => input.subarray(header.start, header.end),
    write: (out, value) => writeReceived(out, value, () => true),
    withTag: () => {
      throw new TypeError('any() cannot be tagged implicitly')
    },
  })
}

/** A check that throws Asn1Error `bad_value` when a length is outside the limits. `unit` appears in the message. */
export function sizeCheck(options: Sized, unit: string): (length: number) => void {
  const min = options.size ?? options.min ?? 0
  const max = options.size ?? options.max ?? Number.POSITIVE_INFINITY
  const rule = min === max ? `${min} ${unit} are expected` : `${min} to ${max} ${unit} are expected`
  return (length) => {
    if (length < min || length > max) throw new Asn1Error('bad_value', rule)
  }
}

/** Whether two values have the same encoding. A component equal to its DEFAULT is omitted (X.690, 11.5). */
export function sameEncoding<T>(codec: Codec<T>, a: T, b: T): boolean {
  return a === b || equalBytes(codec.encode(a), codec.encode(b))
}

/** The bit number of a name. Throws Asn1Error `bad_value` for a name the type does not have. */
function bitNumber(bitOf: ReadonlyMap<string, number>, name: string): number {
  const bit = bitOf.get(name)
  if (bit === undefined) throw new Asn1Error('bad_value', `${name} is not a bit of this type`)
  return bit
}

/** The number of a name. Throws Asn1Error `bad_value` for a name the type does not have. */
function namedNumber(names: Readonly<Record<string, number>>, name: string): number {
  if (!Object.hasOwn(names, name)) throw new Asn1Error('bad_value', `${name} is not a value of this type`)
  return names[name]!
}

/** Splits a BIT STRING's content into its unused-bits byte and the rest. */
function readBits(content: Uint8Array): Bits {
  const unusedBits = content[0]
  if (unusedBits === undefined || unusedBits > 7 || (content.length === 1 && unusedBits !== 0)) {
    throw new Asn1Error('bad_value', 'a bit string begins with its number of unused bits, 0 to 7')
  }
  return { unusedBits, bytes: content.subarray(1) }
}

/** Two's complement, big-endian. At most 7 significant bytes: 53 bits and the sign. */
function readInteger(content: Uint8Array): number {
  if (content.length === 0) throw new Asn1Error('bad_value', 'an integer has at least 1 byte')
  const sign = content[0]! & 0x80 ? 0xff : 0
  let at = 0
  while (content.length - at > 1 && content[at] === sign && (content[at + 1]! & 0x80) === (sign & 0x80)) at++
  if (content.length - at > 7) throw new Asn1Error('bad_value', 'the integer is too large')
  let value = content[at]! - (sign ? 256 : 0)
  for (at++; at < content.length; at++) value = value * 256 + content[at]!
  return value
}

/** Writes the shortest two's complement, last byte first, because the Writer prepends. */
function writeInteger(out: Writer, value: number): void {
  let rest = value
  let byte: number
  do {
    byte = ((rest % 256) + 256) % 256
    out.byte(byte)
    rest = Math.floor(rest / 256)
  } while (!(rest === 0 && byte < 0x80) && !(rest === -1 && byte >= 0x80))
}

/** A limit against hostile input; certificate serial numbers have at most 20 bytes. */
const MAX_BIG_INTEGER_BYTES = 1024

function readBigInteger(content: Uint8Array): bigint {
  if (content.length === 0) throw new Asn1Error('bad_value', 'an integer has at least 1 byte')
  if (content.length > MAX_BIG_INTEGER_BYTES) throw new Asn1Error('bad_value', 'the integer is too large')
  let hex = '0x'
  for (const byte of content) hex += byte.toString(16).padStart(2, '0')
  return BigInt.asIntN(content.length * 8, BigInt(hex))
}

function writeBigInteger(out: Writer, value: bigint): void {
  let rest = value
  let byte: number
  do {
    byte = Number(BigInt.asUintN(8, rest))
    out.byte(byte)
    rest >>= 8n
  } while (!(rest === 0n && byte < 0x80) && !(rest === -1n && byte >= 0x80))
}
