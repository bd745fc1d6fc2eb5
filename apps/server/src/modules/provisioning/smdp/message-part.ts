import { Asn1Error, toHex } from '@simwright/asn1'
import { IdError } from '@simwright/ids'
import {
  authenticateServerResponse,
  cancelSessionResponse,
  imeiDigits,
  NotificationFault,
  prepareDownloadResponse,
  readPendingNotification,
} from '@simwright/rsp'
import { CertificateError, nameText, parseCertificate } from '@simwright/x509'

/** A field of a message by its name in the standard; `depth` 0 is the outermost level. */
export type MessagePart = { depth: number; name: string; value: string | null }

const decoders: Readonly<Record<string, (raw: Uint8Array) => unknown>> = {
  AuthenticateClient: (raw) => authenticateServerResponse.decode(raw),
  GetBoundProfilePackage: (raw) => prepareDownloadResponse.decode(raw),
  CancelSession: (raw) => cancelSessionResponse.decode(raw),
  HandleNotification: (raw) => readPendingNotification(raw),
}

/** This hash would allow guessing the confirmation code. */
const SECRET = 'hashCc'
const IMEI = 'imei'
const NOT_SHOWN = 'not shown'

export type ReadMessage = {
  /** Undefined for a malformed message. */
  parts: MessagePart[] | undefined
  /** The bytes as received, with secrets overwritten by zeros. */
  shown: Uint8Array
}

/** Decodes a device's ES9+ message for display, with or without the IMEI of the device. */
export function readMessage(name: string, raw: Uint8Array, imei: 'shown' | 'hidden'): ReadMessage {
  const secrets = new Set(imei === 'shown' ? [SECRET] : [SECRET, IMEI])
  const unreadable = name === 'GetBoundProfilePackage' || (name === 'AuthenticateClient' && imei === 'hidden')
  const shown = Uint8Array.from(raw)
  try {
    const decoded = decoders[name]?.(raw)
    if (decoded === undefined) return { parts: undefined, shown }
    const hidden: Uint8Array[] = []
    const parts = partsOf(decoded, { depth: 0, hidden, secrets })
    for (const secret of hidden) blank(shown, secret)
    return { parts, shown }
  } catch (error) {
    const isFormFault = [Asn1Error, IdError, CertificateError, NotificationFault].some((kind) => error instanceof kind)
    if (!isFormFault) throw error
    return { parts: undefined, shown: unreadable ? new Uint8Array() : shown }
  }
}

function blank(bytes: Uint8Array, secret: Uint8Array): void {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(secret)
  if (at >= 0) bytes.fill(0, at, at + secret.length)
}

type Walk = { depth: number; hidden: Uint8Array[]; secrets: ReadonlySet<string> }

function partsOf(value: unknown, walk: Walk): MessagePart[] {
  if (typeof value !== 'object' || value === null) return []
  // a CHOICE, or a value with its encoding
  if ('kind' in value && 'value' in value) return partOf(String(value.kind), value.value, walk)
  if ('raw' in value && 'value' in value) return partsOf(value.value, walk)
  return Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : partOf(name, each, walk)))
}

function partOf(name: string, value: unknown, walk: Walk): MessagePart[] {
  const { depth, hidden, secrets } = walk
  if (secrets.has(name) && value instanceof Uint8Array) {
    hidden.push(value)
    return [{ depth, name, value: NOT_SHOWN }]
  }
  const text = textOf(name, value)
  if (text !== undefined) return [{ depth, name, value: text }]
  return [{ depth, name, value: null }, ...partsOf(value, { depth: depth + 1, hidden, secrets })]
}

function textOf(name: string, value: unknown): string | undefined {
  if (value instanceof Uint8Array) return bytesText(name, value)
  if (value instanceof Set) return [...value].join(', ') || 'none'
  if (Array.isArray(value) && value.every((one) => one instanceof Uint8Array)) return value.map(toHex).join(', ')
  return typeof value === 'object' && value !== null ? undefined : String(value)
}

function bytesText(name: string, bytes: Uint8Array): string {
  if (name.endsWith('Certificate')) return nameText(parseCertificate(bytes).subject)
  if (name === IMEI) return imeiDigits(bytes) ?? toHex(bytes)
  return toHex(bytes)
}
