/** AES-CMAC: NIST SP 800-38B, RFC 4493. Keys of 16, 24 or 32 bytes. */
import { createCipheriv } from 'node:crypto'

const BLOCK_BYTES = 16
const ZERO_BLOCK = new Uint8Array(BLOCK_BYTES)

/** The polynomial of the field with 2^128 elements. */
const FIELD_POLYNOMIAL = 0x87

function encryptBlock(key: Uint8Array, block: Uint8Array): Uint8Array {
  return createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
    .setAutoPadding(false)
    .update(block)
}

/** Multiplies a block by x. */
function double(block: Uint8Array): Uint8Array {
  const doubled = block.map((byte, at) => (byte << 1) | ((block[at + 1] ?? 0) >> 7))
  if (block[0]! & 0x80) doubled[BLOCK_BYTES - 1]! ^= FIELD_POLYNOMIAL
  return doubled
}

/** The CMAC, 16 bytes. */
export function aesCmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const wholeKey = double(encryptBlock(key, ZERO_BLOCK))
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK_BYTES))
  const isWhole = message.length === blocks * BLOCK_BYTES
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(message)
  if (!isWhole) padded[message.length] = 0x80
  const lastKey = isWhole ? wholeKey : double(wholeKey)
  lastKey.forEach((byte, at) => {
    padded[padded.length - BLOCK_BYTES + at]! ^= byte
  })
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, ZERO_BLOCK).setAutoPadding(false)
  return Uint8Array.from(cipher.update(padded).subarray(-BLOCK_BYTES))
}
