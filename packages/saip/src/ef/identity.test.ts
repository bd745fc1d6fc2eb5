import { fromHex, toHex } from '@simwright/asn1'
import { parseImsi } from '@simwright/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accessClassOf,
  decodeAccessClasses,
  decodeAdministrativeData,
  decodeCode,
  decodeImsi,
  encodeAccessClasses,
  encodeAdministrativeData,
  encodeCode,
  encodeImsi,
} from './identity.ts'

describe('EF.IMSI', () => {
  test('has its length, then a 9 and the digits with swapped nibbles', () => {
    expect(toHex(encodeImsi(parseImsi('240011234567895')))).toBe('082904102143658759')
  })

  test('of other cards is decoded, with 15 digits and with 14', () => {
    expect(decodeImsi(fromHex('082999181132547698'))).toBe('299811123456789')
    expect(decodeImsi(fromHex('0821436587092143f5'))).toBe('23456789012345')
    // what follows the length is not part of it
    expect(decodeImsi(fromHex('032943f521ffffffff'))).toBe('2345')
  })

  test('decodes to the encoded IMSI', () => {
    const imsi = fc.stringMatching(/^[1-9]\d{14}$/).filter((text) => !text.startsWith('460'))
    fc.assert(
      fc.property(imsi, (text) => {
        expect(decodeImsi(encodeImsi(parseImsi(text)))).toBe(text)
      }),
    )
  })

  test.each(['', '00', '09292929292929292929', '08290a102143658759', '0829'])('%s is refused', (hex) => {
    expect(() => decodeImsi(fromHex(hex))).toThrow('EF.IMSI')
  })
})

test.each([
  ['240011234567890', '0001'],
  ['240011234567895', '0020'],
  ['240011234567899', '0200'],
])('the access class of %s is the bit of its last digit', (imsi, hex) => {
  expect(toHex(encodeAccessClasses([accessClassOf(parseImsi(imsi))]))).toBe(hex)
  expect(decodeAccessClasses(fromHex(hex))).toEqual([Number(imsi.at(-1))])
})

test('access classes 11 to 15 are decoded', () => {
  expect(decodeAccessClasses(fromHex('8801'))).toEqual([0, 11, 15])
})

test('EF.AD contains the length of the MNC and the operation mode', () => {
  expect(toHex(encodeAdministrativeData({ operation: 'normal', mncLength: 3 }))).toBe('00000003')
  expect(toHex(encodeAdministrativeData({ operation: 'type-approval', mncLength: 2 }))).toBe('80000002')
  expect(decodeAdministrativeData(fromHex('80000002'))).toEqual({ operation: 'type-approval', mncLength: 2 })
  expect(() => decodeAdministrativeData(fromHex('000000'))).toThrow('2 or 3')
})

test('a code is ASCII digits, padded with FF', () => {
  expect(toHex(encodeCode('4711'))).toBe('34373131ffffffff')
  expect(toHex(encodeCode('12345678'))).toBe('3132333435363738')
  expect(decodeCode(fromHex('34373131ffffffff'))).toBe('4711')
})
