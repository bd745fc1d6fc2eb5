import type { Branded } from './brand.ts'
import { digitsCell, readDigits } from './digits.ts'
import { accepts, IdError } from './id-error.ts'
import type { Reading } from './reading.ts'

/** 15 digits: MCC, MNC and the subscriber's number (TS 23.003, 2.2). */
export type Imsi = Branded<'Imsi'>

export function parseImsi(text: string): Imsi {
  const digits = digitsCell(text, 15, 15)
  if (digits.startsWith('460')) throw new IdError('forbidden', '460 IMSI is not allowed.')
  return digits as Imsi
}

/** Reads an IMSI as prints and files write it: without blanks and hyphens. @throws IdError */
export function readImsi(text: string): Reading<Imsi> {
  const { value, changes } = readDigits(text, 15, 15)
  return { value: parseImsi(value), changes }
}

export function isImsi(text: string): boolean {
  return accepts(parseImsi, text)
}

/** The IMSI `index` numbers after `first` with the same MCC. @throws IdError when the digits after the MCC overflow */
export function imsiAt(first: Imsi, index: number): Imsi {
  const rest = (BigInt(first.slice(3)) + BigInt(index)).toString().padStart(12, '0')
  if (rest.length > 12) throw new IdError('range', 'The range goes beyond the largest IMSI of this country.')
  return (first.slice(0, 3) + rest) as Imsi
}
