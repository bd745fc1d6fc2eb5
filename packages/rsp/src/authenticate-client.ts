import { concat, equalBytes, writeTlv } from '@simwright/asn1'
import {
  type AuthenticateErrorCode,
  type AuthenticateResponseOk,
  authenticateServerResponse,
} from './authentication-message.ts'
import type { DeviceInfo } from './device-info.ts'
import { smdpSigned2 } from './download-message.ts'
import type { Es9Answer, Es9Request } from './es9.ts'
import { type EuiccTrust, type VerifiedEuicc, verifyEuiccChain } from './euicc-chain.ts'
import type { EuiccInfo2 } from './euicc-info.ts'
import type { OpenedSession, ServerCredentials } from './initiate-authentication.ts'
import { decodeReceived } from './received.ts'
import { RspRefusal } from './refusal.ts'
import { requireOpen } from './session.ts'
import type { UnstoredSession } from './unstored-session.ts'

/** An authenticated eUICC with its information about itself and its device. */
export interface AuthenticatedClient {
  kind: 'authenticated'
  /** 32 digits. */
  eid: string
  /** SubjectPublicKeyInfo, DER. Verifies the eUICC's later signatures. */
  euiccPublicKeyInfo: Uint8Array
  euiccCertificate: Uint8Array
  eumCertificate: Uint8Array
  euiccInfo2: EuiccInfo2
  deviceInfo: DeviceInfo
  /** Undefined if absent or empty, which mean the same. */
  matchingId: string | undefined
  /** 64 bytes. smdpSignature2 covers it. */
  euiccSignature1: Uint8Array
  /** The session that the eUICC signed. */
  session: OpenedSession
}

/** An error that the eUICC itself reports. It ends the session; there is nothing to refuse. */
export interface ClientError<Code extends string> {
  kind: 'error'
  code: Code | number
}

/** The arguments of verifyAuthenticateClient. */
export interface AuthenticateClient {
  request: Es9Request<'authenticateClient'>
  /** The session of the request's transaction id. */
  session: OpenedSession | UnstoredSession | undefined
  trust: EuiccTrust
  at: Date
}

/**
 * Verifies the request of ES9+.AuthenticateClient (SGP.22 section 5.6.3), up to the search for an order: session,
 * transaction id, certificate chain, euiccSignature1, server challenge and address. Challenge and address of an unstored
 * session are checked before the chain, whose CI they name.
 * @returns the authenticated eUICC, or the error that the eUICC reported
 * @throws RspRefusal in this order: transaction_unknown, request_malformed, transaction_unknown (the signed one),
 *   ci_unknown, eum_certificate_..., euicc_certificate_..., euicc_signature_invalid
 */
export function verifyAuthenticateClient(
  call: AuthenticateClient,
): AuthenticatedClient | ClientError<AuthenticateErrorCode> {
  const open = requireOpen(call.session, call.at)
  const response = decodeReceived(authenticateServerResponse, call.request.authenticateServerResponse)
  if (response.kind === 'error') return { kind: 'error', code: response.value.authenticateErrorCode }
  const { euiccSigned1, euiccSignature1, euiccCertificate, eumCertificate } = response.value
  const { value } = euiccSigned1
  if (!equalBytes(value.transactionId, open.transactionId)) {
    throw new RspRefusal('transaction_unknown', { detail: 'the signed transaction id differs' })
  }
  const session = 'find' in open ? open.find(value) : open
  if (!session) {
    throw new RspRefusal('euicc_signature_invalid', { detail: 'the server challenge or the server address differs' })
  }
  const { ciKeyId } = session
  const euicc = verifyEuiccChain({ euiccCertificate, eumCertificate, ciKeyId, at: call.at }, call.trust)
  checkSigned(response.value, euicc, session)
  return {
    kind: 'authenticated',
    eid: euicc.eid,
    euiccPublicKeyInfo: euicc.publicKeyInfo,
    euiccCertificate,
    eumCertificate,
    euiccInfo2: value.euiccInfo2.value,
    deviceInfo: value.ctxParams1.deviceInfo,
    matchingId: value.ctxParams1.matchingId || undefined,
    euiccSignature1,
    session,
  }
}

/** Checks that the eUICC signed this session's challenge and address. Host names are compared ignoring case. */
function checkSigned(
  { euiccSigned1, euiccSignature1 }: AuthenticateResponseOk,
  euicc: VerifiedEuicc,
  session: OpenedSession,
): void {
  const refuse = (detail: string) => new RspRefusal('euicc_signature_invalid', { detail })
  if (!euicc.key.verify(euiccSigned1.raw, euiccSignature1)) throw refuse('euiccSignature1 does not verify')
  const { serverChallenge, serverAddress } = euiccSigned1.value
  if (!equalBytes(serverChallenge, session.serverChallenge)) throw refuse('the server challenge differs')
  if (serverAddress.toLowerCase() !== session.serverAddress.toLowerCase()) {
    throw refuse('the server address differs')
  }
}

/** The arguments of offerProfile. */
export interface ProfileOffer {
  transactionId: Uint8Array
  /** The whole StoreMetadataRequest (BF25). */
  profileMetadata: Uint8Array
  confirmationCodeRequired: boolean
  /** The eUICC's one-time key of an earlier bound package for the same profile, which it may use again. */
  bppEuiccOtpk?: Uint8Array | undefined
  euiccSignature1: Uint8Array
  credentials: Pick<ServerCredentials, 'pbKey' | 'pbCertificate'>
}

/**
 * Builds the answer of ES9+.AuthenticateClient (SGP.22 section 5.6.3): the metadata that the phone shows, and smdpSigned2.
 * smdpSignature2 covers smdpSigned2 and euiccSignature1 (as a 5F37 TLV). Store it: euiccSignature2 covers it.
 */
export function offerProfile(offer: ProfileOffer): {
  answer: Es9Answer<'authenticateClient'>
  smdpSignature2: Uint8Array
} {
  const { transactionId, profileMetadata, credentials } = offer
  const signed = smdpSigned2.encode({
    transactionId,
    ccRequiredFlag: offer.confirmationCodeRequired,
    bppEuiccOtpk: offer.bppEuiccOtpk,
  })
  const smdpSignature2 = credentials.pbKey.sign(concat(signed, writeTlv(0x5f37, offer.euiccSignature1)))
  const answer = {
    transactionId,
    profileMetadata,
    smdpSigned2: signed,
    smdpSignature2: writeTlv(0x5f37, smdpSignature2),
    smdpCertificate: credentials.pbCertificate,
  }
  return { answer, smdpSignature2 }
}
