/** The non-volatile memory of the eUICC as plain data, so that it can be stored and loaded. */
import { fromHex, toHex } from '@simwright/asn1'
import type { BppCommandId, NotificationEvent } from '@simwright/rsp'
import type { FileSystem } from './card-file.ts'
import type { CardRegistry } from './card-registry.ts'
import type { NetworkAccess } from './uicc-channel.ts'

/** A profile in its ISD-P. At most one is enabled. */
export type InstalledProfile = {
  /** AID of the ISD-P, 16 bytes. */
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
  /** Absent in states that were stored before the card had it. */
  readonly registry?: CardRegistry
  /** Non-volatile memory of the profile in bytes. */
  readonly bytes: number
}

/** A notification that the LPA has not yet delivered (SGP.22 v2.5 3.5). */
export type StoredNotification = {
  readonly seqNumber: number
  readonly event: NotificationEvent
  readonly address: string
  readonly iccid?: string
  /** PendingNotification, encoded: tag BF37 for an installation result, otherwise 30. */
  readonly encoded: Uint8Array
}

/** A one-time key for a retry: the SM-DP+ may have a package that is bound to it (SGP.22 v2.5 5.7.5). */
export type StoredOneTimeKey = {
  readonly smdpOid: string
  readonly publicKey: Uint8Array
  readonly pkcs8: Uint8Array
}

/** An unfinished installation. After a loss of power the eUICC makes the result of the interruption from it. */
export type OpenInstallation = {
  readonly transactionId: Uint8Array
  readonly smdpOid: string
  readonly serverAddress: string
  iccid?: string
  /** The last BPP command the eUICC has started. */
  command: BppCommandId
}

/** All non-volatile data. `format` is the version of this structure. */
export type EuiccState = {
  readonly format: 1
  /** Sequence number of the next notification. It never decreases. */
  nextSeqNumber: number
  defaultDpAddress?: string
  profiles: InstalledProfile[]
  notifications: StoredNotification[]
  oneTimeKeys: StoredOneTimeKey[]
  openInstallation?: OpenInstallation
}

/** The state of an eUICC without profiles. */
export function blankEuiccState(): EuiccState {
  return { format: 1, nextSeqNumber: 1, profiles: [], notifications: [], oneTimeKeys: [] }
}

/** The member that marks a byte string in JSON. */
const BYTES_KEY = '$hex'

/**
 * JSON text of a state. Byte strings become `{"$hex": "..."}`. The text contains the keys of subscriptions in clear.
 */
export function serializeEuiccState(state: EuiccState): string {
  return JSON.stringify(state, function (key, value) {
    const original = (this as Record<string, unknown>)[key]
    return original instanceof Uint8Array ? { [BYTES_KEY]: toHex(original) } : value
  })
}

/**
 * Reads a state written by `serializeEuiccState`. Only the format number is checked.
 * @throws TypeError if the format is not 1
 * @throws SyntaxError if the text is not JSON
 */
export function parseEuiccState(text: string): EuiccState {
  const state = JSON.parse(text, (_, value) => {
    const hex = (value as Record<string, unknown> | null)?.[BYTES_KEY]
    return typeof hex === 'string' ? fromHex(hex) : value
  }) as EuiccState
  if (state?.format !== 1) throw new TypeError('this is not an eUICC state of format 1')
  return state
}
