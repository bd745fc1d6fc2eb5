import { expect, test } from 'vitest'
import { packageText } from './package-text.ts'

const ascii = (text: string) => new TextEncoder().encode(text)

test('a file of DER is sent as Base64, and text as it is', () => {
  expect(packageText(Uint8Array.of(0xa0, 0x01, 0xff))).toBe('oAH/')
  expect(packageText(ascii('A001FF'))).toBe('A001FF')
  expect(packageText(ascii('oAH/'))).toBe('oAH/')
})

test('a file that is larger than a package can be is not read', () => {
  const der = new Uint8Array(256 * 1024 + 1).fill(0xa0)
  expect(packageText(der)).toBeUndefined()
  expect(packageText(der.subarray(1))).toHaveLength(349_528)
  expect(packageText(new Uint8Array(700 * 1024).fill(0x41))).toBeUndefined()
})
