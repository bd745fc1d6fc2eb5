import type { Branded } from './brand.ts'
import { cleanCell, digitsCell, fromBcd, toBcd } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** 32 digits; the last two are check digits that make the number 1 modulo 97 (SGP.02, 2.2.2; SGP.29). */
export type Eid = Branded<'Eid'>

/** Removes spaces, because devices print EIDs in groups of digits. @throws IdError */
export function parseEid(text: string): Eid {
  const digits = digitsCell(cleanCell(text).replaceAll(' ', ''), 32, 32)
  if (mod97(digits) !== 1)
    throw new IdError('check_digit', 'The last two digits are not the check digits of the others.')
  return digits as Eid
}

export function isEid(text: string): boolean {
  return accepts(parseEid, text)
}

/** The two check digits for the first 30 digits (ISO 7064: 98 minus the number with 00 appended, modulo 97). */
export function computeEidCheckDigits(first30: string): string {
  const digits = digitsCell(first30, 30, 30)
  return String(98 - mod97(`${digits}00`)).padStart(2, '0')
}

/** 16 bytes in reading order, as in SGP.22 messages. */
export function eidToBytes(eid: Eid): Uint8Array {
  return toBcd(eid)
}

export function eidFromBytes(bytes: Uint8Array): Eid {
  return parseEid(fromBcd(bytes))
}

/** Groups of eight digits, so that people can read it aloud. */
export function formatEid(eid: Eid): string {
  return eid.replace(/.{8}(?=.)/g, '$& ')
}

function mod97(digits: string): number {
  let remainder = 0
  for (let i = 0; i < digits.length; i++) remainder = (remainder * 10 + digits.charCodeAt(i) - 48) % 97
  return remainder
}
