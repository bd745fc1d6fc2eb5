import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { equalBytes } from '@simwright/asn1'
import type { Certificate } from './certificate.ts'
import { CertificateError } from './certificate-error.ts'
import { derBlocks } from './pem.ts'

const KINDS = ['pkcs8', 'sec1'] as const

/** A private key as PKCS#8 or SEC1, PEM or DER; throws CertificateError `bad_key`, which never shows the key. */
export function importPrivateKey(bytes: Uint8Array): KeyObject {
  const [der] = keyBlocks(bytes)
  for (const type of KINDS) {
    try {
      return createPrivateKey({ key: Buffer.from(der!), format: 'der', type })
    } catch {
      // not of this kind: the next one is tried
    }
  }
  throw new CertificateError('bad_key', 'Neither a PKCS#8 nor a SEC1 private key, or one with a password.')
}

export function exportPkcs8(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
}

/** True when the private key belongs to the certificate. */
export function isKeyPair(certificate: Certificate, privateKey: KeyObject): boolean {
  return equalBytes(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }), certificate.publicKeyInfo)
}

function keyBlocks(bytes: Uint8Array): Uint8Array[] {
  try {
    return derBlocks(bytes, ['PRIVATE KEY', 'EC PRIVATE KEY'])
  } catch (cause) {
    throw new CertificateError('bad_key', 'The PEM file holds no private key without password.', { cause })
  }
}
