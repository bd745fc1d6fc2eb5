import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '../../../secret/secret.ts'
import { appletKey, isGenuine, readMessage, writeMessage } from './message.ts'

const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex')
const valid = { iccid: '89440123456789011113', counter: 258, reason: 'MANUAL' } as const

/** AES-CMAC of one whole block (RFC 4493), by hand. */
function cmacOfBlock(block: Uint8Array): string {
  const aes = (input: Uint8Array) => {
    const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    return cipher.update(input)
  }
  const l = BigInt(`0x${aes(new Uint8Array(16)).toString('hex')}`)
  const k1 = ((l << 1n) & ((1n << 128n) - 1n)) ^ (l >> 127n ? 0x87n : 0n)
  const mixed = BigInt(`0x${Buffer.from(block).toString('hex')}`) ^ k1
  return aes(Buffer.from(mixed.toString(16).padStart(32, '0'), 'hex')).toString('hex')
}

test('a message has the documented layout, and can be read back', () => {
  const raw = writeMessage(valid, key)
  expect(Buffer.from(raw.subarray(0, 16)).toString('hex')).toBe('01984410325476981011310000010202')
  expect(Buffer.from(raw.subarray(16)).toString('hex')).toBe(cmacOfBlock(raw.subarray(0, 16)))
  expect(readMessage(raw)).toEqual(valid)
  expect(isGenuine(raw, key)).toBe(true)
})

test('a message with any bit flipped is not genuine', () => {
  const raw = writeMessage(valid, key)
  for (let bit = 0; bit < raw.length * 8; bit++) {
    const other = Uint8Array.from(raw)
    other[bit >> 3]! ^= 1 << (bit & 7)
    expect(isGenuine(other, key)).toBe(false)
  }
})

test.each([
  ['another version', (raw: Uint8Array) => raw.fill(2, 0, 1)],
  ['the counter 0', (raw: Uint8Array) => raw.fill(0, 11, 15)],
  ['an unknown reason', (raw: Uint8Array) => raw.fill(0, 15, 16)],
  ['no ICCID', (raw: Uint8Array) => raw.fill(0xff, 1, 11)],
  ['31 bytes', (raw: Uint8Array) => raw.subarray(1)],
])('%s makes a message invalid', (_, change) => {
  expect(readMessage(change(writeMessage(valid, key)))).toBeUndefined()
})

test('each order has its own key', () => {
  const master = new Secret(new Uint8Array(32).fill(7))
  const [one, two] = ['0198f0aa-0000-7000-8000-000000000001', '0198f0aa-0000-7000-8000-000000000002'] as const
  expect(appletKey(master, one)).toHaveLength(16)
  expect(appletKey(master, one)).toEqual(appletKey(master, one))
  expect(appletKey(master, one)).not.toEqual(appletKey(master, two))
  expect(isGenuine(writeMessage(valid, appletKey(master, one)), appletKey(master, two))).toBe(false)
})
