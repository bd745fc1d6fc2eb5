import { type Cipheriv, createCipheriv, createDecipheriv, createSecretKey, type Decipheriv } from 'node:crypto'

/** Block length of AES in bytes. */
export const blockLength = 16
/** The initial vector of a CMAC, and of the first block of a CBC stream. */
const zeroBlock = new Uint8Array(blockLength)

/**
 * AES-CBC over many messages with one cipher object, each message with its own initial vector. Creating a cipher costs
 * more than encrypting a segment. So one CBC stream runs through all messages: each first block is XORed with the wanted
 * vector and with the last ciphertext block, which cancels the stream's own chaining.
 */
export class CbcEncryptor {
  readonly #cipher: Cipheriv
  #last: Uint8Array = zeroBlock

  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-cbc', createSecretKey(key), zeroBlock).setAutoPadding(false)
  }

  /** Encrypts `blocks`, a whole number of blocks. Overwrites the first block of the argument. */
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

  /** Decrypts a whole number of blocks. */
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
  /** The subkey for a message of whole blocks. */
  readonly #subkeyWhole: Uint8Array
  /** The subkey for a message that needs padding. */
  readonly #subkeyPadded: Uint8Array

  constructor(key: Uint8Array) {
    this.#cbc = new CbcEncryptor(key)
    this.#subkeyWhole = double(this.#cbc.encrypt(zeroBlock, new Uint8Array(blockLength)))
    this.#subkeyPadded = double(this.#subkeyWhole)
  }

  /** The full CMAC, 16 bytes, of the concatenated `chunks`. */
  mac(...chunks: Uint8Array[]): Uint8Array {
    let length = 0
    for (const chunk of chunks) length += chunk.length
    const blocks = new Uint8Array(Math.max(1, Math.ceil(length / blockLength)) * blockLength)
    let at = 0
    for (const chunk of chunks) {
      blocks.set(chunk, at)
      at += chunk.length
    }
    const whole = length === blocks.length
    if (!whole) blocks[length] = 0x80
    const subkey = whole ? this.#subkeyWhole : this.#subkeyPadded
    const lastBlock = blocks.length - blockLength
    for (let i = 0; i < blockLength; i++) blocks[lastBlock + i]! ^= subkey[i]!
    return this.#cbc.encrypt(zeroBlock, blocks).subarray(lastBlock)
  }
}

/** Doubles a block in GF(2^128), as RFC 4493 derives the subkeys. */
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

  /** Encrypts one block. */
  encrypt(block: Uint8Array): Uint8Array {
    return this.#cipher.update(block)
  }
}
