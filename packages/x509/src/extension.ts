import {
  any,
  boolean,
  type Codec,
  choice,
  explicit,
  ia5,
  integer,
  namedBits,
  octets,
  oid,
  optional,
  printable,
  readTlv,
  sequence,
  sequenceOf,
  withDefault,
  writeTlv,
} from '@simwright/asn1'
import { attributeValues, type Name, name } from './name.ts'

/** OIDs of the extensions that this package reads or writes (RFC 5280, 4.2.1 and 5.2). */
export const EXTENSIONS = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  cRLNumber: '2.5.29.20',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  /** GSMA: a list of EID prefixes (SGP.22 v3, 4.5.2.1). */
  permittedEins: '2.23.146.1.2.2.0',
} as const

/** Names of the KeyUsage bits, in bit order (RFC 5280, 4.2.1.3). */
export type KeyUsage =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'keyCertSign'
  | 'cRLSign'
  | 'encipherOnly'
  | 'decipherOnly'

/** OIDs of key purposes (RFC 5280, 4.2.1.12). */
export const EXTENDED_KEY_USAGES = { serverAuth: '1.3.6.1.5.5.7.3.1', clientAuth: '1.3.6.1.5.5.7.3.2' } as const

/** KeyUsage (RFC 5280, 4.2.1.3). */
export const keyUsage: Codec<ReadonlySet<KeyUsage>> = namedBits<KeyUsage>([
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
])

/** Whether the holder is a CA, and how many CAs may follow below it (RFC 5280, 4.2.1.9). */
export interface BasicConstraints {
  ca: boolean
  pathLength?: number | undefined
}

/** BasicConstraints (RFC 5280, 4.2.1.9). */
export const basicConstraints: Codec<BasicConstraints> = sequence(
  { ca: withDefault(boolean(), false), pathLength: optional(integer({ min: 0 })) },
  { extensible: false },
)

/** SubjectKeyIdentifier (RFC 5280, 4.2.1.2). */
export const keyIdentifier = octets({ min: 1, max: 64 })

/**
 * AuthorityKeyIdentifier (RFC 5280, 4.2.1.1). Only the key identifier is read; chains need neither issuer nor serial.
 */
export const authorityKeyIdentifier = sequence({ keyIdentifier: optional(octets({ tag: 0x80, min: 1, max: 64 })) })

/** CertificatePolicies (RFC 5280, 4.2.1.4). The GSMA role of a certificate is one of its policies. */
export const certificatePolicies = sequenceOf(sequence({ policy: oid(), qualifiers: optional(any()) }), { min: 1 })

/** ExtKeyUsageSyntax (RFC 5280, 4.2.1.12). */
export const extKeyUsage = sequenceOf(oid(), { min: 1 })

/** The GSMA's permittedEins: EID prefixes as PrintableStrings (SGP.22 v3, 4.5.2.1). */
export const permittedEins = sequenceOf(printable())

const generalNames = sequenceOf(any(), { min: 1 })

/** The kinds of GeneralName (RFC 5280, 4.2.1.6) that GSMA and TLS certificates use. Other kinds are ignored. */
export interface AlternativeNames {
  readonly dnsNames: readonly string[]
  /** Dotted IPv4, or the sixteen bytes of IPv6 in hex groups. */
  readonly ipAddresses: readonly string[]
  /** OIDs of the SM-DP+, EUM or CI itself. */
  readonly registeredIds: readonly string[]
}

/** Context tags of the GeneralName alternatives. */
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
const REGISTERED_ID = 0x88
const DIRECTORY_NAME = 0xa4
const URI = 0x86

/** Decodes subjectAltName. Throws Asn1Error, or RangeError for an IP address of another length. */
export function readAlternativeNames(encoded: Uint8Array): AlternativeNames {
  const names = generalNames.decode(encoded)
  const ofKind = <T>(tag: number, read: (raw: Uint8Array) => T): T[] =>
    names.filter((raw) => readTlv(raw).tag === tag).map(read)
  return {
    dnsNames: ofKind(DNS_NAME, (raw) => ia5({ tag: DNS_NAME }).decode(raw)),
    ipAddresses: ofKind(IP_ADDRESS, (raw) => readIpAddress(readTlv(raw).value)),
    registeredIds: ofKind(REGISTERED_ID, (raw) => oid({ tag: REGISTERED_ID }).decode(raw)),
  }
}

