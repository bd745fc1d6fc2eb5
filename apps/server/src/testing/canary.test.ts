import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Canary, findCanaries } from './canary.ts'

const key = randomBytes(16)
const password = 'Quiet-Harbour-7'
const canaries: Canary[] = [
  { name: 'key', value: key },
  { name: 'password', value: password },
]

const inside = (bytes: Uint8Array | string, before: number) =>
  Buffer.concat([randomBytes(before), Buffer.from(bytes as Uint8Array), randomBytes(5)])

describe('the search for secrets', () => {
  test.each([
    ['bytes', `x${key.toString('latin1')}x`],
    ['lower-case hexadecimal digits', `\\x00${key.toString('hex')}00`],
    ['upper-case hexadecimal digits', `KI=${key.toString('hex').toUpperCase()}`],
    ['base64', key.toString('base64')],
    ['base64url', key.toString('base64url')],
    ['base64 in a longer run', inside(key, 3).toString('base64')],
    ['base64 behind one byte', inside(key, 4).toString('base64')],
    ['base64url behind two bytes', inside(key, 5).toString('base64url')],
  ])('finds a key as %s', (_, text) => {
    expect(findCanaries(text, canaries)).toEqual(['key'])
  })

  test.each([
    ['plain text', `{"password":"${password}"}`],
    ['hexadecimal digits, as a dump shows bytes', `\\x${inside(password, 2).toString('hex')}`],
    ['base64', inside(password, 1).toString('base64')],
  ])('finds a password as %s', (_, text) => {
    expect(findCanaries(text, canaries)).toEqual(['password'])
  })

  test('finds nothing where nothing is', () => {
    expect(findCanaries(randomBytes(10_000).toString('base64'), canaries)).toEqual([])
  })

  test('refuses a secret that is too short to search for', () => {
    expect(() => findCanaries('', [{ name: 'PIN', value: '1234' }])).toThrow(TypeError)
  })
})
