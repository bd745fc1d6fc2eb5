import { Asn1Error, concat, fromHex, readTlvs, writeTlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'

/** AIDs of the Recycle applet: category F, without registered provider (ISO/IEC 7816-4, 8.2.1.2). */
export const recycleAppletAids = {
  package: fromHex('f053494d5752495200'),
  class: fromHex('f053494d575249520001'),
  instance: fromHex('f053494d57524952000101'),
} as const

/** The parameters of a Recycle applet, tag C9 of its instance (docs/recycle-message.md). */
export interface RecycleParameters {
  /** The AES-128 key of the download. */
  readonly key: Uint8Array
  /** When the profile is to be recycled. Without it only on demand. Seconds are the smallest unit. */
  readonly expireTime?: Date | undefined
  /** Where the applet sends its message: a host name or address of up to 100 characters, and a TCP port. */
  readonly host: string
  readonly port: number
}

const tags = { key: 0x80, expireTime: 0x81, host: 0x82, port: 0x83 } as const
const keyLength = 16
const millisecondsPerSecond = 1000
const lastSecond = 0xffff_ffff

/** Encodes the parameters. @throws SaipError `content` for a value out of its range */
export function encodeRecycleParameters({ key, expireTime, host, port }: RecycleParameters): Uint8Array {
  const seconds = expireTime === undefined ? undefined : Math.floor(expireTime.getTime() / millisecondsPerSecond)
  if (key.length !== keyLength) throw new SaipError('content', 'The key of a Recycle applet has 16 bytes.')
  if (!/^[\x21-\x7e]{1,100}$/.test(host)) throw new SaipError('content', 'A host has 1 to 100 characters of ASCII.')
  if (!Number.isInteger(port) || port < 1 || port > 0xffff) throw new SaipError('content', 'A port is 1 to 65535.')
  if (seconds !== undefined && !(seconds >= 0 && seconds <= lastSecond)) {
    throw new SaipError('content', 'The recycle time must be between 1970 and 2106.')
  }
  return concat(
    writeTlv(tags.key, key),
    ...(seconds === undefined ? [] : [writeTlv(tags.expireTime, bigEndian(seconds, 4))]),
    writeTlv(tags.host, new TextEncoder().encode(host)),
    writeTlv(tags.port, bigEndian(port, 2)),
  )
}

/** Decodes the parameters. @throws SaipError `content` if one is missing or malformed */
export function decodeRecycleParameters(bytes: Uint8Array): RecycleParameters {
  const values = new Map(readParameters(bytes).map(({ tag, value }) => [tag, value]))
  const required = (tag: number) => {
    const value = values.get(tag)
    if (value === undefined) throw new SaipError('content', 'A parameter of the Recycle applet is missing.')
    return value
  }
  const expireTime = values.get(tags.expireTime)
  const parameters = {
    key: required(tags.key).slice(),
    expireTime: expireTime === undefined ? undefined : new Date(toNumber(expireTime) * millisecondsPerSecond),
    host: new TextDecoder().decode(required(tags.host)),
    port: toNumber(required(tags.port)),
  }
  // Throws for a value out of its range.
  encodeRecycleParameters(parameters)
  return parameters
}

function readParameters(bytes: Uint8Array) {
  try {
    return readTlvs(bytes)
  } catch (error) {
    if (error instanceof Asn1Error)
      throw new SaipError('content', 'The parameters of the Recycle applet are malformed.')
    throw error
  }
}

function bigEndian(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
}

function toNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}
