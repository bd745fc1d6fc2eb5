import { fromHex, toHex } from '@simwright/asn1'
import { parseMsisdn } from '@simwright/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeEmergencyNumber,
  decodeMsisdn,
  decodeSmsp,
  encodeEmergencyNumber,
  encodeMsisdn,
  encodeSmsp,
} from './number.ts'

const number = fc.stringMatching(/^[1-9]\d{2,14}$/)

describe('EF.MSISDN', () => {
  test('has a name, then length, type and digits with swapped nibbles', () => {
    const record = encodeMsisdn({ name: 'Me', number: parseMsisdn('+46701234567') }, 24)
    expect(toHex(record)).toBe('4d65ffffffffffffffff' + '0791' + '6407214365f7ffffffff' + 'ffff')
  })

  test('decodes to the encoded number', () => {
    fc.assert(
      fc.property(number, (digits) => {
        const record = encodeMsisdn({ name: '', number: parseMsisdn(digits) }, 24)
        expect(decodeMsisdn(record)).toEqual({ name: '', number: digits })
      }),
    )
  })

  test('a record without a number is free', () => {
    expect(encodeMsisdn(undefined, 24)).toEqual(new Uint8Array(24).fill(0xff))
    expect(decodeMsisdn(new Uint8Array(24).fill(0xff))).toBeUndefined()
  })

  test('a length beyond the digits is refused', () => {
    const record = encodeMsisdn({ name: '', number: parseMsisdn('467012') }, 24)
    record[10] = 12
    expect(() => decodeMsisdn(record)).toThrow('11 bytes')
  })
})

describe('EF.SMSP', () => {
  test('has the service center, standard protocol and alphabet, and one day', () => {
    const record = toHex(encodeSmsp(parseMsisdn('+46705008999'), 38))
    const [name, indicators, destination, centre] = ['ff'.repeat(10), 'e1', 'ff'.repeat(12), '07916407058099f9ffffffff']
    expect(record).toBe(`${name}${indicators}${destination}${centre}0000a7`)
  })

  test('decodes to the encoded service center', () => {
    fc.assert(
      fc.property(number, (digits) => {
        expect(decodeSmsp(encodeSmsp(parseMsisdn(digits), 40))).toBe(digits)
      }),
    )
  })

  test('has no service center if the indicator is set or the record is free', () => {
    expect(decodeSmsp(encodeSmsp(undefined, 38))).toBeUndefined()
    const record = encodeSmsp(parseMsisdn('46705008999'), 38)
    record[10] = 0xff
    expect(decodeSmsp(record)).toBeUndefined()
  })
})

describe('EF.ECC', () => {
  test.each([
    ['112', '11f2ff00'],
    ['911', '19f1ff00'],
    ['08', '80ffff00'],
  ])('%s', (digits, hex) => {
    expect(toHex(encodeEmergencyNumber(digits))).toBe(hex)
    expect(decodeEmergencyNumber(fromHex(hex))).toBe(digits)
  })

  test.each(['', '1234567', '+112', '11a'])('"%s" is refused', (text) => {
    expect(() => encodeEmergencyNumber(text)).toThrow('1 to 6 digits')
  })
})
