import type { Branded } from './brand.ts'
import { digitsCell } from './digits.ts'
import { accepts, IdError } from './id-error.ts'

/** MCC (3 digits) followed by MNC (2 or 3 digits) of a network. */
export type Plmn = Branded<'Plmn'>

export function parsePlmn(text: string): Plmn {
  return digitsCell(text, 5, 6) as Plmn
}

export function isPlmn(text: string): boolean {
  return accepts(parsePlmn, text)
}

export function mccOf(plmn: Plmn): string {
  return plmn.slice(0, 3)
}

export function mncOf(plmn: Plmn): string {
  return plmn.slice(3)
}

/** 3 bytes: MCC2 MCC1, MNC3 MCC3, MNC2 MNC1; a two-digit MNC has F for MNC3 (TS 24.008, 10.5.1.13). */
export function plmnToBytes(plmn: Plmn): Uint8Array {
  const digit = (index: number) => plmn.charCodeAt(index) - 48
  const third = plmn.length === 6 ? digit(5) : 0xf
  return Uint8Array.of((digit(1) << 4) | digit(0), (third << 4) | digit(2), (digit(4) << 4) | digit(3))
}

export function plmnFromBytes(bytes: Uint8Array): Plmn {
  if (bytes.length !== 3) throw new IdError('length', 'A PLMN has 3 bytes.')
  const [first, second, third] = bytes as unknown as [number, number, number]
  const nibbles = [first & 15, first >> 4, second & 15, third & 15, third >> 4]
  if (second >> 4 !== 0xf) nibbles.push(second >> 4)
  if (nibbles.some((nibble) => nibble > 9)) throw new IdError('characters', 'Digits only.')
  return nibbles.join('') as Plmn
}

/** `234-15` */
export function formatPlmn(plmn: Plmn): string {
  return `${mccOf(plmn)}-${mncOf(plmn)}`
}