/** Encodes subjectAltName. Throws TypeError for anything but dotted IPv4 in `ipAddresses`. */
export function writeAlternativeNames(names: AlternativeNames): Uint8Array {
  return generalNames.encode([
    ...names.dnsNames.map((text) => ia5({ tag: DNS_NAME }).encode(text)),
    ...names.ipAddresses.map((text) => writeTlv(IP_ADDRESS, writeIpv4(text))),
    ...names.registeredIds.map((text) => oid({ tag: REGISTERED_ID }).encode(text)),
  ])
}

function readIpAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) throw new RangeError('an IP address has 4 or 16 bytes')
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/.{4}(?=.)/g, '$&:')
}

function writeIpv4(text: string): Uint8Array {
  const parts = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : []
  if (parts.length !== 4 || parts.some((part) => part > 255)) throw new TypeError('an IPv4 address is expected')
  return Uint8Array.from(parts)
}

/** NameConstraints (RFC 5280, 4.2.1.10). */
const subtrees = sequenceOf(sequence({ base: any() }))
const nameConstraints = sequence({
  permitted: optional(subtrees.withTag(0xa0)),
  excluded: optional(subtrees.withTag(0xa1)),
})

/** One permitted or excluded subtree of an EUM certificate (SGP.22, 4.5.2.1): organization and EID prefixes. */
export interface EidConstraint {
  readonly organizations: readonly string[]
  readonly eidPrefixes: readonly string[]
}

/** The directory-name subtrees of NameConstraints. */
export interface NameConstraints {
  readonly permitted: readonly EidConstraint[]
  readonly excluded: readonly EidConstraint[]
}

/** Decodes NameConstraints. Subtrees of other kinds than directoryName are ignored. */
export function readNameConstraints(encoded: Uint8Array): NameConstraints {
  const { permitted = [], excluded = [] } = nameConstraints.decode(encoded)
  return { permitted: permitted.flatMap(readSubtree), excluded: excluded.flatMap(readSubtree) }
}

/** Encodes NameConstraints with one permitted subtree for each name. */
export function writeNameConstraints(permitted: readonly Name[]): Uint8Array {
  const bases = permitted.map((base) => ({ base: explicit(DIRECTORY_NAME, name).encode(base) }))
  return nameConstraints.encode({ permitted: bases })
}

/** A directoryName subtree as an EID constraint; an empty list for other kinds. */
function readSubtree({ base }: { base: Uint8Array }): EidConstraint[] {
  if (readTlv(base).tag !== DIRECTORY_NAME) return []
  const directoryName = explicit(DIRECTORY_NAME, name).decode(base)
  return [
    {
      organizations: attributeValues(directoryName, 'O'),
      eidPrefixes: attributeValues(directoryName, 'serialNumber'),
    },
  ]
}

const distributionPointName = choice({ fullName: generalNames.withTag(0xa0), relativeName: octets({ tag: 0xa1 }) })
const distributionPoints = sequenceOf(sequence({ name: optional(explicit(0xa0, distributionPointName)) }))

/** The addresses in CRLDistributionPoints (RFC 5280, 4.2.1.13). Points without an address are ignored. */
export function readCrlUrls(encoded: Uint8Array): string[] {
  return distributionPoints.decode(encoded).flatMap((point) => {
    if (point.name?.kind !== 'fullName') return []
    const found = point.name.value.filter((raw) => readTlv(raw).tag === URI)
    return found.map((raw) => ia5({ tag: URI }).decode(raw))
  })
}

/** Encodes CRLDistributionPoints with one point for each address. */
export function writeCrlUrls(urls: readonly string[]): Uint8Array {
  const points = urls.map((url) => ({
    name: { kind: 'fullName' as const, value: [ia5({ tag: URI }).encode(url)] },
  }))
  return distributionPoints.encode(points)
}
