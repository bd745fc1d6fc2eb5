import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { deriveOpc, MILENAGE_CONSTANTS, milenageKeys, milenageMac, milenageResyncAk } from './milenage.ts'
import { MILENAGE_TEST_SETS } from './testing/algorithm-vector.ts'

describe('MILENAGE', () => {
  it.each(MILENAGE_TEST_SETS)('answers TS 35.208 test set $number', (set) => {
    const key = { k: fromHex(set.k), opc: deriveOpc(fromHex(set.k), fromHex(set.op)) }
    expect(toHex(key.opc)).toBe(set.opc)
    const macs = milenageMac(key, { rand: fromHex(set.rand), sqn: fromHex(set.sqn), amf: fromHex(set.amf) })
    expect([macs.macA, macs.macS].map(toHex)).toEqual([set.f1, set.f1star])
    const keys = milenageKeys(key, fromHex(set.rand))
    expect([keys.res, keys.ck, keys.ik, keys.ak].map(toHex)).toEqual([set.f2, set.f3, set.f4, set.f5])
    expect(toHex(milenageResyncAk(key, fromHex(set.rand)))).toBe(set.f5star)
  })

  it('covers all 20 test sets', () => {
    expect(MILENAGE_TEST_SETS).toHaveLength(20)
  })

  it('uses the rotation constants of an operator', () => {
    const key = { k: new Uint8Array(16).fill(7), opc: new Uint8Array(16).fill(9) }
    const rand = Uint8Array.from({ length: 16 }, (_, index) => index)
    const own = { ...MILENAGE_CONSTANTS, rotationsBits: [64, 0, 33, 64, 96] }
    const standard = milenageKeys(key, rand)
    const rotated = milenageKeys({ ...key, constants: own }, rand)
    expect(toHex(rotated.ck)).not.toBe(toHex(standard.ck))
    expect(toHex(rotated.ik)).toBe(toHex(standard.ik))
  })
})
