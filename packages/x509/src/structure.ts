import {
  any,
  bits,
  boolean,
  type Codec,
  choice,
  equalBytes,
  explicit,
  type Infer,
  ia5,
  integer,
  mapped,
  octets,
  oid,
  optional,
  raw,
  sequence,
  sequenceOf,
  withDefault,
} from '@simwright/asn1'
import { name } from './name.ts'

const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const FIRST_GENERALIZED_YEAR = 2050

const times = choice({ utc: ia5({ tag: UTC_TIME }), generalized: ia5({ tag: GENERALIZED_TIME }) })

/**
 * Time (RFC 5280, 4.1.2.5): UTCTime through 2049, GeneralizedTime from 2050 to 9999. Whole seconds, always UTC. Decoding
 * accepts only the form that ends with seconds and Z.
 */
export const time: Codec<Date> = mapped(times, {
  decode: ({ kind, value }) => readTime(kind === 'utc' ? withCentury(value) : value),
  encode: (date) => {
    const year = date.getUTCFullYear()
    if (!(year >= 1950 && year <= 9999)) throw new RangeError('a certificate date must be between 1950 and 9999')
    const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
    if (year < FIRST_GENERALIZED_YEAR) return { kind: 'utc' as const, value: digits.slice(2) }
    return { kind: 'generalized' as const, value: digits }
  },
})

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

/** Two-digit years from 50 are of the 20th century (RFC 5280, 4.1.2.5.1). */
function withCentury(text: string): string {
  return Number(text.slice(0, 2)) >= 50 ? `19${text}` : `20${text}`
}

/** Throws RangeError for a date that does not exist, such as February 30. */
function readTime(text: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1)
  const iso = parts === undefined ? '' : `${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}.000Z`
  const date = new Date(iso)
  if (Number.isNaN(date.getTime()) || date.toISOString() !== iso)
    throw new RangeError('not a date of the form YYYYMMDDhhmmssZ')
  return date
}
