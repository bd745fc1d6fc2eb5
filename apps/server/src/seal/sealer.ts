import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { EnterpriseId } from '../db/row-id.ts'
import { Secret } from '../secret/secret.ts'

/**
 * The field that a sealed value belongs to. The value opens only in this context, so it cannot be moved to another
 * field.
 */
export type SealContext = {
  /** Null for values that belong to no enterprise. */
  enterpriseId: EnterpriseId | null
  table: string
  row: string
  field: string
}

/** The versions of a key-encryption key, 32 bytes each. The highest version seals; all versions open. */
export type KeyRing = ReadonlyMap<number, Secret>

/** A sealed value does not open: wrong key, wrong context, or damaged bytes. */
export class UnsealError extends Error {
  override name = 'UnsealError'
}

export const KEY_LENGTH = 32
const VERSION_LENGTH = 2
const IV_LENGTH = 12
const TAG_LENGTH = 16
const HEADER_LENGTH = VERSION_LENGTH + IV_LENGTH + TAG_LENGTH

/**
 * Seals with a key-encryption key: key version (2 bytes, big-endian) ‖ IV (12) ‖ tag (16) ‖ AES-256-GCM ciphertext,
 * with a random IV, and context and key version as additional data.
 */
export class Sealer {
  readonly #keys: ReadonlyMap<number, KeyObject>
  readonly #current: number

  constructor(ring: KeyRing) {
    if (ring.size === 0) throw new TypeError('a key ring must have at least one key')
    this.#keys = new Map([...ring].map(([version, key]) => [version, createSecretKey(key.reveal())]))
    this.#current = Math.max(...ring.keys())
  }

  seal(context: SealContext, secret: Secret | Secret<string>): Buffer {
    const version = this.#current
    const iv = randomBytes(IV_LENGTH)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(version)!, iv)
    cipher.setAAD(additionalData(context, version))
    const plain = secret.reveal()
    const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
    const last = cipher.final()
    return Buffer.concat([versionBytes(version), iv, cipher.getAuthTag(), ciphertext, last])
  }

  /** @throws UnsealError */
  open(context: SealContext, sealed: Uint8Array): Secret {
    const version = keyVersion(sealed)
    const key = this.#keys.get(version)
    if (key === undefined) throw new UnsealError(`sealed with key version ${version}, which is not in the key file`)
    const blob = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const iv = blob.subarray(VERSION_LENGTH, VERSION_LENGTH + IV_LENGTH)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH })
    decipher.setAuthTag(blob.subarray(VERSION_LENGTH + IV_LENGTH, HEADER_LENGTH))
    decipher.setAAD(additionalData(context, version))
    try {
      return new Secret(Buffer.concat([decipher.update(blob.subarray(HEADER_LENGTH)), decipher.final()]))
    } catch (cause) {
      throw new UnsealError(`${context.table}.${context.field} does not open with this key in this context`, { cause })
    }
  }

  /** @throws UnsealError */
  openText(context: SealContext, sealed: Uint8Array): Secret<string> {
    return new Secret(Buffer.from(this.open(context, sealed).reveal()).toString('utf8'))
  }
}

/** The key version that a value was sealed with, so that a key rotation can find old values. @throws UnsealError */
export function keyVersion(sealed: Uint8Array): number {
  if (sealed.length < HEADER_LENGTH) throw new UnsealError('too short for a sealed value')
  return sealed[0]! * 256 + sealed[1]!
}

function versionBytes(version: number): Buffer {
  const bytes = Buffer.alloc(VERSION_LENGTH)
  bytes.writeUInt16BE(version)
  return bytes
}

function additionalData({ enterpriseId, table, row, field }: SealContext, version: number): Buffer {
  return Buffer.from(JSON.stringify([enterpriseId, table, row, field, version]))
}
