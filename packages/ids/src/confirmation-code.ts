import type { Branded } from './brand.ts'
import { readDigits } from './digits.ts'
import { accepts } from './id-error.ts'
import type { Reading } from './reading.ts'

/** 4 to 8 digits that the subscriber types before the download. */
export type ConfirmationCode = Branded<'ConfirmationCode'>

/** Reads a code as people and spreadsheets write it, without blanks and hyphens. @throws IdError */
export function readConfirmationCode(text: string): Reading<ConfirmationCode> {
  return readDigits(text, 4, 8) as Reading<ConfirmationCode>
}

export function parseConfirmationCode(text: string): ConfirmationCode {
  return readConfirmationCode(text).value
}

export function isConfirmationCode(text: string): boolean {
  return accepts(parseConfirmationCode, text)
}
