/** Ciphering and cryptographic checksums of secured packets: ETSI TS 102 225 clauses 5.1.2 and 5.1.3. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { concat } from '@simwright/asn1'
import { aesCmac } from './aes-cmac.ts'

/** A key of a security domain (GlobalPlatform Card Specification 11.1). */
export type OtaKey = {
  /** Key version number. In SCP80 it is the key set that KIc and KID refer to. */
  readonly version: number
  /** 1 is KIc, 2 is KID, 3 is KIK. */
  readonly identifier: number
  /** GlobalPlatform key type. */
  readonly type: number
  readonly value: Uint8Array
  /** Length of a cryptographic checksum with this key. */
  readonly checksumBytes: number
}

/** An algorithm: its code in the lower nibble of KIc and KID, and its name in Node's crypto module. */
type Algorithm = { readonly code: number; readonly cipher: string; readonly blockBytes: number }

const KEY_TYPE_AES = 0x88
const AES_BLOCK_BYTES = 16
const DES_BLOCK_BYTES = 8

/** Triple DES in outer CBC mode, by key length: two different keys, or three. */
const TRIPLE_DES: Readonly<Record<number, Algorithm>> = {
  16: { code: 0x5, cipher: 'des-ede3-cbc', blockBytes: DES_BLOCK_BYTES },
  24: { code: 0x9, cipher: 'des-ede3-cbc', blockBytes: DES_BLOCK_BYTES },
}
/** GlobalPlatform key types of DES: 80 for any mode, 82 for CBC with a vector of zeros. */
const KEY_TYPES_DES: readonly number[] = [0x80, 0x82]

/** The algorithm of a key. Undefined for one that this card does not have, such as DES with one key. */
function algorithmOf(key: OtaKey): Algorithm | undefined {
  const { length } = key.value
  if (key.type === KEY_TYPE_AES) return { code: 0x2, cipher: `aes-${length * 8}-cbc`, blockBytes: AES_BLOCK_BYTES }
  return KEY_TYPES_DES.includes(key.type) ? TRIPLE_DES[length] : undefined
}

/** Code of an algorithm that the card knows from the key. */
const IMPLICIT = 0x0

/** Whether the algorithm in the lower nibble of KIc or KID is that of the key, or implicit. */
export function isAlgorithmOf(key: OtaKey, code: number): boolean {
  const algorithm = algorithmOf(key)
  return algorithm !== undefined && (code === IMPLICIT || code === algorithm.code)
}

/** The bytes of a key as Node wants them: a key of two parts is used as the first, the second and the first again. */
const cipherKey = ({ value, type }: OtaKey) =>
  type !== KEY_TYPE_AES && value.length === 16 ? concat(value, value.subarray(0, DES_BLOCK_BYTES)) : value

/** Block length of the key's cipher in bytes. @throws TypeError for a key without algorithm */
export function blockBytesOf(key: OtaKey): number {
  return requiredAlgorithm(key).blockBytes
}

function requiredAlgorithm(key: OtaKey): Algorithm {
  const algorithm = algorithmOf(key)
  if (!algorithm) throw new TypeError('the key has no algorithm of secured packets')
  return algorithm
}

/** Deciphers whole blocks with an initial vector of zeros. */
export function decipherBlocks(key: OtaKey, bytes: Uint8Array): Uint8Array {
  const { cipher, blockBytes } = requiredAlgorithm(key)
  const decipher = createDecipheriv(cipher, cipherKey(key), new Uint8Array(blockBytes)).setAutoPadding(false)
  return Uint8Array.from(decipher.update(bytes))
}

/** Enciphers whole blocks with an initial vector of zeros. */
export function encipherBlocks(key: OtaKey, bytes: Uint8Array): Uint8Array {
  const { cipher, blockBytes } = requiredAlgorithm(key)
  const encipher = createCipheriv(cipher, cipherKey(key), new Uint8Array(blockBytes)).setAutoPadding(false)
  return Uint8Array.from(encipher.update(bytes))
}

/** The bytes, followed by zeros up to a whole number of blocks. */
export function padToBlocks(bytes: Uint8Array, blockBytes: number): Uint8Array {
  const padded = new Uint8Array(Math.ceil(bytes.length / blockBytes) * blockBytes)
  padded.set(bytes)
  return padded
}

/**
 * A cryptographic checksum of `checksumBytes`: for AES the beginning of the CMAC, for DES the last block of CBC over the
 * bytes padded with zeros.
 */
export function checksum(key: OtaKey, bytes: Uint8Array): Uint8Array {
  if (key.type === KEY_TYPE_AES) return aesCmac(key.value, bytes).slice(0, key.checksumBytes)
  return encipherBlocks(key, padToBlocks(bytes, DES_BLOCK_BYTES)).slice(-DES_BLOCK_BYTES)
}
