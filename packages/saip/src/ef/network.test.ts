import { fromHex, toHex } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccessTechnology,
  accessTechnologies,
  decodeLocation,
  decodeNetworkChoices,
  decodeNetworks,
  encodeLocation,
  encodeNetworkChoices,
  encodeNetworks,
} from './network.ts'

const names = Object.keys(accessTechnologies) as AccessTechnology[]
const plmn = fc.stringMatching(/^[2-7]\d{4,5}$/)

describe('lists with access technology', () => {
  test.each<[AccessTechnology, string]>([
    ['GSM', '62f2100080'],
    ['UTRAN', '62f2108000'],
    ['E-UTRAN', '62f2104000'],
    ['NG-RAN', '62f2100800'],
  ])('encodes the network 262-01 with the access technology %s', (technology, hex) => {
    expect(toHex(encodeNetworkChoices([{ plmn: '26201', access: [technology] }]))).toBe(hex)
  })

  test('an unused entry is encoded as FFFFFF0000', () => {
    expect(toHex(encodeNetworkChoices([{ plmn: '310410', access: ['E-UTRAN'] }], 2))).toBe('1300144000ffffff0000')
  })

  test('a list decodes to the encoded entries, without the unused ones', () => {
    const choice = fc.record({ plmn, access: fc.subarray(names) })
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 20 }), fc.nat(30), (choices, minimum) => {
        expect(decodeNetworkChoices(encodeNetworkChoices(choices, minimum))).toEqual(choices)
      }),
    )
  })

  test('a list with an incomplete entry is refused', () => {
    expect(() => decodeNetworkChoices(fromHex('62f21000'))).toThrow('5 bytes')
  })
})

describe('lists of networks', () => {
  test('an MNC of two digits is padded with F', () => {
    expect(toHex(encodeNetworks(['24001', '310410'], 4))).toBe('42f010130014ffffffffffff')
  })

  test('a list decodes to the encoded entries', () => {
    fc.assert(
      fc.property(fc.array(plmn, { maxLength: 20 }), (plmns) => {
        expect(decodeNetworks(encodeNetworks(plmns, 4))).toEqual(plmns)
      }),
    )
  })

  test('a list with an incomplete entry or with letters is refused', () => {
    expect(() => decodeNetworks(fromHex('62f2'))).toThrow('3 bytes')
    expect(() => decodeNetworks(fromHex('a2f210'))).toThrow()
    expect(() => encodeNetworks(['2620'])).toThrow()
  })
})

describe('the last registered network', () => {
  test.each([
    ['loci', 'ffffffff42f010fffeff01'],
    ['psloci', 'ffffffffffffff42f010fffeff01'],
    ['epsloci', 'ffffffffffffffffffffffff42f010fffe01'],
    ['fiveGsLoci', 'ffffffffffffffffffffffffff42f010fffffe01'],
  ] as const)('is encoded in %s with a deleted location area and the status "not updated"', (file, hex) => {
    expect(toHex(encodeLocation(file, '24001'))).toBe(hex)
    expect(decodeLocation(file, fromHex(hex))).toBe('24001')
  })

  test('is absent on a new card', () => {
    expect(decodeLocation('loci', fromHex('ffffffffffffff0000ff01'))).toBeUndefined()
  })
})
