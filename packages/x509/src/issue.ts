import { createHash, type KeyObject, sign } from 'node:crypto'
import { integer, withRaw } from '@simwright/asn1'
import type { Certificate } from './certificate.ts'
import { CertificateError } from './certificate-error.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  certificatePolicies,
  EXTENDED_KEY_USAGES,
  EXTENSIONS,
  extKeyUsage,
  keyIdentifier,
  keyUsage,
  permittedEins,
  writeAlternativeNames,
  writeCrlUrls,
  writeNameConstraints,
} from './extension.ts'
import { ATTRIBUTES, attributeValues, type Name, name } from './name.ts'
import { ROLES } from './role.ts'
import {
  ALGORITHMS,
  certificate,
  certificateList,
  subjectPublicKeyInfo,
  tbsCertificate,
  tbsCertList,
} from './structure.ts'

/** A CA with its private key. */
export interface Issuer {
  readonly subject: Name
  readonly subjectKeyIdentifier: Uint8Array
  readonly privateKey: KeyObject
}

/** The roles that this package issues: those of a v2 test PKI. */
export type IssuedRole = 'ci' | 'eum' | 'euicc' | 'dp-auth' | 'dp-pb' | 'dp-tls' | 'ds-auth' | 'ds-tls'

/** The content of a certificate to issue. */
export interface NewCertificate {
  readonly role: IssuedRole
  readonly subject: Name
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Uint8Array
  readonly issuer: Issuer
  /** 8 to 20 random bytes. The first byte is changed so that the INTEGER is positive and needs no padding. */
  readonly serialNumber: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
  /** The holder's OID, for subjectAltName. */
  readonly registeredId?: string
  readonly dnsNames?: readonly string[]
  /** Dotted IPv4. */
  readonly ipAddresses?: readonly string[]
  /** For an EUM: the prefixes of the EIDs for which it may issue certificates. */
  readonly eidPrefixes?: readonly string[]
  /** The extension for `eidPrefixes`: `nameConstraints` of SGP.22 v2 (default) or `permittedEins` of v3. */
  readonly eidLimit?: 'nameConstraints' | 'permittedEins'
  readonly crlUrls?: readonly string[]
}

/**
 * The issuer for a CA certificate and its key.
 * @throws CertificateError `unsupported` if the certificate has no subject key identifier
 */
export function issuerOf(authority: Certificate, privateKey: KeyObject): Issuer {
  const { subjectKeyIdentifier } = authority.extensions
  if (subjectKeyIdentifier === undefined) {
    throw new CertificateError('unsupported', 'The issuer has no subject key identifier.')
  }
  return { subject: authority.subject, subjectKeyIdentifier, privateKey }
}

/** SHA-1 of the public key's bits (RFC 5280, 4.2.1.2, method 1). */
export function keyIdentifierOf(publicKeyInfo: Uint8Array): Uint8Array {
  const { publicKey } = subjectPublicKeyInfo.decode(publicKeyInfo)
  return new Uint8Array(createHash('sha1').update(publicKey.bytes).digest())
}

/**
 * Issues a certificate, DER, with the extensions that the SGP.26 test certificates of its role have. Signs with ECDSA and
 * SHA-256. Does not check that the issuer may issue the role.
 * @throws TypeError for a serial number of another length
 */
export function issueCertificate(request: NewCertificate): Uint8Array {
  const tbs = withRaw(tbsCertificate, {
    version: 2,
    serialNumber: positive(request.serialNumber),
    signature: { algorithm: ALGORITHMS.ecdsaWithSha256 },
    issuer: withRaw(name, request.issuer.subject),
    validity: { notBefore: request.notBefore, notAfter: request.notAfter },
    subject: withRaw(name, request.subject),
    subjectPublicKeyInfo: {
      value: subjectPublicKeyInfo.decode(request.publicKeyInfo),
      raw: request.publicKeyInfo,
    },
    extensions: extensionsOf(request),
  })
  return certificate.encode({
    tbs,
    algorithm: { algorithm: ALGORITHMS.ecdsaWithSha256 },
    signature: { unusedBits: 0, bytes: signDer(tbs.raw, request.issuer.privateKey) },
  })
}

interface NewExtension {
  readonly id: string
  readonly critical: boolean
  readonly value: Uint8Array
}

