/**
 * Secured packets of SCP80 over SMS: ETSI TS 102 225 clause 5 with the dialect of 3GPP TS 31.115. Only the coding and the
 * cryptography; what the packets do is in `remote-management.ts`.
 */
import { concat, equalBytes } from '@simwright/asn1'
import {
  blockBytesOf,
  checksum,
  decipherBlocks,
  encipherBlocks,
  isAlgorithmOf,
  type OtaKey,
  padToBlocks,
} from './ota-algorithm.ts'

/** Response status codes: TS 102 225 table 5. */
export const PACKET_STATUS = {
  ok: 0x00,
  wrongChecksum: 0x01,
  counterLow: 0x02,
  counterHigh: 0x03,
  counterBlocked: 0x04,
  cipheringError: 0x05,
  securityError: 0x06,
  unknownTar: 0x09,
  insufficientSecurity: 0x0a,
} as const

/** The packet is refused with a response status. */
export class PacketRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the packet is refused with status ${status.toString(16).padStart(2, '0')}`)
    this.name = 'PacketRefusal'
    this.status = status
  }
}

/** SPI1: kind of integrity check, ciphering, use of the counter (TS 102 225 5.1.1). */
export const SPI1 = { integrity: 0x03, checksum: 0x02, ciphered: 0x04, counter: 0x18 } as const
/** SPI2: whether to respond, integrity check and ciphering of the response, and its transport. */
const SPI2 = { response: 0x03, integrity: 0x0c, checksum: 0x08, ciphered: 0x10, bySmsSubmit: 0x20 } as const
const RESPONSE_ALWAYS = 0x01
const RESPONSE_ON_ERROR = 0x02

/** A command packet whose header has been read and whose protected part may still be ciphered. */
export type CommandPacket = {
  readonly spi1: number
  readonly spi2: number
  readonly kic: number
  readonly kid: number
  readonly tar: Uint8Array
  /** CPL to TAR, as received: they are part of the checksum. */
  readonly header: Uint8Array
  /** CNTR, PCNTR, checksum, data and padding. */
  readonly body: Uint8Array
  /** Length of the checksum, from the header length. */
  readonly checksumBytes: number
}

const HEADER_BYTES = 10
const COUNTER_BYTES = 5
/** Bytes of SPI, KIc, KID, TAR, CNTR and PCNTR, which CHL counts together with the checksum. */
const FIXED_HEADER_LENGTH = 13

/** Reads CPL to TAR. Undefined if the lengths do not agree with the number of bytes. */
export function parseCommandPacket(bytes: Uint8Array): CommandPacket | undefined {
  if (bytes.length < HEADER_BYTES + COUNTER_BYTES + 1) return undefined
  const length = (bytes[0]! << 8) | bytes[1]!
  const checksumBytes = bytes[2]! - FIXED_HEADER_LENGTH
  const body = bytes.subarray(HEADER_BYTES)
  if (length !== bytes.length - 2 || checksumBytes < 0 || body.length < COUNTER_BYTES + 1 + checksumBytes)
    return undefined
  const [spi1, spi2, kic, kid] = bytes.subarray(3, 7) as unknown as [number, number, number, number]
  const tar = bytes.slice(7, HEADER_BYTES)
  return { spi1, spi2, kic, kid, tar, header: bytes.slice(0, HEADER_BYTES), body: body.slice(), checksumBytes }
}

/** The keys that a packet refers to. The upper nibbles of KIc and KID are the key set. */
export type PacketKeys = { readonly ciphering: OtaKey | undefined; readonly integrity: OtaKey | undefined }

/** Key identifiers in a key set. */
const KIC_IDENTIFIER = 1
const KID_IDENTIFIER = 2

/** The keys of a packet among those of a security domain. A key with another algorithm than the packet says is none. */
export function keysOf({ kic, kid }: CommandPacket, keys: readonly OtaKey[]): PacketKeys {
  const find = (reference: number, identifier: number) =>
    keys.find(
      (key) => key.version === reference >> 4 && key.identifier === identifier && isAlgorithmOf(key, reference & 0x0f),
    )
  return { ciphering: find(kic, KIC_IDENTIFIER), integrity: find(kid, KID_IDENTIFIER) }
}

/** A packet after its security has been checked, except for the counter. */
export type OpenedPacket = { readonly counter: number; readonly data: Uint8Array }

/**
 * Deciphers a packet and verifies its checksum. Without ciphering or checksum in SPI1 it skips the step: whether this is
 * enough is for the minimum security level of the application to say.
 * @throws PacketRefusal 06 for a missing key or an unsupported check, 05 for ciphering that cannot be removed, 01 for a
 * wrong checksum
 */
export function openCommandPacket(packet: CommandPacket, keys: PacketKeys): OpenedPacket {
  const plain = decipher(packet, keys.ciphering)
  const counterPart = plain.subarray(0, COUNTER_BYTES + 1)
  const rest = plain.subarray(COUNTER_BYTES + 1)
  const given = rest.subarray(0, packet.checksumBytes)
  const data = rest.subarray(packet.checksumBytes)
  verifyChecksum(packet, keys.integrity, { given, signed: concat(packet.header, counterPart, data) })
  const padding = counterPart[COUNTER_BYTES]!
  if (padding > data.length) throw new PacketRefusal(PACKET_STATUS.cipheringError)
  return { counter: toNumber(counterPart.subarray(0, COUNTER_BYTES)), data: data.slice(0, data.length - padding) }
}

/** The body in clear. */
function decipher({ spi1, body }: CommandPacket, key: OtaKey | undefined): Uint8Array {
  if ((spi1 & SPI1.ciphered) === 0) return body
  if (!key) throw new PacketRefusal(PACKET_STATUS.securityError)
  if (body.length % blockBytesOf(key) !== 0) throw new PacketRefusal(PACKET_STATUS.cipheringError)
  return decipherBlocks(key, body)
}

/** Verifies the checksum that SPI1 announces. Redundancy checks and digital signatures are not supported. */
function verifyChecksum(
  { spi1, checksumBytes }: CommandPacket,
  key: OtaKey | undefined,
  { given, signed }: { given: Uint8Array; signed: Uint8Array },
): void {
  const kind = spi1 & SPI1.integrity
  if (kind === 0) {
    if (checksumBytes !== 0) throw new PacketRefusal(PACKET_STATUS.securityError)
    return
  }
  if (kind !== SPI1.checksum || !key) throw new PacketRefusal(PACKET_STATUS.securityError)
  if (!equalBytes(checksum(key, signed), given)) throw new PacketRefusal(PACKET_STATUS.wrongChecksum)
}

/** A big-endian number of up to 6 bytes. */
const toNumber = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

/** CNTR: 5 bytes, big-endian. */
export function counterBytes(counter: number): Uint8Array {
  const bytes = new Uint8Array(COUNTER_BYTES)
  let rest = counter
  for (let at = COUNTER_BYTES - 1; at >= 0; at--) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

/** Whether SPI2 asks for a response in the answer to the ENVELOPE. One by SMS-SUBMIT is not supported. */
export function wantsResponse({ spi2 }: CommandPacket, status: number): boolean {
  const when = spi2 & SPI2.response
  const isWanted = when === RESPONSE_ALWAYS || (when === RESPONSE_ON_ERROR && status !== PACKET_STATUS.ok)
  return isWanted && (spi2 & SPI2.bySmsSubmit) === 0
}

/** User data header with the identifier of a response packet (TS 31.115 4.3). It is part of the checksum. */
const RESPONSE_HEADER = Uint8Array.of(0x02, 0x71, 0x00)
/** Bytes of TAR, CNTR, PCNTR and status, which RHL counts together with the checksum. */
const FIXED_RESPONSE_LENGTH = 10

/** The content of a response packet. */
export type PacketResponse = { readonly status: number; readonly counter: number; readonly data: Uint8Array }

/**
 * The response packet with its user data header (TS 102 225 5.2). It is ciphered and has a checksum as SPI2 asks, if the
 * keys are given. Without keys it is in clear: there is no security to respond with if the keys are in doubt.
 */
export function buildResponsePacket(packet: CommandPacket, response: PacketResponse, keys?: PacketKeys): Uint8Array {
  const ciphering = packet.spi2 & SPI2.ciphered ? keys?.ciphering : undefined
  const integrity = (packet.spi2 & SPI2.integrity) === SPI2.checksum ? keys?.integrity : undefined
  const checksumBytes = integrity?.checksumBytes ?? 0
  const clearLength = COUNTER_BYTES + 2 + checksumBytes + response.data.length
  const blockBytes = ciphering ? blockBytesOf(ciphering) : 1
  const padding = (blockBytes - (clearLength % blockBytes)) % blockBytes
  const headerLength = FIXED_RESPONSE_LENGTH + checksumBytes
  const length = 1 + packet.tar.length + clearLength + padding
  const head = concat(Uint8Array.of(length >> 8, length & 0xff, headerLength), packet.tar)
  const state = concat(counterBytes(response.counter), Uint8Array.of(padding, response.status))
  const data = concat(response.data, new Uint8Array(padding))
  const signature = integrity ? checksum(integrity, concat(RESPONSE_HEADER, head, state, data)) : new Uint8Array(0)
  const clear = concat(state, signature, data)
  const body = ciphering ? encipherBlocks(ciphering, padToBlocks(clear, blockBytes)) : clear
  return concat(RESPONSE_HEADER, head, body)
}
