import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeText,
  computeEidCheckDigits,
  formatEid,
  formatMsisdn,
  IdError,
  isEid,
  msisdnPrefix,
  parseEid,
  parseHex,
  parseImsi,
  parseMsisdn,
  readConfirmationCode,
  readDigits,
  readEid,
  readHex,
  readIccid,
  readImsi,
  readMsisdn,
  readServiceCenter,
} from './index.ts'

const digitsOf = (min: number, max: number) =>
  fc.array(fc.nat(9), { minLength: min, maxLength: max }).map((all) => all.join(''))
const keys = fc.uint8Array({ minLength: 16, maxLength: 16 })
const eids = digitsOf(28, 28).map((rest) => parseEid(`89${rest}${computeEidCheckDigits(`89${rest}`)}`))
const numbers = fc.tuple(fc.integer({ min: 1, max: 9 }), digitsOf(6, 13)).map(([first, rest]) => `${first}${rest}`)

const grouped = (text: string, size: number, separator: string) =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))!.join(separator)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** What each spreadsheet makes of a text so that it stays one. */
const marked = (text: string) => [text, ` ${text}\t`, `'${text}`, `="${text}"`, ` ="${text}" `]
/** What print makes of digits. */
const printed = (text: string) => [text, ...[' ', '-', '\u00a0', '\u2011'].map((sign) => grouped(text, 4, sign))]

describe('every notation of the same value is read as the same', () => {
  test('key', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = hex(key)
        const notations = [
          ...printed(text),
          grouped(text, 2, ':'),
          grouped(text, 8, ' '),
          `0x${text}`,
          `0X${text.toUpperCase()}`,
          grouped(text, 2, ' 0x').replace(/^/, '0x'),
        ]
        for (const notation of notations.flatMap(marked)) expect(readHex(notation, 16).value, notation).toEqual(key)
        expect(readHex(text, 16).changes).toEqual([])
        expect(parseHex(text, { min: 16, max: 32 })).toEqual(key)
      }),
    )
  })

  test('telephone number', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const [code, rest] = [number.slice(0, 2), number.slice(2)]
        const notations = [
          ...printed(number).filter((text) => !text.startsWith('00')),
          `+${number}`,
          `00${number}`,
          `00 ${grouped(number, 3, ' ')}`,
          `+${code} (0)${rest}`,
          `+${code} (0) ${grouped(rest, 3, '-')}`,
          `(${code})${rest}`,
          `+${code}/${rest}`,
        ]
        for (const notation of notations.flatMap(marked)) expect(readMsisdn(notation).value, notation).toBe(number)
        for (const notation of notations) expect(msisdnPrefix(notation), notation).toBe(number)
        expect(readMsisdn(number).changes).toEqual([])
        expect(parseMsisdn(formatMsisdn(parseMsisdn(number)))).toBe(number)
        for (const international of [`+${number}`, `00${number}`, `+${code} ${rest}`])
          expect(readServiceCenter(international).value).toBe(`+${number}`)
        expect(readServiceCenter(readServiceCenter(`00${number}`).value)).toEqual({ value: `+${number}`, changes: [] })
        expect(readServiceCenter(number).value).toBe(number)
      }),
    )
  })

  test('EID', () => {
    fc.assert(
      fc.property(eids, (eid) => {
        for (const notation of [formatEid(eid), ...printed(eid)].flatMap(marked))
          expect(readEid(notation).value, notation).toBe(eid)
        expect(readEid(eid).changes).toEqual([])
        expect([isEid(eid), ...[formatEid(eid), `'${eid}`, `${eid} `].map(isEid)]).toEqual([true, false, false, false])
      }),
    )
  })

  test('confirmation code, and PIN, PUK and administrative code, which are other digits', () => {
    fc.assert(
      fc.property(digitsOf(4, 8), (code) => {
        for (const notation of printed(code).flatMap(marked)) {
          expect(readConfirmationCode(notation).value, notation).toBe(code)
          expect(readDigits(notation, 4, 8).value, notation).toBe(code)
          expect(readDigits(notation, code.length, code.length).value, notation).toBe(code)
        }
        expect(readDigits(code, 4, 8).changes).toEqual([])
      }),
    )
  })

  test('IMSI', () => {
    fc.assert(
      fc.property(digitsOf(15, 15), (imsi) => {
        fc.pre(!imsi.startsWith('460'))
        for (const notation of [...printed(imsi), grouped(imsi, 3, ' '), grouped(imsi, 5, '-')].flatMap(marked))
          expect(readImsi(notation).value, notation).toBe(imsi)
        expect(readImsi(imsi).changes).toEqual([])
        expect(parseImsi(readImsi(grouped(imsi, 3, ' ')).value)).toBe(imsi)
      }),
    )
  })
})

describe('what was changed is said', () => {
  test.each([
    [() => readHex('74:C8:57', 3), 'Colons removed'],
    [() => readHex('0x74C857', 3), '0x removed'],
    [() => readHex('74 c8 57', 3), 'Blanks and hyphens removed'],
    [() => readHex('="74C857"', 3), 'Marks of a spreadsheet removed'],
    [
      () => readMsisdn('+44 (0)7700-900001'),
      '(0) after the country code removed, blanks and hyphens removed, + removed',
    ],
    [() => readMsisdn('00447700900002'), '00 before the country code removed'],
    [() => readMsisdn('(44)7700-900003'), 'Blanks and hyphens removed, brackets removed'],
    [() => readServiceCenter('+44 7785016005'), 'Blanks and hyphens removed'],
    [
      () => readIccid('="8999 970000000000506F"', { nineteenDigits: 'missing' }),
      'Marks of a spreadsheet removed, blanks and hyphens removed, F removed',
    ],
    [() => readImsi("'99970 0000000520"), 'Marks of a spreadsheet removed, blanks and hyphens removed'],
    [() => readEid("'89049032 123451234512345678901235"), 'Marks of a spreadsheet removed, blanks and hyphens removed'],
  ])('%#', (read, text) => {
    expect(changeText(read().changes)).toBe(text)
  })
})

test('short numbers of a private network keep their zeros', () => {
  for (const number of ['001', '0001', '00123', '0', '00712345']) expect(readMsisdn(number).value).toBe(number)
})

describe('what only resembles a value is refused', () => {
  const refusalOf = (read: () => unknown): string => {
    try {
      read()
    } catch (error) {
      if (error instanceof IdError) return error.code
      throw error
    }
    return 'read'
  }

  test.each([
    ['74C8570x', 'characters'],
    ['AE0x62', 'characters'],
    ['74,C8,57', 'characters'],
    ['74C85', 'length'],
    ['0x', 'characters'],
    ['', 'required'],
    ["'", 'required'],
    ['=""', 'required'],
    ['7.4E+5', 'spreadsheet'],
    ['="7.4E+5"', 'spreadsheet'],
    ["''74C857", 'characters'],
    ['="74C857', 'characters'],
  ])('as a key of 3 bytes: %j', (text, code) => {
    expect(refusalOf(() => readHex(text, 3))).toBe(code)
  })

  test.each([
    ['4.477E+11', 'spreadsheet'],
    ['44 7700+900001', 'characters'],
    ['447700900001.0', 'characters'],
    ['++447700900001', 'characters'],
    ['1234567890123456', 'length'],
    ['+', 'required'],
    ['- -', 'required'],
    ['=44', 'characters'],
  ])('as a telephone number: %j', (text, code) => {
    expect(refusalOf(() => readMsisdn(text))).toBe(code)
  })
})
