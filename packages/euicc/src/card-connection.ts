/** The terminal's side of the card interface: logical channel, GET RESPONSE, STORE DATA in blocks (SGP.22 5.7.2). */
import { concat, toHex } from '@simwright/asn1'
import { ISDR_AID } from './isdr-aid.ts'

/** Sends one command APDU and returns the answer data with the status word. A real reader answers asynchronously. */
export type Transmit = (apdu: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** The card answered `command` with the status word `sw` instead of 9000, so the current function cannot continue. */
export class CardAnswerError extends Error {
  readonly sw: number
  constructor(command: string, sw: number) {
    super(`${command} was answered ${sw.toString(16).padStart(4, '0')}`)
    this.name = 'CardAnswerError'
    this.sw = sw
  }
}

/** An answer without its status word, and the status word. */
export type CardAnswer = { readonly data: Uint8Array; readonly sw: number }

const SW_OK = 0x9000

/** Sends one command and splits its answer. */
async function exchange(transmit: Transmit, apdu: Uint8Array): Promise<CardAnswer> {
  const answer = await transmit(apdu)
  return { data: answer.subarray(0, -2), sw: (answer.at(-2)! << 8) | answer.at(-1)! }
}

/**
 * Sends one command and collects its complete answer: repeats it with the correct length after 6Cxx and sends GET RESPONSE
 * while the card answers 61xx (ETSI TS 102 221 7.3.1.1). Other status words are returned, not thrown.
 */
export async function sendCommand(transmit: Transmit, apdu: Uint8Array): Promise<CardAnswer> {
  let answer = await exchange(transmit, apdu)
  if (answer.sw >> 8 === 0x6c) {
    const corrected = Uint8Array.from(apdu)
    corrected[4] = answer.sw & 0xff
    answer = await exchange(transmit, corrected)
  }
  const chunks = [answer.data]
  while (answer.sw >> 8 === 0x61) {
    const getResponse = Uint8Array.of(apdu[0]! & 0x43, 0xc0, 0, 0, answer.sw & 0xff)
    answer = await exchange(transmit, getResponse)
    chunks.push(answer.data)
  }
  return { data: concat(...chunks), sw: answer.sw }
}

/** STORE DATA: maximum block length, and P1 of a block that is followed by another one and of the last one. */
const BLOCK_BYTES = 255
const MORE_BLOCKS = 0x11
const LAST_BLOCK = 0x91

/** A logical channel on which the ISD-R is selected. */
export type IsdrChannel = {
  /** Sends STORE DATA in as many blocks as necessary and returns the answer to the last one. @throws CardAnswerError */
  storeData(bytes: Uint8Array): Promise<Uint8Array>
  /** Closes the logical channel. The answer of the card is ignored. */
  close(): Promise<void>
}

/** The class byte for a logical channel, 0 to 19. */
function classOf(base: number, channel: number): number {
  return channel < 4 ? base | channel : base | 0x40 | (channel - 4)
}

/**
 * Opens a logical channel and selects the ISD-R on it (SGP.22 v2.5 5.7.1).
 * @throws CardAnswerError if the card has no free channel or no ISD-R
 */
export async function openIsdrChannel(transmit: Transmit): Promise<IsdrChannel> {
  const opened = await sendCommand(transmit, Uint8Array.of(0x00, 0x70, 0x00, 0x00, 0x01))
  if (opened.sw !== SW_OK) throw new CardAnswerError('MANAGE CHANNEL', opened.sw)
  const channel = opened.data[0]!
  const select = concat(Uint8Array.of(classOf(0x00, channel), 0xa4, 0x04, 0x00, ISDR_AID.length), ISDR_AID)
  const selected = await sendCommand(transmit, select)
  if (selected.sw !== SW_OK) throw new CardAnswerError(`SELECT ${toHex(ISDR_AID)}`, selected.sw)
  return {
    storeData: (bytes) => storeData(transmit, classOf(0x80, channel), bytes),
    close: async () => {
      await sendCommand(transmit, Uint8Array.of(0x00, 0x70, 0x80, channel))
    },
  }
}

/** Sends the blocks with P2 as block number, modulo 256 (SGP.22 v2.5 5.7.2). @throws CardAnswerError */
async function storeData(transmit: Transmit, cla: number, bytes: Uint8Array): Promise<Uint8Array> {
  const count = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES))
  for (let number = 0; ; number++) {
    const block = bytes.subarray(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES)
    const p1 = number === count - 1 ? LAST_BLOCK : MORE_BLOCKS
    const header = Uint8Array.of(cla, 0xe2, p1, number & 0xff, block.length)
    const answer = await sendCommand(transmit, concat(header, block))
    if (answer.sw !== SW_OK) throw new CardAnswerError('STORE DATA', answer.sw)
    if (p1 === LAST_BLOCK) return answer.data
  }
}
