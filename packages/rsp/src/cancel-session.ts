import { equalBytes } from '@simwright/asn1'
import type { ClientError } from './authenticate-client.ts'
import { type CancelReason, cancelSessionResponse } from './download-message.ts'
import type { Es9Request } from './es9.ts'
import { importVerifyingKey } from './key.ts'
import { decodeReceived } from './received.ts'
import { RspRefusal } from './refusal.ts'
import { type AuthenticatedSession, requireOpen } from './session.ts'

/** The arguments of verifyCancelSession. */
export interface CancelSession {
  request: Es9Request<'cancelSession'>
  /** The session stored under the request's transaction id; undefined if its eUICC is not authenticated yet. */
  session: AuthenticatedSession | undefined
  /** The registeredID of CERT.DPauth in this session. */
  smdpOid: string
  at: Date
}

/** A cancellation by the eUICC. `cancelReasons` lists the effect of each reason on the order. */
export interface CanceledSession {
  kind: 'canceled'
  reason: CancelReason | number
}

/**
 * Verifies ES9+.CancelSession (SGP.22 section 5.6.5).
 * @returns the reason, or the error that the eUICC reported
 * @throws RspRefusal in this order: transaction_unknown, request_malformed, euicc_signature_invalid,
 *   server_oid_mismatch, transaction_unknown (the signed one)
 */
export function verifyCancelSession(
  call: CancelSession,
): CanceledSession | ClientError<'invalidTransactionId' | 'undefinedError'> {
  const session = requireOpen(call.session, call.at)
  const response = decodeReceived(cancelSessionResponse, call.request.cancelSessionResponse)
  if (response.kind === 'error') return { kind: 'error', code: response.value }
  const { euiccCancelSessionSigned: signed, euiccCancelSessionSignature: signature } = response.value
  if (!importVerifyingKey(session.euiccPublicKeyInfo).verify(signed.raw, signature)) {
    throw new RspRefusal('euicc_signature_invalid', { detail: 'the signature of the cancellation does not verify' })
  }
  // A cancellation that this eUICC signed for another session may be a replay.
  const isOfSession = equalBytes(signed.value.transactionId, session.transactionId)
  if (signed.value.smdpOid !== call.smdpOid) {
    const detail = `the cancellation names ${signed.value.smdpOid}`
    throw new RspRefusal('server_oid_mismatch', { signed: isOfSession, detail })
  }
  if (!isOfSession) {
    throw new RspRefusal('transaction_unknown', { detail: 'the signed transaction id differs' })
  }
  return { kind: 'canceled', reason: signed.value.reason }
}
