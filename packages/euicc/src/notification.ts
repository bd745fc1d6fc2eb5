/** Notifications the eUICC signs and keeps until the LPA has delivered them: SGP.22 3.5 and 5.7.9 to 5.7.11. */
import { withRaw } from '@simwright/asn1'
import {
  type FinalResult,
  listNotificationRequest,
  listNotificationResponse,
  type NotificationEvent,
  notificationMetadata,
  notificationSentRequest,
  notificationSentResponse,
  otherSignedNotification,
  type PendingNotification,
  pendingNotification,
  profileInstallationResult,
  profileInstallationResultData,
  retrieveNotificationsListRequest,
  retrieveNotificationsListResponse,
  type StoreMetadataRequest,
} from '@simwright/rsp'
import type { EuiccContext } from './euicc-context.ts'
import type { OpenInstallation, StoredNotification } from './euicc-state.ts'

type Facts = Pick<StoredNotification, 'event' | 'address' | 'iccid'>

const metadataOf = (facts: Facts, seqNumber: number) => ({
  seqNumber,
  profileManagementOperation: new Set([facts.event]),
  notificationAddress: facts.address,
  ...(facts.iccid === undefined ? {} : { iccid: facts.iccid }),
})

function keep(euicc: EuiccContext, facts: Facts, encoded: Uint8Array): void {
  euicc.state.notifications.push({ ...facts, seqNumber: euicc.state.nextSeqNumber++, encoded })
}

/** Signs and keeps the result of an installation; the answer is BF37, which the last STORE DATA returns. */
export function keepInstallationResult(
  euicc: EuiccContext,
  installation: OpenInstallation,
  finalResult: FinalResult,
): Uint8Array {
  const { transactionId, smdpOid, serverAddress, iccid } = installation
  const facts: Facts = { event: 'install', address: serverAddress, iccid }
  const data = withRaw(profileInstallationResultData, {
    transactionId,
    notificationMetadata: metadataOf(facts, euicc.state.nextSeqNumber),
    smdpOid,
    finalResult,
  })
  const encoded = profileInstallationResult.encode({
    profileInstallationResultData: data,
    euiccSignPIR: euicc.options.euiccKey.sign(data.raw),
  })
  keep(euicc, facts, encoded)
  return encoded
}

/** Signs and keeps one notification for each address the profile's metadata names for this event. */
export function keepNotifications(
  euicc: EuiccContext,
  metadata: Pick<StoreMetadataRequest, 'iccid' | 'notificationConfigurationInfo'>,
  event: NotificationEvent,
): void {
  const { euiccKey, euiccCertificate, eumCertificate } = euicc.options
  for (const receiver of metadata.notificationConfigurationInfo ?? []) {
    if (!receiver.profileManagementOperation.has(event)) continue
    const facts: Facts = { event, address: receiver.notificationAddress, iccid: metadata.iccid }
    const tbs = withRaw(notificationMetadata, metadataOf(facts, euicc.state.nextSeqNumber))
    const encoded = otherSignedNotification.encode({
      tbsOtherNotification: tbs,
      euiccNotificationSignature: euiccKey.sign(tbs.raw),
      euiccCertificate,
      eumCertificate,
    })
    keep(euicc, facts, encoded)
  }
}

export function listNotifications(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { profileManagementOperation: wanted } = listNotificationRequest.decode(bytes)
  const found = euicc.state.notifications.filter(({ event }) => !wanted || wanted.has(event))
  return listNotificationResponse.encode({
    kind: 'notificationMetadataList',
    value: found.map((notification) => metadataOf(notification, notification.seqNumber)),
  })
}

function storedAs({ encoded }: StoredNotification): { value: PendingNotification; raw: Uint8Array } {
  return { value: pendingNotification.decode(encoded), raw: encoded }
}

export function retrieveNotifications(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { searchCriteria } = retrieveNotificationsListRequest.decode(bytes)
  const found = euicc.state.notifications.filter(({ seqNumber, event }) => {
    if (!searchCriteria) return true
    return searchCriteria.kind === 'seqNumber' ? searchCriteria.value === seqNumber : searchCriteria.value.has(event)
  })
  return retrieveNotificationsListResponse.encode({ kind: 'notificationList', value: found.map(storedAs) })
}

export function removeNotification(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { seqNumber } = notificationSentRequest.decode(bytes)
  const at = euicc.state.notifications.findIndex((notification) => notification.seqNumber === seqNumber)
  if (at >= 0) euicc.state.notifications.splice(at, 1)
  return notificationSentResponse.encode({ deleteNotificationStatus: at >= 0 ? 'ok' : 'nothingToDelete' })
}
