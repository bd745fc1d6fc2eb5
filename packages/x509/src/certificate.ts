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

export interface Extensions {
  readonly keyUsage?: ReadonlySet<KeyUsage>
  readonly basicConstraints?: BasicConstraints
  readonly subjectKeyIdentifier?: Uint8Array
  readonly authorityKeyIdentifier?: Uint8Array
  readonly policies: readonly string[]
  readonly alternativeNames: AlternativeNames
  readonly nameConstraints?: NameConstraints
  /** EID prefixes of the v3 extension permittedEins */
  readonly permittedEins?: readonly string[]
  readonly crlUrls: readonly string[]
  readonly extKeyUsage?: readonly string[]
  /** identifiers of critical extensions that this package does not understand */
  readonly unknownCritical: readonly string[]
}

/** A certificate as received: all byte strings are parts of `raw`, none is encoded anew. */
export interface Certificate {
  readonly raw: Uint8Array
  /** what the issuer signed */
  readonly tbs: Uint8Array
  /** lower-case hex of the INTEGER's content */
  readonly serialNumber: string
  readonly issuer: Name
  readonly issuerRaw: Uint8Array
  readonly subject: Name
  readonly subjectRaw: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** SubjectPublicKeyInfo, DER */
  readonly publicKeyInfo: Uint8Array
  /** undefined for any key that is not on a curve of SGP.22 */
  readonly curve: Curve | undefined
  /** the key's bits; for a curve of SGP.22 the uncompressed point, 65 bytes */
  readonly publicKey: Uint8Array
  readonly signatureAlgorithm: string
  /** DER of r and s */
  readonly signature: Uint8Array
  readonly extensions: Extensions
}

/** One certificate, DER or PEM; throws CertificateError. */
export function parseCertificate(bytes: Uint8Array): Certificate {
  const [first] = parseCertificates(bytes)
  return first!
}

/** The certificates of a PEM file in their order, or the one of a DER file. */
export function parseCertificates(bytes: Uint8Array): Certificate[] {
  return derBlocks(bytes, ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']).map(parseDer)
}

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
    if (seen.has(id)) throw new RangeError(`the extension ${id} stands twice`)
    seen.add(id)
    const read = Object.hasOwn(readers, id) ? readers[id] : undefined
    if (read !== undefined) read(value, found)
    else if (critical) unknownCritical.push(id)
  }
  return found
}

/** The EID of an eUICC certificate: the subject's serial number, if it is one of 32 digits (SGP.22, 4.5.2.1.0.3). */
export function eidOf({ subject }: Certificate): string | undefined {
  const [eid, ...more] = attributeValues(subject, 'serialNumber')
  return more.length === 0 && eid !== undefined && /^\d{32}$/.test(eid) ? eid : undefined
}

/** The object identifier that an SM-DP+ (or EUM, CI) bears in its certificates. */
export function registeredIdOf({ extensions }: Certificate): string | undefined {
  return extensions.alternativeNames.registeredIds[0]
}
