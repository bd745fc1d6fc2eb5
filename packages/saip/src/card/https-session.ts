import { Asn1Error, concat, equalBytes, readTlv, readTlvs, type Tlv, writeTlv } from '@simwright/asn1'
import { fromSwappedBcd, toSwappedBcd } from '@simwright/ids'
import { ipv4Bytes, ipv4Text, ipv6Bytes, ipv6Text } from '../ef/ip-address.ts'
import { SaipError } from '../error.ts'

/** How a security domain opens an HTTPS session with its administration server (SCP81). */
export interface HttpsSession {
  /** Identity of the pre-shared key, by which the server finds it. */
  readonly identity: Uint8Array
  readonly keyVersion: number
  /** IPv4 or IPv6. */
  readonly address: string
  readonly port: number
  /** Network access name (APN). Without it the device chooses. */
  readonly accessPoint?: string | undefined
  /** Bytes of the buffer of the channel. */
  readonly bufferBytes: number
  /** Of the header Host. */
  readonly host: string
  /** Path of the POST request. */
  readonly uri: string
  /** Of the header X-Admin-From. */
  readonly agent?: string | undefined
  /** Without it the session is not tried again. */
  readonly retry?: { readonly times: number; readonly seconds: number } | undefined
}

/** Data objects of the session parameters (GlobalPlatform amendment B, 4.7). */
const tags = { session: 0x85, connection: 0x84, security: 0x85, retry: 0x86, http: 0x89 } as const
const httpTags = { host: 0x8a, agent: 0x8b, uri: 0x8c } as const
/** COMPREHENSION-TLV data objects of OPEN CHANNEL and of a timer (ETSI TS 102 223, 8). */
const catTags = { bearer: 0x35, buffer: 0x39, accessPoint: 0x47, transport: 0x3c, address: 0x3e, timer: 0x25 } as const

const defaultBearer = Uint8Array.of(0x03)
/** TCP, with the UICC as client and a remote server (ETSI TS 102 223, 8.59). */
const tcpClient = 0x02
/** Types of address (ETSI TS 102 223, 8.58). */
const addressTypes = { ipv4: 0x21, ipv6: 0x57 } as const
/** Key identifier of the pre-shared key (GlobalPlatform amendment B, 3.3). */
const pskIdentifier = 1

/**
 * The session parameters as data object 85, the entry of sdPersoData that stores them in the security domain.
 * @throws SaipError `content` for an invalid address
 */
export function encodeHttpsSession(session: HttpsSession): Uint8Array {
  const { identity, keyVersion, retry } = session
  return writeTlv(
    tags.session,
    writeTlv(tags.connection, connectionOf(session)),
    writeTlv(tags.security, withLength(identity), Uint8Array.of(2, keyVersion, pskIdentifier)),
    ...(retry === undefined ? [] : [writeTlv(tags.retry, uint16(retry.times), timerOf(retry.seconds))]),
    writeTlv(
      tags.http,
      textObject(httpTags.host, session.host),
      ...(session.agent === undefined ? [] : [textObject(httpTags.agent, session.agent)]),
      textObject(httpTags.uri, session.uri),
    ),
  )
}

function connectionOf({ bufferBytes, accessPoint, port, address }: HttpsSession): Uint8Array {
  return concat(
    writeTlv(catTags.bearer, defaultBearer),
    writeTlv(catTags.buffer, uint16(bufferBytes)),
    ...(accessPoint === undefined ? [] : [writeTlv(catTags.accessPoint, ...accessPoint.split('.').map(label))]),
    writeTlv(catTags.transport, Uint8Array.of(tcpClient), uint16(port)),
    writeTlv(catTags.address, addressOf(address)),
  )
}

function addressOf(text: string): Uint8Array {
  const ipv4 = ipv4Bytes(text)
  if (ipv4 !== undefined) return Uint8Array.of(addressTypes.ipv4, ...ipv4)
  const ipv6 = ipv6Bytes(text)
  if (ipv6 === undefined) throw new SaipError('content', 'The address of a server is an IPv4 or IPv6 address.')
  return Uint8Array.of(addressTypes.ipv6, ...ipv6)
}

