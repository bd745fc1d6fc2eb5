import { type Infer, oid, readTlv, toHex } from '@simwright/asn1'
import { CertificateError, reading } from './certificate-error.ts'
import { type Curve, curveOfOid } from './curve.ts'
import {
  type AlternativeNames,
  authorityKeyIdentifier,
  type BasicConstraints,
  basicConstraints,
  certificatePolicies,
  EXTENSIONS,
  extKeyUsage,
  type KeyUsage,
  keyIdentifier,
  keyUsage,
  type NameConstraints,
  permittedEins,
  readAlternativeNames,
  readCrlUrls,
  readNameConstraints,
} from './extension.ts'
import { attributeValues, type Name } from './name.ts'
import { derBlocks } from './pem.ts'
import { ALGORITHMS, certificate, checkAlgorithm, type subjectPublicKeyInfo } from './structure.ts'

/** The extensions of a certificate that this package reads (RFC 5280, 4.2.1). Absent lists are empty. */
export interface Extensions {
  readonly keyUsage?: ReadonlySet<KeyUsage>
  readonly basicConstraints?: BasicConstraints
  readonly subjectKeyIdentifier?: Uint8Array
  readonly authorityKeyIdentifier?: Uint8Array
  readonly policies: readonly string[]
  readonly alternativeNames: AlternativeNames
  readonly nameConstraints?: NameConstraints
  /** EID prefixes of the v3 extension permittedEins. */
  readonly permittedEins?: readonly string[]
  /** URIs of the revocation lists. */
  readonly crlUrls: readonly string[]
  /** OIDs of the key purposes. */
  readonly extKeyUsage?: readonly string[]
  /** OIDs of critical extensions that this package does not process; such a certificate is refused in a chain. */
  readonly unknownCritical: readonly string[]
}

/** A certificate as received. All byte strings are subarrays of `raw`; nothing is re-encoded. */
export interface Certificate {
  readonly raw: Uint8Array
  /** TBSCertificate, DER: the bytes that the issuer signed. */
  readonly tbs: Uint8Array
  /** The content bytes of the INTEGER, lower-case hex. */
  readonly serialNumber: string
  readonly issuer: Name
  readonly issuerRaw: Uint8Array
  readonly subject: Name
  readonly subjectRaw: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Uint8Array
  /** Undefined if the key is not on a curve of SGP.22. */
  readonly curve: Curve | undefined
  /** The key's bits. On a curve of SGP.22 this is the uncompressed point of 65 bytes. */
  readonly publicKey: Uint8Array
  /** OID. */
  readonly signatureAlgorithm: string
  /** The ECDSA signature: a DER SEQUENCE of r and s. */
  readonly signature: Uint8Array
  readonly extensions: Extensions
}

/**
 * Parses one certificate, DER or PEM (RFC 5280, 4.1). Does not verify it. Of a PEM file the first certificate is taken.
 * @throws CertificateError
 */
export function parseCertificate(bytes: Uint8Array): Certificate {
  const [first] = parseCertificates(bytes)
  return first!
}

/**
 * Parses all certificates of a PEM file in their order, or the one of a DER file.
 * @throws CertificateError
 */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  return derBlocks(bytes, ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']).map(parseDer)
}

/** Refuses what RFC 5280 excludes: extensions before version 3, two signature algorithms, an extension twice. */
function parseDer(der: Uint8Array): Certificate {
  return reading('certificate', () => {
    const { tbs, algorithm, signature } = certificate.decode(der)
    const { value } = tbs
    if (value.version !== 2 && value.extensions !== undefined) throw new RangeError('extensions need version 3')
    checkAlgorithm(value.signature, algorithm)
    if (signature.unusedBits !== 0) throw new RangeError('a signature is whole bytes')
    return {
      raw: readTlv(der).raw,
      tbs: tbs.raw,
      serialNumber: toHex(value.serialNumber),
      issuer: value.issuer.value,
      issuerRaw: value.issuer.raw,
      subject: value.subject.value,
      subjectRaw: value.subject.raw,
      ...value.validity,
      publicKeyInfo: value.subjectPublicKeyInfo.raw,
      curve: curveOfKey(value.subjectPublicKeyInfo.value),
      publicKey: value.subjectPublicKeyInfo.value.publicKey.bytes,
      signatureAlgorithm: algorithm.algorithm,
      signature: signature.bytes,
      extensions: readExtensions(value.extensions ?? []),
    }
  })
}

