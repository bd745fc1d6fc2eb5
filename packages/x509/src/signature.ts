import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { CertificateError } from './certificate-error.ts'
import { CURVES, type Curve } from './curve.ts'
import { ALGORITHMS } from './structure.ts'

/** The number of imported public keys that are cached; the oldest one is dropped first. */
const MAX_IMPORTED_KEYS = 64
const importedKeys = new Map<string, KeyObject>()

/** A signed structure: a certificate or a revocation list. */
export interface Signed {
  readonly tbs: Uint8Array
  /** OID. */
  readonly signatureAlgorithm: string
  /** DER SEQUENCE of r and s. */
  readonly signature: Uint8Array
}

/** The public key that verifies what its holder signed. */
export interface Signer {
  readonly curve: Curve | undefined
  readonly publicKeyInfo: Uint8Array
}

/** Verification results by object identity; an entry goes away with its certificate. */
const verifications = new WeakMap<Signed, WeakMap<Signer, boolean>>()

/**
 * As {@link isSignedBy}, with the result cached for these two objects. For CA certificates, which are verified again with
 * every chain.
 */
export function isSignedByCached(signed: Signed, signer: Signer): boolean {
  const bySigner = verifications.get(signed) ?? new WeakMap<Signer, boolean>()
  const known = bySigner.get(signer)
  if (known !== undefined) return known
  const verified = isSignedBy(signed, signer)
  verifications.set(signed, bySigner.set(signer, verified))
  return verified
}

/** Verifies ECDSA with SHA-256 over the received bytes. False for any other algorithm and for an unusable key. */
export function isSignedBy(signed: Signed, signer: Signer): boolean {
  if (signed.signatureAlgorithm !== ALGORITHMS.ecdsaWithSha256) return false
  if (signer.curve === undefined || CURVES[signer.curve].openssl === undefined) return false
  try {
    return verify('sha256', signed.tbs, issuerKey(signer), signed.signature)
  } catch {
    return false
  }
}

/** The imported key, cached: the same CI and EUM keys verify every device, and an import costs half a verification. */
function issuerKey({ publicKeyInfo }: Signer): KeyObject {
  const name = Buffer.from(publicKeyInfo.buffer, publicKeyInfo.byteOffset, publicKeyInfo.length).toString('latin1')
  const known = importedKeys.get(name)
  if (known !== undefined) return known
  const key = publicKeyOf(publicKeyInfo)
  if (importedKeys.size >= MAX_IMPORTED_KEYS) importedKeys.delete(importedKeys.keys().next().value as string)
  importedKeys.set(name, key)
  return key
}

/**
 * Imports the key of a SubjectPublicKeyInfo.
 * @throws CertificateError `bad_key`
 */
export function publicKeyOf(publicKeyInfo: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' })
  } catch (cause) {
    throw new CertificateError('bad_key', 'The public key cannot be used.', { cause })
  }
}
