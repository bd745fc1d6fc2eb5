import { type Cipheriv, createCipheriv, createDecipheriv, createSecretKey, type Decipheriv } from 'node:crypto'

export const blockLength = 16
const zeroBlock = new Uint8Array(blockLength)

/**
 * AES-CBC over many messages with one cipher object, each message with an initial vector of its own. Setting up a cipher
 * costs more than encrypting a segment; so the running CBC goes on, and the vector it would use (its last block) is
 * taken out of each message's first block and the wanted one put in.
 */
export class CbcEncryptor {
  readonly #cipher: Cipheriv
  #last: Uint8Array = zeroBlock

  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-cbc', createSecretKey(key), zeroBlock).setAutoPadding(false)
  }

  /** @param blocks whole blocks; its first block is overwritten */
  encrypt(iv: Uint8Array, blocks: Uint8Array): Uint8Array {
    for (let i = 0; i < blockLength; i++) blocks[i]! ^= iv[i]! ^ this.#last[i]!
    const ciphertext = this.#cipher.update(blocks)
    this.#last = ciphertext.subarray(ciphertext.length - blockLength)
    return ciphertext
  }
}

/** The counterpart of {@link CbcEncryptor}. */
export class CbcDecryptor {
  readonly #decipher: Decipheriv
  #last: Uint8Array = zeroBlock

  constructor(key: Uint8Array) {
    this.#decipher = createDecipheriv('aes-128-cbc', createSecretKey(key), zeroBlock).setAutoPadding(false)
  }

  decrypt(iv: Uint8Array, ciphertext: Uint8Array): Uint8Array {
    const plain = this.#decipher.update(ciphertext)
    for (let i = 0; i < blockLength; i++) plain[i]! ^= iv[i]! ^ this.#last[i]!
    this.#last = Uint8Array.from(ciphertext.subarray(ciphertext.length - blockLength))
    return plain
  }
}

/** AES-CMAC (NIST SP 800-38B, RFC 4493) over many messages with one cipher object. */
export class Cmac {
  readonly #cbc: CbcEncryptor
  readonly #subkeyWhole: Uint8Array
  readonly #subkeyPadded: Uint8Array

  constructor(key: Uint8Array) {
    this.#cbc = new CbcEncryptor(key)
    this.#subkeyWhole = double(this.#cbc.encrypt(zeroBlock, new Uint8Array(blockLength)))
    this.#subkeyPadded = double(this.#subkeyWhole)
  }

  /** The full CMAC, 16 bytes, of the parts one after another. */
  mac(...parts: Uint8Array[]): Uint8Array {
    let length = 0
    for (const part of parts) length += part.length
    const blocks = new Uint8Array(Math.max(1, Math.ceil(length / blockLength)) * blockLength)
    let at = 0
    for (const part of parts) {
      blocks.set(part, at)
      at += part.length
    }
    const whole = length === blocks.length
    if (!whole) blocks[length] = 0x80
    const subkey = whole ? this.#subkeyWhole : this.#subkeyPadded
    const lastBlock = blocks.length - blockLength
    for (let i = 0; i < blockLength; i++) blocks[lastBlock + i]! ^= subkey[i]!
    return this.#cbc.encrypt(zeroBlock, blocks).subarray(lastBlock)
  }
}

/** Doubling in GF(2^128), as SP 800-38B derives its subkeys. */
function double(block: Uint8Array): Uint8Array {
  const doubled = new Uint8Array(blockLength)
  for (let i = 0; i < blockLength; i++) doubled[i] = ((block[i]! << 1) & 0xff) | ((block[i + 1] ?? 0) >> 7)
  if (block[0]! & 0x80) doubled[blockLength - 1]! ^= 0x87
  return doubled
}

/** AES-ECB of single blocks with one cipher object. */
export class BlockEncryptor {
  readonly #cipher: Cipheriv

  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-ecb', createSecretKey(key), null).setAutoPadding(false)
  }

  encrypt(block: Uint8Array): Uint8Array {
    return this.#cipher.update(block)
  }
}
