import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { Secret } from './secret.ts'

/** Where a sealed value belongs. It opens in this place only: moved to another row or field it is refused. */
export type Place = {
  /** Null for what belongs to no enterprise. */
  enterpriseId: string | null
  table: string
  row: string
  field: string
}

/** Versions of one key-encryption key, 32 bytes each: the highest seals, all of them open. */
export type KeyRing = ReadonlyMap<number, Secret>

/** A sealed value that does not open: another key, another place, or damaged bytes. */
export class UnsealError extends Error {
  override name = 'UnsealError'
}

export const KEY_LENGTH = 32
const VERSION_LENGTH = 2
const IV_LENGTH = 12
const TAG_LENGTH = 16
const HEADER_LENGTH = VERSION_LENGTH + IV_LENGTH + TAG_LENGTH

/**
 * Seals under a key-encryption key: key version (2 bytes, big-endian) ‖ IV (12) ‖ tag (16) ‖ AES-256-GCM ciphertext, with
 * a random IV, and the place and key version as additional data.
 */
export class Sealer {
  readonly #keys: ReadonlyMap<number, KeyObject>
  readonly #current: number

  constructor(ring: KeyRing) {
    if (ring.size === 0) throw new TypeError('a key ring holds at least one key')
    this.#keys = new Map([...ring].map(([version, key]) => [version, createSecretKey(key.reveal())]))
    this.#current = Math.max(...ring.keys())
  }

  seal(place: Place, secret: Secret | Secret<string>): Buffer {
    const version = this.#current
    const iv = randomBytes(IV_LENGTH)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(version)!, iv)
    cipher.setAAD(additionalData(place, version))
    const plain = secret.reveal()
    const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
    const last = cipher.final()
    return Buffer.concat([versionBytes(version), iv, cipher.getAuthTag(), ciphertext, last])
  }

  /** @throws UnsealError */
  open(place: Place, sealed: Uint8Array): Secret {
    const version = keyVersion(sealed)
    const key = this.#keys.get(version)
    if (key === undefined)
      throw new UnsealError(`sealed under key version ${version}, which the key file does not hold`)
    const blob = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const iv = blob.subarray(VERSION_LENGTH, VERSION_LENGTH + IV_LENGTH)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH })
    decipher.setAuthTag(blob.subarray(VERSION_LENGTH + IV_LENGTH, HEADER_LENGTH))
    decipher.setAAD(additionalData(place, version))
    try {
      return new Secret(Buffer.concat([decipher.update(blob.subarray(HEADER_LENGTH)), decipher.final()]))
    } catch (cause) {
      throw new UnsealError(`${place.table}.${place.field} does not open with this key in this place`, { cause })
    }
  }

  /** @throws UnsealError */
  openText(place: Place, sealed: Uint8Array): Secret<string> {
    return new Secret(Buffer.from(this.open(place, sealed).reveal()).toString('utf8'))
  }
}

/** The version of the key that a value was sealed under: what a rotation has still to seal anew can be found by it. */
export function keyVersion(sealed: Uint8Array): number {
  if (sealed.length < HEADER_LENGTH) throw new UnsealError('too short for a sealed value')
  return sealed[0]! * 256 + sealed[1]!
}

function versionBytes(version: number): Buffer {
  const bytes = Buffer.alloc(VERSION_LENGTH)
  bytes.writeUInt16BE(version)
  return bytes
}

function additionalData({ enterpriseId, table, row, field }: Place, version: number): Buffer {
  return Buffer.from(JSON.stringify([enterpriseId, table, row, field, version]))
}
