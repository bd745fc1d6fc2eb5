/** Notifications, signed by the eUICC and stored until the LPA has delivered them: SGP.22 3.5 and 5.7.9 to 5.7.11. */
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

/** What a notification reports: event, address of the server and ICCID. */
type NotificationHeader = Pick<StoredNotification, 'event' | 'address' | 'iccid'>

/** NotificationMetadata (SGP.22 v2.5 5.7.9). */
const metadataOf = (header: NotificationHeader, seqNumber: number) => ({
  seqNumber,
  profileManagementOperation: new Set([header.event]),
  notificationAddress: header.address,
  ...(header.iccid === undefined ? {} : { iccid: header.iccid }),
})

/** Stores a signed notification under the next sequence number. */
function store(euicc: EuiccContext, header: NotificationHeader, encoded: Uint8Array): void {
  euicc.state.notifications.push({ ...header, seqNumber: euicc.state.nextSeqNumber++, encoded })
}

/** Signs and stores the result of an installation. Returns ProfileInstallationResult (tag BF37), encoded. */
export function storeInstallationResult(
  euicc: EuiccContext,
  installation: OpenInstallation,
  finalResult: FinalResult,
): Uint8Array {
  const { transactionId, smdpOid, serverAddress, iccid } = installation
  const header: NotificationHeader = { event: 'install', address: serverAddress, iccid }
  const data = withRaw(profileInstallationResultData, {
    transactionId,
    notificationMetadata: metadataOf(header, euicc.state.nextSeqNumber),
    smdpOid,
    finalResult,
  })
  const encoded = profileInstallationResult.encode({
    profileInstallationResultData: data,
    euiccSignPIR: euicc.options.euiccKey.sign(data.raw),
  })
  store(euicc, header, encoded)
  return encoded
}

/** Signs and stores a notification for each address that the profile metadata contains for this event. */
export function storeNotifications(
  euicc: EuiccContext,
  metadata: Pick<StoreMetadataRequest, 'iccid' | 'notificationConfigurationInfo'>,
  event: NotificationEvent,
): void {
  const { euiccKey, euiccCertificate, eumCertificate } = euicc.options
  for (const receiver of metadata.notificationConfigurationInfo ?? []) {
    if (!receiver.profileManagementOperation.has(event)) continue
    const header: NotificationHeader = { event, address: receiver.notificationAddress, iccid: metadata.iccid }
    const tbs = withRaw(notificationMetadata, metadataOf(header, euicc.state.nextSeqNumber))
    const encoded = otherSignedNotification.encode({
      tbsOtherNotification: tbs,
      euiccNotificationSignature: euiccKey.sign(tbs.raw),
      euiccCertificate,
      eumCertificate,
    })
    store(euicc, header, encoded)
  }
}

/** ES10b.ListNotification (SGP.22 v2.5 5.7.9): metadata of the stored notifications, optionally of some events only. */
export function listNotifications(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { profileManagementOperation: wanted } = listNotificationRequest.decode(bytes)
  const found = euicc.state.notifications.filter(({ event }) => !wanted || wanted.has(event))
  return listNotificationResponse.encode({
    kind: 'notificationMetadataList',
    value: found.map((notification) => metadataOf(notification, notification.seqNumber)),
  })
}

/** A stored notification, decoded, with its signed bytes. */
function decodeStored({ encoded }: StoredNotification): { value: PendingNotification; raw: Uint8Array } {
  return { value: pendingNotification.decode(encoded), raw: encoded }
}

/** ES10b.RetrieveNotificationsList (SGP.22 v2.5 5.7.10): all notifications, or by sequence number or event. */
export function retrieveNotifications(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { searchCriteria } = retrieveNotificationsListRequest.decode(bytes)
  const found = euicc.state.notifications.filter(({ seqNumber, event }) => {
    if (!searchCriteria) return true
    return searchCriteria.kind === 'seqNumber' ? searchCriteria.value === seqNumber : searchCriteria.value.has(event)
  })
  return retrieveNotificationsListResponse.encode({ kind: 'notificationList', value: found.map(decodeStored) })
}

/** ES10b.RemoveNotificationFromList (SGP.22 v2.5 5.7.11). Answers nothingToDelete for an unknown sequence number. */
export function removeNotification(euicc: EuiccContext, bytes: Uint8Array): Uint8Array {
  const { seqNumber } = notificationSentRequest.decode(bytes)
  const at = euicc.state.notifications.findIndex((notification) => notification.seqNumber === seqNumber)
  if (at >= 0) euicc.state.notifications.splice(at, 1)
  return notificationSentResponse.encode({ deleteNotificationStatus: at >= 0 ? 'ok' : 'nothingToDelete' })
}
