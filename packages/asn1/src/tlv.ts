import { plain } from './bytes.ts'
import { Asn1Error } from './error.ts'

/** The position of one TLV in its input, in bytes from the beginning of the input. */
export interface Header {
  readonly tag: number
  /** The first byte of the tag. */
  readonly start: number
  /** The first byte of the content. */
  readonly content: number
  /** The byte after the content. */
  readonly end: number
}

/** One TLV with its bytes. */
export interface Tlv {
  /** The encoded tag bytes as one number, constructed bit included: 0x30, 0xa0, 0xbf20, 0x5f37. */
  readonly tag: number
  /** The content; shares memory with the input. */
  readonly value: Uint8Array
  /** The whole TLV as received; shares memory with the input. */
  readonly raw: Uint8Array
  /** The position of the TLV in the input. */
  readonly offset: number
}

/** Tags are kept as one number of up to 32 bits, which covers every tag of SGP.22, SAIP and X.509. */
const MAX_TAG_BYTES = 4

/**
 * Reads the tag (X.690, 8.1.2) and the length (8.1.3) at `offset`. The content must end at or before `limit`. A length in
 * more bytes than necessary is accepted, the indefinite form is not (10.1).
 * @throws Asn1Error `truncated`, `bad_tag` or `bad_length`
 */
export function readHeader(input: Uint8Array, offset: number, limit: number): Header {
  if (offset >= limit) throw new Asn1Error('truncated', 'a tag is expected')
  let at = offset
  let tag = input[at++]!
  if (tag === 0) throw new Asn1Error('bad_tag', 'tag 00 is reserved')
  if ((tag & 0x1f) === 0x1f) {
    let byte: number
    do {
      if (at >= limit) throw new Asn1Error('truncated', 'the tag ends too early')
      if (at - offset >= MAX_TAG_BYTES) throw new Asn1Error('bad_tag', 'a tag has at most 4 bytes')
      byte = input[at++]!
      tag = tag * 256 + byte
    } while (byte & 0x80)
  }
  if (at >= limit) throw new Asn1Error('truncated', 'a length is expected')
  let length = input[at++]!
  if (length & 0x80) {
    let count = length & 0x7f
    if (count === 0) throw new Asn1Error('bad_length', 'indefinite length is not allowed in DER')
    if (count > 4) throw new Asn1Error('bad_length', 'a length has at most 4 bytes')
    if (at + count > limit) throw new Asn1Error('truncated', 'the length ends too early')
    length = 0
    while (count-- > 0) length = length * 256 + input[at++]!
  }
  if (length > limit - at) throw new Asn1Error('truncated', 'the content is shorter than its length says')
  return { tag, start: offset, content: at, end: at + length }
}

/** Reads the TLV at `offset`. Bytes after it are ignored. */
export function readTlv(bytes: Uint8Array, offset = 0): Tlv {
  const input = plain(bytes)
  return toTlv(input, readHeader(input, offset, input.length))
}

/** Reads a concatenation of TLVs that fills `bytes` exactly. */
export function readTlvs(bytes: Uint8Array): Tlv[] {
  const input = plain(bytes)
  const found: Tlv[] = []
  for (let at = 0; at < input.length; ) {
    const header = readHeader(input, at, input.length)
    found.push(toTlv(input, header))
    at = header.end
  }
  return found
}

/**
 * The TLVs inside a constructed TLV. Offsets count from the beginning of its value.
 * @throws Asn1Error `unexpected` for a primitive TLV
 */
export function children(tlv: Tlv): Tlv[] {
  if (!isConstructed(tlv.tag)) throw new Asn1Error('unexpected', `${tagName(tlv.tag)} is primitive`)
  return readTlvs(tlv.value)
}

/** A TLV whose value is the concatenation of `chunks`, with the shortest length form, as DER requires (X.690, 10.1). */
export function writeTlv(tag: number, ...chunks: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const chunk of chunks) length += chunk.length
  const tagLength = tagSize(tag)
  const lengthLength = lengthSize(length)
  const out = new Uint8Array(tagLength + lengthLength + length)
  putNumber(out, 0, tagLength, tag)
  if (lengthLength === 1) out[tagLength] = length
  else {
    out[tagLength] = 0x80 | (lengthLength - 1)
    putNumber(out, tagLength + 1, lengthLength - 1, length)
  }
  let at = tagLength + lengthLength
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.length
  }
  return out
}

/** Whether the content of a TLV with this tag is itself TLVs: bit 6 of the first byte (X.690, 8.1.2). */
export function isConstructed(tag: number): boolean {
  return (firstByte(tag) & 0x20) !== 0
}

/** Whether the class of the tag is application, context-specific or private. */
export function isNonUniversal(tag: number): boolean {
  return (firstByte(tag) & 0xc0) !== 0
}

/** For error messages: `tag BF20`. */
export function tagName(tag: number): string {
  return `tag ${tag.toString(16).toUpperCase().padStart(2, '0')}`
}

/** Encoded bytes of a tag. */
export function tagSize(tag: number): number {
  return tag < 0x100 ? 1 : tag < 0x10000 ? 2 : tag < 0x1000000 ? 3 : 4
}

/** Encoded bytes of a length in its shortest form. */
export function lengthSize(length: number): number {
  if (length < 0x80) return 1
  return length < 0x100 ? 2 : length < 0x10000 ? 3 : length < 0x1000000 ? 4 : 5
}

/** Throws TypeError for a number that is not an encoded tag: a mistake in a declaration, not in the data. */
export function assertTag(tag: number): void {
  const bytes = tagSize(tag)
  const long = (firstByte(tag) & 0x1f) === 0x1f
  const fits = Number.isInteger(tag) && tag > 0 && tag <= 0xffffffff && long === bytes > 1
  if (!fits || (long && (tag & 0x80) !== 0)) throw new TypeError(`${tag} is not an encoded tag`)
}

function firstByte(tag: number): number {
  return tag < 0x100 ? tag : tag < 0x10000 ? tag >>> 8 : tag < 0x1000000 ? tag >>> 16 : tag >>> 24
}

/** Writes `size` bytes of a number, most significant first. */
function putNumber(out: Uint8Array, offset: number, size: number, value: number): void {
  let rest = value
  for (let i = size - 1; i >= 0; i--) {
    out[offset + i] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

function toTlv(input: Uint8Array, header: Header): Tlv {
  return {
    tag: header.tag,
    value: input.subarray(header.content, header.end),
    raw: input.subarray(header.start, header.end),
    offset: header.start,
  }
}
