import {
  any,
  bits,
  boolean,
  equalBytes,
  explicit,
  type Infer,
  integer,
  octets,
  oid,
  optional,
  raw,
  sequence,
  sequenceOf,
  withDefault,
} from '@simwright/asn1'
import { name } from './name.ts'
import { time } from './time.ts'

/** X.509 structures are not extensible: an unknown component is refused. */
const closed = { extensible: false } as const

/** AlgorithmIdentifier (RFC 5280, 4.1.1.2). */
export const algorithmIdentifier = sequence({ algorithm: oid(), parameters: optional(any()) }, closed)

/**
 * Checks that the algorithm outside the signed part is the one inside it, with the same parameters (RFC 5280, 4.1.1.2 and
 * 5.1.1.2). The outer one is not signed, so it must not be trusted by itself.
 * @throws RangeError if they differ
 */
export function checkAlgorithm(signed: AlgorithmIdentifier, outside: AlgorithmIdentifier): void {
  const isSame =
    signed.algorithm === outside.algorithm && equalBytes(signed.parameters ?? NONE, outside.parameters ?? NONE)
  if (!isSame) throw new RangeError('the two signature algorithms differ')
}

type AlgorithmIdentifier = Infer<typeof algorithmIdentifier>
const NONE = new Uint8Array()

/** A serial number as content bytes. Up to 64 bytes are accepted, because some certificates exceed RFC 5280's 20. */
const serialNumber = octets({ tag: 0x02, min: 1, max: 64 })

/** SubjectPublicKeyInfo (RFC 5280, 4.1). */
export const subjectPublicKeyInfo = sequence({ algorithm: algorithmIdentifier, publicKey: bits() }, closed)

/** Extension (RFC 5280, 4.1). */
const extension = sequence({ id: oid(), critical: withDefault(boolean(), false), value: octets() }, closed)

/** TBSCertificate (RFC 5280, 4.1). */
export const tbsCertificate = sequence(
  {
    version: withDefault(explicit(0xa0, integer()), 0),
    serialNumber,
    signature: algorithmIdentifier,
    issuer: raw(name),
    validity: sequence({ notBefore: time, notAfter: time }, closed),
    subject: raw(name),
    subjectPublicKeyInfo: raw(subjectPublicKeyInfo),
    issuerUniqueId: optional(octets({ tag: 0x81 })),
    subjectUniqueId: optional(octets({ tag: 0x82 })),
    extensions: optional(explicit(0xa3, sequenceOf(extension))),
  },
  { ...closed, name: 'TBSCertificate' },
)

/** Certificate (RFC 5280, 4.1). `tbs` retains the bytes that the signature covers. */
export const certificate = sequence(
  { tbs: raw(tbsCertificate), algorithm: algorithmIdentifier, signature: bits() },
  { ...closed, name: 'Certificate' },
)

/** TBSCertList (RFC 5280, 5.1). */
export const tbsCertList = sequence(
  {
    version: optional(integer()),
    signature: algorithmIdentifier,
    issuer: raw(name),
    thisUpdate: time,
    nextUpdate: optional(time),
    revoked: optional(
      sequenceOf(sequence({ serialNumber, revokedAt: time, extensions: optional(sequenceOf(extension)) }, closed)),
    ),
    extensions: optional(explicit(0xa0, sequenceOf(extension))),
  },
  { ...closed, name: 'TBSCertList' },
)

/** CertificateList (RFC 5280, 5.1). `tbs` retains the bytes that the signature covers. */
export const certificateList = sequence(
  { tbs: raw(tbsCertList), algorithm: algorithmIdentifier, signature: bits() },
  { ...closed, name: 'CertificateList' },
)

/** OIDs of the only key and signature algorithms that SGP.22 uses. */
export const ALGORITHMS = {
  ecPublicKey: '1.2.840.10045.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const
