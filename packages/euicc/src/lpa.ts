/** Profile management by the LPA and delivery of notifications (SGP.22 3.5). */
import { type Eid, eidFromBytes } from '@simwright/ids'
import type { NotificationMetadata, PendingNotification, ProfileInfo } from '@simwright/rsp'
import { type IsdrChannel, openIsdrChannel, type Transmit } from './card-connection.ts'
import { deliverNotification, Es9Failure, type Es9Transport } from './es9-client.ts'
import {
  deleteProfile as deleteOnEuicc,
  disableProfile as disableOnEuicc,
  enableProfile as enableOnEuicc,
  listProfiles as listOnEuicc,
  readEid as readEidOnEuicc,
  removeNotification,
  retrieveNotifications,
  setNickname as setNicknameOnEuicc,
  writeDefaultDpAddress,
} from './es10-client.ts'

/** A device: its card, and the transport to servers. */
export type Lpa = { readonly euicc: { readonly transmit: Transmit }; readonly transport: Es9Transport }

/** Opens a channel to the ISD-R, runs `work` and closes the channel, also after an error. @throws CardAnswerError */
export async function withIsdr<T>(lpa: Pick<Lpa, 'euicc'>, work: (isdr: IsdrChannel) => Promise<T>): Promise<T> {
  const isdr = await openIsdrChannel((apdu) => lpa.euicc.transmit(apdu))
  try {
    return await work(isdr)
  } finally {
    await isdr.close()
  }
}

/** The EID of the eUICC. */
export async function readEid(lpa: Pick<Lpa, 'euicc'>): Promise<Eid> {
  return eidFromBytes(await withIsdr(lpa, readEidOnEuicc))
}

/** The installed profiles with the default fields (SGP.22 v2.5 5.7.15). @throws Es10Refusal */
export function listProfiles(lpa: Pick<Lpa, 'euicc'>): Promise<readonly ProfileInfo[]> {
  return withIsdr(lpa, listOnEuicc)
}

/** The notifications that were delivered, and those that were not. */
export type NotificationReport = {
  readonly delivered: readonly NotificationMetadata[]
  /** They remain on the eUICC. */
  readonly undelivered: readonly NotificationMetadata[]
}

/** Sequence number, event, address and ICCID of a notification. */
export function notificationMetadataOf(notification: PendingNotification): NotificationMetadata {
  return notification.kind === 'otherSignedNotification'
    ? notification.value.tbsOtherNotification.value
    : notification.value.profileInstallationResultData.value.notificationMetadata
}

/**
 * Delivers all notifications in the order of the eUICC. A notification is removed from the eUICC only after its server has
 * accepted it. A failed delivery does not stop the next one.
 */
async function deliverAll(isdr: IsdrChannel, transport: Es9Transport): Promise<NotificationReport> {
  const delivered: NotificationMetadata[] = []
  const undelivered: NotificationMetadata[] = []
  for (const { value, raw } of await retrieveNotifications(isdr)) {
    const metadata = notificationMetadataOf(value)
    try {
      await deliverNotification(transport, metadata.notificationAddress, raw)
      await removeNotification(isdr, metadata.seqNumber)
      delivered.push(metadata)
    } catch (error) {
      if (!(error instanceof Es9Failure)) throw error
      undelivered.push(metadata)
    }
  }
  return { delivered, undelivered }
}

/** Delivers all stored notifications (SGP.22 v2.5 3.5). Those that cannot be delivered remain on the eUICC. */
export function sendNotifications(lpa: Lpa): Promise<NotificationReport> {
  return withIsdr(lpa, (isdr) => deliverAll(isdr, lpa.transport))
}

/** Changes a profile and delivers the notifications of the change on the same channel. */
function changeAndNotify(lpa: Lpa, change: (isdr: IsdrChannel) => Promise<void>): Promise<NotificationReport> {
  return withIsdr(lpa, async (isdr) => {
    await change(isdr)
    return deliverAll(isdr, lpa.transport)
  })
}

/** Enables a profile, disables the enabled one and delivers the notifications. @throws Es10Refusal */
export function enableProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changeAndNotify(lpa, (isdr) => enableOnEuicc(isdr, iccid))
}

/** Disables an enabled profile and delivers the notifications. @throws Es10Refusal */
export function disableProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changeAndNotify(lpa, (isdr) => disableOnEuicc(isdr, iccid))
}

/** Deletes a disabled profile and delivers the notifications. @throws Es10Refusal */
export function deleteProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changeAndNotify(lpa, (isdr) => deleteOnEuicc(isdr, iccid))
}

/** Sets the nickname of a profile. An empty one removes it. @throws Es10Refusal */
export function setNickname(lpa: Pick<Lpa, 'euicc'>, iccid: string, nickname: string): Promise<void> {
  return withIsdr(lpa, (isdr) => setNicknameOnEuicc(isdr, iccid, nickname))
}

/** Sets the SM-DP+ for downloads without an activation code. An empty address removes it. @throws Es10Refusal */
export function setDefaultDpAddress(lpa: Pick<Lpa, 'euicc'>, address: string): Promise<void> {
  return withIsdr(lpa, (isdr) => writeDefaultDpAddress(isdr, address))
}
