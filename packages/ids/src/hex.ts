import { cleanCell } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** How many bytes: exactly, or from - to. */
export type ByteCount = number | { min: number; max: number }

/** A key or other bytes written in hex, either case. */
export function parseHex(text: string, count: ByteCount): Uint8Array {
  const cell = cleanCell(text)
  if (!/^[0-9A-Fa-f]+$/.test(cell)) throw new IdError('characters', 'Hex digits only (0-9, A-F).')
  const { min, max } = typeof count === 'number' ? { min: count, max: count } : count
  if (cell.length < 2 * min || cell.length > 2 * max) {
    const wanted = min === max ? `${2 * min}` : `${2 * min} to ${2 * max}`
    throw new IdError('length', `Must have ${wanted} hex digits.`)
  }
  if (cell.length % 2 !== 0) throw new IdError('length', 'Must have an even number of hex digits.')
  const bytes = new Uint8Array(cell.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(cell.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

export function isHex(text: string, count: ByteCount): boolean {
  return accepts((cell) => parseHex(cell, count), text)
}
