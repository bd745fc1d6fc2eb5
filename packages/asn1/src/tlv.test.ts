import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Asn1Error, children, concat, equalBytes, fromHex, readTlv, readTlvs, toHex, writeTlv } from './index.ts'

function codeOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof Asn1Error) return error.code
    throw error
  }
  return 'no error'
}

const tags = [0x02, 0x30, 0x80, 0xa0, 0x5f37, 0xbf20, 0xbf36, 0x9f8101, 0xbf818203]

describe('a TLV', () => {
  test('is read with its tag as encoded, value, raw bytes and offset', () => {
    const tlv = readTlv(fromHex('ff5f3703010203ee'), 1)
    expect(tlv.tag).toBe(0x5f37)
    expect(toHex(tlv.value)).toBe('010203')
    expect(toHex(tlv.raw)).toBe('5f3703010203')
    expect(tlv.offset).toBe(1)
  })

  test('shares memory with its input, and is a plain Uint8Array even from a Buffer', () => {
    const input = Buffer.from('0402abcd', 'hex')
    const tlv = readTlv(input)
    expect(tlv.value.buffer).toBe(input.buffer)
    expect(Object.getPrototypeOf(tlv.value)).toBe(Uint8Array.prototype)
  })

  test.each([
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
    [16_777_216, '048401000000'],
  ])('of %i bytes is written with the shortest length', (length, head) => {
    const tlv = writeTlv(0x04, new Uint8Array(length))
    expect(toHex(tlv.subarray(0, head.length / 2))).toBe(head)
    expect(readTlv(tlv).value.length).toBe(length)
  })

  test('with any tag is written from chunks and read back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tags),
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }),
        (tag, chunks) => {
          const tlv = readTlv(writeTlv(tag, ...chunks))
          expect(tlv.tag).toBe(tag)
          expect(equalBytes(tlv.value, concat(...chunks))).toBe(true)
        },
      ),
    )
  })

  test('with a longer length form than necessary is accepted', () => {
    expect(toHex(readTlv(fromHex('04820001aa')).value)).toBe('aa')
  })

  test.each([
    ['', 'truncated'],
    ['30', 'truncated'],
    ['bf', 'truncated'],
    ['bf20', 'truncated'],
    ['0405aabb', 'truncated'],
    ['0482aa', 'truncated'],
    ['3080aabb0000', 'bad_length'],
    ['04850000000001aa', 'bad_length'],
    ['04ffaa', 'bad_length'],
    ['0000', 'bad_tag'],
    ['bf8182838400', 'bad_tag'],
  ])('%s is refused as %s', (hex, code) => {
    expect(codeOf(() => readTlv(fromHex(hex)))).toBe(code)
  })

  test('of a primitive tag has no children', () => {
    expect(codeOf(() => children(readTlv(fromHex('0402abcd'))))).toBe('unexpected')
    expect(children(readTlv(fromHex('30050401aa0500'))).map((child) => child.tag)).toEqual([0x04, 0x05])
  })

  test('in any bytes is read or refused with an Asn1Error', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      codeOf(() => readTlvs(bytes))
    })
    expect(() => fc.assert(property)).not.toThrow()
  })

  test('truncated at any byte is refused', () => {
    const whole = writeTlv(0xbf20, writeTlv(0x82, new Uint8Array(300)))
    for (let length = 0; length < whole.length; length++) {
      expect(codeOf(() => readTlv(whole.subarray(0, length)))).toBe('truncated')
    }
  })
})

describe('hex', () => {
  test('is written in lower case and read in either', () => {
    expect(toHex(fromHex('00aAFf'))).toBe('00aaff')
  })

  test.each(['a', '0g', ' 00', '0x', '00\n0', '¼½'])('%j is refused', (text) => {
    expect(codeOf(() => fromHex(text))).toBe('bad_value')
  })

  test('decodes to the bytes that were encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(equalBytes(fromHex(toHex(bytes)), bytes)).toBe(true)
      }),
    )
  })
})

test('a concatenation of 200,000 TLVs is read in linear time', () => {
  const start = process.cpuUsage()
  const many = readTlvs(new Uint8Array(2 * 200_000).map((_, i) => (i % 2 ? 0 : 5)))
  const { user, system } = process.cpuUsage(start)
  expect(many).toHaveLength(200_000)
  // it takes a tenth of a second of processor time; in quadratic time, 40 GB would be copied
  expect((user + system) / 1_000_000).toBeLessThan(2)
})
