import { createHash } from 'node:crypto'
import { cmac } from '@noble/ciphers/aes.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cmac } from './aes-chain.ts'
import {
  BspError,
  type BspKeys,
  BspOpener,
  BspSealer,
  cutSegments,
  deriveBspKeys,
  maxEncryptedPlainBytes,
  maxMacOnlyPlainBytes,
  maxSegmentBytes,
} from './bsp.ts'
import vectors from './vectors/bsp-vectors.json' with { type: 'json' }

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
const counting = (length: number) => Uint8Array.from({ length }, (_, i) => i % 251)

function keysOf(vector: typeof vectors.kdf_1): BspKeys {
  return deriveBspKeys({
    sharedSecret: bytes(vector.sharedSecret),
    hostId: bytes(vector.hostId),
    eid: bytes(vector.eid),
  })
}

const ppk: BspKeys = {
  initialMacChainingValue: bytes(vectors.after_replaceSessionKeys.initialMcv),
  encryptionKey: bytes(vectors.after_replaceSessionKeys.ppkEnc),
  macKey: bytes(vectors.after_replaceSessionKeys.ppkMac),
}

function codeOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof BspError) return error.code
    throw error
  }
  return 'accepted'
}

describe('published vectors', () => {
  test.each(['kdf_1', 'kdf_2'] as const)('%s yields the session keys', (name) => {
    const vector = vectors[name]
    const keys = keysOf(vector)
    expect(hex(keys.initialMacChainingValue)).toBe(vector.initialMcv)
    expect(hex(keys.encryptionKey)).toBe(vector.sEnc)
    expect(hex(keys.macKey)).toBe(vector.sMac)
  })

  test('the segments of another SM-DP+ are reproduced byte for byte', () => {
    const sealer = new BspSealer(keysOf(vectors.kdf_2))
    expect(vectors.sequence_after_kdf_2).toHaveLength(3)
    for (const step of vectors.sequence_after_kdf_2) {
      const tag = Number.parseInt(step.tag, 16)
      const plain = bytes(step.plain)
      const segment = step.mode === 'enc+mac' ? sealer.encrypt(tag, plain) : sealer.authenticate(tag, plain)
      expect(hex(segment), step.step).toBe(step.tlv)
    }
  })

  test('the segments of another SM-DP+ are opened', () => {
    const opener = new BspOpener(keysOf(vectors.kdf_2))
    for (const step of vectors.sequence_after_kdf_2) {
      const tag = Number.parseInt(step.tag, 16)
      const plain = step.mode === 'enc+mac' ? opener.decrypt(tag, bytes(step.tlv)) : opener.verify(tag, bytes(step.tlv))
      expect(hex(plain), step.step).toBe(step.plain)
    }
  })

  test('after ReplaceSessionKeys the block number restarts at 1', () => {
    const sealer = new BspSealer(ppk)
    const [first, second] = vectors.after_replaceSessionKeys.segments
    for (const [vector, length] of [[first, 1007] as const, [second, 500] as const]) {
      const segment = sealer.encrypt(0x86, counting(length))
      expect(segment).toHaveLength(vector!.tlv_len)
      expect(hex(segment.subarray(0, 24))).toBe(vector!.tlv_first24)
      expect(hex(segment.subarray(-8))).toBe(vector!.mac)
      expect(createHash('sha256').update(segment).digest('hex')).toBe(vector!.tlv_sha256)
    }
  })
})

test('the CMAC of consecutive messages equals that of an independent implementation', () => {
  const key = counting(16)
  const ours = new Cmac(key)
  for (const length of [0, 1, 15, 16, 17, 31, 32, 33, 1000, 1024]) {
    expect(hex(ours.mac(counting(length))), `${length} bytes`).toBe(hex(cmac(counting(length), key)))
  }
})

