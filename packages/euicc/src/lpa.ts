/** What an LPA does beside downloading: switching, deleting and naming profiles, delivering notifications. */

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

/** A device: its card and its way to servers. */
export type Lpa = { readonly euicc: { readonly transmit: Transmit }; readonly transport: Es9Transport }

/** Runs `work` on an open channel to the ISD-R and closes it again. */
export async function withIsdr<T>(lpa: Pick<Lpa, 'euicc'>, work: (isdr: IsdrChannel) => Promise<T>): Promise<T> {
  const isdr = await openIsdrChannel((apdu) => lpa.euicc.transmit(apdu))
  try {
    return await work(isdr)
  } finally {
    await isdr.close()
  }
}

export async function readEid(lpa: Pick<Lpa, 'euicc'>): Promise<Eid> {
  return eidFromBytes(await withIsdr(lpa, readEidOnEuicc))
}

export function listProfiles(lpa: Pick<Lpa, 'euicc'>): Promise<readonly ProfileInfo[]> {
  return withIsdr(lpa, listOnEuicc)
}

/** What became of the notifications that waited on the eUICC. */
export type NotificationReport = {
  readonly delivered: readonly NotificationMetadata[]
  /** They stay on the eUICC for another time. */
  readonly undelivered: readonly NotificationMetadata[]
}

export function notificationMetadataOf(notification: PendingNotification): NotificationMetadata {
  return notification.kind === 'otherSignedNotification'
    ? notification.value.tbsOtherNotification.value
    : notification.value.profileInstallationResultData.value.notificationMetadata
}

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

/** Delivers all that waits, in order of sequence numbers; what a server does not take stays. */
export function sendNotifications(lpa: Lpa): Promise<NotificationReport> {
  return withIsdr(lpa, (isdr) => deliverAll(isdr, lpa.transport))
}

function changed(lpa: Lpa, change: (isdr: IsdrChannel) => Promise<void>): Promise<NotificationReport> {
  return withIsdr(lpa, async (isdr) => {
    await change(isdr)
    return deliverAll(isdr, lpa.transport)
  })
}

/** Enables a profile (the one enabled before is disabled) and tells the servers. @throws Es10Refusal */
export function enableProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changed(lpa, (isdr) => enableOnEuicc(isdr, iccid))
}

/** @throws Es10Refusal */
export function disableProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changed(lpa, (isdr) => disableOnEuicc(isdr, iccid))
}

/** Deletes a disabled profile and tells the servers. @throws Es10Refusal */
export function deleteProfile(lpa: Lpa, iccid: string): Promise<NotificationReport> {
  return changed(lpa, (isdr) => deleteOnEuicc(isdr, iccid))
}

/** @throws Es10Refusal */
export function setNickname(lpa: Pick<Lpa, 'euicc'>, iccid: string, nickname: string): Promise<void> {
  return withIsdr(lpa, (isdr) => setNicknameOnEuicc(isdr, iccid, nickname))
}

/** The SM-DP+ that downloads without an activation code go to; an empty one removes it. @throws Es10Refusal */
export function setDefaultDpAddress(lpa: Pick<Lpa, 'euicc'>, address: string): Promise<void> {
  return withIsdr(lpa, (isdr) => writeDefaultDpAddress(isdr, address))
}
