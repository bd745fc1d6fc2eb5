/** Verification of CERT.DPauth, CERT.DPpb and CERT.DSauth by the eUICC: SGP.22 4.5.2.2. */
import { equalBytes } from '@simwright/asn1'
import { importVerifyingKey, KeyError } from '@simwright/rsp'
import {
  type Certificate,
  CertificateError,
  ChainError,
  type ChainFault,
  parseCertificate,
  registeredIdOf,
  roleOf,
  verifyChain,
} from '@simwright/x509'
import type { EuiccContext, ServerCertificate } from './euicc-context.ts'

/** Error codes of AuthenticateServer for certificates (SGP.22 v2.5 5.7.13). */
export type CertificateRefusalCode = 'invalidCertificate' | 'unsupportedCurve' | 'invalidOid' | 'ciPKUnknown'

/** The eUICC refuses the certificate of a server. */
export class CertificateRefusal extends Error {
  readonly code: CertificateRefusalCode
  constructor(code: CertificateRefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'CertificateRefusal'
    this.code = code
  }
}

/** Error codes of faults in the chain. All other faults are invalidCertificate. */
const CODE_OF_FAULT: Partial<Record<ChainFault, CertificateRefusalCode>> = {
  unknown_root: 'ciPKUnknown',
  wrong_role: 'invalidOid',
  wrong_curve: 'unsupportedCurve',
}

/** The CI certificates, and the key identifiers of the CIs that the eUICC certificate chains to. */
type Trust = { readonly roots: readonly Certificate[]; readonly signingKeyIds: readonly Uint8Array[] }

/** Parsed certificates, cached per eUICC. */
const trustOf = new WeakMap<EuiccContext['options'], Trust>()

/** Parses the CI certificates and finds the CI of the EUM certificate. */
function trust(euicc: EuiccContext): Trust {
  const cached = trustOf.get(euicc.options)
  if (cached) return cached
  const roots = euicc.options.ciRoots.map((der) => parseCertificate(der))
  const issuer = parseCertificate(euicc.options.eumCertificate).extensions.authorityKeyIdentifier
  const signingKeyIds = roots.map(keyIdOf).filter((keyId) => issuer && equalBytes(keyId, issuer))
  const parsed = { roots, signingKeyIds }
  trustOf.set(euicc.options, parsed)
  return parsed
}

/** The subject key identifier of a CI certificate. @throws TypeError if it has none */
function keyIdOf({ extensions }: Certificate): Uint8Array {
  if (!extensions.subjectKeyIdentifier) throw new TypeError('a CI certificate without a subject key identifier')
  return extensions.subjectKeyIdentifier
}

/** Key identifiers of the CIs that the eUICC can verify with, in order of preference (EUICCInfo1). */
export function verificationKeyIds(euicc: EuiccContext): Uint8Array[] {
  return trust(euicc).roots.map(keyIdOf)
}

/** Key identifiers of the CIs that the certificate of the eUICC chains to. */
export function signingKeyIds(euicc: EuiccContext): Uint8Array[] {
  return [...trust(euicc).signingKeyIds]
}

/** The time of the verification. Without a clock it is the first moment at which both certificates are valid. */
function momentOf(euicc: EuiccContext, leaf: Certificate): Date {
  if (euicc.options.now) return euicc.options.now()
  const issuer = leaf.extensions.authorityKeyIdentifier
  const root = trust(euicc).roots.find((candidate) => issuer && equalBytes(keyIdOf(candidate), issuer))
  return root && root.notBefore > leaf.notBefore ? root.notBefore : leaf.notBefore
}

/**
 * Verifies the certificate of a server against the CIs of the eUICC. `auth` accepts CERT.DPauth and CERT.DSauth, `pb` only
 * CERT.DPpb. Revocation lists are not checked.
 * @throws CertificateRefusal invalidOid for a wrong role, ciPKUnknown, unsupportedCurve or invalidCertificate
 */
export function verifyServerCertificate(euicc: EuiccContext, der: Uint8Array, use: 'auth' | 'pb'): ServerCertificate {
  try {
    const leaf = parseCertificate(der)
    const role = use === 'pb' ? 'dp-pb' : roleOf(leaf) === 'ds-auth' ? 'ds-auth' : 'dp-auth'
    const { root } = verifyChain({
      leaf,
      role,
      intermediates: [],
      roots: trust(euicc).roots,
      at: momentOf(euicc, leaf),
      crls: 'not-checked',
    })
    const smdpOid = registeredIdOf(leaf)
    if (smdpOid === undefined) throw new CertificateRefusal('invalidCertificate')
    return { smdpOid, key: importVerifyingKey(leaf.publicKeyInfo), ciKeyId: keyIdOf(root) }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Converts errors of the chain, the encoding and the key to a CertificateRefusal. */
function refusalOf(error: unknown): unknown {
  const cause = { cause: error }
  if (error instanceof ChainError) {
    return new CertificateRefusal(CODE_OF_FAULT[error.fault] ?? 'invalidCertificate', cause)
  }
  if (error instanceof CertificateError) return new CertificateRefusal('invalidCertificate', cause)
  if (error instanceof KeyError) return new CertificateRefusal('unsupportedCurve', cause)
  return error
}
