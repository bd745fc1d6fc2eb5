import { constants, deflateRawSync } from 'node:zlib'
import { concat } from '@simwright/asn1'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SaipError } from '../error.ts'
import { inflate } from './inflate.ts'

const repeated = fc.tuple(
  fc.uint8Array({ maxLength: 40 }),
  fc.integer({ min: 1, max: 900 }),
  fc.uint8Array({ maxLength: 700 }),
)
const content = repeated.map(([bytes, times, rest]) => concat(...Array.from({ length: times }, () => bytes), rest))
const options = fc.record({
  level: fc.constantFrom(0, 1, 6, 9),
  strategy: fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY),
})

test('returns what zlib compressed, in each kind of block', () => {
  fc.assert(
    fc.property(content, options, (bytes, how) => {
      expect(inflate(new Uint8Array(deflateRawSync(bytes, how)), bytes.length)).toEqual(bytes)
    }),
    { numRuns: 150 },
  )
})

test('refuses data of another size', () => {
  const bytes = new Uint8Array(1000).fill(7)
  const packed = new Uint8Array(deflateRawSync(bytes))
  for (const size of [0, 999, 1001]) expect(() => inflate(packed, size)).toThrow(SaipError)
})

test('returns or refuses damaged data, but never breaks', () => {
  const input = fc.tuple(content, options, fc.nat(), fc.nat(255))
  fc.assert(
    fc.property(input, ([bytes, how, at, mask]) => {
      const packed = new Uint8Array(deflateRawSync(bytes, how))
      const damaged = packed.with(at % packed.length, packed[at % packed.length]! ^ mask)
      try {
        expect(inflate(damaged, bytes.length)).toHaveLength(bytes.length)
      } catch (error) {
        expect(error).toBeInstanceOf(SaipError)
      }
      expect(() => inflate(packed.subarray(0, -1), bytes.length)).toThrow(SaipError)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['block type 3', [0b111]],
  ['a reference before the beginning', [0x03, 0x02]],
  ['a stored block with a wrong complement', [0x01, 1, 0, 0, 0, 0xaa]],
  ['nothing', []],
])('refuses %s', (_what, bytes) => {
  expect(() => inflate(Uint8Array.from(bytes), 4)).toThrow(SaipError)
})
