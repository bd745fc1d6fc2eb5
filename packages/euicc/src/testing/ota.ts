/** An OTA server: secured packets in the ENVELOPE of a short message, and their responses. */
import { concat, fromHex, toHex, writeTlv } from '@simwright/asn1'
import { blockBytesOf, checksum, encipherBlocks, type OtaKey, padToBlocks } from '../ota-algorithm.ts'
import { counterBytes } from '../secured-packet.ts'

/** A command packet to build. SPI and TAR are hexadecimal. */
export type Command = {
  /** SPI1 and SPI2. `1621`: checksum, ciphered, higher counter; response in clear, in the answer to the ENVELOPE. */
  readonly spi: string
  readonly tar: string
  readonly counter: number
  readonly kic: OtaKey
  readonly kid: OtaKey
  /** Lower nibbles of KIc and KID. */
  readonly algorithm?: number
  /** Commands, hexadecimal. */
  readonly script: string
}

/** The command packet, from CPL on. */
export function commandPacket({ spi, tar, counter, kic, kid, algorithm = 0x2, script }: Command): Uint8Array {
  const spi1 = fromHex(spi)[0]!
  const isCiphered = (spi1 & 0x04) !== 0
  const hasChecksum = (spi1 & 0x03) === 0x02
  const checksumBytes = hasChecksum ? kid.checksumBytes : 0
  const clearLength = 6 + checksumBytes + script.length / 2
  const block = isCiphered ? blockBytesOf(kic) : 1
  const padding = (block - (clearLength % block)) % block
  const head = concat(
    Uint8Array.of(13 + checksumBytes),
    fromHex(spi),
    Uint8Array.of((kic.version << 4) | algorithm, (kid.version << 4) | algorithm),
    fromHex(tar),
  )
  const length = head.length + clearLength + padding
  const header = concat(Uint8Array.of(length >> 8, length & 0xff), head)
  const state = concat(counterBytes(counter), Uint8Array.of(padding))
  const data = concat(fromHex(script), new Uint8Array(padding))
  const signature = hasChecksum ? checksum(kid, concat(header, state, data)) : new Uint8Array(0)
  const clear = concat(state, signature, data)
  return concat(header, isCiphered ? encipherBlocks(kic, padToBlocks(clear, block)) : clear)
}

/** The ENVELOPE command with this user data, header included, as SMS-DELIVER. Hexadecimal. */
function envelopeWith(userData: Uint8Array): string {
  const tpdu = concat(fromHex('400881214365877ff622705200000000'), Uint8Array.of(userData.length), userData)
  const data = writeTlv(0xd1, fromHex('82028381'), writeTlv(0x8b, tpdu))
  return `80c20000${toHex(Uint8Array.of(data.length))}${toHex(data)}00`
}

/** The ENVELOPE command with a packet in one message. */
export const envelopeOf = (packet: Uint8Array): string => envelopeWith(concat(fromHex('027000'), packet))

/** The ENVELOPE commands with a packet in messages of so many bytes. */
export function envelopesOf(packet: Uint8Array, { reference = 7, bytes = 40 } = {}): string[] {
  const total = Math.ceil(packet.length / bytes)
  return Array.from({ length: total }, (_, at) => {
    const position = Uint8Array.of(0x00, 0x03, reference, total, at + 1)
    const elements = at === 0 ? concat(position, fromHex('7000')) : position
    return envelopeWith(concat(Uint8Array.of(elements.length), elements, packet.subarray(at * bytes, (at + 1) * bytes)))
  })
}

/** Status, counter and data of a response in clear, without checksum. */
export function plainResponse(answer: string): { status: number; counter: number; data: string } {
  const match = /^027100[0-9a-f]{4}0a[0-9a-f]{6}([0-9a-f]{10})00([0-9a-f]{2})([0-9a-f]*)9000$/.exec(answer)
  if (!match) throw new Error(`this is not a response in clear: ${answer}`)
  const [, counter, status, data] = match
  return { status: Number.parseInt(status!, 16), counter: Number.parseInt(counter!, 16), data: data! }
}
