import { cmac } from '@noble/ciphers/aes.js'
import {
  type AppletReason,
  appletReasons,
  type MessageFault,
  messageSegments,
} from '@simwright/contract/provisioning/recycle'
import { IdError, iccidFromBytes, iccidToBytes } from '@simwright/ids'
import type { OrderId } from '../../../db/row-id.ts'
import type { Secret } from '../../../secret/secret.ts'

/**
 * A message of a Recycle applet, 32 bytes (docs/recycle-message.md): version (1), ICCID as in EF.ICCID (10), counter
 * (4, big endian), reason (1), AES-CMAC over these 16 bytes (16). The key belongs to the order that downloaded the
 * profile.
 */
export type AppletMessage = { iccid: string; counter: number; reason: AppletReason }

export const MESSAGE_BYTES = 32
export const VERSION = 1
const SIGNED_BYTES = 16
const MAX_COUNTER = 0xffff_ffff

/** @returns undefined if `raw` is not a valid message; its CMAC is not checked */
export function readMessage(raw: Uint8Array): AppletMessage | undefined {
  const decoded = decodeMessage(raw)
  return typeof decoded === 'string' ? undefined : decoded
}

/** @returns the message, whose CMAC is not checked, or the first rule that it breaks */
export function decodeMessage(raw: Uint8Array): AppletMessage | MessageFault {
  if (raw.length !== MESSAGE_BYTES) return 'LENGTH'
  if (raw[0] !== VERSION) return 'VERSION'
  const reason = (Object.keys(appletReasons) as AppletReason[]).find((name) => appletReasons[name] === raw[15])
  if (reason === undefined) return 'REASON'
  const counter = new DataView(raw.buffer, raw.byteOffset).getUint32(11)
  if (counter === 0) return 'COUNTER'
  try {
    return { iccid: iccidFromBytes(raw.subarray(1, 11)), counter, reason }
  } catch (error) {
    if (error instanceof IdError) return 'ICCID'
    throw error
  }
}

/** First byte of each segment. */
const SEGMENT_STARTS = { version: 0, iccid: 1, counter: 11, reason: 15, cmac: 16 } as const

/** The bytes of any message by segment; one that is too short lacks the last segments. */
export function segmentsOf(raw: Uint8Array): { name: keyof typeof SEGMENT_STARTS; bytes: Uint8Array }[] {
  const starts = [...Object.values(SEGMENT_STARTS), raw.length]
  return messageSegments
    .map((name, at) => ({ name, bytes: raw.subarray(SEGMENT_STARTS[name], starts[at + 1]) }))
    .filter(({ bytes }) => bytes.length > 0)
}

/** @throws RangeError if the counter is not in 1 to 2^32 - 1 */
export function writeMessage(message: AppletMessage, key: Uint8Array): Uint8Array {
  if (message.counter < 1 || message.counter > MAX_COUNTER)
    throw new RangeError('the counter must be from 1 to 2^32 - 1')
  const raw = new Uint8Array(MESSAGE_BYTES)
  raw[0] = VERSION
  raw.set(iccidToBytes(message.iccid), 1)
  new DataView(raw.buffer).setUint32(11, message.counter)
  raw[15] = appletReasons[message.reason]
  raw.set(cmac(raw.subarray(0, SIGNED_BYTES), key), SIGNED_BYTES)
  return raw
}

/** Verifies the CMAC in constant time. */
export function isGenuine(raw: Uint8Array, key: Uint8Array): boolean {
  const right = cmac(raw.subarray(0, SIGNED_BYTES), key)
  let difference = 0
  for (let i = 0; i < right.length; i++) difference |= right[i]! ^ raw[SIGNED_BYTES + i]!
  return difference === 0
}

/**
 * The applet's key. It is derived per order, so that a message of an earlier download is not valid for a later one
 * (NIST SP 800-108 in counter mode with AES-CMAC: 01, "recycle", 00, order ID, length 0080).
 */
export function appletKey(master: Secret, orderId: OrderId): Uint8Array {
  const context = Buffer.from(orderId.replaceAll('-', ''), 'hex')
  const input = Buffer.concat([Uint8Array.of(1), Buffer.from('recycle\0', 'latin1'), context, Uint8Array.of(0, 0x80)])
  return cmac(input, master.reveal())
}

/** Answers to the applet: version, then result. */
export const answers = {
  taken: Uint8Array.of(VERSION, 0),
  /** Without a reason, so that an attacker learns nothing. */
  refused: Uint8Array.of(VERSION, 1),
  later: Uint8Array.of(VERSION, 2),
} as const
