/** ENVELOPE with a short message: SMS-PP data download of 3GPP TS 31.111 clause 7.1.1, secured packets of TS 31.115. */
import { Asn1Error, readTlv, readTlvs } from '@simwright/asn1'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import { processCommandPacket, type RemoteAccess } from './remote-management.ts'
import { parseCommandPacket } from './secured-packet.ts'
import { type IncompleteMessages, parseShortMessage, receiveMessage } from './short-message.ts'

/** SMS-PP download, and the SMS TPDU in it. The tags of its objects may have the comprehension bit. */
const TAG_SMS_DOWNLOAD = 0xd1
const TAG_SMS_TPDU = 0x0b
const COMPREHENSION = 0x80

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
 * ENVELOPE: runs the secured packet of a short message, or of several after the last one has arrived. The answer is the
 * response packet, if the packet asks for one.
 * @throws CardRefusal 6A80 for malformed data, 6A81 for another envelope, 6985 for a message without a command packet
 */
export function envelope(card: RemoteAccess, incomplete: IncompleteMessages, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0 || apdu.p2 !== 0) throw new CardRefusal(SW.wrongParameters)
  const message = parseShortMessage(tpduOf(apdu.data))
  const received = message ? receiveMessage(incomplete, message) : 'none'
  if (received === 'none') throw new CardRefusal(SW.conditionsNotSatisfied)
  if (received === 'incomplete') return new Uint8Array(0)
  const packet = parseCommandPacket(received)
  if (!packet) throw new CardRefusal(SW.wrongData)
  return processCommandPacket(card, packet)
}
