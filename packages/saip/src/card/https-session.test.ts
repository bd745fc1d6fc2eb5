import { fromHex, toHex } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeHttpsSession, encodeHttpsSession } from './https-session.ts'

const utf8 = new TextEncoder()
const session = {
  identity: utf8.encode('psk1'),
  keyVersion: 0x40,
  address: '192.0.2.1',
  port: 443,
  accessPoint: 'iot.example',
  bufferBytes: 1400,
  host: 'admin.host',
  uri: '/uri',
  agent: 'agent',
  retry: { times: 3, seconds: 3725 },
}

describe('the parameters of an HTTPS session', () => {
  test('are coded as GlobalPlatform amendment B, 4.7 and ETSI TS 102 223, 8 say', () => {
    const channel = '350103 39020578 470c 03696f74076578616d706c65 3c030201bb 3e0521c0000201'
    const http = '8a0a61646d696e2e686f7374 8b056167656e74 8c042f757269'
    const parts = [`8421 ${channel}`, '8508 0470736b31 024001', '8607 0003 2503102050', `8919 ${http}`]
    expect(toHex(encodeHttpsSession(session))).toBe(`8551${parts.join('')}`.replaceAll(' ', ''))
  })

  test('are decoded to what was encoded, with or without the optional ones', () => {
    const name = fc.stringMatching(/^[a-z0-9]{1,12}$/)
    const number16 = fc.integer({ min: 0, max: 0xffff })
    const address = fc.oneof(fc.ipV4(), fc.constant('2001:db8:0:0:0:0:0:1'))
    const any = fc.record(
      {
        identity: fc.uint8Array({ maxLength: 60 }),
        keyVersion: fc.integer({ min: 64, max: 79 }),
        address,
        port: number16,
        accessPoint: fc.array(name, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
        bufferBytes: number16,
        host: name,
        uri: name.map((text) => `/${text}`),
        agent: name,
        retry: fc.record({ times: number16, seconds: fc.integer({ min: 1, max: 86_399 }) }),
      },
      { requiredKeys: ['identity', 'keyVersion', 'address', 'port', 'bufferBytes', 'host', 'uri'] },
    )
    fc.assert(
      fc.property(any, (one) => {
        expect(decodeHttpsSession(encodeHttpsSession(one))).toEqual(one)
      }),
    )
  })

  test.each([
    ['other data', '0102'],
    ['a short object', '8503840101'],
    ['nothing', ''],
    ['one with more bytes after it', `${toHex(encodeHttpsSession(session))}00`],
  ])('are not found in %s', (_what, hex) => {
    expect(decodeHttpsSession(fromHex(hex))).toBeUndefined()
  })
})
