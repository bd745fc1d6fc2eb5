import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { CertificateError } from './certificate-error.ts'
import { CURVES, type Curve } from './curve.ts'
import { ALGORITHMS } from './structure.ts'

const KEPT_KEYS = 64
const kept = new Map<string, KeyObject>()

/** What is signed, and with what. Shared by certificates and revocation lists. */
export interface Signed {
  readonly tbs: Uint8Array
  readonly signatureAlgorithm: string
  readonly signature: Uint8Array
}

/** The key that verifies what its holder issued. */
export interface Signer {
  readonly curve: Curve | undefined
  readonly publicKeyInfo: Uint8Array
}

/** What was found of two objects that are at hand again. */
const found = new WeakMap<Signed, WeakMap<Signer, boolean>>()

/**
 * As {@link isSignedBy}, and remembered for these two objects: for the certificates of CAs, which stand in one chain
 * after another.
 */
export function isKnownSignedBy(signed: Signed, signer: Signer): boolean {
  const bySigner = found.get(signed) ?? new WeakMap<Signer, boolean>()
  const known = bySigner.get(signer)
  if (known !== undefined) return known
  const verified = isSignedBy(signed, signer)
  found.set(signed, bySigner.set(signer, verified))
  return verified
}

/** ECDSA with SHA-256 over the received bytes; anything else, or an unusable key, is simply not verified. */
export function isSignedBy(signed: Signed, signer: Signer): boolean {
  if (signed.signatureAlgorithm !== ALGORITHMS.ecdsaWithSha256) return false
  if (signer.curve === undefined || CURVES[signer.curve].openssl === undefined) return false
  try {
    return verify('sha256', signed.tbs, { key: issuerKey(signer), dsaEncoding: 'der' }, signed.signature)
  } catch {
    return false
  }
}

/** CI and EUM keys come again with each device; importing one costs half a verification. */
function issuerKey({ publicKeyInfo }: Signer): KeyObject {
  const name = Buffer.from(publicKeyInfo.buffer, publicKeyInfo.byteOffset, publicKeyInfo.length).toString('latin1')
  const known = kept.get(name)
  if (known !== undefined) return known
  const key = publicKeyOf(publicKeyInfo)
  if (kept.size >= KEPT_KEYS) kept.delete(kept.keys().next().value as string)
  kept.set(name, key)
  return key
}

/** The key of a SubjectPublicKeyInfo. */
export function publicKeyOf(publicKeyInfo: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' })
  } catch (cause) {
    throw new CertificateError('bad_key', 'The public key cannot be used.', { cause })
  }
}
