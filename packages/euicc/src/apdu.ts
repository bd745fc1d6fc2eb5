/** Command APDUs of ISO/IEC 7816-4 and ETSI TS 102 221, short and extended lengths. */

export type Apdu = {
  /** Class byte without the logical channel and secure messaging bits: 0x00 or 0x80. */
  readonly cla: number
  readonly channel: number
  readonly ins: number
  readonly p1: number
  readonly p2: number
  readonly data: Uint8Array
  /** Expected answer bytes; absent in cases 1 and 3. `Le` of 00 is 256 (65,536 if extended). */
  readonly expectedBytes?: number
}

export const SW = {
  ok: 0x9000,
  dataNotFound: 0x6282,
  wrongLength: 0x6700,
  channelNotSupported: 0x6881,
  secureMessagingNotSupported: 0x6882,
  commandIncompatible: 0x6981,
  securityNotSatisfied: 0x6982,
  blocked: 0x6983,
  dataInvalidated: 0x6984,
  conditionsNotSatisfied: 0x6985,
  noFileSelected: 0x6986,
  wrongData: 0x6a80,
  functionNotSupported: 0x6a81,
  fileNotFound: 0x6a82,
  recordNotFound: 0x6a83,
  noMemory: 0x6a84,
  wrongParameters: 0x6a86,
  referencedDataNotFound: 0x6a88,
  wrongOffset: 0x6b00,
  insNotSupported: 0x6d00,
  claNotSupported: 0x6e00,
  wrongMac: 0x9862,
  contextNotSupported: 0x9864,
} as const

/** A command the card refuses, by status word. */
export class CardRefusal extends Error {
  readonly sw: number
  constructor(sw: number) {
    super(`the card answers ${sw.toString(16).padStart(4, '0')}`)
    this.name = 'CardRefusal'
    this.sw = sw
  }
}

function classAndChannel(cla: number): { cla: number; channel: number } {
  if (cla & 0x40) return { cla: cla & 0x80, channel: 4 + (cla & 0x0f) }
  if (cla & 0x0c) throw new CardRefusal(SW.secureMessagingNotSupported)
  if (cla & 0x30) throw new CardRefusal(SW.claNotSupported)
  return { cla: cla & 0x80, channel: cla & 0x03 }
}

function bodyOf(bytes: Uint8Array): { data: Uint8Array; expectedBytes?: number } {
  const body = bytes.subarray(4)
  const none = new Uint8Array(0)
  if (body.length === 0) return { data: none }
  const first = body[0]!
  if (body.length === 1) return { data: none, expectedBytes: first || 256 }
  if (first !== 0 || body.length === 2) {
    if (body.length === first + 1) return { data: body.subarray(1) }
    if (body.length === first + 2) return { data: body.subarray(1, -1), expectedBytes: body.at(-1)! || 256 }
    throw new CardRefusal(SW.wrongLength)
  }
  const length = (body[1]! << 8) | body[2]!
  if (body.length === 3) return { data: none, expectedBytes: length || 65536 }
  if (body.length === length + 3) return { data: body.subarray(3) }
  if (body.length !== length + 5) throw new CardRefusal(SW.wrongLength)
  return { data: body.subarray(3, -2), expectedBytes: (body.at(-2)! << 8) | body.at(-1)! || 65536 }
}

export function parseApdu(bytes: Uint8Array): Apdu {
  if (bytes.length < 4) throw new CardRefusal(SW.wrongLength)
  const [cla, ins, p1, p2] = bytes as unknown as [number, number, number, number]
  return { ...classAndChannel(cla), ins, p1, p2, ...bodyOf(bytes) }
}

export function statusBytes(sw: number): Uint8Array {
  return Uint8Array.of(sw >> 8, sw & 0xff)
}
