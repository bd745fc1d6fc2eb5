import { cleanCell } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** A number of bytes, or a range of it (both ends included). */
export type ByteCount = number | { min: number; max: number }

const HEX = /^[0-9A-Fa-f]+$/

/**
 * Decodes a key or other bytes from hex in either case. Text of the exact length skips the check for numbers that a
 * spreadsheet has rounded, because one key in a million has a single E among digits. @throws IdError
 */
export function parseHex(text: string, count: ByteCount): Uint8Array {
  const { min, max } = typeof count === 'number' ? { min: count, max: count } : count
  const fits = (cell: string) => cell.length >= 2 * min && cell.length <= 2 * max && cell.length % 2 === 0
  const trimmed = text.trim()
  const cell = min === max && HEX.test(trimmed) && fits(trimmed) ? trimmed : cleanCell(text)
  if (!HEX.test(cell)) throw new IdError('characters', 'Hex digits only (0-9, A-F).')
  if (cell.length < 2 * min || cell.length > 2 * max) {
    const wanted = min === max ? `${2 * min}` : `${2 * min} to ${2 * max}`
    throw new IdError('length', `Must have ${wanted} hex digits.`)
  }
  if (!fits(cell)) throw new IdError('length', 'Must have an even number of hex digits.')
  const bytes = new Uint8Array(cell.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(cell.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

export function isHex(text: string, count: ByteCount): boolean {
  return accepts((cell) => parseHex(cell, count), text)
}
