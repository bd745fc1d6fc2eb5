/** MILENAGE, 3GPP TS 35.206: the functions f1 to f5* based on AES-128. */
import { createCipheriv } from 'node:crypto'

/**
 * Constants r1 to r5 (rotation in bits) and c1 to c5 (xor, 16 bytes). Operators may choose their own (TS 35.206 5.3).
 */
export type MilenageConstants = { readonly rotationsBits: readonly number[]; readonly xors: readonly Uint8Array[] }

/** A block of zeros with this last byte. */
const lastByte = (value: number) => {
  const block = new Uint8Array(16)
  block[15] = value
  return block
}

/** The recommended constants (TS 35.206, 4.1). */
export const MILENAGE_CONSTANTS: MilenageConstants = {
  rotationsBits: [64, 0, 32, 64, 96],
  xors: [lastByte(0), lastByte(1), lastByte(2), lastByte(4), lastByte(8)],
}

/** Key K (16 bytes), OPc (16 bytes) and constants of a subscription. The recommended constants are used by default. */
export type MilenageKey = { readonly k: Uint8Array; readonly opc: Uint8Array; readonly constants?: MilenageConstants }

/** AES-128 of one block. */
function encryptBlock(key: Uint8Array, block: Uint8Array): Uint8Array {
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block)
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ b[index]!)
}

/** Cyclic rotation of 128 bits towards the most significant bit. */
function rotateLeft(block: Uint8Array, bits: number): Uint8Array {
  const bytes = bits >> 3
  const rest = bits & 7
  return block.map((_, index) => {
    const high = block[(index + bytes) % 16]!
    const low = block[(index + bytes + 1) % 16]!
    return ((high << rest) | (low >> (8 - rest))) & 0xff
  })
}

/** OPc = AES_K(OP) xor OP (TS 35.206, 4.1). */
export function deriveOpc(k: Uint8Array, op: Uint8Array): Uint8Array {
  return xor(encryptBlock(k, op), op)
}

/** OUT2 to OUT5 (TS 35.206, 4.1), 16 bytes. */
function outputBlock(key: MilenageKey, rand: Uint8Array, number: 2 | 3 | 4 | 5): Uint8Array {
  const { rotationsBits, xors } = key.constants ?? MILENAGE_CONSTANTS
  const temp = encryptBlock(key.k, xor(rand, key.opc))
  const input = xor(rotateLeft(xor(temp, key.opc), rotationsBits[number - 1]!), xors[number - 1]!)
  return xor(encryptBlock(key.k, input), key.opc)
}

/** f1 (MAC-A, network authentication) and f1* (MAC-S, resynchronisation), 8 bytes each. SQN has 6 bytes, AMF 2. */
export function milenageMac(
  key: MilenageKey,
  input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array },
): { macA: Uint8Array; macS: Uint8Array } {
  const { rotationsBits, xors } = key.constants ?? MILENAGE_CONSTANTS
  const half = [...input.sqn, ...input.amf]
  const temp = encryptBlock(key.k, xor(input.rand, key.opc))
  const rotated = rotateLeft(xor(Uint8Array.from([...half, ...half]), key.opc), rotationsBits[0]!)
  const out = xor(encryptBlock(key.k, xor(xor(temp, rotated), xors[0]!)), key.opc)
  return { macA: out.subarray(0, 8), macS: out.subarray(8, 16) }
}

/** f2 to f5: RES (8 bytes), CK (16), IK (16), AK (6). f2 and f5 are the two halves of OUT2. */
export function milenageKeys(key: MilenageKey, rand: Uint8Array) {
  const out2 = outputBlock(key, rand, 2)
  return {
    res: out2.subarray(8, 16),
    ck: outputBlock(key, rand, 3),
    ik: outputBlock(key, rand, 4),
    ak: out2.subarray(0, 6),
  }
}

/** f5*: the anonymity key of a resynchronisation, 6 bytes. */
export function milenageResyncAk(key: MilenageKey, rand: Uint8Array): Uint8Array {
  return outputBlock(key, rand, 5).subarray(0, 6)
}
