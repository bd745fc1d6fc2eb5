import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { equalBytes } from '@simwright/asn1'
import type { Certificate } from './certificate.ts'
import { CertificateError } from './certificate-error.ts'
import { derBlocks } from './pem.ts'

/** The DER structures that are tried in this order. */
const KINDS = ['pkcs8', 'sec1'] as const

/**
 * Imports a private key as PKCS#8 or SEC1, PEM or DER, without password.
 * @throws CertificateError `bad_key`; the message never contains key material
 */
export function importPrivateKey(bytes: Uint8Array): KeyObject {
  const [der] = keyBlocks(bytes)
  for (const type of KINDS) {
    try {
      return createPrivateKey({ key: Buffer.from(der!), format: 'der', type })
    } catch {
      // Not this structure: try the next one.
    }
  }
  throw new CertificateError('bad_key', 'Neither a PKCS#8 nor a SEC1 private key, or one with a password.')
}

/** PKCS#8, DER, not encrypted. */
export function exportPkcs8(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
}

/** Whether the private key belongs to the certificate: compares the public keys. */
export function isKeyPair(certificate: Certificate, privateKey: KeyObject): boolean {
  return equalBytes(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }), certificate.publicKeyInfo)
}

/** The key blocks of PEM input, or DER input unchanged. An encrypted key has another label and is refused. */
function keyBlocks(bytes: Uint8Array): Uint8Array[] {
  try {
    return derBlocks(bytes, ['PRIVATE KEY', 'EC PRIVATE KEY'])
  } catch (cause) {
    throw new CertificateError('bad_key', 'The PEM file holds no private key without password.', { cause })
  }
}
