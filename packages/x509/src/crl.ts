import { equalBytes, readTlv, toHex } from '@simwright/asn1'
import type { Certificate } from './certificate.ts'
import { CertificateError, reading } from './certificate-error.ts'
import { authorityKeyIdentifier, EXTENSIONS } from './extension.ts'
import { type Name, sameName } from './name.ts'
import { derBlocks } from './pem.ts'
import { isSignedBy } from './signature.ts'
import { certificateList, checkAlgorithm } from './structure.ts'

/** A certificate revocation list as received. */
export interface Crl {
  readonly raw: Uint8Array
  readonly tbs: Uint8Array
  readonly issuer: Name
  readonly authorityKeyIdentifier: Uint8Array | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  /** serial numbers (lower-case hex of the INTEGER's content) and since when */
  readonly revoked: ReadonlyMap<string, Date>
  readonly signatureAlgorithm: string
  readonly signature: Uint8Array
}

/** Extensions of a list that are understood or limit only what it is complete for: its entries revoke either way. */
const KNOWN_CRITICAL: readonly string[] = [
  EXTENSIONS.authorityKeyIdentifier,
  EXTENSIONS.cRLNumber,
  '2.5.29.28',
  '2.23.146.1.2.0.1',
  '2.23.146.1.2.0.2',
  '2.23.146.1.2.0.3',
]

/** One revocation list, DER or PEM; throws CertificateError. Its signature is not verified here. */
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

/** True when the list says to be this issuer's: by name, and by key where the list names one. */
export function isCrlOf(crl: Crl, issuer: Certificate): boolean {
  const key = crl.authorityKeyIdentifier
  const own = issuer.extensions.subjectKeyIdentifier
  return sameName(crl.issuer, issuer.subject) && (key === undefined || own === undefined || equalBytes(key, own))
}

/** True when the issuer may sign lists and signed this one. */
export function isCrlSignedBy(crl: Crl, issuer: Certificate): boolean {
  return issuer.extensions.keyUsage?.has('cRLSign') === true && isSignedBy(crl, issuer)
}
