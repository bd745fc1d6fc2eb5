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

/** Bits of the emergency service category (3GPP TS 24.008, 10.5.4.33). */
export const emergencyServices = {
  police: 1,
  ambulance: 2,
  fire: 4,
  marine: 8,
  mountain: 16,
  'manual-ecall': 32,
  'automatic-ecall': 64,
} as const
/** The name of an emergency service. */
export type EmergencyService = keyof typeof emergencyServices

/** An emergency number with the name that a phone shows and the services that it reaches. */
export interface EmergencyNumber {
  /** Up to 6 digits. */
  readonly number: string
  readonly name?: string | undefined
  /** Empty or absent: every service. */
  readonly services?: readonly EmergencyService[] | undefined
}

/** A record of EF.ECC (TS 31.102, 4.2.21): the number, a name of `nameBytes`, the service category. */
export function encodeEmergencyNumber(entry: string | EmergencyNumber, nameBytes = 0): Uint8Array {
  const { number, name = '', services = [] } = typeof entry === 'string' ? { number: entry } : entry
  if (!/^\d{1,6}$/.test(number)) throw new SaipError('content', 'An emergency number has 1 to 6 digits.')
  const category = services.reduce((sum, service) => sum | emergencyServices[service], 0)
  return concat(padded(toSwappedBcd(number), 3), encodeAlpha(name, nameBytes), Uint8Array.of(category))
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
