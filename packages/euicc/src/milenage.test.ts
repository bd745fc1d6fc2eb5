import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { deriveOpc, MILENAGE_CONSTANTS, milenageKeys, milenageMac, milenageResyncAk } from './milenage.ts'

/** TS 35.208 clause 4 (the same as TS 35.207 clause 3): k, rand, sqn, amf, op, opc, f1, f1*, f2, f3, f4, f5, f5*. */
const TEST_SETS = [
  '465b5ce8b199b49faa5f0a2ee238a6bc 23553cbe9637a89d218ae64dae47bf35 ff9bb4d0b607 b9b9 cdc202d5123e20f62b6d676ac72cb318 cd63cb71954a9f4e48a5994e37a02baf 4a9ffac354dfafb3 01cfaf9ec4e871e9 a54211d5e3ba50bf b40ba9a3c58b2a05bbf0d987b21bf8cb f769bcd751044604127672711c6d3441 aa689c648370 451e8beca43b',
  '0396eb317b6d1c36f19c1c84cd6ffd16 c00d603103dcee52c4478119494202e8 fd8eef40df7d af17 ff53bade17df5d4e793073ce9d7579fa 53c15671c60a4b731c55b4a441c0bde2 5df5b31807e258b0 a8c016e51ef4a343 d3a628ed988620f0 58c433ff7a7082acd424220f2b67c556 21a8c1f929702adb3e738488b9f5c5da c47783995f72 30f1197061c1',
  'fec86ba6eb707ed08905757b1bb44b8f 9f7c8d021accf4db213ccff0c7f71a6a 9d0277595ffc 725c dbc59adcb6f9a0ef735477b7fadf8374 1006020f0a478bf6b699f15c062e42b3 9cabc3e99baf7281 95814ba2b3044324 8011c48c0c214ed2 5dbdbb2954e8f3cde665b046179a5098 59a92d3b476a0443487055cf88b2307b 33484dc2136b deacdd848cc6',
  '9e5944aea94b81165c82fbf9f32db751 ce83dbc54ac0274a157c17f80d017bd6 0b604a81eca8 9e09 223014c5806694c007ca1eeef57f004f a64a507ae1a2a98bb88eb4210135dc87 74a58220cba84c49 ac2cc74a96871837 f365cd683cd92e96 e203edb3971574f5a94b0d61b816345d 0c4524adeac041c4dd830d20854fc46b f0b9c08ad02e 6085a86c6f63',
  '4ab1deb05ca6ceb051fc98e77d026a84 74b0cd6031a1c8339b2b6ce2b8c4a186 e880a1b580b6 9f07 2d16c5cd1fdf6b22383584e3bef2a8d8 dcf07cbd51855290b92a07a9891e523e 49e785dd12626ef2 9e85790336bb3fa2 5860fc1bce351e7e 7657766b373d1c2138f307e3de9242f9 1c42e960d89b8fa99f2744e0708ccb53 31e11a609118 fe2555e54aa9',
  '6c38a116ac280c454f59332ee35c8c4f ee6466bc96202c5a557abbeff8babf63 414b98222181 4464 1ba00a1a7c6700ac8c3ff3e96ad08725 3803ef5363b947c6aaa225e58fae3934 078adfb488241a57 80246b8d0186bcf1 16c8233f05a0ac28 3f8c7587fe8e4b233af676aede30ba3b a7466cc1e6b2a1337d49d3b66e95d7b4 45b0f69ab06c 1f53cd2b1113',
]

describe('MILENAGE', () => {
  it.each(TEST_SETS.map((line, index) => ({ number: index + 1, line })))(
    'answers TS 35.208 test set $number',
    ({ line }) => {
      const [k, rand, sqn, amf, op, opc, f1, f1star, f2, f3, f4, f5, f5star] = line.split(' ')
      const key = { k: fromHex(k!), opc: deriveOpc(fromHex(k!), fromHex(op!)) }
      expect(toHex(key.opc)).toBe(opc)
      const macs = milenageMac(key, { rand: fromHex(rand!), sqn: fromHex(sqn!), amf: fromHex(amf!) })
      expect(toHex(macs.macA)).toBe(f1)
      expect(toHex(macs.macS)).toBe(f1star)
      const keys = milenageKeys(key, fromHex(rand!))
      expect([keys.res, keys.ck, keys.ik, keys.ak].map(toHex)).toEqual([f2, f3, f4, f5])
      expect(toHex(milenageResyncAk(key, fromHex(rand!)))).toBe(f5star)
    },
  )

  it('covers all six test sets', () => {
    expect(TEST_SETS).toHaveLength(6)
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
