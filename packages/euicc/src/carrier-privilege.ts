/** Carrier privileges: how an Android phone reads the access rules of a card and applies them. */
import { readTlv, toHex } from '@simwright/asn1'
import { accessRuleAppletAid, type CarrierRule, decodeCarrierRules } from '@simwright/saip'
import { CardAnswerError, sendCommand, type Transmit } from './card-connection.ts'

const SW_OK = 0x9000
const CLASS_PROPRIETARY = 0x80
const INS_GET_DATA = 0xca
/** P1 and P2 of GET DATA: all rules, and the bytes that follow. */
const ALL = [0xff, 0x40] as const
const NEXT = [0xff, 0x60] as const

/** Sends GET DATA to the selected ARA-M. @throws CardAnswerError for another answer than 9000 */
async function getData(transmit: Transmit, channel: number, [p1, p2]: readonly [number, number]): Promise<Uint8Array> {
  const { data, sw } = await sendCommand(transmit, Uint8Array.of(CLASS_PROPRIETARY | channel, INS_GET_DATA, p1, p2, 0))
  if (sw !== SW_OK) throw new CardAnswerError('GET DATA', sw)
  return data
}

/** Length of the data object at the beginning of some bytes, with its tag (two bytes) and length. */
function objectBytes(start: Uint8Array): number {
  const first = start[2]!
  if (first < 0x80) return 3 + first
  const count = first & 0x7f
  return 3 + count + start.subarray(3, 3 + count).reduce((sum, byte) => sum * 256 + byte, 0)
}

/**
 * Reads the access rules of a card from its ARA-M on a logical channel of their own. Undefined if the card has no ARA-M.
 * @throws CardAnswerError if the card has no free channel or refuses to answer
 * @throws SaipError `content` if the rules are malformed
 */
export async function readCarrierRules(transmit: Transmit): Promise<CarrierRule[] | undefined> {
  const opened = await sendCommand(transmit, Uint8Array.of(0x00, 0x70, 0x00, 0x00, 0x01))
  if (opened.sw !== SW_OK) throw new CardAnswerError('MANAGE CHANNEL', opened.sw)
  const channel = opened.data[0]!
  try {
    const select = Uint8Array.of(channel, 0xa4, 0x04, 0x00, accessRuleAppletAid.length, ...accessRuleAppletAid)
    if ((await sendCommand(transmit, select)).sw !== SW_OK) return undefined
    let answer = await getData(transmit, channel, ALL)
    while (answer.length < objectBytes(answer)) {
      answer = Uint8Array.from([...answer, ...(await getData(transmit, channel, NEXT))])
    }
    return decodeCarrierRules(readTlv(answer).value)
  } finally {
    await sendCommand(transmit, Uint8Array.of(0x00, 0x70, 0x80, channel))
  }
}

/** An application on the phone: the hashes of its certificate, and its package name. */
export type PhoneApplication = { readonly certificateHashes: readonly Uint8Array[]; readonly packageName: string }

/** Whether an application has carrier privileges: a rule has one of its hashes, and its package name or none. */
export function hasCarrierPrivileges(rules: readonly CarrierRule[], application: PhoneApplication): boolean {
  const hashes = application.certificateHashes.map(toHex)
  return rules.some(
    ({ certificateHash, packageName }) =>
      hashes.includes(toHex(certificateHash)) && (packageName === undefined || packageName === application.packageName),
  )
}
