import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeText,
  type IccidOptions,
  iccidAt,
  iccidFromBytes,
  iccidPrefix,
  iccidToBytes,
  isCardIccid,
  nineteenDigitRules,
  parseCardIccid,
  parseIccid,
  readIccid,
} from './index.ts'

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** Forms on cards: 18 digits, 19, 19 with their own check digit, 20. */
const cards = fc.oneof(
  digits(16).map((rest) => parseCardIccid(`89${rest}`)),
  digits(17).map((rest) => parseCardIccid(`89${rest}`)),
  digits(16).map((rest) => parseCardIccid(ownCheckDigit(`89${rest}`))),
  digits(17).map((rest) => parseCardIccid(parseIccid(`89${rest}`))),
)

/** The Luhn digit of 18 digits, from that of 19: digits at even distances count once. */
function ownCheckDigit(body: string): string {
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find((one) => isOwn(one))!
}

const isOwn = (text: string) =>
  [...text].reverse().reduce((sum, digit, index) => {
    const weighted = index % 2 === 0 ? Number(digit) : 2 * Number(digit)
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0) %
    10 ===
  0

const grouped = (text: string, separator: string) => text.replace(/(.{4})(?=.)/g, `$1${separator}`)
const padded = (card: string) => card.padEnd(20, 'F')
const swapped = (card: string) => padded(card).replace(/(.)(.)/g, '$2$1')

describe('ICCID', () => {
  test('in every notation of the same card gives the same number', () => {
    fc.assert(
      fc.property(cards, fc.constantFrom(...nineteenDigitRules), (card, nineteenDigits) => {
        const options: IccidOptions = { nineteenDigits, notation: 'swapped' }
        const expected = { key: parseIccid(card), card }
        const notations = [
          padded(card),
          padded(card).toLowerCase(),
          ` ${grouped(padded(card), ' ')}\t`,
          grouped(padded(card), '-'),
          swapped(card),
          swapped(card).toLowerCase(),
          swapped(iccidBytesText(card)),
        ]
        for (const notation of notations) expect(readIccid(notation, options).value, notation).toEqual(expected)
        expect(readIccid(card, { nineteenDigits: 'complete' }).value).toEqual(expected)
      }),
    )
  })

  test('has the same key as 19 digits and as 20', () => {
    fc.assert(
      fc.property(cards, fc.constantFrom(...nineteenDigitRules), (card, nineteenDigits) => {
        const { key } = readIccid(card, { nineteenDigits }).value
        expect(key).toBe(parseIccid(card))
        expect(parseIccid(key)).toBe(key)
        expect(key.startsWith(card)).toBe(true)
        expect(key).toHaveLength(card.length === 18 ? 18 : 20)
      }),
    )
  })

  test('that is written can be read again', () => {
    fc.assert(
      fc.property(cards, (card) => {
        expect(parseCardIccid(card)).toBe(card)
        expect(iccidFromBytes(iccidToBytes(card))).toBe(card)
        expect(iccidToBytes(card)).toHaveLength(10)
      }),
    )
  })

  test.each([
    ['89999700000000005066', '89999700000000005066', []],
    ['8999970000000000506F', '8999970000000000506', ['padding']],
    ['8999 9700 0000 0000 506f', '8999970000000000506', ['separators', 'padding']],
    ['899997000000000050', '899997000000000050', []],
    ['899997000000000050FF', '899997000000000050', ['padding']],
    ['8999-9700-0000-0000-5066', '89999700000000005066', ['separators']],
    ['8999\u00a09700\u20110000\u201300005066', '89999700000000005066', ['separators']],
  ])('%j is read as %s by either setting', (text, card, changes) => {
    for (const nineteenDigits of nineteenDigitRules)
      expect(readIccid(text, { nineteenDigits })).toEqual({ value: { key: parseIccid(card), card }, changes })
  })

  test('of 19 digits is complete, or gets the missing check digit, as the setting says', () => {
    const key = '89999700000000005066'
    const read = (nineteenDigits: 'complete' | 'missing') => readIccid('8999970000000000506', { nineteenDigits })
    expect(read('complete')).toEqual({ value: { key, card: '8999970000000000506' }, changes: [] })
    expect(read('missing')).toEqual({ value: { key, card: key }, changes: ['check_digit'] })
    expect(changeText(readIccid('8999 970000000000506', { nineteenDigits: 'missing' }).changes)).toBe(
      'Blanks and hyphens removed, check digit added',
    )
    expect(changeText(['padding'])).toBe('F removed')
  })

  test('with swapped nibbles is read only where they are expected', () => {
    const text = '989979000000000005F6'
    expect(readIccid(text, { nineteenDigits: 'missing', notation: 'swapped' })).toEqual({
      value: { key: '89999700000000005066', card: '8999970000000000506' },
      changes: ['padding', 'swapped'],
    })
    expect(() => readIccid(text, { nineteenDigits: 'missing' })).toThrow('Digits only.')
  })

  test.each(['8999970000000000506FF', '89999700000000005066F', 'F8999970000000000506', '89999700000000F5066', '8'])(
    '%s is refused',
    (text) => {
      for (const notation of ['plain', 'swapped'] as const)
        expect(() => readIccid(text, { nineteenDigits: 'complete', notation })).toThrow()
    },
  )

  test('of a card has no separators and no padding', () => {
    expect(isCardIccid('8999970000000000506')).toBe(true)
    expect(isCardIccid('8999970000000000506F')).toBe(false)
    expect(isCardIccid('8999 9700 0000 0000 506')).toBe(false)
    expect(isCardIccid('89999700000000005067')).toBe(false)
  })

  test('in a range has the form of the first one', () => {
    const at = (first: string, index: number) => iccidAt(parseCardIccid(first), index)
    expect(at('8999970000000000506', 1)).toBe('8999970000000000514')
    expect(at('8999970000000000507', 1)).toBe('8999970000000000508')
    expect(at('899997000000000099', 1)).toBe('899997000000000100')
    expect(at('89999700000000005066', 1)).toBe('89999700000000005074')
    fc.assert(
      fc.property(cards, fc.nat(1000), (card, index) => {
        expect(iccidAt(card, index)).toHaveLength(card.length)
      }),
    )
  })

  test('is searched by the digits of what is typed', () => {
    expect(iccidPrefix('8999 9700-0000')).toBe('899997000000')
    expect(iccidPrefix('8999970000000000506F')).toBe('8999970000000000506')
    expect(iccidPrefix('899997000000000050ff')).toBe('899997000000000050')
    expect(iccidPrefix('8999F')).toBe('8999F')
    expect(iccidPrefix('89999700000000005066')).toBe('8999970000000000506')
    expect(iccidPrefix('89999700000000005067')).toBe('89999700000000005067')
  })
})

/** The digits of EF.ICCID's bytes in reading order. */
const iccidBytesText = (card: string) =>
  Buffer.from(iccidToBytes(card))
    .toString('hex')
    .toUpperCase()
    .replace(/(.)(.)/g, '$2$1')
