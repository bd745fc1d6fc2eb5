import { equalBytes } from '@simwright/asn1'
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

/** What eUICC certificates are verified against. */
export interface EuiccTrust {
  /** trusted CI certificates */
  roots: readonly Certificate[]
  /** revocation lists; `'not-checked'` when there are none to look at */
  crls: ChainRequest['crls']
}

export interface VerifiedEuicc {
  /** 32 digits */
  eid: string
  key: VerifyingKey
  /** SubjectPublicKeyInfo, DER: what later signatures of this eUICC are verified with */
  publicKeyInfo: Uint8Array
}

/**
 * Verifies the certificates an eUICC sent.
 * @param chain.ciKeyId the one CI the chain must end at; absent where any trusted one will do
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
    return { eid: eid!, key: keyOf(leaf), publicKeyInfo: leaf.publicKeyInfo }
  } catch (error) {
    // SGP.22 5.6.3 verifies the EUM's certificate first: a leaf that does not lead to it must not hide its fault
    if (error instanceof RspRefusal && error.refusal === 'euicc_certificate_invalid')
      verified({ leaf: eum, role: 'eum', intermediates: [], roots, at, crls })
    throw error
  }
}

/** How many parsed EUM certificates are kept: each stands in the chains of millions of eUICCs. */
const KEPT_EUMS = 64
const keptEums = new Map<string, Certificate>()

function eumOf(der: Uint8Array): Certificate {
  const name = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
  const known = keptEums.get(name)
  if (known) return known
  const eum = parse(der, 'eum_certificate_invalid')
  if (keptEums.size >= KEPT_EUMS) keptEums.delete(keptEums.keys().next().value as string)
  keptEums.set(name, eum)
  return eum
}

function verified(request: ChainRequest): VerifiedChain {
  try {
    return verifyChain(request)
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw new RspRefusal(chainRefusal(cause), { cause, detail: cause.message })
  }
}

/** Which refusal a fault in the chain is (SGP.22 section 5.6.3, in the order of its checks). */
function chainRefusal({ fault, role }: ChainError): RefusalName {
  if (fault === 'unknown_root' || role === 'ci' || role === 'ci-sub') return 'ci_unknown'
  const expired = fault === 'expired'
  if (role === 'euicc') return expired ? 'euicc_certificate_expired' : 'euicc_certificate_invalid'
  return expired ? 'eum_certificate_expired' : 'eum_certificate_invalid'
}

function hasKeyId(root: Certificate, keyId: Uint8Array): boolean {
  const own = root.extensions.subjectKeyIdentifier
  return own !== undefined && equalBytes(own, keyId)
}

function parse(der: Uint8Array, refusal: RefusalName): Certificate {
  try {
    return parseCertificate(der)
  } catch (cause) {
    if (!(cause instanceof CertificateError)) throw cause
    throw new RspRefusal(refusal, { cause, detail: cause.message })
  }
}

function keyOf(leaf: Certificate): VerifyingKey {
  try {
    return importVerifyingKey(leaf.publicKeyInfo)
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause
    throw new RspRefusal('euicc_certificate_invalid', { cause, detail: cause.message })
  }
}