/**
 * The curve of an EC key, or undefined for any other key.
 * @throws CertificateError `unsupported` for a compressed point on a curve of SGP.22
 */
function curveOfKey({ algorithm, publicKey }: Infer<typeof subjectPublicKeyInfo>): Curve | undefined {
  if (algorithm.algorithm !== ALGORITHMS.ecPublicKey || algorithm.parameters?.[0] !== 0x06) return undefined
  const curve = curveOfOid(oid().decode(algorithm.parameters))
  if (curve !== undefined && (publicKey.bytes.length !== 65 || publicKey.bytes[0] !== 0x04)) {
    throw new CertificateError('unsupported', 'The public key is not an uncompressed point of 65 bytes.')
  }
  return curve
}

interface RawExtension {
  readonly id: string
  readonly critical: boolean
  readonly value: Uint8Array
}

/** The decoder of each extension that this package processes. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const readers: Readonly<Record<string, (value: Uint8Array, found: Mutable<Extensions>) => void>> = {
  [EXTENSIONS.keyUsage]: (value, found) => {
    found.keyUsage = keyUsage.decode(value)
  },
  [EXTENSIONS.basicConstraints]: (value, found) => {
    found.basicConstraints = basicConstraints.decode(value)
  },
  [EXTENSIONS.subjectKeyIdentifier]: (value, found) => {
    found.subjectKeyIdentifier = keyIdentifier.decode(value)
  },
  [EXTENSIONS.authorityKeyIdentifier]: (value, found) => {
    const { keyIdentifier: key } = authorityKeyIdentifier.decode(value)
    if (key !== undefined) found.authorityKeyIdentifier = key
  },
  [EXTENSIONS.certificatePolicies]: (value, found) => {
    found.policies = certificatePolicies.decode(value).map(({ policy }) => policy)
  },
  [EXTENSIONS.subjectAltName]: (value, found) => {
    found.alternativeNames = readAlternativeNames(value)
  },
  [EXTENSIONS.nameConstraints]: (value, found) => {
    found.nameConstraints = readNameConstraints(value)
  },
  [EXTENSIONS.permittedEins]: (value, found) => {
    found.permittedEins = permittedEins.decode(value)
  },
  [EXTENSIONS.crlDistributionPoints]: (value, found) => {
    found.crlUrls = readCrlUrls(value)
  },
  [EXTENSIONS.extKeyUsage]: (value, found) => {
    found.extKeyUsage = extKeyUsage.decode(value)
  },
}

/** Decodes the extensions. Unknown ones are ignored, but critical ones are listed. */
function readExtensions(extensions: readonly RawExtension[]): Extensions {
  const unknownCritical: string[] = []
  const found: Mutable<Extensions> = {
    policies: [],
    alternativeNames: { dnsNames: [], ipAddresses: [], registeredIds: [] },
    crlUrls: [],
    unknownCritical,
  }
  const seen = new Set<string>()
  for (const { id, critical, value } of extensions) {
    if (seen.has(id)) throw new RangeError(`the extension ${id} appears twice`)
    seen.add(id)
    const read = Object.hasOwn(readers, id) ? readers[id] : undefined
    if (read !== undefined) read(value, found)
    else if (critical) unknownCritical.push(id)
  }
  return found
}

/** The EID of an eUICC certificate: the subject's serialNumber if it is 32 digits (SGP.22, 4.5.2.1.0.3). */
export function eidOf({ subject }: Certificate): string | undefined {
  const [eid, ...more] = attributeValues(subject, 'serialNumber')
  return more.length === 0 && eid !== undefined && /^\d{32}$/.test(eid) ? eid : undefined
}

/** The OID of the SM-DP+, EUM or CI that holds the certificate: the registeredID in subjectAltName. */
export function registeredIdOf({ extensions }: Certificate): string | undefined {
  return extensions.alternativeNames.registeredIds[0]
}
