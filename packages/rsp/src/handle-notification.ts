import { Asn1Error, equalBytes } from '@simwright/asn1'
import { type EuiccTrust, verifyEuiccChain } from './euicc-chain.ts'
import { importVerifyingKey } from './key.ts'
import {
  type BppCommandId,
  type InstallErrorReason,
  type NotificationMetadata,
  type OtherSignedNotification,
  type PendingNotification,
  type ProfileInstallationResult,
  pendingNotification,
  profileInstallationResult,
} from './notification-message.ts'
import type { NotificationEvent } from './profile-metadata.ts'
import { RspRefusal } from './refusal.ts'
import type { AuthenticatedSession } from './session.ts'

/**
 * A notification that cannot be trusted. The server answers 204 nevertheless (SGP.22 section 5.6.4), changes nothing, and
 * writes an entry to the security log.
 */
export class NotificationFault extends Error {
  readonly code: 'malformed' | 'unknown_transaction' | 'foreign_server' | 'bad_signature' | 'bad_chain'

  constructor(code: NotificationFault['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotificationFault'
    this.code = code
  }
}

/**
 * Decodes a PendingNotification from an LPA. Nothing is verified yet.
 * @throws NotificationFault malformed
 */
export function readPendingNotification(bytes: Uint8Array): PendingNotification {
  try {
    return pendingNotification.decode(bytes)
  } catch (cause) {
    if (!(cause instanceof Asn1Error)) throw cause
    throw new NotificationFault('malformed', cause.message, { cause })
  }
}

/** The transaction id in an installation result, to find its session with. */
export function transactionOf(result: ProfileInstallationResult): Uint8Array {
  return result.profileInstallationResultData.value.transactionId
}

/** The result of an installation as the eUICC reports it. */
export type InstallationOutcome = {
  /** Digits without padding; undefined if the eUICC does not report it. */
  iccid: string | undefined
  /** The eUICC's notification counter, which orders its notifications. */
  seqNumber: number
} & (
  | { kind: 'installed'; aid: Uint8Array; simaResponse: Uint8Array }
  | {
      kind: 'failed'
      command: BppCommandId | number
      reason: InstallErrorReason | number
      simaResponse: Uint8Array | undefined
    }
)

/** The arguments of verifyInstallationResult. */
export interface InstallationCheck {
  result: ProfileInstallationResult
  /** The session with the result's transaction id. It may have ended long ago. */
  session: Pick<AuthenticatedSession, 'transactionId' | 'euiccPublicKeyInfo'> | undefined
  /** The registeredID of CERT.DPpb in that session. */
  smdpOid: string
}

/**
 * Verifies a ProfileInstallationResult (SGP.22 section 5.6.4): transaction id, signature of the session's eUICC over the
 * received BF27, and SM-DP+ OID.
 * @throws NotificationFault unknown_transaction, bad_signature, foreign_server
 */
export function verifyInstallationResult({ result, session, smdpOid }: InstallationCheck): InstallationOutcome {
  const { profileInstallationResultData: data, euiccSignPIR } = result
  const { transactionId, notificationMetadata, finalResult } = data.value
  if (!session || !equalBytes(session.transactionId, transactionId)) {
    throw new NotificationFault('unknown_transaction', 'no session has this transaction id')
  }
  if (!importVerifyingKey(session.euiccPublicKeyInfo).verify(data.raw, euiccSignPIR)) {
    throw new NotificationFault('bad_signature', "the session's eUICC did not sign this result")
  }
  if (data.value.smdpOid !== smdpOid) {
    throw new NotificationFault('foreign_server', `the result names ${data.value.smdpOid ?? 'no server'}`)
  }
  const { iccid, seqNumber } = notificationMetadata
  if (finalResult.kind === 'success') return { kind: 'installed', iccid, seqNumber, ...finalResult.value }
  const { bppCommandId: command, errorReason: reason, simaResponse } = finalResult.value
  return { kind: 'failed', iccid, seqNumber, command, reason, simaResponse }
}

/** A verified notification that a profile was enabled, disabled, deleted or installed. */
export interface ProfileNotification {
  eid: string
  event: NotificationEvent
  iccid: string | undefined
  /** The eUICC's notification counter. A number lower than one already seen is outdated. */
  seqNumber: number
  address: string
}

/**
 * Verifies an OtherSignedNotification (SGP.22 section 5.6.4) with the certificates in it: chain, signature over the
 * received BF2F, exactly one event.
 * @throws NotificationFault bad_chain, bad_signature, malformed
 */
export function verifyOtherNotification(
  notification: OtherSignedNotification,
  trust: EuiccTrust,
  at: Date,
): ProfileNotification {
  const { tbsOtherNotification: tbs, euiccNotificationSignature } = notification
  const euicc = verifiedSender(notification, trust, at)
  if (!euicc.key.verify(tbs.raw, euiccNotificationSignature)) {
    throw new NotificationFault('bad_signature', 'the eUICC did not sign this notification')
  }
  const { iccid, seqNumber, notificationAddress } = tbs.value
  return { eid: euicc.eid, event: onlyEvent(tbs.value), iccid, seqNumber, address: notificationAddress }
}

/** The eUICC of the certificates in the notification. */
function verifiedSender(notification: OtherSignedNotification, trust: EuiccTrust, at: Date) {
  const { euiccCertificate, eumCertificate } = notification
  try {
    return verifyEuiccChain({ euiccCertificate, eumCertificate, at }, trust)
  } catch (cause) {
    if (!(cause instanceof RspRefusal)) throw cause
    throw new NotificationFault('bad_chain', cause.detail ?? cause.message, { cause })
  }
}

/** The event of a notification, which must have exactly one. */
function onlyEvent({ profileManagementOperation }: NotificationMetadata): NotificationEvent {
  const [event, ...more] = profileManagementOperation
  if (!event || more.length > 0) throw new NotificationFault('malformed', 'a notification has exactly one event')
  return event
}

/**
 * The ProfileInstallationResultData (BF27) of a stored ProfileInstallationResult, as received: resultData of
 * ES2+.HandleDownloadProgressInfo. Undefined if the bytes are not whole.
 */
export function resultDataOf(installationResult: Uint8Array): Uint8Array | undefined {
  try {
    return profileInstallationResult.decode(installationResult).profileInstallationResultData.raw
  } catch (error) {
    if (error instanceof Asn1Error) return undefined
    throw error
  }
}
