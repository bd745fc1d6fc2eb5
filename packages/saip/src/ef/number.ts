import { concat } from '@simwright/asn1'
import { fromSwappedBcd, type Msisdn, toSwappedBcd } from '@simwright/ids'
import { SaipError } from '../error.ts'
import { decodeAlpha, encodeAlpha } from './alpha.ts'

/** International number, ISDN numbering plan (TS 31.102, 4.4.2.3). */
const international = 0x91

export interface NamedNumber {
  readonly name: string
  readonly number: Msisdn
}

/** A record of EF.MSISDN (4.2.26) of `size` bytes: name, number, no capabilities, no extension. Without one it is free. */
export function encodeMsisdn(entry: NamedNumber | undefined, size: number): Uint8Array {
  if (entry === undefined) return new Uint8Array(size).fill(0xff)
  const digits = padded(toSwappedBcd(entry.number), 10)
  return concat(
    encodeAlpha(entry.name, size - 14),
    Uint8Array.of(1 + Math.ceil(entry.number.length / 2), international),
    digits,
    Uint8Array.of(0xff, 0xff),
  )
}

/** The digits; undefined for a free record. */
export function decodeMsisdn(record: Uint8Array): { name: string; number: string } | undefined {
  const fixed = record.subarray(record.length - 14)
  const length = fixed[0] ?? 0xff
  if (length === 0xff) return undefined
  if (length < 1 || length > 11) throw new SaipError('content', 'A number has up to 11 bytes with its type.')
  return { name: decodeAlpha(record.subarray(0, -14)), number: fromSwappedBcd(fixed.subarray(2, 1 + length)) }
}

/** One day, the validity period of EF.SMSP's messages (3GPP TS 23.040, 9.2.3.12.1). */
const oneDay = 0xa7

/** A record of EF.SMSP (4.2.27) of `size` bytes: the service centre, standard protocol and alphabet, one day. */
export function encodeSmsp(serviceCentre: Msisdn | undefined, size: number): Uint8Array {
  if (serviceCentre === undefined) return new Uint8Array(size).fill(0xff)
  const address = Uint8Array.of(1 + Math.ceil(serviceCentre.length / 2), international, ...toSwappedBcd(serviceCentre))
  // a cleared bit of the first byte says that a parameter is there: all but the destination address
  return concat(
    new Uint8Array(size - 28).fill(0xff),
    Uint8Array.of(0xe1),
    new Uint8Array(12).fill(0xff),
    padded(address, 12),
    Uint8Array.of(0x00, 0x00, oneDay),
  )
}

/** The service centre's digits; undefined where there is none. */
export function decodeSmsp(record: Uint8Array): string | undefined {
  const fixed = record.subarray(record.length - 28)
  const address = fixed.subarray(13, 25)
  const length = address[0] ?? 0xff
  if (((fixed[0] ?? 0xff) & 0x02) !== 0 || length < 1 || length > 11) return undefined
  return fromSwappedBcd(address.subarray(2, 1 + length))
}

/** A record of EF.ECC (4.2.21) of 4 bytes: an emergency number of up to 6 digits, every service. */
export function encodeEmergencyNumber(digits: string): Uint8Array {
  if (!/^\d{1,6}$/.test(digits)) throw new SaipError('content', 'An emergency number has 1 to 6 digits.')
  return concat(padded(toSwappedBcd(digits), 3), Uint8Array.of(0x00))
}

/** undefined for a free record */
export function decodeEmergencyNumber(record: Uint8Array): string | undefined {
  return record.subarray(0, 3).every((byte) => byte === 0xff) ? undefined : fromSwappedBcd(record.subarray(0, 3))
}

function padded(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length > size)
    throw new SaipError('content', `The number takes ${bytes.length} bytes where ${size} are there.`)
  const content = new Uint8Array(size).fill(0xff)
  content.set(bytes)
  return content
}
