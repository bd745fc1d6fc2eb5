import { createCipheriv, createHash } from 'node:crypto'

/** OPc = AES-128(Ki, OP) xor OP (3GPP TS 35.206, 4.1). Both inputs have 16 bytes. */
export function deriveOpc(ki: Uint8Array, op: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-128-ecb', ki, null).setAutoPadding(false)
  const encrypted = cipher.update(op)
  return Uint8Array.from(encrypted, (byte, i) => byte ^ (op[i] as number))
}

/** Offsets in the input of TUAK's permutation, in bytes (3GPP TS 35.231, 6.2). */
const at = { top: 0, instance: 32, name: 33, key: 64, end: 96 } as const
/** The bit of INSTANCE that is set for a key of 256 bits. */
const longKey = 0x01
/** Bytes of the state that SHAKE256 outputs between two permutations (FIPS 202, 6.2). */
const rate = 136

/**
 * TOPc of TUAK from TOP of 32 bytes and a key of 16 or 32 bytes (3GPP TS 35.231, 6.2). TUAK pads its input of 96 bytes as
 * SHAKE256 does. The state after `iterations` permutations is therefore block number `iterations` of SHAKE256's output.
 */
export function deriveTopc(key: Uint8Array, top: Uint8Array, iterations = 1): Uint8Array {
  const input = new Uint8Array(at.end)
  input.set(top.toReversed(), at.top)
  input[at.instance] = key.length === 32 ? longKey : 0
  input.set(new TextEncoder().encode('TUAK1.0').reverse(), at.name)
  input.set(key.toReversed(), at.key)
  const offset = rate * (iterations - 1)
  const output = createHash('shake256', { outputLength: offset + 32 })
    .update(input)
    .digest()
  return Uint8Array.from(output.subarray(offset)).reverse()
}
