import { fromHex, toHex } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alphaBytes, decodeAlpha, encodeAlpha, fitAlpha, packSeptets, unpackSeptets } from './alpha.ts'
import { decodeOpl, decodePnn, decodeSpn, encodeOpl, encodePnn, encodeSpn } from './network-name.ts'

describe('letters', () => {
  test('of the GSM alphabet take a byte each; @ is 00, ä is 7B', () => {
    expect(toHex(encodeAlpha('A@ä', 5))).toBe('41007bffff')
  })

  test('outside it cause the whole text to be UCS2', () => {
    expect(toHex(encodeAlpha('Ж1', 8))).toBe('8004160031ffffff')
    expect(toHex(alphaBytes('{'))).toBe('80007b')
  })

  test('that do not fit are refused by encodeAlpha and truncated by fitAlpha', () => {
    expect(() => encodeAlpha('seventeen letters', 16)).toThrow('17 bytes')
    expect(fitAlpha('seventeen letters', 16)).toBe('seventeen letter')
    expect(fitAlpha('Жилищное право', 16)).toBe('Жилищно')
  })

  test('in the two half-page codings are decoded', () => {
    // The two examples of ETSI TS 102 221, annex A.
    expect(decodeAlpha(fromHex('8105135395a6a6ffff'))).toBe('S\u0995\u09a6\u09a6\u09ff')
    expect(decodeAlpha(fromHex('820505302d82d32d31'))).toBe('-\u0532\u0583-1')
  })

  test('packed to seven bits are unpacked to the same septets', () => {
    const septets = fc.uint8Array({ max: 127, maxLength: 40 })
    fc.assert(
      fc.property(septets, (letters) => {
        const { bytes, spareBits } = packSeptets(letters)
        expect(unpackSeptets(bytes, spareBits)).toEqual(letters)
      }),
    )
  })

  test('"hellohello" packs to the well-known bytes', () => {
    expect(toHex(packSeptets(alphaBytes('hellohello')).bytes)).toBe('e8329bfd4697d9ec37')
  })
})

describe('EF.SPN', () => {
  test('displays only the name, at home and abroad', () => {
    const spn = { name: 'Acme', homeNetworkNameShown: false, hiddenAbroad: false }
    expect(toHex(encodeSpn(spn))).toBe(`0041636d65${'ff'.repeat(12)}`)
    expect(decodeSpn(encodeSpn(spn))).toEqual(spn)
  })

  test("the specification's sample is decoded", () => {
    expect(decodeSpn(fromHex('0247534d41206555494343ffffffffffff'))).toEqual({
      name: 'GSMA eUICC',
      homeNetworkNameShown: false,
      hiddenAbroad: true,
    })
  })
})

describe('EF.PNN', () => {
  test('packs names to seven bits and counts the spare ones', () => {
    expect(toHex(encodePnn({ full: 'Acme', short: 'A' }))).toBe('430584c171bb0c450281' + '41')
  })

  test('a padded record decodes to the encoded names', () => {
    const name = fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ]{1,24}$/), fc.constantFrom('Österreich', 'Жизнь', '電信'))
    fc.assert(
      fc.property(name, fc.option(name, { nil: undefined }), (full, short) => {
        const record = new Uint8Array(130).fill(0xff)
        record.set(encodePnn({ full, short }))
        expect(decodePnn(record)).toEqual(short === undefined ? { full } : { full, short })
      }),
    )
  })

  test('a free record has no names', () => {
    expect(decodePnn(new Uint8Array(16).fill(0xff))).toBeUndefined()
  })
})

test('EF.OPL applies a name in all areas of a network', () => {
  expect(toHex(encodeOpl({ plmn: '24001', pnnRecord: 1 }))).toBe('42f0100000fffe01')
  expect(decodeOpl(fromHex('42f0100000fffe01'))).toEqual({ plmn: '24001', pnnRecord: 1 })
  expect(decodeOpl(fromHex('ffffffffffffffff'))).toBeUndefined()
})
