import { equalBytes, readTlv, toHex } from '@simwright/asn1'
import type { Certificate } from './certificate.ts'
import { CertificateError, reading } from './certificate-error.ts'
import { authorityKeyIdentifier, EXTENSIONS } from './extension.ts'
import { type Name, sameName } from './name.ts'
import { derBlocks } from './pem.ts'
import { isSignedBy } from './signature.ts'
import { certificateList, checkAlgorithm } from './structure.ts'

/** A certificate revocation list as received (RFC 5280, 5.1). */
export interface Crl {
  readonly raw: Uint8Array
  /** TBSCertList, DER: the bytes that the issuer signed. */
  readonly tbs: Uint8Array
  readonly issuer: Name
  readonly authorityKeyIdentifier: Uint8Array | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  /** When each certificate was revoked, by serial number: the content bytes of the INTEGER, lower-case hex. */
  readonly revoked: ReadonlyMap<string, Date>
  /** OID. */
  readonly signatureAlgorithm: string
  readonly signature: Uint8Array
}

/**
 * Critical extensions of a list that do not prevent its use: key identifier (RFC 5280, 5.2.1), list number (5.2.3),
 * issuing distribution point (5.2.5), and the GSMA's expiration date and partial-list numbers. They only limit what the
 * list covers, so each of its entries revokes regardless.
 */
const KNOWN_CRITICAL: readonly string[] = [
  EXTENSIONS.authorityKeyIdentifier,
  EXTENSIONS.cRLNumber,
  '2.5.29.28',
  '2.23.146.1.2.0.1',
  '2.23.146.1.2.0.2',
  '2.23.146.1.2.0.3',
]

/**
 * Parses one revocation list, DER or PEM. Does not verify its signature.
 * @throws CertificateError `unsupported` for an unknown critical extension, `malformed` for anything else
 */
export function parseCrl(bytes: Uint8Array): Crl {
  return reading('certificate revocation list', () => {
    const [der] = derBlocks(bytes, ['X509 CRL', 'CRL'])
    const { tbs, algorithm, signature } = certificateList.decode(der!)
    checkAlgorithm(tbs.value.signature, algorithm)
    const { issuer, thisUpdate, nextUpdate, revoked = [], extensions = [] } = tbs.value
    const unknown = extensions.find(({ id, critical }) => critical && !KNOWN_CRITICAL.includes(id))
    if (unknown !== undefined) {
      throw new CertificateError('unsupported', `The revocation list has the unknown critical extension ${unknown.id}.`)
    }
    const authority = extensions.find(({ id }) => id === EXTENSIONS.authorityKeyIdentifier)
    return {
      raw: readTlv(der!).raw,
      tbs: tbs.raw,
      issuer: issuer.value,
      authorityKeyIdentifier: authority && authorityKeyIdentifier.decode(authority.value).keyIdentifier,
      thisUpdate,
      nextUpdate,
      revoked: new Map(revoked.map(({ serialNumber, revokedAt }) => [toHex(serialNumber), revokedAt])),
      signatureAlgorithm: algorithm.algorithm,
      signature: signature.bytes,
    }
  })
}

/** Whether the list names this issuer: by its name, and by its key if the list has a key identifier. */
export function isCrlOf(crl: Crl, issuer: Certificate): boolean {
  const key = crl.authorityKeyIdentifier
  const own = issuer.extensions.subjectKeyIdentifier
  return sameName(crl.issuer, issuer.subject) && (key === undefined || own === undefined || equalBytes(key, own))
}

/** Whether the issuer's key usage permits signing lists and the signature verifies. */
export function isCrlSignedBy(crl: Crl, issuer: Certificate): boolean {
  return issuer.extensions.keyUsage?.has('cRLSign') === true && isSignedBy(crl, issuer)
}
