import { equalBytes } from '@simwright/asn1'
import { type Certificate, eidOf } from './certificate.ts'
import { type Crl, isCrlOf, isCrlSignedBy } from './crl.ts'
import { eidPrefixesOf, permitsEid } from './eid-range.ts'
import { attributeValues, sameName, sameText } from './name.ts'
import { ROLES, type Role, roleOf } from './role.ts'
import { isSignedBy, isSignedByCached } from './signature.ts'

/**
 * Why a chain is refused. Every fault but `unknown_root`, `expired` and `revoked` means that the certificate is
 * invalid.
 */
export type ChainFault =
  | 'unknown_root'
  | 'wrong_issuer'
  | 'wrong_key_identifier'
  | 'bad_signature'
  | 'wrong_role'
  | 'wrong_key_usage'
  | 'wrong_basic_constraints'
  | 'path_too_long'
  | 'wrong_curve'
  | 'unknown_critical_extension'
  | 'missing_eid'
  | 'eid_not_permitted'
  | 'wrong_organization'
  | 'bad_crl'
  | 'revoked'
  | 'not_yet_valid'
  | 'expired'

/** The rest of the sentence "The <role> certificate ...". */
const FAULTS: Readonly<Record<ChainFault, string>> = {
  unknown_root: 'does not lead to a trusted CI',
  wrong_issuer: 'is not issued by the certificate above it',
  wrong_key_identifier: "names an authority key that is not its issuer's",
  bad_signature: 'has a wrong signature',
  wrong_role: 'does not have the role that its position in the chain requires',
  wrong_key_usage: 'does not permit this use of its key',
  wrong_basic_constraints: 'is a CA although it must not be, or is not a CA although it must be',
  path_too_long: 'is in a path that is longer than permitted',
  wrong_curve: "is not on its issuer's curve",
  unknown_critical_extension: 'has an unknown critical extension',
  missing_eid: 'has no EID of 32 digits in its subject',
  eid_not_permitted: 'has an EID that its EUM may not issue',
  wrong_organization: "has another organization than its EUM's certificate",
  bad_crl: 'has a revocation list whose signature is wrong',
  revoked: 'is revoked',
  not_yet_valid: 'is not valid yet',
  expired: 'has expired',
}

/** A refused chain. `fault` is the reason, `role` and `certificate` identify the certificate at fault. */
export class ChainError extends Error {
  readonly fault: ChainFault
  readonly role: Role
  readonly certificate: Certificate

  constructor(fault: ChainFault, role: Role, certificate: Certificate) {
    super(`The ${role} certificate ${FAULTS[fault]}.`)
    this.name = 'ChainError'
    this.fault = fault
    this.role = role
    this.certificate = certificate
  }
}

/** A chain to verify. */
export interface ChainRequest {
  readonly leaf: Certificate
  /** The role that the leaf must have. */
  readonly role: Role
  /** Certificates that the peer sent, in any order. Those outside the path are ignored. */
  readonly intermediates: readonly Certificate[]
  /** Trusted CI certificates. */
  readonly roots: readonly Certificate[]
  readonly at: Date
  /** Revocation lists of the CAs in the path. `'not-checked'` skips the check explicitly. */
  readonly crls: readonly Crl[] | 'not-checked'
}

/** An accepted chain. */
export interface VerifiedChain {
  /** Leaf first, CI last. */
  readonly path: readonly Certificate[]
  readonly root: Certificate
  /** 32 digits; only for an eUICC's chain. */
  readonly eid: string | undefined
  /**
   * `current` if every CA of the path had a list in force, `lapsed` if one had only an outdated list, `not-checked` if one
   * had none. A lapsed list still revokes.
   */
  readonly revocation: 'current' | 'lapsed' | 'not-checked'
}

/** A certificate of the path with the role that its position requires. */
interface Link {
  readonly certificate: Certificate
  readonly role: Role
}

/** Longer than any path of SGP.22 v3.1: CI, CI SubCA, EUM, EUM SubCA, eUICC. */
const MAX_PATH = 6

