import { alphaBytes, gsmText } from '@simwright/ids'
import { SaipError } from '../error.ts'

export { alphaBytes, fitAlpha, gsmBytes, gsmText, ucs2Bytes } from '@simwright/ids'

/**
 * An alpha identifier of `size` bytes, padded with FF: GSM default alphabet if possible, otherwise UCS2
 * (ETSI TS 102 221, annex A).
 * @throws SaipError `content` for a longer text
 */
export function encodeAlpha(text: string, size: number): Uint8Array {
  const coded = alphaBytes(text)
  if (coded.length > size)
    throw new SaipError('content', `The text takes ${coded.length} bytes but only ${size} are available.`)
  const content = new Uint8Array(size).fill(0xff)
  content.set(coded)
  return content
}

/** Decodes an alpha identifier in any of the four codings of annex A. Padding ends the text. */
export function decodeAlpha(bytes: Uint8Array): string {
  const [form] = bytes
  if (form === undefined || form === 0xff) return ''
  if (form === 0x80) return ucs2Text(bytes.subarray(1))
  if (form === 0x81 && bytes.length > 3)
    return halfPageText(bytes.subarray(3), (bytes[2] as number) << 7, bytes[1] as number)
  if (form === 0x82 && bytes.length > 4) {
    return halfPageText(bytes.subarray(4), ((bytes[2] as number) << 8) | (bytes[3] as number), bytes[1] as number)
  }
  const end = bytes.indexOf(0xff)
  return gsmText(end < 0 ? bytes : bytes.subarray(0, end))
}

/** Decodes UCS2, big-endian, up to the padding FFFF. */
export function ucs2Text(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const unit = ((bytes[i] as number) << 8) | (bytes[i + 1] as number)
    if (unit === 0xffff) break
    text += String.fromCharCode(unit)
  }
  return text
}

/** Packs letters of seven bits, as in EF.PNN (3GPP TS 23.038, 6.1.2.2). */
export function packSeptets(septets: Uint8Array): { bytes: Uint8Array; spareBits: number } {
  const bytes = new Uint8Array(Math.ceil((septets.length * 7) / 8))
  septets.forEach((septet, i) => {
    const bit = i * 7
    const at = bit >> 3
    const spread = septet << (bit & 7)
    bytes[at] = (bytes[at] as number) | (spread & 0xff)
    if (spread > 0xff) bytes[at + 1] = spread >> 8
  })
  return { bytes, spareBits: bytes.length * 8 - septets.length * 7 }
}

/** Unpacks letters of seven bits. `spareBits` at the end of the last byte are not part of the text. */
export function unpackSeptets(bytes: Uint8Array, spareBits: number): Uint8Array {
  const count = Math.max(0, Math.floor((bytes.length * 8 - spareBits) / 7))
  return Uint8Array.from({ length: count }, (_, i) => {
    const bit = i * 7
    const pair = (bytes[bit >> 3] as number) | ((bytes[(bit >> 3) + 1] ?? 0) << 8)
    return (pair >> (bit & 7)) & 0x7f
  })
}

/** Decodes the codings 81 and 82 of annex A: bytes below 80 are GSM letters, others are offsets from `base` in UCS2. */
function halfPageText(bytes: Uint8Array, base: number, count: number): string {
  return Array.from(bytes.subarray(0, count), (code) =>
    code < 0x80 ? gsmText(Uint8Array.of(code)) : String.fromCharCode(base + (code & 0x7f)),
  ).join('')
}
