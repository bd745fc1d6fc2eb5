import type { Branded } from './brand.ts'
import { digitsCell, fromSwappedBcd, luhnDigit, toBcd, toSwappedBcd } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** 20 digits; the last is the Luhn digit of the others (ITU-T E.118). */
export type Iccid = Branded<'Iccid'>

/** Appends the Luhn digit to 19 digits, and checks it in 20. @throws IdError */
export function parseIccid(text: string): Iccid {
  const digits = digitsCell(text, 19, 20)
  const body = digits.slice(0, 19)
  const check = luhnDigit(body)
  if (digits.length === 20 && digits[19] !== check) {
    throw new IdError('check_digit', 'The last digit is not the Luhn check digit of the others.')
  }
  return (body + check) as Iccid
}

export function isIccid(text: string): text is Iccid {
  return accepts(parseIccid, text)
}

/** The ICCID `index` numbers after `first`, with its own Luhn digit. @throws IdError beyond the largest ICCID */
export function iccidAt(first: Iccid, index: number): Iccid {
  const body = (BigInt(first.slice(0, 19)) + BigInt(index)).toString().padStart(19, '0')
  if (body.length > 19) throw new IdError('range', 'The range goes beyond the largest ICCID.')
  return (body + luhnDigit(body)) as Iccid
}

/** 10 bytes as in EF.ICCID and in SGP.22 messages: nibbles swapped, 19 digits padded with F (TS 102 221, 13.2). */
export function iccidToBytes(iccid: string): Uint8Array {
  return toSwappedBcd(digitsCell(iccid, 19, 20))
}

/** 10 bytes in reading order, as in the header of a profile package. */
export function iccidToUnswappedBytes(iccid: string): Uint8Array {
  return toBcd(digitsCell(iccid, 19, 20))
}

/**
 * The digits of EF.ICCID without padding: a string, not an `Iccid`, because profiles of other SM-DP+s may have 19
 * digits.
 */
export function iccidFromBytes(bytes: Uint8Array): string {
  const digits = bytes.length === 10 ? fromSwappedBcd(bytes) : ''
  if (digits.length < 19) throw new IdError('length', 'An ICCID has 19 or 20 digits in 10 bytes.')
  return digits
}
