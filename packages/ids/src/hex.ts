import { cleanCell, SEPARATORS, spreadsheetText } from './digits.ts'
import { accepts, IdError } from './id-error.ts'
import type { Reading, ReadingChange } from './reading.ts'

/** A number of bytes, or a range of it (both ends included). */
export type ByteCount = number | { min: number; max: number }

const HEX = /^[0-9A-Fa-f]+$/

/** At the beginning of a group of digits. */
const PREFIX = /(?<![0-9A-Za-z])0x/gi
const COLONS = /:/g

/**
 * Reads hex in either case, as tools write it: with blanks, hyphens or colons between groups, and 0x before them. The
 * value is its digits in the given case. Text of a fitting length skips the check for numbers that a spreadsheet has
 * rounded, because hex can have a single E among digits (`12E4`). @throws IdError
 */
export function readHexDigits(text: string, count: ByteCount): Reading<string> {
  const { min, max } = typeof count === 'number' ? { min: count, max: count } : count
  const fits = (digits: string) => digits.length >= 2 * min && digits.length <= 2 * max && digits.length % 2 === 0
  const { digits, changes } = compactHex(text)
  if (!HEX.test(digits) || !fits(digits)) cleanCell(text)
  if (!HEX.test(digits)) throw new IdError('characters', 'Hex digits only (0-9, A-F).')
  if (digits.length < 2 * min || digits.length > 2 * max) {
    const wanted = min === max ? `${2 * min}` : `${2 * min} to ${2 * max}`
    throw new IdError('length', `Must have ${wanted} hex digits.`)
  }
  if (!fits(digits)) throw new IdError('length', 'Must have an even number of hex digits.')
  return { value: digits, changes }
}

/** The bytes of hex in any notation that `readHexDigits` reads. @throws IdError */
export function readHex(text: string, count: ByteCount): Reading<Uint8Array> {
  const { value: digits, changes } = readHexDigits(text, count)
  const bytes = new Uint8Array(digits.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)
  return { value: bytes, changes }
}

/** Removes what is not a digit of hex in the notation of other tools. */
function compactHex(text: string): { digits: string; changes: ReadingChange[] } {
  const changes: ReadingChange[] = []
  let digits = spreadsheetText(text)
  if (digits !== text.trim()) changes.push('spreadsheet')
  for (const [change, sign] of [
    ['prefix', PREFIX],
    ['colons', COLONS],
    ['separators', SEPARATORS],
  ] as const) {
    const rest = digits.replace(sign, '')
    if (rest !== digits) changes.push(change)
    digits = rest
  }
  return { digits, changes }
}

/** The bytes of hex in any notation. @throws IdError */
export function parseHex(text: string, count: ByteCount): Uint8Array {
  return readHex(text, count).value
}

export function isHex(text: string, count: ByteCount): boolean {
  return accepts((cell) => parseHex(cell, count), text)
}
