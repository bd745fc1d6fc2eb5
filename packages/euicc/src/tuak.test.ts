import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { TUAK_TEST_SETS } from './testing/algorithm-vector.ts'
import { deriveTopc, type TuakKey, tuakKeys, tuakMac, tuakResyncAk } from './tuak.ts'

const hexOf = (count: number, byte: string) => fromHex(byte.repeat(count))

/** Bytes of a hexadecimal value. */
const sizeOf = (hex: string) => hex.length / 2

describe('TUAK', () => {
  it.each(TUAK_TEST_SETS)('answers TS 35.233 test set $number', (set) => {
    const k = fromHex(set.k)
    const iterations = Number(set.iterations)
    const topc = deriveTopc(k, fromHex(set.top), iterations)
    expect(toHex(topc)).toBe(set.topc)
    const lengths = {
      macBytes: sizeOf(set.f1),
      resBytes: sizeOf(set.f2),
      ckBytes: sizeOf(set.f3),
      ikBytes: sizeOf(set.f4),
    }
    const key = { k, topc, iterations, ...lengths } as TuakKey
    const macs = tuakMac(key, { rand: fromHex(set.rand), sqn: fromHex(set.sqn), amf: fromHex(set.amf) })
    expect([macs.macA, macs.macS].map(toHex)).toEqual([set.f1, set.f1star])
    const { res, ck, ik, ak } = tuakKeys(key, fromHex(set.rand))
    expect([res, ck, ik, ak].map(toHex)).toEqual([set.f2, set.f3, set.f4, set.f5])
    expect(toHex(tuakResyncAk(key, fromHex(set.rand)))).toBe(set.f5star)
  })

  it('covers all 6 test sets', () => {
    expect(TUAK_TEST_SETS).toHaveLength(6)
  })

  it('accepts a key of 256 bits and returns RES of 64 bits', () => {
    const k = hexOf(32, '41')
    const key = { k, topc: deriveTopc(k, hexOf(32, '46')), resBytes: 8, iterations: 1 } as const
    const rand = hexOf(16, '42')
    const { macA } = tuakMac(key, { rand, sqn: fromHex('000000001234'), amf: fromHex('8000') })
    expect(toHex(macA)).toBe('ddf1c7771178cedb')
    const { res, ck, ik, ak } = tuakKeys(key, rand)
    expect([res, ck, ik, ak].map(toHex)).toEqual([
      '7d2fdcd4cb287147',
      'a81d468480ac09abe4a3f6e18b9b37fe',
      '677e3daf31fc799b92c6d24dfad0ed09',
      '831ecb70a622',
    ])
  })

  it('returns other keys for another number of iterations', () => {
    const key = { k: hexOf(16, 'ab'), topc: hexOf(32, '55'), resBytes: 8, iterations: 1 } as const
    const rand = hexOf(16, '42')
    expect(tuakKeys({ ...key, iterations: 2 }, rand).ck).not.toEqual(tuakKeys(key, rand).ck)
  })
})
