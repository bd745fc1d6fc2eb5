import type { Branded } from './brand.ts'
import { digitsCell } from './digits.ts'
import { accepts } from './id-error.ts'

/** 4 to 8 digits that the subscriber types before the download. */
export type ConfirmationCode = Branded<'ConfirmationCode'>

export function parseConfirmationCode(text: string): ConfirmationCode {
  return digitsCell(text, 4, 8) as ConfirmationCode
}

export function isConfirmationCode(text: string): boolean {
  return accepts(parseConfirmationCode, text)
}
