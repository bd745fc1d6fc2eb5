import { concat } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { decodeProfile, encodeProfile } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { inspectProfile } from '../inspect/inspect-profile.ts'
import { readPackage } from '../inspect/read-package.ts'
import { richElements } from '../testing/rich-profile.ts'
import { checkProfile } from './check-profile.ts'

const elements = decodeProfile(encodeProfile(richElements()))
const [header] = elements
const rawOf = (kind: string) => elements.find((element) => element.kind === kind)!.raw

describe('a package of very many parts', () => {
  test.each([
    [
      'elements',
      concat(header!.raw, ...Array<Uint8Array>(128).fill(rawOf('end'))),
      /^More than 128 elements \(byte \d+\)\.$/,
    ],
    ['TLVs', concat(...Array<Uint8Array>(10).fill(pins(3_000))), /^More than 25000 TLVs \(byte \d+\)\.$/],
  ])('is refused for its %s', (_, bytes, text) => {
    expect(() => readPackage(bytes)).toThrow(SaipError)
    expect(() => readPackage(bytes)).toThrow(text)
  })

  test('of as many files as the limits allow is read', () => {
    const bytes = concat(header!.raw, ...Array<Uint8Array>(100).fill(rawOf('usim')))
    const { tree, findings } = inspectProfile(bytes)
    expect(tree).toHaveLength(101)
    expect(findings.length).toBeGreaterThan(0)
  })
})

test.each(Array.from({ length: 34 }, (_, at) => at))(
  'an element without content, tag %i, is no error of another kind',
  (tag) => {
    const head = tag < 31 ? [0xa0 + tag] : [0xbf, tag]
    let fault: unknown
    try {
      checkProfile(decodeProfile(Uint8Array.from([...head, 0])))
    } catch (error) {
      fault = error
    }
    expect([undefined, 'SaipError']).toContain((fault as Error | undefined)?.name)
  },
)

/** An element of one kind with very many empty parts. */
function pins(count: number): Uint8Array {
  const parts = new Uint8Array(count * 2)
  for (let at = 0; at < parts.length; at += 2) parts[at] = 0x04
  const { length } = parts
  return concat(Uint8Array.of(0xa2, 0x82, length >> 8, length & 0xff), parts)
}
