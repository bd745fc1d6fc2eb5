import { expect, test } from 'vitest'
import {
  formatVoucherCode,
  IdError,
  isVoucherCode,
  parseVoucherCode,
  VOUCHER_RANDOM_BYTES,
  voucherCodeOf,
} from './index.ts'

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Bytes that repeat from run to run (a linear congruential generator). */
function bytesOf(seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: VOUCHER_RANDOM_BYTES }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state >> 16
  })
}

const codes = Array.from({ length: 20 }, (_, seed) => voucherCodeOf(bytesOf(seed + 1)))

test('a code is read as people type it', () => {
  for (const code of codes) {
    const printed = formatVoucherCode(code)
    expect(printed).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    const typed = [
      printed,
      code,
      printed.toLowerCase(),
      ` ${printed.replaceAll('-', ' ')}\u00a0`,
      printed.replaceAll('-', '\u2013'),
      code.replaceAll('0', 'o').replaceAll('1', 'l'),
      code.replaceAll('0', 'O').replaceAll('1', 'I'),
    ]
    for (const text of typed) expect(parseVoucherCode(text)).toBe(code)
  }
})

test('every wrong character and every two swapped ones are noticed', () => {
  for (const code of codes) {
    for (let at = 0; at < code.length; at += 1) {
      for (const letter of LETTERS)
        expect(isVoucherCode(code.slice(0, at) + letter + code.slice(at + 1))).toBe(letter === code[at])
      for (let other = at + 1; other < code.length; other += 1) {
        const letters = [...code]
        ;[letters[at], letters[other]] = [letters[other]!, letters[at]!]
        expect(isVoucherCode(letters.join(''))).toBe(code[at] === code[other])
      }
    }
  }
})

test('a refusal states the rule, and never the code', () => {
  const refusalOf = (text: string) => {
    try {
      parseVoucherCode(text)
    } catch (error) {
      expect(error).toBeInstanceOf(IdError)
      expect((error as IdError).message).not.toContain(text.trim() || 'nothing')
      return (error as IdError).code
    }
    return undefined
  }
  const [code] = codes
  expect(refusalOf('')).toBe('required')
  expect(refusalOf(' - ')).toBe('required')
  expect(refusalOf('7K3M-Q9XA')).toBe('length')
  expect(refusalOf(`${code}0`)).toBe('length')
  expect(refusalOf('7K3M-Q9XA-2TRU')).toBe('characters')
  expect(refusalOf('7K3M-Q9XA-2TR*')).toBe('characters')
  expect(refusalOf('\u{1F600}'.repeat(12))).toBe('characters')
  expect(refusalOf(code!.slice(0, -1) + LETTERS[(LETTERS.indexOf(code!.at(-1)!) + 1) % 32]!)).toBe('check_digit')
})

test('each character carries five random bits, so a code has 55', () => {
  const bits = new Set(Array.from({ length: 256 }, (_, byte) => voucherCodeOf(new Uint8Array(11).fill(byte))))
  expect(bits.size).toBe(32)
  expect(() => voucherCodeOf(new Uint8Array(10))).toThrow(TypeError)
})
