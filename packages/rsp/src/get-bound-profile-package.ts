import { concat, equalBytes, writeTlv } from '@simwright/asn1'
import type { ClientError } from './authenticate-client.ts'
import { type DownloadErrorCode, prepareDownloadResponse } from './download-message.ts'
import type { Es9Request } from './es9.ts'
import { importVerifyingKey } from './key.ts'
import { decodeReceived } from './received.ts'
import { RspRefusal } from './refusal.ts'
import { type AuthenticatedSession, requireOpen } from './session.ts'

/** The arguments of verifyPrepareDownload. */
export interface GetBoundProfilePackage {
  request: Es9Request<'getBoundProfilePackage'>
  /** The session stored under the request's transaction id; undefined if it is not authenticated. */
  session: AuthenticatedSession | undefined
  at: Date
}

/** An eUICC that is ready for its package. */
export interface PreparedDownload {
  kind: 'prepared'
  /** An uncompressed point, not validated yet; see bindProfilePackage. */
  euiccOtpk: Uint8Array
  /** The hashed confirmation code, if the user entered one; see checkConfirmationCode. */
  hashCc: Uint8Array | undefined
}

/**
 * Verifies the request of ES9+.GetBoundProfilePackage (SGP.22 section 5.6.2), up to the confirmation code.
 * @returns the eUICC's one-time key and hashCc, or the error that the eUICC reported
 * @throws RspRefusal in this order: transaction_unknown, request_malformed, transaction_unknown (the signed one),
 *   euicc_signature_invalid
 */
export function verifyPrepareDownload(call: GetBoundProfilePackage): PreparedDownload | ClientError<DownloadErrorCode> {
  const session = requireOpen(call.session, call.at)
  if (!session.smdpSignature2) throw new RspRefusal('transaction_unknown', { detail: 'no profile was offered' })
  const response = decodeReceived(prepareDownloadResponse, call.request.prepareDownloadResponse)
  if (response.kind === 'error') return { kind: 'error', code: response.value.downloadErrorCode }
  const { euiccSigned2, euiccSignature2 } = response.value
  const { transactionId, euiccOtpk, hashCc } = euiccSigned2.value
  const covered = concat(euiccSigned2.raw, writeTlv(0x5f37, session.smdpSignature2))
  const signed = importVerifyingKey(session.euiccPublicKeyInfo).verify(covered, euiccSignature2)
  if (!equalBytes(transactionId, session.transactionId)) {
    throw new RspRefusal('transaction_unknown', { signed, detail: 'the signed transaction id differs' })
  }
  if (!signed) {
    throw new RspRefusal('euicc_signature_invalid', { detail: 'euiccSignature2 does not verify' })
  }
  return { kind: 'prepared', euiccOtpk, hashCc }
}
