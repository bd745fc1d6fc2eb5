/** Short messages with secured packets: SMS-DELIVER of 3GPP TS 23.040 clause 9.2, with the headers of TS 31.115 clause 4. */
import { concat, toHex } from '@simwright/asn1'

/** First byte of an SMS-DELIVER: type in bits 1 and 2, user data header in bit 7. */
const TYPE_BITS = 0x03
const HAS_HEADER = 0x40
/** Bytes of TP-PID, TP-DCS and TP-SCTS. */
const FIXED_BYTES = 9

/** Information elements of the user data header: one of several messages, with a reference of 1 or 2 bytes; a packet. */
const ELEMENT = { concatenated: 0x00, concatenatedLong: 0x08, commandPacket: 0x70 } as const

/** One message, or one of several with the same reference. */
export type ShortMessage = {
  /** Originating address and reference, which the messages of a packet share. */
  readonly key: string
  /** Number of messages, and which one this is, from 1. */
  readonly total: number
  readonly number: number
  /** Whether the packet begins in this message. */
  readonly hasPacket: boolean
  /** User data without its header. */
  readonly data: Uint8Array
}

type Element = { readonly identifier: number; readonly value: Uint8Array }

/** The information elements of a user data header. Undefined if the lengths are wrong. */
function elementsOf(header: Uint8Array): Element[] | undefined {
  const elements: Element[] = []
  for (let at = 0; at < header.length; ) {
    const end = at + 2 + (header[at + 1] ?? header.length)
    if (end > header.length) return undefined
    elements.push({ identifier: header[at]!, value: header.subarray(at + 2, end) })
    at = end
  }
  return elements
}

/** Reference, number of messages and number of this one. Without such an element the message is the only one. */
function positionOf(elements: readonly Element[]): { reference: string; total: number; number: number } | undefined {
  const found = elements.find(({ identifier, value }) =>
    identifier === ELEMENT.concatenated
      ? value.length === 3
      : identifier === ELEMENT.concatenatedLong && value.length === 4,
  )
  if (!found) return { reference: '', total: 1, number: 1 }
  const [total, number] = found.value.subarray(-2) as unknown as [number, number]
  if (number < 1 || number > total) return undefined
  return { reference: toHex(found.value.subarray(0, -2)), total, number }
}

/** Reads an SMS-DELIVER with a user data header. Undefined if it is another message or its lengths are wrong. */
export function parseShortMessage(tpdu: Uint8Array): ShortMessage | undefined {
  const [first = 0, digits = 0] = tpdu
  if ((first & TYPE_BITS) !== 0 || (first & HAS_HEADER) === 0) return undefined
  const addressEnd = 3 + Math.ceil(digits / 2)
  const at = addressEnd + FIXED_BYTES
  const userData = tpdu.subarray(at + 1)
  const headerEnd = 1 + (userData[0] ?? 0)
  if (tpdu[at] !== userData.length || headerEnd > userData.length) return undefined
  const elements = elementsOf(userData.subarray(1, headerEnd))
  const position = elements && positionOf(elements)
  if (!elements || !position) return undefined
  return {
    key: `${toHex(tpdu.subarray(1, addressEnd))}/${position.reference}/${position.total}`,
    total: position.total,
    number: position.number,
    hasPacket: elements.some(({ identifier }) => identifier === ELEMENT.commandPacket),
    data: userData.slice(headerEnd),
  }
}

/** Messages whose packet is not complete, by their key and number. The card forgets them at power-off. */
export type IncompleteMessages = Map<string, Map<number, ShortMessage>>

/** Packets that can be incomplete at the same time. The oldest one is discarded for a new one. */
const MAX_INCOMPLETE = 4

/**
 * Adds a message. Returns all messages of its packet in their order once they have arrived, otherwise undefined.
 */
function collect(incomplete: IncompleteMessages, message: ShortMessage): ShortMessage[] | undefined {
  const parts = incomplete.get(message.key) ?? new Map<number, ShortMessage>()
  parts.set(message.number, message)
  incomplete.delete(message.key)
  if (parts.size === message.total) return [...parts.values()].sort((a, b) => a.number - b.number)
  const [oldest] = incomplete.keys()
  if (oldest !== undefined && incomplete.size >= MAX_INCOMPLETE) incomplete.delete(oldest)
  incomplete.set(message.key, parts)
  return undefined
}

/**
 * The result of a message: a complete command packet, `incomplete` while further messages are missing, or `none` if the
 * messages have no command packet.
 */
export function receiveMessage(
  incomplete: IncompleteMessages,
  message: ShortMessage,
): Uint8Array | 'incomplete' | 'none' {
  const parts = collect(incomplete, message)
  if (!parts) return 'incomplete'
  return parts[0]!.hasPacket ? concat(...parts.map(({ data }) => data)) : 'none'
}
