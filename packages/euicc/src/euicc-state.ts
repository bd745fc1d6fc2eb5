/** The eUICC's non-volatile memory as plain data, so that a device can be stored and continued. */
import { fromHex, toHex } from '@simwright/asn1'
import type { BppCommandId, NotificationEvent } from '@simwright/rsp'
import type { FileSystem } from './card-file.ts'
import type { NetworkAccess } from './uicc-channel.ts'

export type InstalledProfile = {
  readonly isdpAid: Uint8Array
  /** Digits as in the metadata, without filler. */
  readonly iccid: string
  enabled: boolean
  nickname?: string
  /** StoreMetadataRequest (BF25) as received. */
  readonly metadata: Uint8Array
  /** DpProprietaryData (B8) as received in ConfigureISDP. */
  readonly dpProprietaryData?: Uint8Array
  readonly fileSystem: FileSystem
  readonly networkAccess: readonly NetworkAccess[]
  /** Non-volatile memory the profile occupies. */
  readonly bytes: number
}

export type StoredNotification = {
  readonly seqNumber: number
  readonly event: NotificationEvent
  readonly address: string
  readonly iccid?: string
  /** PendingNotification: BF37.. or 30.. */
  readonly encoded: Uint8Array
}

/** A one-time key that waits for a retry: the SM-DP+ may hold a package bound to it. */
export type StoredOneTimeKey = {
  readonly smdpOid: string
  readonly publicKey: Uint8Array
  readonly pkcs8: Uint8Array
}

/** An installation under way. If power goes, it is what the result of the interruption is made from. */
export type OpenInstallation = {
  readonly transactionId: Uint8Array
  readonly smdpOid: string
  readonly serverAddress: string
  iccid?: string
  command: BppCommandId
}

export type EuiccState = {
  readonly format: 1
  nextSeqNumber: number
  defaultDpAddress?: string
  profiles: InstalledProfile[]
  notifications: StoredNotification[]
  oneTimeKeys: StoredOneTimeKey[]
  openInstallation?: OpenInstallation
}

export function blankEuiccState(): EuiccState {
  return { format: 1, nextSeqNumber: 1, profiles: [], notifications: [], oneTimeKeys: [] }
}

const BYTES_KEY = '$hex'

/** JSON text of a state; byte strings become `{"$hex": "..."}`. It holds the subscriptions' keys in clear. */
export function serialiseEuiccState(state: EuiccState): string {
  return JSON.stringify(state, function (key, value) {
    const original = (this as Record<string, unknown>)[key]
    return original instanceof Uint8Array ? { [BYTES_KEY]: toHex(original) } : value
  })
}

/** @throws TypeError if the text is not a state of this format */
export function parseEuiccState(text: string): EuiccState {
  const state = JSON.parse(text, (_, value) => {
    const hex = (value as Record<string, unknown> | null)?.[BYTES_KEY]
    return typeof hex === 'string' ? fromHex(hex) : value
  }) as EuiccState
  if (state?.format !== 1) throw new TypeError('this is not an eUICC state of format 1')
  return state
}