const utf8 = new TextEncoder()
const uint16 = (value: number) => Uint8Array.of(value >> 8, value & 0xff)
const withLength = (bytes: Uint8Array) => Uint8Array.of(bytes.length, ...bytes)
const textObject = (tag: number, text: string) => writeTlv(tag, utf8.encode(text))
/** A label of a network access name (3GPP TS 23.003, 9.1). */
const label = (text: string) => withLength(utf8.encode(text))

/** A timer value: hours, minutes and seconds, with swapped nibbles (ETSI TS 102 223, 8.38). */
function timerOf(seconds: number): Uint8Array {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return writeTlv(catTags.timer, toSwappedBcd(parts.map((part) => String(part).padStart(2, '0')).join('')))
}

/** The session in an entry of sdPersoData. Undefined for other data, and for sessions with other data objects. */
export function decodeHttpsSession(entry: Uint8Array): HttpsSession | undefined {
  try {
    const session = sessionIn(readTlv(entry))
    return isSameSession(entry, session) ? session : undefined
  } catch (error) {
    if (error instanceof SaipError || error instanceof Asn1Error) return undefined
    throw error
  }
}

/** Whether an entry contains nothing but this session. */
const isSameSession = (entry: Uint8Array, session: HttpsSession) => equalBytes(encodeHttpsSession(session), entry)

function sessionIn(object: Tlv): HttpsSession {
  const [connection, security, http] = [tags.connection, tags.security, tags.http].map((tag) => required(object, tag))
  const retry = valueIn(object, tags.retry)
  const cat = (tag: number) => required(connection!, tag).value
  const identity = security!.value.subarray(1, 1 + (security!.value[0] ?? 0))
  const accessPoint = valueIn(connection!, catTags.accessPoint)
  return {
    identity,
    keyVersion: security!.value[identity.length + 2] ?? 0,
    address: addressText(cat(catTags.address)),
    port: number16(cat(catTags.transport).subarray(1)),
    ...(accessPoint && { accessPoint: labels(accessPoint.value).join('.') }),
    bufferBytes: number16(cat(catTags.buffer)),
    host: textOf(required(http!, httpTags.host)),
    uri: textOf(required(http!, httpTags.uri)),
    ...agentOf(valueIn(http!, httpTags.agent)),
    ...(retry && { retry: { times: number16(retry.value), seconds: secondsIn(retry.value.subarray(4)) } }),
  }
}

const agentOf = (agent: Tlv | undefined) => (agent === undefined ? {} : { agent: textOf(agent) })
/** Tags 84 to 89 have the form of primitive ones. */
const valueIn = (parent: Tlv, wanted: number) => readTlvs(parent.value).find(({ tag }) => tag === wanted)

function required(parent: Tlv, tag: number): Tlv {
  const found = valueIn(parent, tag)
  if (found === undefined) throw new SaipError('content', 'A parameter of the HTTPS session is missing.')
  return found
}

const number16 = (bytes: Uint8Array) => ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
const textOf = ({ value }: Tlv) => new TextDecoder().decode(value)
const addressText = (value: Uint8Array) =>
  value[0] === addressTypes.ipv4 ? ipv4Text(value.subarray(1)) : ipv6Text(value.subarray(1))

function secondsIn(timer: Uint8Array): number {
  const [hours = 0, minutes = 0, seconds = 0] = fromSwappedBcd(timer).match(/../g)?.map(Number) ?? []
  return hours * 3600 + minutes * 60 + seconds
}

function labels(bytes: Uint8Array): string[] {
  const [length] = bytes
  if (length === undefined) return []
  return [new TextDecoder().decode(bytes.subarray(1, 1 + length)), ...labels(bytes.subarray(1 + length))]
}
