/** An eUICC for an LPA that accesses its card over standard input and output, with one JSON object per line. */
import { concat, fromHex, toHex } from '@simwright/asn1'
import type { Euicc } from './euicc.ts'

/** Answers one line of the LPA with one line. `ecode` is 0 or a channel number, or -1 if the call failed. */
export type StdioBridge = (line: string) => string

/** The payload of a call: function and parameter. */
type Call = { func: string; param: unknown }
/** The payload of an answer. `data` is the APDU answer in hexadecimal. */
type Answer = { ecode: number; data?: string }

const SW_OK = '9000'

const HEX = /^([0-9a-fA-F]{2})+$/

/**
 * Creates a bridge with the functions connect, disconnect, logic_channel_open, logic_channel_close and transmit. It does not
 * throw for malformed lines. Connect and disconnect reset the card.
 */
export function createStdioBridge(euicc: Euicc): StdioBridge {
  return (line) => JSON.stringify({ type: 'apdu', payload: answer(euicc, line) })
}

/** Runs the call in a line. */
function answer(euicc: Euicc, line: string): Answer {
  const call = readCall(line)
  switch (call?.func) {
    case 'connect':
    case 'disconnect':
      euicc.reset()
      return { ecode: 0 }
    case 'logic_channel_open':
      return typeof call.param === 'string' ? { ecode: openChannel(euicc, call.param) } : FAILED
    case 'logic_channel_close':
      return { ecode: closeChannel(euicc, Number(call.param)) }
    case 'transmit':
      return transmit(euicc, call.param)
    default:
      return FAILED
  }
}

const FAILED: Answer = { ecode: -1 }

/** Reads a call. Undefined if the line is not JSON, or not a call. */
function readCall(line: string): Call | undefined {
  try {
    const { type, payload } = JSON.parse(line) as { type?: unknown; payload?: Partial<Call> }
    return type === 'apdu' && typeof payload?.func === 'string' ? (payload as Call) : undefined
  } catch {
    return undefined
  }
}

/** Sends an APDU in hexadecimal. */
function transmit(euicc: Euicc, param: unknown): Answer {
  if (typeof param !== 'string' || !HEX.test(param)) return FAILED
  return { ecode: 0, data: toHex(euicc.transmit(fromHex(param))) }
}

/**
 * Opens a channel and selects an application on it. Returns the channel number, or -1; then no channel remains open.
 */
function openChannel(euicc: Euicc, aid: string): number {
  if (!HEX.test(aid) || aid.length > 32) return -1
  const opened = toHex(euicc.transmit(Uint8Array.of(0x00, 0x70, 0x00, 0x00, 0x01)))
  if (!opened.toLowerCase().endsWith(SW_OK)) return -1
  const channel = Number.parseInt(opened.slice(0, 2), 16)
  const bytes = fromHex(aid)
  const cla = channel < 4 ? channel : 0x40 | (channel - 4)
  const selected = toHex(euicc.transmit(concat(Uint8Array.of(cla, 0xa4, 0x04, 0x00, bytes.length), bytes)))
  if (/^(9000|61..)$/i.test(selected.slice(-4))) return channel
  closeChannel(euicc, channel)
  return -1
}

/** Closes a channel. Returns 0, or -1 if it is not open. */
function closeChannel(euicc: Euicc, channel: number): number {
  if (!Number.isInteger(channel) || channel < 1 || channel > 19) return -1
  return toHex(euicc.transmit(Uint8Array.of(0x00, 0x70, 0x80, channel))).endsWith(SW_OK) ? 0 : -1
}
