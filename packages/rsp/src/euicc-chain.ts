import { equalBytes } from '@simwright/asn1'
import { isEid } from '@simwright/ids'
import {
  type Certificate,
  CertificateError,
  ChainError,
  type ChainRequest,
  parseCertificate,
  type VerifiedChain,
  verifyChain,
} from '@simwright/x509'
import { importVerifyingKey, KeyError, type VerifyingKey } from './key.ts'
import { type RefusalName, RspRefusal } from './refusal.ts'

/** The trust anchors for eUICC certificates. */
export interface EuiccTrust {
  /** Trusted CI certificates. */
  roots: readonly Certificate[]
  /** Revocation lists, or `'not-checked'`. */
  crls: ChainRequest['crls']
}

/** The identity of a verified eUICC. */
export interface VerifiedEuicc {
  /** 32 digits. */
  eid: string
  key: VerifyingKey
  /** SubjectPublicKeyInfo, DER. Verifies later signatures of this eUICC. */
  publicKeyInfo: Uint8Array
}

/**
 * Verifies the certificates that an eUICC sent (SGP.22 section 5.6.3).
 * @param chain.ciKeyId the CI that the chain must end at; absent if any trusted CI may be its root
 * @throws RspRefusal ci_unknown, eum_certificate_..., euicc_certificate_...
 */
export function verifyEuiccChain(
  chain: { euiccCertificate: Uint8Array; eumCertificate: Uint8Array; ciKeyId?: Uint8Array; at: Date },
  trust: EuiccTrust,
): VerifiedEuicc {
  const eum = eumOf(chain.eumCertificate)
  const { ciKeyId, at } = chain
  const roots = ciKeyId ? trust.roots.filter((root) => hasKeyId(root, ciKeyId)) : trust.roots
  const { crls } = trust
  try {
    const leaf = parse(chain.euiccCertificate, 'euicc_certificate_invalid')
    const { eid } = verified({ leaf, role: 'euicc', intermediates: [eum], roots, at, crls })
    requireCheckDigits(eid!)
    return { eid: eid!, key: keyOf(leaf), publicKeyInfo: leaf.publicKeyInfo }
  } catch (error) {
    // SGP.22 5.6.3 verifies the EUM certificate first, so an unrelated leaf must not hide a fault of the EUM certificate.
    if (error instanceof RspRefusal && error.refusal === 'euicc_certificate_invalid')
      verified({ leaf: eum, role: 'eum', intermediates: [], roots, at, crls })
    throw error
  }
}

/**
 * The EID is what a package is bound to, so a certificate for an invalid one is refused before an order is counted
 * (SGP.29; SGP.22, 4.5.2.1.0.3).
 */
function requireCheckDigits(eid: string): void {
  if (isEid(eid)) return
  throw new RspRefusal('euicc_certificate_invalid', {
    message: "The EID of this device's eSIM is not valid: its check digits are wrong.",
    detail: 'the check digits of the EID in the eUICC certificate are wrong',
  })
}

/** The number of parsed EUM certificates that are cached: millions of eUICCs share each of them. */
const maxCachedEums = 64
const cachedEums = new Map<string, Certificate>()

/** The parsed EUM certificate, from the cache if it was seen before. */
function eumOf(der: Uint8Array): Certificate {
  const name = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
  const known = cachedEums.get(name)
  if (known) return known
  const eum = parse(der, 'eum_certificate_invalid')
  if (cachedEums.size >= maxCachedEums) cachedEums.delete(cachedEums.keys().next().value as string)
  cachedEums.set(name, eum)
  return eum
}

/** Verifies a chain; a ChainError becomes the refusal that reports it. */
function verified(request: ChainRequest): VerifiedChain {
  try {
    return verifyChain(request)
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw new RspRefusal(chainRefusal(cause), { cause, detail: cause.message })
  }
}

/** The refusal that reports a fault (SGP.22 section 5.6.3). Faults of the CI mean that the chain's root is unknown. */
function chainRefusal({ fault, role }: ChainError): RefusalName {
  if (fault === 'unknown_root' || role === 'ci' || role === 'ci-sub') return 'ci_unknown'
  const expired = fault === 'expired'
  if (role === 'euicc') return expired ? 'euicc_certificate_expired' : 'euicc_certificate_invalid'
  return expired ? 'eum_certificate_expired' : 'eum_certificate_invalid'
}

/** Whether the certificate has this subject key identifier. */
function hasKeyId(root: Certificate, keyId: Uint8Array): boolean {
  const own = root.extensions.subjectKeyIdentifier
  return own !== undefined && equalBytes(own, keyId)
}

/** Parses a certificate; an unreadable one is refused with `refusal`. */
function parse(der: Uint8Array, refusal: RefusalName): Certificate {
  try {
    return parseCertificate(der)
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause
    throw new RspRefusal(refusal, { cause, detail: cause.message })
  }
}

/** The key of the eUICC certificate, which must be on a supported curve. */
function keyOf(leaf: Certificate): VerifyingKey {
  try {
    return importVerifyingKey(leaf.publicKeyInfo)
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause
    throw new RspRefusal('euicc_certificate_invalid', { cause, detail: cause.message })
  }
}