/**
 * Verifies a chain as SGP.22 requires (4.5.2.2): path to a trusted CI, signatures over the received bytes, roles, key
 * usage, basic constraints, key identifiers, one curve, EID and organization, revocation, dates.
 *
 * Certificates are checked from the root downwards, and within a certificate the dates right after the signature. So an
 * expired certificate is reported as `expired` whatever else is wrong with it, and a forged one never is.
 * @throws ChainError for the first fault
 */
export function verifyChain(request: ChainRequest): VerifiedChain {
  const path = buildPath(request)
  for (let i = path.length - 1; i >= 0; i--) {
    const link = path[i]!
    const issuer = path[i + 1]
    if (issuer !== undefined) checkIssuance(link, issuer)
    checkDates(link, request.at)
    checkPurpose(link)
    checkPathLength(path, i)
    if (link.role === 'euicc') checkEid(path)
    if (issuer !== undefined && request.crls !== 'not-checked') checkRevocation(link, issuer, request.crls)
  }
  const certificates = path.map(({ certificate }) => certificate)
  return {
    path: certificates,
    root: certificates.at(-1)!,
    eid: request.role === 'euicc' ? eidOf(request.leaf) : undefined,
    revocation: revocationOf(certificates, request),
  }
}

/** Follows authority key identifiers from the leaf to a root (RFC 5280, 4.2.1.1). Verifies no signature. */
function buildPath({ leaf, role, intermediates, roots }: ChainRequest): Link[] {
  const path: Link[] = [{ certificate: leaf, role }]
  if (roots.some((root) => equalBytes(root.raw, leaf.raw))) return path
  for (;;) {
    const { certificate, role: below } = path.at(-1)!
    if (certificate.extensions.authorityKeyIdentifier === undefined) {
      throw new ChainError('wrong_key_identifier', below, certificate)
    }
    const root = roots.find((candidate) => isKeyOf(certificate, candidate))
    if (root !== undefined) return [...path, { certificate: root, role: 'ci' }]
    const next = intermediates.find((candidate) => isKeyOf(certificate, candidate) && !includes(path, candidate))
    if (next === undefined) throw brokenPath(path, intermediates)
    if (path.length >= MAX_PATH) throw new ChainError('path_too_long', below, certificate)
    path.push({ certificate: next, role: expectedRole(next, below) })
  }
}

/**
 * The error for a path without a trusted root. It is the fault of the highest certificate reached, except that a leaf
 * whose issuer is not among the sent certificates has a wrong key identifier.
 */
function brokenPath(path: readonly Link[], intermediates: readonly Certificate[]): ChainError {
  const { certificate, role } = path.at(-1)!
  const isStray = path.length === 1 && intermediates.length > 0
  return new ChainError(isStray ? 'wrong_key_identifier' : 'unknown_root', role, certificate)
}

/** Whether the certificate's authority key identifier is the issuer's subject key identifier. */
function isKeyOf(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = certificate.extensions.authorityKeyIdentifier
  const own = issuer.extensions.subjectKeyIdentifier
  return wanted !== undefined && own !== undefined && equalBytes(wanted, own)
}

function includes(path: readonly Link[], candidate: Certificate): boolean {
  return path.some(({ certificate }) => equalBytes(certificate.raw, candidate.raw))
}

/** The role that an issuer must have: its own if it may issue for the role below, otherwise the usual one. */
function expectedRole(issuer: Certificate, below: Role): Role {
  const { issuers } = ROLES[below]
  const stated = roleOf(issuer)
  const [usual = 'ci'] = issuers.filter((role) => role !== 'ci')
  return stated !== undefined && issuers.includes(stated) ? stated : usual
}

/** Checks that the issuer issued the certificate. Not called for the root, which is trusted as given. */
function checkIssuance({ certificate, role }: Link, { certificate: issuer, role: issuerRole }: Link): void {
  const fail = (fault: ChainFault): never => {
    throw new ChainError(fault, role, certificate)
  }
  if (!ROLES[role].issuers.includes(issuerRole) || !isIssuedBy(certificate, issuer)) fail('wrong_issuer')
  if (certificate.curve === undefined || certificate.curve !== issuer.curve) fail('wrong_curve')
  const verified = ROLES[role].authority ? isSignedByCached(certificate, issuer) : isSignedBy(certificate, issuer)
  if (!verified) fail('bad_signature')
}

