/** ENVELOPE with a short message: SMS-PP data download of 3GPP TS 31.111 clause 7.1.1, secured packets of TS 31.115. */
import { Asn1Error, readTlv, readTlvs } from '@simwright/asn1'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import { processCommandPacket, type RemoteAccess } from './remote-management.ts'
import { parseCommandPacket } from './secured-packet.ts'

/** SMS-PP download, and the SMS TPDU in it. The tags of its objects may have the comprehension bit. */
const TAG_SMS_DOWNLOAD = 0xd1
const TAG_SMS_TPDU = 0x0b
const COMPREHENSION = 0x80

/** First byte of an SMS-DELIVER: type in bits 1 and 2, user data header in bit 7 (3GPP TS 23.040 9.2.2.1). */
const TYPE_BITS = 0x03
const HAS_HEADER = 0x40
/** Bytes of TP-PID, TP-DCS and TP-SCTS. */
const FIXED_BYTES = 9
/** User data header of a command packet in one message: only the identifier 70, without data (TS 31.115 4.2). */
const COMMAND_HEADER = [0x02, 0x70, 0x00] as const

/**
 * The user data of an SMS-DELIVER in 8 bits. Undefined if the message is of another kind or its lengths are wrong.
 */
function userDataOf(tpdu: Uint8Array): Uint8Array | undefined {
  const [first = 0, digits = 0] = tpdu
  if ((first & TYPE_BITS) !== 0 || (first & HAS_HEADER) === 0) return undefined
  const at = 3 + Math.ceil(digits / 2) + FIXED_BYTES
  const userData = tpdu.subarray(at + 1)
  return tpdu[at] === userData.length ? userData : undefined
}

/** The TPDU in the data of ENVELOPE. @throws CardRefusal 6A80 if the data is malformed, 6A81 for another envelope */
function tpduOf(data: Uint8Array): Uint8Array {
  try {
    const envelope = readTlv(data)
    if (envelope.tag !== TAG_SMS_DOWNLOAD) throw new CardRefusal(SW.functionNotSupported)
    const tpdu = readTlvs(envelope.value).find(({ tag }) => (tag & ~COMPREHENSION) === TAG_SMS_TPDU)
    if (!tpdu) throw new CardRefusal(SW.wrongData)
    return tpdu.value
  } catch (error) {
    if (error instanceof Asn1Error) throw new CardRefusal(SW.wrongData)
    throw error
  }
}

/**
 * ENVELOPE: runs the secured packet of a short message. The answer is the response packet, if the message asks for one.
 * Messages of several parts and messages without a command packet are not supported.
 * @throws CardRefusal 6A80 for malformed data, 6A81 for another envelope, 6985 for another message
 */
export function envelope(card: RemoteAccess, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0 || apdu.p2 !== 0) throw new CardRefusal(SW.wrongParameters)
  const userData = userDataOf(tpduOf(apdu.data))
  if (!userData || !COMMAND_HEADER.every((byte, at) => userData[at] === byte)) {
    throw new CardRefusal(SW.conditionsNotSatisfied)
  }
  const packet = parseCommandPacket(userData.subarray(COMMAND_HEADER.length))
  if (!packet) throw new CardRefusal(SW.wrongData)
  return processCommandPacket(card, packet)
}
