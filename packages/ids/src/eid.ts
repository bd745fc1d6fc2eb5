import type { Branded } from './brand.ts'
import { digitsCell, fromBcd, readDigits, toBcd } from './digits.ts'
import { accepts, IdError } from './id-error.ts'
import type { Reading } from './reading.ts'

/** 32 digits; the last two are check digits that make the number 1 modulo 97 (SGP.02, 2.2.2; SGP.29). */
export type Eid = Branded<'Eid'>

/** Reads an EID as devices print it, in groups of digits. @throws IdError */
export function readEid(text: string): Reading<Eid> {
  const { value, changes } = readDigits(text, 32, 32)
  if (mod97(value) !== 1)
    throw new IdError('check_digit', 'The last two digits are not the check digits of the others.')
  return { value: value as Eid, changes }
}

/** The digits of an EID in any notation. @throws IdError */
export function parseEid(text: string): Eid {
  return readEid(text).value
}

/** True for the digits themselves, without blanks and hyphens. */
export function isEid(text: string): boolean {
  return /^[0-9]+$/.test(text) && accepts(parseEid, text)
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