/** Checks extensions, role and permitted uses of the key (RFC 5280, 4.2.1.3, 4.2.1.4 and 4.2.1.9). */
function checkPurpose({ certificate, role }: Link): void {
  const { extensions } = certificate
  const facts = ROLES[role]
  const fail = (fault: ChainFault): never => {
    throw new ChainError(fault, role, certificate)
  }
  if (extensions.unknownCritical.length > 0) fail('unknown_critical_extension')
  if (roleOf(certificate) !== role) fail('wrong_role')
  if ((extensions.basicConstraints?.ca === true) !== facts.authority) fail('wrong_basic_constraints')
  if (!facts.keyUsage.every((usage) => extensions.keyUsage?.has(usage))) fail('wrong_key_usage')
  if (!facts.authority && extensions.keyUsage?.has('keyCertSign')) fail('wrong_key_usage')
}

/** Compares the names by their bytes first, because equal bytes are the usual case. */
function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return equalBytes(certificate.issuerRaw, issuer.subjectRaw) || sameName(certificate.issuer, issuer.subject)
}

/** Checks the number of CAs between this one and the leaf (RFC 5280, 4.2.1.9). */
function checkPathLength(path: readonly Link[], index: number): void {
  const { certificate, role } = path[index]!
  const below = index - 1
  const limit = certificate.extensions.basicConstraints?.pathLength
  if (limit !== undefined && below > limit) throw new ChainError('path_too_long', role, certificate)
}

/** Checks that the EUMs above the eUICC may issue its EID and belong to its organization (SGP.22, 4.5.2.1). */
function checkEid(path: readonly Link[]): void {
  const [{ certificate, role }] = path as [Link]
  const eid = eidOf(certificate)
  if (eid === undefined) throw new ChainError('missing_eid', role, certificate)
  const organizations = attributeValues(certificate.subject, 'O')
  const issuers = path.slice(1).filter((link) => link.role === 'eum' || link.role === 'eum-sub')
  for (const { certificate: eum, role: eumRole } of issuers) {
    const isLimited = eumRole === 'eum' || eidPrefixesOf(eum).length > 0
    if (isLimited && !permitsEid(eum, eid, organizations)) throw new ChainError('eid_not_permitted', role, certificate)
  }
  const wanted = issuers.flatMap(({ certificate: eum }) => attributeValues(eum.subject, 'O'))
  const isSame = organizations.length > 0 && organizations.every((own) => wanted.some((other) => sameText(own, other)))
  if (!isSame) throw new ChainError('wrong_organization', role, certificate)
}

/** Throws for a list of the issuer with a wrong signature and for a certificate that one of its lists revokes. */
function checkRevocation({ certificate, role }: Link, issuer: Link, crls: readonly Crl[]): void {
  for (const crl of crls) {
    if (!isCrlOf(crl, issuer.certificate)) continue
    if (!isCrlSignedBy(crl, issuer.certificate)) throw new ChainError('bad_crl', role, certificate)
    if (crl.revoked.has(certificate.serialNumber)) throw new ChainError('revoked', role, certificate)
  }
}

/** Whether the lists were in force: the worst state of any CA in the path. */
function revocationOf(path: readonly Certificate[], { crls, at }: ChainRequest): VerifiedChain['revocation'] {
  if (crls === 'not-checked') return 'not-checked'
  let worst: VerifiedChain['revocation'] = 'current'
  for (const issuer of path.slice(1)) {
    const own = crls.filter((crl) => isCrlOf(crl, issuer))
    if (own.length === 0) return 'not-checked'
    if (!own.some((crl) => crl.nextUpdate === undefined || crl.nextUpdate >= at)) worst = 'lapsed'
  }
  return worst
}

/** Both dates belong to the validity period (RFC 5280, 4.1.2.5). */
function checkDates({ certificate, role }: Link, at: Date): void {
  if (at < certificate.notBefore) throw new ChainError('not_yet_valid', role, certificate)
  if (at > certificate.notAfter) throw new ChainError('expired', role, certificate)
}
