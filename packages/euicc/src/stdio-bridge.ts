/** An eUICC for an LPA that drives its card over standard input and output: a JSON object a line, in and out. */
import { concat, fromHex, toHex } from '@simwright/asn1'
import type { Euicc } from './euicc.ts'

/** @param line of the LPA @returns the line that answers it; `ecode` is -1 for whatever could not be done */
export type StdioBridge = (line: string) => string

type Call = { func: string; param: unknown }
type Answer = { ecode: number; data?: string }

const SW_OK = '9000'

const HEX = /^([0-9a-fA-F]{2})+$/

/** Functions: connect, disconnect, logic_channel_open, logic_channel_close, transmit. */
export function createStdioBridge(euicc: Euicc): StdioBridge {
  return (line) => JSON.stringify({ type: 'apdu', payload: answer(euicc, line) })
}

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

function readCall(line: string): Call | undefined {
  try {
    const { type, payload } = JSON.parse(line) as { type?: unknown; payload?: Partial<Call> }
    return type === 'apdu' && typeof payload?.func === 'string' ? (payload as Call) : undefined
  } catch {
    return undefined
  }
}

function transmit(euicc: Euicc, param: unknown): Answer {
  if (typeof param !== 'string' || !HEX.test(param)) return FAILED
  return { ecode: 0, data: toHex(euicc.transmit(fromHex(param))) }
}

/** MANAGE CHANNEL and SELECT. @returns the channel's number, or -1 */
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

function closeChannel(euicc: Euicc, channel: number): number {
  if (!Number.isInteger(channel) || channel < 1 || channel > 19) return -1
  return toHex(euicc.transmit(Uint8Array.of(0x00, 0x70, 0x80, channel))).endsWith(SW_OK) ? 0 : -1
}
