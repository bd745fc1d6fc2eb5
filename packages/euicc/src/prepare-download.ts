/** ES10b.PrepareDownload and ES10b.CancelSession: SGP.22 5.7.5 and 5.7.14. */
import { concat, equalBytes, withRaw, writeTlv } from '@simwright/asn1'
import {
  cancelSessionRequest,
  cancelSessionResponse,
  type DownloadErrorCode,
  euiccCancelSessionSigned,
  euiccSigned2,
  importOneTimeKey,
  type OneTimeKey,
  type PrepareDownloadRequest,
  prepareDownloadRequest,
  prepareDownloadResponse,
} from '@simwright/rsp'
import type { EuiccContext, RspSession, ServerCertificate } from './euicc-context.ts'
import { CertificateRefusal, verifyServerCertificate } from './server-certificate.ts'

const TAG_SIGNATURE = 0x5f37
/** Maximum number of stored one-time keys. A new one replaces the oldest. */
const MAX_ONE_TIME_KEYS = 8

/** Ends PrepareDownload with an error code of SGP.22 v2.5 5.7.5. */
class DownloadFailure extends Error {
  readonly code: DownloadErrorCode
  constructor(code: DownloadErrorCode) {
    super(code)
    this.code = code
  }
}

/**
 * ES10b.PrepareDownload (SGP.22 v2.5 5.7.5): verifies the offer of the SM-DP+ and returns the signed one-time public key. An
 * error does not end the session; the answer contains its code.
 * @throws Asn1Error a malformed request
 */
export function prepareDownload(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const request = prepareDownloadRequest.decode(bytes)
  const { transactionId } = request.smdpSigned2.value
  try {
    return verifyAndPrepare(euicc, request)
  } catch (error) {
    const code = failureCode(error)
    if (code === undefined) throw error
    return prepareDownloadResponse.encode({ kind: 'error', value: { transactionId, downloadErrorCode: code } })
  }
}

/** The error code for an exception. Undefined for exceptions that are not errors of the request. */
function failureCode(error: unknown): DownloadErrorCode | undefined {
  if (error instanceof DownloadFailure) return error.code
  if (!(error instanceof CertificateRefusal)) return undefined
  return error.code === 'unsupportedCurve' ? 'unsupportedCurve' : 'invalidCertificate'
}

/**
 * Verifies the request and signs euiccSigned2. The checks are made in this order: session, certificate, signature,
 * transaction ID, confirmation code.
 */
function verifyAndPrepare(euicc: EuiccContext, request: PrepareDownloadRequest): Uint8Array {
  const { session, options } = euicc
  if (!session?.server || session.download) throw new DownloadFailure('noSessionContext')
  const { transactionId, ccRequiredFlag, bppEuiccOtpk } = request.smdpSigned2.value
  const certificate = verifyBindingCertificate(euicc, session, request.smdpCertificate)
  const signed = concat(request.smdpSigned2.raw, writeTlv(TAG_SIGNATURE, session.server.euiccSignature1))
  if (!certificate.key.verify(signed, request.smdpSignature2)) throw new DownloadFailure('invalidSignature')
  if (!equalBytes(transactionId, session.server.transactionId)) throw new DownloadFailure('invalidTransactionId')
  if (ccRequiredFlag && !request.hashCc) throw new DownloadFailure('undefinedError')

  const oneTimeKey = storedOneTimeKey(euicc, certificate, bppEuiccOtpk) ?? newOneTimeKey(euicc, certificate)
  session.download = { certificate, oneTimeKey }
  const signed2 = withRaw(euiccSigned2, {
    transactionId,
    euiccOtpk: oneTimeKey.publicKey,
    hashCc: ccRequiredFlag ? request.hashCc : undefined,
  })
  return prepareDownloadResponse.encode({
    kind: 'ok',
    value: {
      euiccSigned2: signed2,
      euiccSignature2: options.euiccKey.sign(concat(signed2.raw, writeTlv(TAG_SIGNATURE, request.smdpSignature2))),
    },
  })
}

/**
 * CERT.DPpb must have the same CI and the same SM-DP+ OID as CERT.DPauth.
 * @throws DownloadFailure invalidCertificate
 */
function verifyBindingCertificate(euicc: EuiccContext, session: RspSession, der: Uint8Array): ServerCertificate {
  const certificate = verifyServerCertificate(euicc, der, 'pb')
  const authenticated = session.server!.certificate
  if (certificate.smdpOid !== authenticated.smdpOid || !equalBytes(certificate.ciKeyId, authenticated.ciKeyId)) {
    throw new DownloadFailure('invalidCertificate')
  }
  return certificate
}

/** The stored one-time key the SM-DP+ asks for in bppEuiccOtpk. A key of another SM-DP+ is never reused. */
function storedOneTimeKey(
  euicc: EuiccContext,
  certificate: ServerCertificate,
  publicKey: Uint8Array | undefined,
): OneTimeKey | undefined {
  const stored = euicc.state.oneTimeKeys.find(
    (key) => key.smdpOid === certificate.smdpOid && publicKey && equalBytes(key.publicKey, publicKey),
  )
  return stored && importOneTimeKey(stored.pkcs8)
}

/** Generates a one-time key on the curve of the certificate and stores it for retries. */
function newOneTimeKey(euicc: EuiccContext, certificate: ServerCertificate): OneTimeKey {
  const key = euicc.options.generateOneTimeKey(certificate.key.curve)
  const { oneTimeKeys } = euicc.state
  oneTimeKeys.push({ smdpOid: certificate.smdpOid, publicKey: key.publicKey, pkcs8: key.exportPrivateKey() })
  if (oneTimeKeys.length > MAX_ONE_TIME_KEYS) oneTimeKeys.shift()
  return key
}

/**
 * ES10b.CancelSession (SGP.22 v2.5 5.7.14): ends the session and signs the reason. An unfinished installation is discarded
 * without a notification.
 * @throws Asn1Error a malformed request
 */
export function cancelSession(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { transactionId, reason } = cancelSessionRequest.decode(bytes)
  const server = euicc.session?.server
  if (!server || !equalBytes(server.transactionId, transactionId)) {
    return cancelSessionResponse.encode({ kind: 'error', value: 'invalidTransactionId' })
  }
  const signed = withRaw(euiccCancelSessionSigned, { transactionId, smdpOid: server.certificate.smdpOid, reason })
  euicc.session = undefined
  delete euicc.state.openInstallation
  return cancelSessionResponse.encode({
    kind: 'ok',
    value: {
      euiccCancelSessionSigned: signed,
      euiccCancelSessionSignature: euicc.options.euiccKey.sign(signed.raw),
    },
  })
}
