/** What an eUICC checks of CERT.DPauth, CERT.DPpb and CERT.DSauth: SGP.22 4.5.2.2. */
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

export type CertificateRefusalCode = 'invalidCertificate' | 'unsupportedCurve' | 'invalidOid' | 'ciPKUnknown'

export class CertificateRefusal extends Error {
  readonly code: CertificateRefusalCode
  constructor(code: CertificateRefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'CertificateRefusal'
    this.code = code
  }
}

const CODE_OF_FAULT: Partial<Record<ChainFault, CertificateRefusalCode>> = {
  unknown_root: 'ciPKUnknown',
  wrong_role: 'invalidOid',
  wrong_curve: 'unsupportedCurve',
}

type Trust = { readonly roots: readonly Certificate[]; readonly signingKeyIds: readonly Uint8Array[] }

/** Parsed once per eUICC. */
const trustOf = new WeakMap<EuiccContext['options'], Trust>()

function trust(euicc: EuiccContext): Trust {
  const known = trustOf.get(euicc.options)
  if (known) return known
  const roots = euicc.options.ciRoots.map((der) => parseCertificate(der))
  const issuer = parseCertificate(euicc.options.eumCertificate).extensions.authorityKeyIdentifier
  const signingKeyIds = roots.map(keyIdOf).filter((keyId) => issuer && equalBytes(keyId, issuer))
  const found = { roots, signingKeyIds }
  trustOf.set(euicc.options, found)
  return found
}

function keyIdOf({ extensions }: Certificate): Uint8Array {
  if (!extensions.subjectKeyIdentifier) throw new TypeError('a CI certificate without a subject key identifier')
  return extensions.subjectKeyIdentifier
}

/** The CIs this eUICC verifies with, most preferred first. */
export function verificationKeyIds(euicc: EuiccContext): Uint8Array[] {
  return trust(euicc).roots.map(keyIdOf)
}

/** The CIs its own certificate chains to. */
export function signingKeyIds(euicc: EuiccContext): Uint8Array[] {
  return [...trust(euicc).signingKeyIds]
}

/** Without a clock, dates aren't judged: the chain is looked at on the first day both its certificates are valid. */
function momentOf(euicc: EuiccContext, leaf: Certificate): Date {
  if (euicc.options.now) return euicc.options.now()
  const issuer = leaf.extensions.authorityKeyIdentifier
  const root = trust(euicc).roots.find((candidate) => issuer && equalBytes(keyIdOf(candidate), issuer))
  return root && root.notBefore > leaf.notBefore ? root.notBefore : leaf.notBefore
}

/**
 * `auth`: of an SM-DP+ or of an SM-DS, whose certificate says which.
 * @throws CertificateRefusal
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

function refusalOf(error: unknown): unknown {
  const cause = { cause: error }
  if (error instanceof ChainError) {
    return new CertificateRefusal(CODE_OF_FAULT[error.fault] ?? 'invalidCertificate', cause)
  }
  if (error instanceof CertificateError) return new CertificateRefusal('invalidCertificate', cause)
  if (error instanceof KeyError) return new CertificateRefusal('unsupportedCurve', cause)
  return error
}
