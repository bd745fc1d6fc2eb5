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
} from './notification-message.ts'
import type { NotificationEvent } from './profile-metadata.ts'
import { RspRefusal } from './refusal.ts'
import type { AuthenticatedSession } from './session.ts'

/**
 * A notification that proves nothing. It is answered 204 all the same, changes nothing, and is worth a line in the
 * security log.
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
 * Reads what an LPA delivered; an installation result names the session to look for.
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

/** The transaction that an installation result speaks of. */
export function transactionOf(result: ProfileInstallationResult): Uint8Array {
  return result.profileInstallationResultData.value.transactionId
}

/** What an eUICC reports of an installation. */
export type InstallationOutcome = {
  /** digits without padding, when the eUICC tells it */
  iccid: string | undefined
  /** the eUICC's own count of notifications; orders them */
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

export interface InstallationCheck {
  result: ProfileInstallationResult
  /** of the session that the result names, however long ago it ended */
  session: Pick<AuthenticatedSession, 'transactionId' | 'euiccPublicKeyInfo'> | undefined
  /** of CERT.DPpb in that session */
  smdpOid: string
}

/**
 * Verifies a ProfileInstallationResult (SGP.22 section 5.6.4) with the key of the eUICC that the session was with.
 * @throws NotificationFault
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

/** A verified notification of enabling, disabling or deleting a profile. */
export interface ProfileNotification {
  eid: string
  event: NotificationEvent
  iccid: string | undefined
  /** the eUICC's own count; an older number than one seen before is history */
  seqNumber: number
  address: string
}

/**
 * Verifies an OtherSignedNotification with the certificates it brings along.
 * @throws NotificationFault
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

function verifiedSender(notification: OtherSignedNotification, trust: EuiccTrust, at: Date) {
  const { euiccCertificate, eumCertificate } = notification
  try {
    return verifyEuiccChain({ euiccCertificate, eumCertificate, at }, trust)
  } catch (cause) {
    if (!(cause instanceof RspRefusal)) throw cause
    throw new NotificationFault('bad_chain', cause.detail ?? cause.message, { cause })
  }
}

function onlyEvent({ profileManagementOperation }: NotificationMetadata): NotificationEvent {
  const [event, ...more] = profileManagementOperation
  if (!event || more.length > 0) throw new NotificationFault('malformed', 'a notification is of exactly one event')
  return event
}
