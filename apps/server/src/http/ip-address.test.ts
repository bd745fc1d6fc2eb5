import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressList, isListed, parseIpAddress } from './ip-address.ts'

describe('an address of the same client has one spelling', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:51008', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[::FFFF:192.0.2.1]:443', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51008', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('%s is %s', (text, address) => {
    expect(parseIpAddress(text)).toBe(address)
  })
})

test('every notation of an address is read as the same, and what is read can be read again', () => {
  const port = fc.integer({ min: 1, max: 65_535 })
  fc.assert(
    fc.property(fc.ipV4(), port, (address, at) => {
      const bytes = address.split('.').map(Number) as [number, number, number, number]
      const groups = [256 * bytes[0] + bytes[1], 256 * bytes[2] + bytes[3]].map((group) => group.toString(16))
      const mapped = `::ffff:${groups.join(':')}`
      for (const text of [
        address,
        `${address}:${at}`,
        `::ffff:${address}`,
        `[::FFFF:${address}]:${at}`,
        mapped,
        `[${mapped}]`,
      ])
        expect(parseIpAddress(text), text).toBe(address)
    }),
  )
  const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(groups, port, ([, ...rest], at) => {
      // not of the block of mapped addresses
      const all = [0x2001, ...rest].map((group) => group.toString(16))
      const long = all.map((group) => group.padStart(4, '0')).join(':')
      const read = parseIpAddress(long)!
      const spellings = [long, long.toUpperCase(), all.join(':'), read]
      for (const text of spellings.flatMap((one) => [one, `[${one}]`, `[${one}]:${at}`, `${one}%eth0`]))
        expect(parseIpAddress(text), text).toBe(read)
    }),
  )
})

test.each([
  '',
  'unknown',
  '_hidden',
  'unix:',
  '192.0.2',
  '192.0.2.256',
  '0x7f.1',
  '192.0.2.1:',
  '192.0.2.1:123456',
  '2001:db8:0:0:0:0:0:1:51008',
  '[192.0.2.1]x',
  '[2001:db8::1',
  '192.0.2.1, 192.0.2.2',
])('"%s" is no address', (text) => {
  expect(parseIpAddress(text)).toBeUndefined()
})

test.each([
  ['10.1.2.3', true],
  ['10.1.2.3:4711', true],
  ['::ffff:10.1.2.3', true],
  ['192.0.2.7', true],
  ['2001:db8:1::9', true],
  ['11.1.2.3', false],
  ['192.0.2.8', false],
  ['2001:db9::1', false],
  ['unknown', false],
])('whether %s is in a list of addresses and networks: %s', (address, listed) => {
  const list = addressList(['10.0.0.0/8', '::ffff:192.0.2.7', '2001:db8::/32'])
  expect(isListed(list, address)).toBe(listed)
})
