import { describe, expect, test } from 'vitest'
import { Secret } from '../secret/secret.ts'
import { type KeyRing, keyVersion, type SealContext, Sealer, UnsealError } from './sealer.ts'

const key = (fill: number) => new Secret(Buffer.alloc(32, fill))
const ring = (...versions: [number, Secret][]): KeyRing => new Map(versions)
const sealer = new Sealer(ring([1, key(1)]))
const context: SealContext = { enterpriseId: 'red', table: 'profile_key', row: '7', field: 'sealed' }
const secret = new Secret('465b5ce8b199b49faa5f0a2ee238a6bc')

describe('a sealed value', () => {
  test('opens in its context', () => {
    expect(sealer.openText(context, sealer.seal(context, secret)).reveal()).toBe(secret.reveal())
  })

  test('can be empty', () => {
    expect(sealer.open(context, sealer.seal(context, new Secret(new Uint8Array()))).reveal()).toHaveLength(0)
  })

  test('does not reveal its value, nor whether two values are equal', () => {
    const [one, two] = [sealer.seal(context, secret), sealer.seal(context, secret)]
    expect(one.includes(secret.reveal())).toBe(false)
    expect(one.equals(two)).toBe(false)
  })

  test.each<[string, Partial<SealContext>]>([
    ['another enterprise', { enterpriseId: 'blue' }],
    ['no enterprise', { enterpriseId: null }],
    ['another table', { table: 'bound_package' }],
    ['another row', { row: '8' }],
    ['another field', { field: 'confirmation' }],
    ['a context with the same concatenation', { table: 'profile_key7', row: '' }],
  ])('does not open in %s', (_, other) => {
    const sealed = sealer.seal(context, secret)
    expect(() => sealer.open({ ...context, ...other }, sealed)).toThrow(UnsealError)
  })

  test('does not open if any bit is changed', () => {
    const sealed = sealer.seal(context, new Secret('ki'))
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => sealer.open(context, damaged), `bit ${bit}`).toThrow(UnsealError)
    }
  })

  test('does not open if it is truncated', () => {
    const sealed = sealer.seal(context, secret)
    for (const length of [0, 1, 29, 30, sealed.length - 1]) {
      expect(() => sealer.open(context, sealed.subarray(0, length)), `${length} bytes`).toThrow(UnsealError)
    }
  })

  test('does not open with another key', () => {
    const sealed = sealer.seal(context, secret)
    expect(() => new Sealer(ring([1, key(2)])).open(context, sealed)).toThrow(UnsealError)
  })

  test('has neither the value nor the bytes in its error', () => {
    const sealed = sealer.seal(context, secret)
    const message = String(catchError(() => sealer.open({ ...context, row: '8' }, sealed)))
    expect(message).toBe('UnsealError: profile_key.sealed does not open with this key in this context')
  })
})

describe('when the key is rotated', () => {
  const rotated = new Sealer(ring([1, key(1)], [2, key(2)]))

  test('values sealed before still open', () => {
    expect(rotated.openText(context, sealer.seal(context, secret)).reveal()).toBe(secret.reveal())
  })

  test('the new key seals, and the key version identifies it', () => {
    expect(keyVersion(sealer.seal(context, secret))).toBe(1)
    expect(keyVersion(rotated.seal(context, secret))).toBe(2)
    expect(keyVersion(new Sealer(ring([65535, key(1)])).seal(context, secret))).toBe(65535)
  })

  test('the error for a missing key has its version', () => {
    expect(() => sealer.open(context, rotated.seal(context, secret))).toThrow('key version 2')
  })
})

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
