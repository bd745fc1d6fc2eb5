import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type Curve,
  generateOneTimeKey,
  importOneTimeKey,
  importSigningKey,
  importVerifyingKey,
  KeyError,
  verifyingKeyOfPoint,
} from './key.ts'

const opensslName: Record<Curve, string> = { 'P-256': 'prime256v1', brainpoolP256r1: 'brainpoolP256r1' }

function pair(namedCurve: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  return {
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'der' }),
    sec1Pem: privateKey.export({ type: 'sec1', format: 'pem' }) as string,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
  }
}

function codeOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof KeyError) return error.code
    throw error
  }
  return 'accepted'
}

describe.each(['P-256', 'brainpoolP256r1'] as const)('%s', (curve) => {
  test('a signature is 64 raw bytes and verifies; each damaged byte makes it fail', () => {
    const keys = pair(opensslName[curve])
    const data = Buffer.from('what is signed')
    const signature = importSigningKey(keys.pkcs8).sign(data)
    const key = importVerifyingKey(keys.spki)
    expect(signature).toHaveLength(64)
    expect(key.curve).toBe(curve)
    expect(key.verify(data, signature)).toBe(true)
    for (let i = 0; i < signature.length; i += 7) {
      const damaged = Uint8Array.from(signature)
      damaged[i]! ^= 1
      expect(key.verify(data, damaged), `byte ${i}`).toBe(false)
    }
    expect(key.verify(Buffer.from('something else'), signature)).toBe(false)
    expect(key.verify(data, signature.subarray(0, 63))).toBe(false)
    expect(key.verify(data, Buffer.concat([signature, Buffer.alloc(1)]))).toBe(false)
    expect(key.verify(data, new Uint8Array(64))).toBe(false)
  })

  test('two one-time keys agree on the same secret of 32 bytes', () => {
    const mine = generateOneTimeKey(curve)
    const yours = generateOneTimeKey(curve)
    expect(mine.publicKey).toHaveLength(65)
    expect(mine.agree(yours.publicKey)).toEqual(yours.agree(mine.publicKey))
    expect(mine.agree(yours.publicKey)).toHaveLength(32)
  })

  test('an exported one-time key is imported as the same key', () => {
    const first = generateOneTimeKey(curve)
    const again = importOneTimeKey(first.exportPrivateKey())
    const other = generateOneTimeKey(curve)
    expect(again.publicKey).toEqual(first.publicKey)
    expect(again.agree(other.publicKey)).toEqual(first.agree(other.publicKey))
  })

  test('a point that is outside the curve, compressed or truncated is refused', () => {
    const mine = generateOneTimeKey(curve)
    const point = generateOneTimeKey(curve).publicKey
    const moved = Uint8Array.from(point)
    moved[64]! ^= 1
    expect(codeOf(() => mine.agree(moved))).toBe('bad_point')
    expect(codeOf(() => mine.agree(point.subarray(0, 64)))).toBe('bad_point')
    expect(codeOf(() => mine.agree(Uint8Array.of(2, ...point.subarray(1))))).toBe('bad_point')
    expect(codeOf(() => mine.agree(new Uint8Array(65)))).toBe('bad_point')
  })

  test('a point and its SubjectPublicKeyInfo import as the same key', () => {
    const { spki } = pair(opensslName[curve])
    const key = importVerifyingKey(spki)
    expect(verifyingKeyOfPoint(curve, key.point)).toBe(key)
  })
})

test('a point of one curve is refused on the other', () => {
  const nist = generateOneTimeKey('P-256')
  expect(codeOf(() => generateOneTimeKey('brainpoolP256r1').agree(nist.publicKey))).toBe('bad_point')
})

test('the same public key bytes are imported once', () => {
  const { spki } = pair('prime256v1')
  expect(importVerifyingKey(Uint8Array.from(spki))).toBe(importVerifyingKey(Uint8Array.from(spki)))
})

test('the cache of imported keys drops the keys that were not used for longest', () => {
  const { spki } = pair('prime256v1')
  const key = importVerifyingKey(spki)
  for (let i = 0; i < 1023; i++) verifyingKeyOfPoint('P-256', generateOneTimeKey('P-256').publicKey)
  expect(importVerifyingKey(spki)).toBe(key)
  for (let i = 0; i < 1024; i++) verifyingKeyOfPoint('P-256', generateOneTimeKey('P-256').publicKey)
  expect(importVerifyingKey(spki)).not.toBe(key)
})

test('PEM in SEC1 form is imported', () => {
  const keys = pair('prime256v1')
  const data = Buffer.from('data')
  expect(importVerifyingKey(keys.spki).verify(data, importSigningKey(keys.sec1Pem).sign(data))).toBe(true)
})

test('keys of other kinds are refused', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
  expect(codeOf(() => importSigningKey(other.privateKey.export({ type: 'pkcs8', format: 'der' })))).toBe(
    'unsupported_curve',
  )
  const rsa = generateKeyPairSync('ed25519')
  const spki = createPublicKey(rsa.privateKey).export({ type: 'spki', format: 'der' })
  expect(codeOf(() => importVerifyingKey(spki))).toBe('unsupported_curve')
  expect(codeOf(() => importVerifyingKey(new Uint8Array(10)))).toBe('unsupported_curve')
  expect(codeOf(() => importSigningKey('no key'))).toBe('bad_key')
})
