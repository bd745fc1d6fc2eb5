import { concat, fromHex, toHex } from '@simwright/asn1'
import { gsmText } from '@simwright/ids'
import type { CardAnswer, PhoneOrder, SentMessage } from './phone-task.ts'

/** Sends a command to the card on the basic channel. */
type Card = { transmit(apdu: Uint8Array): Uint8Array }
type Answer = { data: Uint8Array; status: string }

const USIM_AID = 'a0000000871002'
const EF = { imsi: '7fff6f07', spn: '7fff6f46' } as const
const OK = '9000'

function command(card: Card, header: string, body: Uint8Array = new Uint8Array()): Answer {
  const apdu = concat(fromHex(header), Uint8Array.of(body.length), body, Uint8Array.of(0))
  return complete(card, card.transmit(apdu))
}

/** Fetches the rest of an answer (ETSI TS 102 221, 7.3.1.1.4). */
function complete(card: Card, answer: Uint8Array): Answer {
  const data = answer.subarray(0, -2)
  const status = toHex(answer.subarray(-2))
  if (!status.startsWith('61')) return { data, status }
  const rest = complete(card, card.transmit(fromHex(`00c00000${status.slice(2)}`)))
  return { data: concat(data, rest.data), status: rest.status }
}

/** A transparent file of the USIM; undefined if the card does not have it, or wants the PIN first. */
function readFile(card: Card, path: string): Uint8Array | undefined {
  if (command(card, '00a40804', fromHex(path)).status !== OK) return undefined
  const { data, status } = complete(card, card.transmit(fromHex('00b0000000')))
  return status === OK ? data : undefined
}

/** IMSI: length, then digits in BCD after the parity (3GPP TS 31.102, 4.2.2). */
const imsiOf = (file: Uint8Array) =>
  [...toHex(file.subarray(1, 1 + file[0]!))]
    .map((_, at, all) => all[at ^ 1])
    .join('')
    .slice(1)
    .replace(/f+$/, '')

/** The service provider name after the display byte (3GPP TS 31.102, 4.2.12), in the default alphabet or UCS2. */
function providerOf(file: Uint8Array): string {
  const end = file.indexOf(0xff, 1)
  const name = file.subarray(1, end < 0 ? undefined : end)
  if (name[0] !== 0x80) return gsmText(name)
  return new TextDecoder('utf-16be').decode(name.subarray(1, 1 + ((name.length - 1) & ~1)))
}

/** AUTHENTICATE in the 3G security context: RES, or undefined (3GPP TS 31.102, 7.1.2). */
function authenticate(card: Card, { rand, autn }: { rand: Uint8Array; autn: Uint8Array }): Uint8Array | undefined {
  const body = concat(Uint8Array.of(rand.length), rand, Uint8Array.of(autn.length), autn)
  const { data, status } = command(card, '00880081', body)
  return status === OK && data[0] === 0xdb ? data.slice(2, 2 + data[1]!) : undefined
}

const pinBytes = (digits: string) => fromHex(toHex(new TextEncoder().encode(digits)).padEnd(16, 'f'))

/** Reads what the card of the enabled profile says of the subscriber, and answers the network's challenge. */
export function checkCard(
  card: Card,
  challenge: PhoneOrder['challenge'],
  send: (message: SentMessage) => void,
): CardAnswer | null {
  const selected = command(card, '00a40404', fromHex(USIM_AID))
  if (selected.status !== OK) {
    send({ kind: 'EUICC_REFUSED', facts: { code: selected.status } })
    return null
  }
  if (challenge && !readFile(card, EF.imsi)) command(card, '00200001', pinBytes(challenge.pin))
  const [imsiFile, spnFile] = [readFile(card, EF.imsi), readFile(card, EF.spn)]
  const imsi = imsiFile ? imsiOf(imsiFile) : ''
  const provider = spnFile ? providerOf(spnFile) : ''
  send({ kind: 'IMSI_READ', facts: { imsi } })
  send({ kind: 'PROVIDER_READ', facts: { provider } })
  command(card, '00a40404', fromHex(USIM_AID))
  return { imsi, provider, res: (challenge && authenticate(card, challenge)) ?? null }
}
