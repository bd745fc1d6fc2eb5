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
