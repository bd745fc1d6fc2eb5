import { type Imsi, toSwappedBcd } from '@simwright/ids'
import { SaipError } from '../error.ts'

/** EF.IMSI (TS 31.102, 4.2.2): length, then the digits behind a parity nibble. */
export function encodeImsi(imsi: Imsi): Uint8Array {
  return Uint8Array.of(8, ...toSwappedBcd(`9${imsi}`))
}

/** Digits as they stand; foreign profiles may have fewer than 15. */
export function decodeImsi(content: Uint8Array): string {
  const length = content[0] ?? 0
  if (length < 1 || length > 8 || content.length < length + 1) {
    throw new SaipError('content', 'EF.IMSI begins with its length, 1 to 8.')
  }
  const digits = [...content.subarray(1, length + 1)].flatMap((byte) => [byte & 0x0f, byte >> 4]).slice(1)
  while (digits.at(-1) === 0x0f) digits.pop()
  if (digits.some((digit) => digit > 9)) throw new SaipError('content', 'EF.IMSI holds digits only.')
  return digits.join('')
}

/** EF.ACC (4.2.15): the class the last digit of the IMSI falls into, one of 0 to 9. */
export function encodeAccessClass(imsi: Imsi): Uint8Array {
  const bit = 1 << Number(imsi.at(-1))
  return Uint8Array.of(bit >> 8, bit & 0xff)
}

/** The classes, 0 to 15, that are set. */
export function decodeAccessClasses(content: Uint8Array): number[] {
  const bits = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
  return Array.from({ length: 16 }, (_, index) => index).filter((index) => (bits & (1 << index)) !== 0)
}

/** EF.AD (4.2.18): normal or type approval operation, and how many digits the MNC of the IMSI has. */
export interface AdministrativeData {
  readonly operation: 'normal' | 'type-approval'
  readonly mncLength: 2 | 3
}

export function encodeAdministrativeData({ operation, mncLength }: AdministrativeData): Uint8Array {
  return Uint8Array.of(operation === 'normal' ? 0x00 : 0x80, 0, 0, mncLength)
}

export function decodeAdministrativeData(content: Uint8Array): AdministrativeData {
  const mncLength = (content[3] ?? 0) & 0x0f
  if (mncLength !== 2 && mncLength !== 3) throw new SaipError('content', 'EF.AD says that an MNC has 2 or 3 digits.')
  return { operation: content[0] === 0x80 ? 'type-approval' : 'normal', mncLength }
}

/** A PIN, PUK or ADM code as a card holds it: ASCII digits, padded with FF to 8 bytes. */
export function encodeCode(digits: string): Uint8Array {
  const bytes = new Uint8Array(8).fill(0xff)
  for (let i = 0; i < digits.length; i++) bytes[i] = digits.charCodeAt(i)
  return bytes
}

export function decodeCode(bytes: Uint8Array): string {
  return Array.from(
    bytes.filter((byte) => byte !== 0xff),
    (byte) => String.fromCharCode(byte),
  ).join('')
}
