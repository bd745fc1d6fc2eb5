import type { Branded } from './brand.ts'
import { digitsCell, fromSwappedBcd, luhnDigit, markedCell, SEPARATORS, toBcd, toSwappedBcd } from './digits.ts'
import { accepts, IdError } from './id-error.ts'
import type { Reading } from './reading.ts'

/**
 * The key of an ICCID: 18 digits, or 20 of which the last is the Luhn digit of the others. It is unique and searched. A
 * card with 19 digits has the key with the 20th digit added.
 */
export type Iccid = Branded<'Iccid'>

/**
 * The form of an ICCID on the card: 18, 19 or 20 digits (TS 102 221, 13.2). It is the beginning of the key; a key is the
 * form of a card with as many digits.
 */
export type CardIccid = Branded<'Iccid' | 'CardIccid'>

export type IccidNumber = { readonly key: Iccid; readonly card: CardIccid }

/**
 * What 19 digits without padding are: the complete number of the card (ITU-T E.118 counts the check digit among 19), or
 * a number of 20 digits whose check digit is missing.
 */
export const nineteenDigitRules = ['complete', 'missing'] as const
export type NineteenDigits = (typeof nineteenDigitRules)[number]

export type IccidOptions = {
  nineteenDigits: NineteenDigits
  /** `swapped`: the digits of each pair may be swapped, as in EF.ICCID. Some systems send it so through ES2+. */
  notation?: 'plain' | 'swapped'
}

const PADDED = /^([0-9]{18,19})F{1,2}$/

/**
 * Reads an ICCID as cards, modems and files write it. Removes blanks, hyphens and the padding F; 20 digits and padded
 * ones are taken as written. @throws IdError
 */
export function readIccid(text: string, { nineteenDigits, notation = 'plain' }: IccidOptions): Reading<IccidNumber> {
  const { cell, changes } = markedCell(text)
  const compact = cell.replace(SEPARATORS, '').toUpperCase()
  if (compact !== cell.toUpperCase()) changes.push('separators')
  const ordered = notation === 'swapped' ? inReadingOrder(compact) : compact
  const padded = PADDED.exec(ordered)?.[1]
  const isPadded = padded !== undefined && ordered.length <= 20
  if (isPadded) changes.push('padding')
  if (ordered !== compact) changes.push('swapped')
  const digits = digitsCell(isPadded ? padded : ordered, 18, 20)
  if (digits.length === 20 && !endsInCheckDigit(digits))
    throw new IdError('check_digit', 'The last digit is not the Luhn check digit of the others.')
  const isAdded = digits.length === 19 && !isPadded && nineteenDigits === 'missing'
  if (isAdded) changes.push('check_digit')
  const card = (isAdded ? digits + luhnDigit(digits) : digits) as CardIccid
  return { value: { key: iccidKey(card), card }, changes }
}

/** The key of an ICCID in any notation: it is the same for 19 digits and for 20. @throws IdError */
export function parseIccid(text: string): Iccid {
  return readIccid(text, { nineteenDigits: 'complete' }).value.key
}

/** The key of an ICCID in any notation; undefined for what no profile can have. */
export function findIccid(text: string): Iccid | undefined {
  try {
    return parseIccid(text)
  } catch (error) {
    if (error instanceof IdError) return undefined
    throw error
  }
}

/** True for any notation that `parseIccid` reads. */
export function isIccid(text: string): boolean {
  return accepts(parseIccid, text)
}

/** Requires the form itself, without separators and padding: 18 to 20 digits. @throws IdError */
export function parseCardIccid(text: string): CardIccid {
  const { value, changes } = readIccid(text, { nineteenDigits: 'complete' })
  if (changes.length > 0) throw new IdError('characters', 'Digits only.')
  return value.card
}

export function isCardIccid(text: string): text is CardIccid {
  return accepts(parseCardIccid, text)
}

export function iccidKey(card: CardIccid): Iccid {
  return (card.length === 19 ? card + luhnDigit(card) : card) as Iccid
}

/** The forms that cards with this key can have. */
export function iccidForms(key: Iccid): CardIccid[] {
  return key.length === 20 ? [key, key.slice(0, 19) as CardIccid] : [key]
}

/** Whether the last digit is the Luhn digit of the others. By chance it is for one number in ten. */
export function endsInCheckDigit(digits: string): boolean {
  return digits.at(-1) === luhnDigit(digits.slice(0, -1))
}

/**
 * The beginning of an ICCID as it is searched, in any notation: without blanks, hyphens and padding, and without the
 * 20th digit. Cards whose first 19 digits are the same have the same key. A text of separators only is returned as it is.
 */
export function iccidPrefix(text: string): string {
  const compact = text.replace(SEPARATORS, '').replace(/(?<=^[0-9]{18,19})F{1,2}$/i, '')
  if (compact === '') return text
  return /^[0-9]{20}$/.test(compact) && endsInCheckDigit(compact) ? compact.slice(0, 19) : compact
}

/**
 * The ICCID `index` numbers after `first`, with the same number of digits. If `first` ends in its check digit, the
 * digits before it are counted and each number gets its own; otherwise all digits are counted.
 * @throws IdError beyond the largest ICCID
 */
export function iccidAt<Number extends Iccid | CardIccid>(first: Number, index: number): Number {
  const isChecked = endsInCheckDigit(first)
  const counted = isChecked ? first.slice(0, -1) : first
  const body = (BigInt(counted) + BigInt(index)).toString().padStart(counted.length, '0')
  if (body.length > counted.length) throw new IdError('range', 'The range goes beyond the largest ICCID.')
  return (isChecked ? body + luhnDigit(body) : body) as Number
}

/** 10 bytes as in EF.ICCID and in SGP.22 messages: nibbles swapped, padded with F (TS 102 221, 13.2). */
export function iccidToBytes(iccid: string): Uint8Array {
  return tenBytes(toSwappedBcd(digitsCell(iccid, 18, 20)))
}

/** 10 bytes in reading order, as in the header of a profile package. */
export function iccidToUnswappedBytes(iccid: string): Uint8Array {
  return tenBytes(toBcd(digitsCell(iccid, 18, 20)))
}

/** The digits of EF.ICCID without padding: a string, because other issuers' cards may end in another check digit. */
export function iccidFromBytes(bytes: Uint8Array): string {
  const digits = bytes.length === ICCID_BYTES ? fromSwappedBcd(bytes) : ''
  if (digits.length < 18) throw new IdError('length', 'An ICCID has 18 to 20 digits in 10 bytes.')
  return digits
}

const ICCID_BYTES = 10

function tenBytes(bcd: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(ICCID_BYTES).fill(0xff)
  bytes.set(bcd)
  return bytes
}

/** Swaps the digits of each pair if that gives an ICCID, which begins with 89, and the text as it is does not. */
function inReadingOrder(compact: string): string {
  if (!/^98[0-9F]{18}$/.test(compact)) return compact
  const swapped = compact.replace(/(.)(.)/g, '$2$1')
  return /^89[0-9]{16,18}F{0,2}$/.test(swapped) ? swapped : compact
}
