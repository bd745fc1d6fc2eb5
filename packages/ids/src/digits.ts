import { IdError } from './id-error.ts'
import type { Reading, ReadingChange } from './reading.ts'

const DAMAGED_NUMBER = /^[+-]?\d+([.,]\d*)?e[+-]?\d+$/i
const HIDDEN_NUMBER = /^#{2,}$/

const TEXT_FORMULA = /^="([^"]*)"$/

/** The text without blanks around it, and without what keeps it a text in spreadsheets: `="..."` or an apostrophe. */
export function spreadsheetText(text: string): string {
  const cell = text.trim()
  return (TEXT_FORMULA.exec(cell)?.[1] ?? cell.replace(/^'/, '')).trim()
}

/**
 * The text without blanks around it and without marks of spreadsheets. @throws IdError for an empty cell or a number that
 * a spreadsheet has rounded (`8.98E+18`)
 */
export function cleanCell(text: string): string {
  const cell = spreadsheetText(text)
  if (cell === '') throw new IdError('required', 'Required.')
  refuseDamagedNumber(cell)
  return cell
}

function refuseDamagedNumber(cell: string): void {
  if (DAMAGED_NUMBER.test(cell) || HIDDEN_NUMBER.test(cell)) {
    throw new IdError(
      'spreadsheet',
      'Damaged by a spreadsheet: digits of this number are lost. Format the column as text and enter it again.',
    )
  }
}

const DIGITS = /^[0-9]+$/

/** Trims the cell and requires `min` to `max` digits. @throws IdError */
export function digitsCell(text: string, min: number, max: number): string {
  // most cells are digits only: a list of networks has thousands
  const cell = DIGITS.test(text) ? text : cleanCell(text)
  if (!DIGITS.test(cell)) throw new IdError('characters', 'Digits only.')
  if (cell.length < min || cell.length > max) {
    throw new IdError('length', min === max ? `Must have ${min} digits.` : `Must have ${min} to ${max} digits.`)
  }
  return cell
}

/** Blanks and hyphens, as prints group digits. */
export const SEPARATORS = /[\s\u2010\u2011\u2012\u2013-]/g

/** Removes marks of spreadsheets and the blanks and hyphens between groups, and requires `min` to `max` digits. @throws IdError */
export function readDigits(text: string, min: number, max: number): Reading<string> {
  const { cell, changes } = markedCell(text)
  const compact = cell.replace(SEPARATORS, '')
  if (compact !== cell) changes.push('separators')
  return { value: digitsCell(compact || cell, min, max), changes }
}

/** The beginning of a number as it is searched, without blanks and hyphens. Another text is returned as it is. */
export function digitsPrefix(text: string): string {
  const compact = text.replace(SEPARATORS, '')
  return DIGITS.test(compact) ? compact : text
}

/** A clean cell, and whether marks of spreadsheets were removed. @throws IdError */
export function markedCell(text: string): { cell: string; changes: ReadingChange[] } {
  const cell = cleanCell(text)
  return { cell, changes: cell === text.trim() ? [] : ['spreadsheet'] }
}

/** The digit that completes `digits` by the Luhn rule (ISO/IEC 7812-1, annex B). */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const weighted = i % 2 === 0 ? 2 * digit : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}

/** Two digits per byte, the first in the high nibble; an odd count is padded with F. */
export function toBcd(digits: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(digits.length / 2))
  for (let i = 0; i < bytes.length; i++) {
    const high = digits.charCodeAt(2 * i) - 48
    const low = 2 * i + 1 < digits.length ? digits.charCodeAt(2 * i + 1) - 48 : 0xf
    bytes[i] = (high << 4) | low
  }
  return bytes
}

/** Two digits per byte, the first in the low nibble; an odd count is padded with F (TS 31.102 coding of numbers). */
export function toSwappedBcd(digits: string): Uint8Array {
  return toBcd(digits).map(swapNibbles)
}

/** The digits without the padding F. @throws IdError for any other nibble than a digit, and for a digit after an F */
export function fromBcd(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  let end = text.length
  while (text[end - 1] === 'f') end -= 1
  const digits = text.slice(0, end)
  if (!/^[0-9]*$/.test(digits)) throw new IdError('characters', 'Digits only.')
  return digits
}

export function fromSwappedBcd(bytes: Uint8Array): string {
  return fromBcd(Uint8Array.from(bytes, swapNibbles))
}

function swapNibbles(byte: number): number {
  return ((byte & 0x0f) << 4) | (byte >> 4)
}
