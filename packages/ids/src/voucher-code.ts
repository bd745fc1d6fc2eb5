import type { Branded } from './brand.ts'
import { accepts, IdError } from './id-error.ts'

/**
 * The code of a voucher: 11 random characters of Crockford's base 32, which are 55 bits, and a check character. Letters
 * that people mistake for digits (I, L, O) and U are not used.
 */
export type VoucherCode = Branded<'VoucherCode'>

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_LENGTH = 11
const LENGTH = RANDOM_LENGTH + 1

/** The number of random bytes from which a code is made. */
export const VOUCHER_RANDOM_BYTES = RANDOM_LENGTH

/** Multiplies by x in GF(32) with the primitive polynomial x^5 + x^2 + 1. */
const timesX = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31

/**
 * The values as coefficients of a polynomial over GF(32), evaluated at x. Every wrong value and every two swapped ones
 * change the result, because the powers of x differ at all 12 positions.
 */
const evaluate = (values: readonly number[]): number => values.reduce((sum, value) => timesX(sum) ^ value, 0)

/** @param random at least {@link VOUCHER_RANDOM_BYTES} random bytes, of each of which five bits are used */
export function voucherCodeOf(random: Uint8Array): VoucherCode {
  if (random.length < RANDOM_LENGTH) throw new TypeError(`a voucher code needs ${RANDOM_LENGTH} random bytes`)
  const values = Array.from(random.subarray(0, RANDOM_LENGTH), (byte) => byte & 31)
  return [...values, timesX(evaluate(values))].map((value) => LETTERS[value]).join('') as VoucherCode
}

/**
 * Reads a code as people type it: in any case, with blanks and hyphens, O for 0, and I or L for 1.
 * @throws IdError also for a wrong check character
 */
export function parseVoucherCode(text: string): VoucherCode {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (code === '') throw new IdError('required', 'Required')
  const values = Array.from(code, (letter) => LETTERS.indexOf(letter))
  if (values.includes(-1)) throw new IdError('characters', 'Letters and digits only, without U.')
  if (values.length !== LENGTH) throw new IdError('length', `Exactly ${LENGTH} letters and digits.`)
  if (evaluate(values) !== 0) throw new IdError('check_digit', 'Mistyped: the check character does not match.')
  return code as VoucherCode
}

export function isVoucherCode(text: string): boolean {
  return accepts(parseVoucherCode, text)
}

/** `7K3M-Q9XA-2TRC`, as it is printed. */
export function formatVoucherCode(code: VoucherCode): string {
  return (code.match(/.{4}/g) ?? []).join('-')
}
