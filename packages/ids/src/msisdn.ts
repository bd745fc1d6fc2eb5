import type { Branded } from './brand.ts'
import { digitsCell, markedCell, SEPARATORS } from './digits.ts'
import { accepts } from './id-error.ts'
import type { Reading } from './reading.ts'

/** A telephone number in international form without the plus: up to 15 digits (ITU-T E.164). */
export type Msisdn = Branded<'Msisdn'>

/**
 * Reads a telephone number as prints and lists write it, in the form that networks use: `447700900123`. Removes blanks,
 * hyphens, brackets and slashes, the plus, and the prefix 00. No country code begins with 0, and numbers of fewer than 7
 * digits are not international ones, so that short numbers of private networks keep their zeros. @throws IdError
 */
export function readMsisdn(text: string): Reading<Msisdn> {
  const { digits, changes } = readTelephone(text)
  return { value: digitsCell(digits, 1, 15) as Msisdn, changes }
}

/** Reads the number of a service center, which keeps the plus of an international number: it is dialed so. @throws IdError */
export function readServiceCenter(text: string): Reading<string> {
  const { digits, isInternational, changes } = readTelephone(text)
  const number = digitsCell(digits, 3, 15)
  return { value: isInternational ? `+${number}` : number, changes: changes.filter((change) => change !== 'plus') }
}

/** The national prefix that is not dialed after a country code: `+44 (0)7700 900123`. */
const TRUNK_PREFIX = /\(0\)/
const BRACKETS = /[()/]/g
const INTERNATIONAL_PREFIX = /^00(?=[1-9][0-9]{6})/

function readTelephone(text: string): { digits: string; isInternational: boolean } & Pick<Reading<string>, 'changes'> {
  const { cell, changes } = markedCell(text)
  let rest = cell
  if (/^(\+|00)/.test(rest) && TRUNK_PREFIX.test(rest)) {
    rest = rest.replace(TRUNK_PREFIX, '')
    changes.push('trunk_prefix')
  }
  for (const [change, sign] of [
    ['separators', SEPARATORS],
    ['brackets', BRACKETS],
    ['plus', /^\+/],
  ] as const) {
    const shorter = rest.replace(sign, '')
    if (shorter !== rest) changes.push(change)
    rest = shorter
  }
  const digits = rest.replace(INTERNATIONAL_PREFIX, '')
  if (digits !== rest) changes.push('international_prefix')
  return { digits, isInternational: changes.includes('plus') || digits !== rest, changes }
}

/** The beginning of a telephone number as it is searched, in any notation. Another text is returned as it is. */
export function msisdnPrefix(text: string): string {
  const compact = text.replace(SEPARATORS, '').replace(TRUNK_PREFIX, '').replace(BRACKETS, '').replace(/^\+/, '')
  return /^[0-9]+$/.test(compact) ? compact.replace(INTERNATIONAL_PREFIX, '') : text
}

/** The international form of a telephone number in any notation. @throws IdError */
export function parseMsisdn(text: string): Msisdn {
  return readMsisdn(text).value
}

export function isMsisdn(text: string): boolean {
  return accepts(parseMsisdn, text)
}

/** `+447700900123` */
export function formatMsisdn(msisdn: Msisdn): string {
  return `+${msisdn}`
}
