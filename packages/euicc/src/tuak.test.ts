import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { deriveTopc, tuakKeys, tuakMac, tuakResyncAk } from './tuak.ts'

const hexOf = (count: number, byte: string) => fromHex(byte.repeat(count))

describe('TUAK', () => {
  it('answers TS 35.232 test set 1', () => {
    const k = hexOf(16, 'ab')
    const topc = deriveTopc(k, hexOf(32, '55'))
    expect(toHex(topc)).toBe('bd04d9530e87513c5d837ac2ad954623a8e2330c115305a73eb45d1f40cccbff')
    const key = { k, topc, resBytes: 4, iterations: 1 } as const
    const rand = hexOf(16, '42')
    const macs = tuakMac(key, { rand, sqn: hexOf(6, '11'), amf: hexOf(2, 'ff') })
    expect([macs.macA, macs.macS].map(toHex)).toEqual(['f9a54e6aeaa8618d', 'e94b4dc6c7297df3'])
    const { res, ck, ik, ak } = tuakKeys(key, rand)
    expect([res, ck, ik, ak].map(toHex)).toEqual([
      '657acd64',
      'd71a1e5c6caffe986a26f783e5c78be1',
      'be849fa2564f869aecee6f62d4337e72',
      '719f1e9b9054',
    ])
    expect(toHex(tuakResyncAk(key, rand))).toBe('e7af6b3d0e38')
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