describe('segments', () => {
  test('the fullest encrypted segment has exactly 1,020 bytes', () => {
    expect(new BspSealer(ppk).encrypt(0x86, counting(maxEncryptedPlainBytes))).toHaveLength(maxSegmentBytes)
  })

  test('the fullest MAC-only segment has exactly 1,020 bytes', () => {
    expect(new BspSealer(ppk).authenticate(0x88, counting(maxMacOnlyPlainBytes))).toHaveLength(maxSegmentBytes)
  })

  test('one byte more is refused', () => {
    expect(codeOf(() => new BspSealer(ppk).encrypt(0x86, counting(maxEncryptedPlainBytes + 1)))).toBe('bad_length')
    expect(codeOf(() => new BspSealer(ppk).authenticate(0x88, counting(maxMacOnlyPlainBytes + 1)))).toBe('bad_length')
  })

  test('split bytes concatenate to the input, and no piece exceeds the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (length) => {
        const pieces = cutSegments(counting(length), maxEncryptedPlainBytes)
        expect(hex(Buffer.concat(pieces))).toBe(hex(counting(length)))
        expect(pieces.length).toBe(Math.max(1, Math.ceil(length / maxEncryptedPlainBytes)))
      }),
    )
  })

  test('sealed segments of any length and kind open again', () => {
    const segments = fc.array(
      fc.record({ encrypted: fc.boolean(), plain: fc.uint8Array({ maxLength: maxEncryptedPlainBytes }) }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(segments, (list) => {
        const sealer = new BspSealer(ppk)
        const opener = new BspOpener(ppk)
        for (const { encrypted, plain } of list) {
          const back = encrypted
            ? opener.decrypt(0x86, sealer.encrypt(0x86, plain))
            : opener.verify(0x88, sealer.authenticate(0x88, plain))
          expect(hex(back)).toBe(hex(plain))
        }
      }),
    )
  })
})

describe('refusals', () => {
  const sealed = () => new BspSealer(ppk).encrypt(0x86, counting(40))

  test('any flipped bit is refused', () => {
    const segment = sealed()
    for (let bit = 0; bit < segment.length * 8; bit++) {
      const damaged = Uint8Array.from(segment)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(
        codeOf(() => new BspOpener(ppk).decrypt(0x86, damaged)),
        `bit ${bit}`,
      ).not.toBe('accepted')
    }
  })

  test('segments in another order are refused', () => {
    const sealer = new BspSealer(ppk)
    sealer.encrypt(0x86, counting(20))
    const second = sealer.encrypt(0x86, counting(20))
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, second))).toBe('bad_mac')
  })

  test('a repeated segment is refused', () => {
    const opener = new BspOpener(ppk)
    const segment = sealed()
    opener.decrypt(0x86, segment)
    expect(codeOf(() => opener.decrypt(0x86, segment))).toBe('bad_mac')
  })

  test('after a refusal even the right segment is refused', () => {
    const opener = new BspOpener(ppk)
    const segment = sealed()
    const damaged = Uint8Array.from(segment)
    damaged[10]! ^= 1
    expect(codeOf(() => opener.decrypt(0x86, damaged))).toBe('bad_mac')
    expect(codeOf(() => opener.decrypt(0x86, segment))).toBe('ended')
  })

  test('another tag is refused', () => {
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x87, sealed()))).toBe('bad_tag')
  })

  test('a MAC-only segment is not accepted as an encrypted one', () => {
    const clear = new BspSealer(ppk).authenticate(0x86, counting(32))
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, clear))).toBe('bad_padding')
    const odd = new BspSealer(ppk).authenticate(0x86, counting(31))
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, odd))).toBe('bad_length')
  })

  test('truncated and overlong segments are refused', () => {
    const segment = sealed()
    for (let length = 0; length < segment.length; length++) {
      expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, segment.subarray(0, length)))).not.toBe('accepted')
    }
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, Uint8Array.of(...segment, 0)))).toBe('bad_length')
    expect(codeOf(() => new BspOpener(ppk).decrypt(0x86, new Uint8Array(1021).fill(0x86)))).toBe('bad_length')
  })

  test('a segment over the limit is refused even with a correct MAC', () => {
    const overlong = (dataLength: number) => {
      const data = counting(dataLength)
      const header = Uint8Array.of(0x88, 0x82, (dataLength + 8) >> 8, (dataLength + 8) & 0xff)
      const mac = new Cmac(ppk.macKey).mac(ppk.initialMacChainingValue, header, data).subarray(0, 8)
      return Buffer.concat([header, data, mac])
    }
    expect(codeOf(() => new BspOpener(ppk).verify(0x88, overlong(1008)))).toBe('accepted')
    expect(codeOf(() => new BspOpener(ppk).verify(0x88, overlong(1009)))).toBe('bad_length')
  })

  test('another EID, host id or shared secret yields other keys', () => {
    const base = { sharedSecret: counting(32), hostId: counting(8), eid: counting(16) }
    const right = hex(deriveBspKeys(base).macKey)
    for (const change of [{ sharedSecret: counting(31) }, { hostId: counting(7) }, { eid: new Uint8Array(16) }]) {
      expect(hex(deriveBspKeys({ ...base, ...change }).macKey)).not.toBe(right)
    }
  })
})
