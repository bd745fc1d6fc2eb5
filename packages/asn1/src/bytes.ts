import { Asn1Error } from './error.ts'

/** The two lower-case hex digits of each byte value. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Lower-case hex, two digits a byte, no separators. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += HEX[bytes[i]!]
  return text
}

/**
 * Reads hex in either case, without separators or prefix.
 * @throws Asn1Error `bad_value` for an odd number of digits or any other character
 */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw new Asn1Error('bad_value', 'hex has an even number of digits')
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(2 * i))
    const low = hexDigit(text.charCodeAt(2 * i + 1))
    if (high < 0 || low < 0) throw new Asn1Error('bad_value', 'hex has only the digits 0-9 and a-f')
    bytes[i] = (high << 4) | low
  }
  return bytes
}

/** The value of a hex digit's character code, or -1. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The concatenation in new memory; the inputs are not shared. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whether both have the same length and bytes. Not constant-time: for public data only. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * A plain Uint8Array over the same memory. Node's Buffer overrides `slice`, `toString` and the JSON form, and decoded
 * values must behave the same whichever of the two the caller passed in.
 */
export function plain(bytes: Uint8Array): Uint8Array {
  if (Object.getPrototypeOf(bytes) === Uint8Array.prototype) return bytes
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
