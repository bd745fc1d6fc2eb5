import type { Branded } from './brand.ts'
import { cleanCell, digitsCell } from './digits.ts'
import { accepts } from './id-error.ts'

/** A telephone number in international form without the plus: up to 15 digits (ITU-T E.164). */
export type Msisdn = Branded<'Msisdn'>

/** Accepts a leading plus and removes it. @throws IdError */
export function parseMsisdn(text: string): Msisdn {
  return digitsCell(cleanCell(text).replace(/^\+/, ''), 1, 15) as Msisdn
}

export function isMsisdn(text: string): boolean {
  return accepts(parseMsisdn, text)
}

/** `+447700900123` */
export function formatMsisdn(msisdn: Msisdn): string {
  return `+${msisdn}`
}
