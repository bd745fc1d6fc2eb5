/**
 * An LPA that shares no code with the other packages: it uses ES9+ over TLS and a card over standard input and output.
 * It downloads, installs and enables a profile, sends the notifications, and prints the card's list of profiles.
 *
 * node tests/foreign/lpa-process.ts ACTIVATION-CODE CI-CERTIFICATE PROGRAM [ARGUMENT...]
 */
import { readFileSync } from 'node:fs'
import { type Card, openCard } from './card.ts'
import { findTlv, readTlv, readTlvs, tlv } from './der.ts'
import { type Server, serverAt } from './server.ts'

const base64 = (bytes: Buffer) => bytes.toString('base64')
const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64')

/** The TAC of the device. */
const deviceInfo = tlv(0xa1, tlv(0x80, Buffer.from('53980503', 'hex')), tlv(0xa1))

type Call = { card: Card; server: Server; address: string; matchingId: string }

/** Performs mutual authentication, download and installation. @returns the installation result (BF37) */
async function download({ card, server, address, matchingId }: Call): Promise<Buffer> {
  const challenge = findTlv(await card.storeData(tlv(0xbf2e)), 0xbf2e, 0x80).value
  const info = await card.storeData(tlv(0xbf20))
  const opened = await server('initiateAuthentication', {
    smdpAddress: address,
    euiccChallenge: base64(challenge),
    euiccInfo1: base64(info),
  })
  const { transactionId = '' } = opened
  const proof = await card.storeData(
    tlv(
      0xbf38,
      bytesOf(opened.serverSigned1),
      bytesOf(opened.serverSignature1),
      bytesOf(opened.euiccCiPKIdToBeUsed),
      bytesOf(opened.serverCertificate),
      tlv(0xa0, tlv(0x80, Buffer.from(matchingId)), deviceInfo),
    ),
  )
  const offer = await server('authenticateClient', { transactionId, authenticateServerResponse: base64(proof) })
  const prepared = await card.storeData(
    tlv(0xbf21, bytesOf(offer.smdpSigned2), bytesOf(offer.smdpSignature2), bytesOf(offer.smdpCertificate)),
  )
  const bound = await server('getBoundProfilePackage', { transactionId, prepareDownloadResponse: base64(prepared) })
  return await install(card, bytesOf(bound.boundProfilePackage))
}

/** Sends each segment as a separate chain (SGP.22, 5.7.6) until the first non-empty answer. */
async function install(card: Card, bound: Buffer): Promise<Buffer> {
  for (const piece of piecesOf(bound)) {
    const answer = await card.storeData(piece)
    if (answer.length > 0) return answer
  }
  throw new Error('the card took the whole package and said nothing')
}

const SEQUENCE_OF = [0xa1, 0xa3]

function piecesOf(bound: Buffer): Buffer[] {
  const parts = readTlvs(readTlv(bound).value)
  const header = bound.subarray(0, bound.length - readTlv(bound).value.length)
  return parts.flatMap(({ tag, value, raw }, index) => {
    if (index === 0) return [Buffer.concat([header, raw])]
    if (!SEQUENCE_OF.includes(tag)) return [raw]
    return [raw.subarray(0, raw.length - value.length), ...readTlvs(value).map((segment) => segment.raw)]
  })
}

/** Sends pending notifications and removes accepted ones. @returns how many */
async function notify(card: Card, server: Server): Promise<number> {
  const waiting = readTlvs(findTlv(await card.storeData(tlv(0xbf2b)), 0xbf2b, 0xa0).value)
  for (const { tag, value, raw } of waiting) {
    await server('handleNotification', { pendingNotification: base64(raw) })
    const metadata = tag === 0xbf37 ? findTlv(value, 0xbf27, 0xbf2f) : findTlv(value, 0xbf2f)
    const sequence = findTlv(metadata.value, 0x80)
    await card.storeData(tlv(0xbf30, sequence.raw))
  }
  return waiting.length
}

async function enable(card: Card, iccid: Buffer): Promise<void> {
  const answer = await card.storeData(tlv(0xbf31, tlv(0xa0, tlv(0x5a, iccid)), tlv(0x81, Buffer.of(0))))
  const result = findTlv(answer, 0xbf31, 0x80).value[0]
  if (result !== 0) throw new Error(`EnableProfile was answered ${result}`)
}

async function main([activationCode = '', ciFile = '', ...program]: readonly string[]): Promise<void> {
  const [, address = '', matchingId = ''] = activationCode.replace(/^LPA:/, '').split('$')
  const server = serverAt(address, readFileSync(ciFile))
  const card = await openCard(program)
  const result = await download({ card, server, address, matchingId })
  const notified = await notify(card, server)
  const iccid = findTlv(result, 0xbf37, 0xbf27, 0xbf2f, 0x5a).value
  await enable(card, iccid)
  const enabled = await notify(card, server)
  const profiles = readTlvs(findTlv(await card.storeData(tlv(0xbf2d)), 0xbf2d, 0xa0).value)
  const listed = profiles.map(({ value }) => ({
    iccid: findTlv(value, 0x5a).value.toString('hex'),
    state: findTlv(value, 0x9f70).value[0],
  }))
  await card.close()
  console.log(JSON.stringify({ notified, enabled, listed }))
}

await main(process.argv.slice(2))
