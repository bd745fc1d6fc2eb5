/** Command APDUs of ISO/IEC 7816-4 and ETSI TS 102 221, with short and extended lengths. */

/** A decoded command APDU. */
export type Apdu = {
  /** Class byte without the logical channel and secure messaging bits: 0x00 or 0x80. */
  readonly cla: number
  /** Logical channel, 0 to 19. */
  readonly channel: number
  readonly ins: number
  readonly p1: number
  readonly p2: number
  /** The command data. Empty in cases 1 and 2. */
  readonly data: Uint8Array
  /** Maximum length of the answer data. Absent in cases 1 and 3. `Le` of 00 is 256, or 65,536 if extended. */
  readonly expectedBytes?: number
}

/** Status words of ETSI TS 102 221. The 98xx values are those of AUTHENTICATE (3GPP TS 31.102 7.1). */
export const SW = {
  ok: 0x9000,
  dataNotFound: 0x6282,
  moreDataAvailable: 0x62f1,
  moreDataExpected: 0x63f1,
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
  increaseImpossible: 0x9850,
  wrongMac: 0x9862,
  contextNotSupported: 0x9864,
} as const

/** Answer data with a status word other than 9000. */
export type AnswerWithStatus = { readonly data: Uint8Array; readonly sw: number }

/** The answer to a command. Data without a status word has 9000. */
export type CommandAnswer = Uint8Array | AnswerWithStatus

/** Splits an answer into its data and status word. */
export function answerParts(answer: CommandAnswer): AnswerWithStatus {
  return answer instanceof Uint8Array ? { data: answer, sw: SW.ok } : answer
}

/** The card refuses a command with the status word `sw`. */
export class CardRefusal extends Error {
  readonly sw: number
  constructor(sw: number) {
    super(`the card answers ${sw.toString(16).padStart(4, '0')}`)
    this.name = 'CardRefusal'
    this.sw = sw
  }
}

/**
 * Splits a class byte into its type and the logical channel (ETSI TS 102 221): channels 0 to 3 in the basic format,
 * 4 to 19 in the format with bit 7 set.
 * @throws CardRefusal 6882 for secure messaging, 6E00 for any other class
 */
function classAndChannel(cla: number): { cla: number; channel: number } {
  if (cla & 0x40) return { cla: cla & 0x80, channel: 4 + (cla & 0x0f) }
  if (cla & 0x0c) throw new CardRefusal(SW.secureMessagingNotSupported)
  if (cla & 0x30) throw new CardRefusal(SW.claNotSupported)
  return { cla: cla & 0x80, channel: cla & 0x03 }
}

/**
 * Splits the bytes after the header into Lc, data and Le (ISO/IEC 7816-4).
 * @throws CardRefusal 6700 if the lengths do not agree with the number of bytes
 */
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

/**
 * Decodes a command APDU.
 * @throws CardRefusal 6700 wrong length, 6882 secure messaging, 6E00 unsupported class
 */
export function parseApdu(bytes: Uint8Array): Apdu {
  if (bytes.length < 4) throw new CardRefusal(SW.wrongLength)
  const [cla, ins, p1, p2] = bytes as unknown as [number, number, number, number]
  return { ...classAndChannel(cla), ins, p1, p2, ...bodyOf(bytes) }
}

/** The two bytes SW1 and SW2. */
export function statusBytes(sw: number): Uint8Array {
  return Uint8Array.of(sw >> 8, sw & 0xff)
}
