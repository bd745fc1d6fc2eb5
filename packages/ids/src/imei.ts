import type { Branded } from './brand.ts'
import { digitsCell, fromSwappedBcd, luhnDigit, toSwappedBcd } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** 15 digits; the last is the Luhn digit of the others (TS 23.003, 6.2). */
export type Imei = Branded<'Imei'>

/** Type allocation code: the first 8 digits of an IMEI, which identify the device model. */
export type Tac = Branded<'Tac'>

/** Appends the Luhn digit to 14 digits, and checks it in 15. @throws IdError */
export function parseImei(text: string): Imei {
  const digits = digitsCell(text, 14, 15)
  const body = digits.slice(0, 14)
  const check = luhnDigit(body)
  if (digits.length === 15 && digits[14] !== check) {
    throw new IdError('check_digit', 'The last digit is not the Luhn check digit of the others.')
  }
  return (body + check) as Imei
}

export function isImei(text: string): boolean {
  return accepts(parseImei, text)
}

export function parseTac(text: string): Tac {
  return digitsCell(text, 8, 8) as Tac
}

export function isTac(text: string): boolean {
  return accepts(parseTac, text)
}

export function tacOf(imei: Imei): Tac {
  return imei.slice(0, 8) as Tac
}

/** 4 bytes as in DeviceInfo: nibbles swapped (SGP.22, 4.2). */
export function tacToBytes(tac: Tac): Uint8Array {
  return toSwappedBcd(tac)
}

export function tacFromBytes(bytes: Uint8Array): Tac {
  return parseTac(fromSwappedBcd(bytes))
}

/**
 * 8 bytes as in DeviceInfo: nibbles swapped, except that the last byte has the check digit in the high nibble and F in
 * the low one (SGP.22, 4.2).
 */
export function imeiToBytes(imei: Imei): Uint8Array {
  const bytes = new Uint8Array(8).fill(0xff)
  bytes.set(toSwappedBcd(imei.slice(0, 14)))
  bytes[7] = (imei.charCodeAt(14) - 48) * 16 + 0xf
  return bytes
}

/** Accepts the last byte with its nibbles in either order, because devices in the field send both. @throws IdError */
export function imeiFromBytes(bytes: Uint8Array): Imei {
  if (bytes.length !== 8) throw new IdError('length', 'An IMEI has 8 bytes.')
  const last = bytes[7]!
  const check = (last & 0x0f) === 0x0f ? last >> 4 : last & 0x0f
  return parseImei(fromSwappedBcd(bytes.subarray(0, 7)) + (check === 0x0f ? '' : String(check)))
}
