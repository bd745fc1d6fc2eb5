import { describe, expect, test } from 'vitest'
import { type KeyRing, keyVersion, type Place, Sealer, UnsealError } from './sealer.ts'
import { Secret } from './secret.ts'

const key = (fill: number) => new Secret(Buffer.alloc(32, fill))
const ring = (...versions: [number, Secret][]): KeyRing => new Map(versions)
const sealer = new Sealer(ring([1, key(1)]))
const place: Place = { enterpriseId: 'red', table: 'profile_key', row: '7', field: 'sealed' }
const secret = new Secret('465b5ce8b199b49faa5f0a2ee238a6bc')

describe('a sealed value', () => {
  test('opens in its place', () => {
    expect(sealer.openText(place, sealer.seal(place, secret)).reveal()).toBe(secret.reveal())
  })

  test('may be empty', () => {
    expect(sealer.open(place, sealer.seal(place, new Secret(new Uint8Array()))).reveal()).toHaveLength(0)
  })

  test('does not show what it holds, nor whether two hold the same', () => {
    const [one, two] = [sealer.seal(place, secret), sealer.seal(place, secret)]
    expect(one.includes(secret.reveal())).toBe(false)
    expect(one.equals(two)).toBe(false)
  })

  test.each<[string, Partial<Place>]>([
    ['another enterprise', { enterpriseId: 'blue' }],
    ['no enterprise', { enterpriseId: null }],
    ['another table', { table: 'bound_package' }],
    ['another row', { row: '8' }],
    ['another field', { field: 'confirmation' }],
    ['a place whose words run together alike', { table: 'profile_key7', row: '' }],
  ])('does not open in %s', (_, other) => {
    const sealed = sealer.seal(place, secret)
    expect(() => sealer.open({ ...place, ...other }, sealed)).toThrow(UnsealError)
  })

  test('does not open when any one bit of it is changed', () => {
    const sealed = sealer.seal(place, new Secret('ki'))
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => sealer.open(place, damaged), `bit ${bit}`).toThrow(UnsealError)
    }
  })

  test('does not open when it is cut short', () => {
    const sealed = sealer.seal(place, secret)
    for (const length of [0, 1, 29, 30, sealed.length - 1]) {
      expect(() => sealer.open(place, sealed.subarray(0, length)), `${length} bytes`).toThrow(UnsealError)
    }
  })

  test('does not open with another key', () => {
    const sealed = sealer.seal(place, secret)
    expect(() => new Sealer(ring([1, key(2)])).open(place, sealed)).toThrow(UnsealError)
  })

  test('names neither the value nor the bytes when it does not open', () => {
    const sealed = sealer.seal(place, secret)
    const message = String(catchError(() => sealer.open({ ...place, row: '8' }, sealed)))
    expect(message).toBe('UnsealError: profile_key.sealed does not open with this key in this place')
  })
})

describe('when the key is rotated', () => {
  const rotated = new Sealer(ring([1, key(1)], [2, key(2)]))

  test('what was sealed before still opens', () => {
    expect(rotated.openText(place, sealer.seal(place, secret)).reveal()).toBe(secret.reveal())
  })

  test('the new key seals, and the version tells which key it was', () => {
    expect(keyVersion(sealer.seal(place, secret))).toBe(1)
    expect(keyVersion(rotated.seal(place, secret))).toBe(2)
    expect(keyVersion(new Sealer(ring([65535, key(1)])).seal(place, secret))).toBe(65535)
  })

  test('a key that is gone is named by its version', () => {
    expect(() => sealer.open(place, rotated.seal(place, secret))).toThrow('key version 2')
  })
})

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
