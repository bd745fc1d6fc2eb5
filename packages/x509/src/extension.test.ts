import { Asn1Error, fromHex, toHex, writeTlv } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import {
  authorityKeyIdentifier,
  readAlternativeNames,
  readCrlUrls,
  readNameConstraints,
  writeAlternativeNames,
  writeCrlUrls,
  writeNameConstraints,
} from './extension.ts'
import { nameOf } from './name.ts'
import { time } from './structure.ts'

const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'ascii'))

describe('a date', () => {
  test.each([
    ['17', '491231235959Z', '2049-12-31T23:59:59Z'],
    ['17', '500101000000Z', '1950-01-01T00:00:00Z'],
    ['18', '20500101000000Z', '2050-01-01T00:00:00Z'],
    ['18', '74960124000000Z', '7496-01-24T00:00:00Z'],
    ['18', '99991231235959Z', '9999-12-31T23:59:59Z'],
  ])('%s %s is %s', (tag, text, iso) => {
    const encoded = writeTlv(Number.parseInt(tag, 16), ascii(text))
    expect(time.decode(encoded)).toEqual(new Date(iso))
    expect(toHex(time.encode(new Date(iso)))).toBe(
      iso < '2050' ? toHex(writeTlv(0x17, ascii(iso.replace(/\D/g, '').slice(2)), ascii('Z'))) : toHex(encoded),
    )
  })

  test.each([
    '260230000000Z',
    '261301000000Z',
    '260101240000Z',
    '260101000060Z',
    '2601010000Z',
    '260101000000',
    '260101000000+0100',
    '20260101000000Z',
    '',
    'abcdefghijklZ',
  ])('UTCTime %j is refused', (text) => {
    expect(() => time.decode(writeTlv(0x17, ascii(text)))).toThrow(Asn1Error)
  })

  test('outside 1950 to 9999 is not written', () => {
    expect(() => time.encode(new Date('1949-12-31T00:00:00Z'))).toThrow(Asn1Error)
    expect(() => time.encode(new Date('+010000-01-01T00:00:00Z'))).toThrow(Asn1Error)
    expect(() => time.encode(new Date(Number.NaN))).toThrow(Asn1Error)
  })
})

describe('alternative names', () => {
  test('of other kinds are ignored; IPv6 is formatted in groups', () => {
    const encoded = writeTlv(
      0x30,
      writeTlv(0x81, ascii('a@b.c')),
      writeTlv(0x82, ascii('a.b')),
      writeTlv(0x87, fromHex('20010db8000000000000000000000001')),
      writeTlv(0x88, fromHex('88370a')),
    )
    expect(readAlternativeNames(encoded)).toEqual({
      dnsNames: ['a.b'],
      ipAddresses: ['2001:0db8:0000:0000:0000:0000:0000:0001'],
      registeredIds: ['2.999.10'],
    })
  })

  test('with an address of neither 4 nor 16 bytes are refused', () => {
    expect(() => readAlternativeNames(writeTlv(0x30, writeTlv(0x87, new Uint8Array(5))))).toThrow(RangeError)
  })

  test.each(['1.2.3', '1.2.3.256', '1.2.3.4.5', '::1', 'localhost'])(
    'are not written with %s as an IPv4 address',
    (text) => {
      expect(() => writeAlternativeNames({ dnsNames: [], ipAddresses: [text], registeredIds: [] })).toThrow(TypeError)
    },
  )
})

test('EID limits have several prefixes with their organization; other kinds of subtree are ignored', () => {
  const bases = ['89049032', '89086030'].map((serialNumber) => nameOf({ O: 'EUM', serialNumber }))
  expect(readNameConstraints(writeNameConstraints(bases)).permitted).toEqual([
    { organizations: ['EUM'], eidPrefixes: ['89049032'] },
    { organizations: ['EUM'], eidPrefixes: ['89086030'] },
  ])
  const dns = writeTlv(0x30, writeTlv(0xa1, writeTlv(0x30, writeTlv(0x82, ascii('a.b')))))
  expect(readNameConstraints(dns)).toEqual({ permitted: [], excluded: [] })
})

test('distribution points without an address are ignored', () => {
  const [point] = [writeCrlUrls(['http://a.b/c.crl'])]
  expect(readCrlUrls(point)).toEqual(['http://a.b/c.crl'])
  expect(readCrlUrls(writeTlv(0x30, writeTlv(0x30, writeTlv(0xa0, writeTlv(0xa1, new Uint8Array())))))).toEqual([])
  expect(readCrlUrls(writeTlv(0x30, writeTlv(0x30)))).toEqual([])
})

test('an authority key identifier with issuer and serial number decodes to the key identifier', () => {
  const encoded = writeTlv(0x30, writeTlv(0x80, fromHex('aabb')), writeTlv(0xa1), writeTlv(0x82, fromHex('01')))
  expect(authorityKeyIdentifier.decode(encoded).keyIdentifier).toEqual(fromHex('aabb'))
})
