import { concat } from '@simwright/asn1'
import { fromSwappedBcd, type Msisdn, toSwappedBcd } from '@simwright/ids'
import { SaipError } from '../error.ts'
import { decodeAlpha, encodeAlpha } from './alpha.ts'

/** Type of number: international, ISDN numbering plan (TS 31.102, 4.4.2.3). */
const international = 0x91

/** A telephone number with its name, which may be empty. */
export interface NamedNumber {
  readonly name: string
  readonly number: Msisdn
}

/**
 * A record of EF.MSISDN (TS 31.102, 4.2.26) of `size` bytes: name, number, no capabilities, no extension. Without an entry
 * the record is free.
 */
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

/** Name and digits of a record of EF.MSISDN. Undefined for a free record. @throws SaipError `content` */
export function decodeMsisdn(record: Uint8Array): { name: string; number: string } | undefined {
  const fixed = record.subarray(record.length - 14)
  const length = fixed[0] ?? 0xff
  if (length === 0xff) return undefined
  if (length < 1 || length > 11) throw new SaipError('content', 'A number has up to 11 bytes with its type.')
  return { name: decodeAlpha(record.subarray(0, -14)), number: fromSwappedBcd(fixed.subarray(2, 1 + length)) }
}

/** Validity period of EF.SMSP's messages: one day (3GPP TS 23.040, 9.2.3.12.1). */
const oneDay = 0xa7

/** A record of EF.SMSP (TS 31.102, 4.2.27) of `size` bytes: service center, standard protocol and alphabet, one day. */
export function encodeSmsp(serviceCentre: Msisdn | undefined, size: number): Uint8Array {
  if (serviceCentre === undefined) return new Uint8Array(size).fill(0xff)
  const address = Uint8Array.of(1 + Math.ceil(serviceCentre.length / 2), international, ...toSwappedBcd(serviceCentre))
  // In the first byte, a cleared bit means that a parameter is present: all except the destination address.
  return concat(
    new Uint8Array(size - 28).fill(0xff),
    Uint8Array.of(0xe1),
    new Uint8Array(12).fill(0xff),
    padded(address, 12),
    Uint8Array.of(0x00, 0x00, oneDay),
  )
}

/** The digits of the service center. Undefined if the record has no service center. */
export function decodeSmsp(record: Uint8Array): string | undefined {
  const fixed = record.subarray(record.length - 28)
  const address = fixed.subarray(13, 25)
  const length = address[0] ?? 0xff
  if (((fixed[0] ?? 0xff) & 0x02) !== 0 || length < 1 || length > 11) return undefined
  return fromSwappedBcd(address.subarray(2, 1 + length))
}

/** A record of EF.ECC (TS 31.102, 4.2.21) of 4 bytes: an emergency number of up to 6 digits, for every service. */
export function encodeEmergencyNumber(digits: string): Uint8Array {
  if (!/^\d{1,6}$/.test(digits)) throw new SaipError('content', 'An emergency number has 1 to 6 digits.')
  return concat(padded(toSwappedBcd(digits), 3), Uint8Array.of(0x00))
}

/** The digits of a record of EF.ECC. Undefined for a free record. */
export function decodeEmergencyNumber(record: Uint8Array): string | undefined {
  return record.subarray(0, 3).every((byte) => byte === 0xff) ? undefined : fromSwappedBcd(record.subarray(0, 3))
}

/** Pads digits with FF to `size` bytes. Throws SaipError `content` if they take more. */
function padded(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length > size)
    throw new SaipError('content', `The number takes ${bytes.length} bytes but only ${size} are available.`)
  const content = new Uint8Array(size).fill(0xff)
  content.set(bytes)
  return content
}
