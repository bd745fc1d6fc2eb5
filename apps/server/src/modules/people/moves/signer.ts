import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { MovesServer as Server } from '../../../port/module.ts'
import { Signature } from './archive-format.ts'

/** An Ed25519 private key in PKCS #8 (RFC 8410, 7) up to its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key with which this installation signs archives. */
export function openSigner({ keys }: Pick<Server, 'keys'>): KeyObject {
  const der = Buffer.concat([PKCS8_PREFIX, keys.move.reveal()])
  return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
}

const spkiOf = (key: KeyObject) =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' })

/** SHA-256 of the public key, in groups of four digits, which people compare. */
export function fingerprintOf(key: KeyObject): string {
  const hex = createHash('sha256').update(spkiOf(key)).digest('hex').toUpperCase()
  return hex.match(/.{4}/g)!.join(' ')
}

/** A fingerprint as people type it, in the notation of `fingerprintOf`; undefined if it is none. */
export function readFingerprint(text: string): string | undefined {
  const hex = text.replace(/[\s:]/g, '').toUpperCase()
  return /^[0-9A-F]{64}$/.test(hex) ? hex.match(/.{4}/g)!.join(' ') : undefined
}

export function signManifest(signer: KeyObject, manifest: Uint8Array): Buffer {
  const publicKey = spkiOf(signer).toString('base64')
  const signature = sign(null, manifest, signer).toString('base64')
  return Buffer.from(`${JSON.stringify({ publicKey, signature })}\n`)
}

/** @returns the fingerprint of the key that signed; undefined if the signature is not that of the manifest */
export function signerOf(manifest: Uint8Array, bytes: Uint8Array): string | undefined {
  try {
    const { publicKey, signature } = Signature.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    return verify(null, manifest, key, Buffer.from(signature, 'base64')) ? fingerprintOf(key) : undefined
  } catch {
    return undefined
  }
}
