import { fromHex, toHex } from '@simwright/asn1'
import { parseImsi, parsePlmn } from '@simwright/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeApplicationEntry, decodeLanguages, encodeApplicationEntry, encodeLanguages } from './directory.ts'
import {
  decodeAccessIdentities,
  decodeRoutingIndicator,
  decodeSuciCalculation,
  encodeAccessIdentities,
  encodeRoutingIndicator,
  encodeSuciCalculation,
} from './five-gs.ts'
import { decodeImsText, encodeImsText, imsDomain, imsPrivateIdentity, imsPublicIdentity } from './ims.ts'
import { decodeServices, encodeServices } from './service-table.ts'

describe('service tables', () => {
  test('service n is bit n-1, and the table grows with its services', () => {
    expect(toHex(encodeServices([1, 8, 9], 3))).toBe('810100')
    expect(toHex(encodeServices([126], 14))).toBe(`${'00'.repeat(15)}20`)
  })

  test('a table decodes to the encoded services', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 136 })), (services) => {
        expect(decodeServices(encodeServices(services, 14))).toEqual([...services].sort((a, b) => a - b))
      }),
    )
  })

  test("the sample profile's EF.UST is decoded", () => {
    expect(decodeServices(fromHex('0a2e148c'))).toEqual([2, 4, 10, 11, 12, 14, 19, 21, 27, 28, 32])
  })
})

describe('EF.DIR', () => {
  test("the sample profile's entry is decoded and encoded", () => {
    const hex = '61184f10a0000000871002ff33ff01890000010050045553494d'
    const entry = decodeApplicationEntry(fromHex(hex))
    expect(entry?.label).toBe('USIM')
    expect(toHex(encodeApplicationEntry(entry!))).toBe(hex)
  })

  test('an entry is decoded from a padded record; a free record has none', () => {
    const record = fromHex('61184f10a0000000871002ff33ff01890000010050045553494dffffffff')
    expect(decodeApplicationEntry(record)?.label).toBe('USIM')
    expect(decodeApplicationEntry(fromHex('ffff'))).toBeUndefined()
  })

  test('an entry without an identifier is refused', () => {
    expect(() => decodeApplicationEntry(fromHex('610650045553494d'))).toThrow('application identifier')
  })
})

test('languages are pairs of letters, free entries are FFFF', () => {
  expect(toHex(encodeLanguages(['sv', 'en'], 3))).toBe('7376656effff')
  expect(decodeLanguages(fromHex('7376656effff'))).toEqual(['sv', 'en'])
  expect(() => encodeLanguages(['SWE'], 3)).toThrow('two lower-case letters')
})

describe('5G', () => {
  test.each([
    ['0', 'f0ffffff'],
    ['17', '71ffffff'],
    ['1234', '2143ffff'],
  ])('routing indicator %s', (digits, hex) => {
    expect(toHex(encodeRoutingIndicator(digits))).toBe(hex)
    expect(decodeRoutingIndicator(fromHex(hex))).toBe(digits)
  })

  test.each(['', '12345', 'x'])('"%s" is refused as a routing indicator', (text) => {
    expect(() => encodeRoutingIndicator(text)).toThrow('1 to 4 digits')
  })

  test('SUCI information lists schemes with the index of their key, then the keys', () => {
    const a = { id: 27, publicKey: new Uint8Array(32).fill(0xaa), scheme: 'profile-a' } as const
    const b = { id: 30, publicKey: new Uint8Array(33).fill(0xff), scheme: 'profile-b' } as const
    const suci = { schemes: ['profile-b', 'profile-a', 'null'], keys: [a, b] } as const
    const hex = toHex(encodeSuciCalculation(suci))
    expect(hex).toBe(`a006020201010000a14b80011b8120${'aa'.repeat(32)}80011e8121${'ff'.repeat(33)}`)
    expect(decodeSuciCalculation(fromHex(`${hex}ffff`))).toEqual(suci)
  })

  test('the null scheme needs no key', () => {
    expect(toHex(encodeSuciCalculation({ schemes: ['null'], keys: [] }))).toBe('a0020000a100')
    expect(decodeSuciCalculation(fromHex('a0020000a100'))).toEqual({ schemes: ['null'], keys: [] })
  })

  test('a scheme without its key, a key of the wrong size and an unknown scheme are refused', () => {
    expect(() => encodeSuciCalculation({ schemes: ['profile-a'], keys: [] })).toThrow('has no key')
    const key = { id: 1, publicKey: new Uint8Array(33), scheme: 'profile-a' } as const
    expect(() => encodeSuciCalculation({ schemes: ['profile-a'], keys: [key] })).toThrow('32 bytes')
    expect(() => decodeSuciCalculation(fromHex('a0020701'))).toThrow('unknown')
  })

  test('access identities', () => {
    expect(toHex(encodeAccessIdentities({ multimediaPriority: true, missionCritical: true }))).toBe('03000000')
    expect(decodeAccessIdentities(fromHex('02000000'))).toEqual({ multimediaPriority: false, missionCritical: true })
  })
})

test('IMS identities are derived from IMSI and home network', () => {
  const [imsi, plmn] = [parseImsi('240011234567895'), parsePlmn('24001')]
  expect(imsDomain(plmn)).toBe('ims.mnc001.mcc240.3gppnetwork.org')
  expect(imsPrivateIdentity(imsi, imsDomain(plmn))).toBe('240011234567895@ims.mnc001.mcc240.3gppnetwork.org')
  expect(imsPublicIdentity(imsi, imsDomain(plmn))).toBe('sip:240011234567895@ims.mnc001.mcc240.3gppnetwork.org')
  expect(toHex(encodeImsText('a.b'))).toBe('8003612e62')
  expect(decodeImsText(fromHex('8003612e62ff'))).toBe('a.b')
})