/** The extensions of a role, in the order in which they are encoded. */
function extensionsOf(request: NewCertificate): NewExtension[] {
  const { role, issuer, publicKeyInfo, crlUrls = [] } = request
  const facts = ROLES[role]
  const usage = role === 'ci' ? (['keyCertSign', 'cRLSign'] as const) : facts.keyUsage
  const list: NewExtension[] = [
    { id: EXTENSIONS.keyUsage, critical: true, value: keyUsage.encode(new Set(usage)) },
    { id: EXTENSIONS.certificatePolicies, critical: true, value: certificatePolicies.encode(policiesOf(request)) },
    {
      id: EXTENSIONS.subjectKeyIdentifier,
      critical: false,
      value: keyIdentifier.encode(keyIdentifierOf(publicKeyInfo)),
    },
  ]
  if (role !== 'ci') {
    const value = authorityKeyIdentifier.encode({ keyIdentifier: issuer.subjectKeyIdentifier })
    list.push({ id: EXTENSIONS.authorityKeyIdentifier, critical: false, value })
  }
  if (facts.authority) {
    const value = basicConstraints.encode({ ca: true, ...(role === 'eum' ? { pathLength: 0 } : {}) })
    list.push({ id: EXTENSIONS.basicConstraints, critical: true, value })
  }
  list.push(...namesOf(request), ...eidLimitOf(request))
  if (role === 'dp-tls' || role === 'ds-tls') {
    const value = extKeyUsage.encode([EXTENDED_KEY_USAGES.serverAuth, EXTENDED_KEY_USAGES.clientAuth])
    list.push({ id: EXTENSIONS.extKeyUsage, critical: true, value })
  }
  if (crlUrls.length > 0) {
    list.push({ id: EXTENSIONS.crlDistributionPoints, critical: false, value: writeCrlUrls(crlUrls) })
  }
  return list
}

/** The policy that states the role; that of SGP.22 v3 for `permittedEins`, otherwise that of v2 (4.5.2.1). */
function policiesOf({ role, eidLimit }: NewCertificate): { policy: string }[] {
  const { policies } = ROLES[role]
  return [{ policy: (eidLimit === 'permittedEins' ? policies[1] : policies[0])! }]
}

/** subjectAltName, if there is any name for it. */
function namesOf({ registeredId, dnsNames = [], ipAddresses = [] }: NewCertificate): NewExtension[] {
  const registeredIds = registeredId === undefined ? [] : [registeredId]
  if (registeredIds.length + dnsNames.length + ipAddresses.length === 0) return []
  const value = writeAlternativeNames({ dnsNames, ipAddresses, registeredIds })
  return [{ id: EXTENSIONS.subjectAltName, critical: false, value }]
}

/** The extension that limits an EUM to its EID prefixes; none for other roles. */
function eidLimitOf({ role, subject, eidPrefixes = [], eidLimit }: NewCertificate): NewExtension[] {
  if (role !== 'eum') return []
  if (eidLimit === 'permittedEins') {
    return [{ id: EXTENSIONS.permittedEins, critical: true, value: permittedEins.encode([...eidPrefixes]) }]
  }
  const organization = attributeValues(subject, 'O').map((value) => ({ type: ATTRIBUTES.O, value }))
  const bases = eidPrefixes.map((value) => [...organization, { type: ATTRIBUTES.serialNumber, value }])
  return [{ id: EXTENSIONS.nameConstraints, critical: true, value: writeNameConstraints(bases) }]
}

/** Makes a positive INTEGER of at most 20 bytes (RFC 5280, 4.1.2.2) from random bytes: the first bits become 01. */
function positive(random: Uint8Array): Uint8Array {
  if (random.length < 8 || random.length > 20) throw new TypeError('a serial number has 8 to 20 bytes')
  const serialNumber = Uint8Array.from(random)
  serialNumber[0] = (serialNumber[0]! & 0x7f) | 0x40
  return serialNumber
}

/** ECDSA with SHA-256; the signature is a DER SEQUENCE of r and s. */
function signDer(data: Uint8Array, key: KeyObject): Uint8Array {
  return new Uint8Array(sign('sha256', data, { key, dsaEncoding: 'der' }))
}

/** The content of a revocation list to issue. */
export interface NewCrl {
  readonly issuer: Issuer
  readonly thisUpdate: Date
  readonly nextUpdate: Date
  readonly revoked: readonly { serialNumber: Uint8Array; revokedAt: Date }[]
  /** CRL number (RFC 5280, 5.2.3); must increase with each list. */
  readonly number: number
}

/** Issues a version 2 revocation list, DER (RFC 5280, 5.1). */
export function issueCrl({ issuer, thisUpdate, nextUpdate, revoked, number }: NewCrl): Uint8Array {
  const authority = authorityKeyIdentifier.encode({ keyIdentifier: issuer.subjectKeyIdentifier })
  const tbs = withRaw(tbsCertList, {
    version: 1,
    signature: { algorithm: ALGORITHMS.ecdsaWithSha256 },
    issuer: withRaw(name, issuer.subject),
    thisUpdate,
    nextUpdate,
    ...(revoked.length > 0 ? { revoked: [...revoked] } : {}),
    extensions: [
      { id: EXTENSIONS.authorityKeyIdentifier, critical: false, value: authority },
      { id: EXTENSIONS.cRLNumber, critical: false, value: integer({ min: 0 }).encode(number) },
    ],
  })
  return certificateList.encode({
    tbs,
    algorithm: { algorithm: ALGORITHMS.ecdsaWithSha256 },
    signature: { unusedBits: 0, bytes: signDer(tbs.raw, issuer.privateKey) },
  })
}
