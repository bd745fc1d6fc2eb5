import { createECDH, ECDH, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isHomeNetworkKey } from './home-network-key.ts'

const keys = Array.from({ length: 20 }, () =>
  generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }),
)
const points = Array.from({ length: 20 }, () => createECDH('prime256v1').generateKeys())

describe('a home network public key', () => {
  test('is accepted when it belongs to a key pair', () => {
    expect(keys.filter((spki) => !isHomeNetworkKey('A', spki.subarray(-32).toString('hex')))).toEqual([])
    expect(points.filter((point) => !isHomeNetworkKey('B', point.toString('hex')))).toEqual([])
    const compressed = points.map((point) =>
      ECDH.convertKey(point, 'prime256v1', 'hex', 'hex', 'compressed').toString(),
    )
    expect(compressed.filter((point) => !isHomeNetworkKey('B', point))).toEqual([])
  })

  // 3GPP TS 33.501, C.4.3 and C.4.4
  test.each([
    ['A', '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650'],
    ['B', '0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1'],
  ] as const)('from the 3GPP test data is accepted for scheme %s', (scheme, key) => {
    expect(isHomeNetworkKey(scheme, key)).toBe(true)
    expect(isHomeNetworkKey(scheme, key.toUpperCase())).toBe(true)
  })

  test('is refused on P-256 exactly where OpenSSL refuses the point', () => {
    const tried = Array.from({ length: 60 }, (_, x) => `03${x.toString(16).padStart(64, '0')}`)
    const isPoint = (hex: string) => {
      try {
        return ECDH.convertKey(hex, 'prime256v1', 'hex', 'hex').length > 0
      } catch {
        return false
      }
    }
    expect(tried.map((hex) => isHomeNetworkKey('B', hex))).toEqual(tried.map(isPoint))
    expect(new Set(tried.map(isPoint)).size).toBe(2)
  })

  test.each([
    ['A', 'zero', '00'.repeat(32)],
    ['A', 'of order 4', `01${'00'.repeat(31)}`],
    ['A', 'of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
    ['A', 'of order 8, the second such point', '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157'],
    ['A', 'on the twist', `02${'00'.repeat(31)}`],
    ['A', 'too short', '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a6'],
    ['A', 'of another scheme', '0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1'],
    ['B', 'with another first byte', '0572da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1'],
    ['B', 'beyond the field', `02${'ff'.repeat(32)}`],
    ['B', 'not on the curve, uncompressed', `04${'00'.repeat(63)}01`],
    ['B', 'of another scheme', '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650'],
    ['B', 'not hexadecimal', `02${'xy'.repeat(32)}`],
    ['B', 'with a leading space', ' 0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd'],
    ['B', 'empty', ''],
  ] as const)('is refused for scheme %s: %s', (scheme, _why, key) => {
    expect(isHomeNetworkKey(scheme, key)).toBe(false)
  })
})
