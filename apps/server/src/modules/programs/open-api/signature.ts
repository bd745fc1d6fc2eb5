import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@simwright/contract'
import { TIMESTAMP_TOLERANCE_MS } from '@simwright/contract/programs/signed-call'
import { canonicalUuid } from '../../../http/request.ts'
import type { Secret } from '../../../secret/secret.ts'

/** The headers of a signed call, as received. */
export type SignedHeaders = { accessKey: string; timestamp: string; requestId: string; signature: Buffer }

const FORMS = {
  AccessKey: /^[\x21-\x7e]{1,64}$/,
  // milliseconds since 1970
  Timestamp: /^\d{12,14}$/,
  RequestID: /^[\x20-\x7e]{1,64}$/,
  // HMAC-SHA256
  Signature: /^[0-9a-f]{64}$/i,
} as const

/** @throws Problem `signature_headers` naming the first header that is missing or malformed */
export function readHeaders(headers: IncomingHttpHeaders): SignedHeaders {
  const read = (name: keyof typeof FORMS): string => {
    const value = headers[name.toLowerCase()]
    if (typeof value !== 'string' || !FORMS[name].test(value)) throw new Problem('signature_headers', { name })
    return value
  }
  return {
    accessKey: read('AccessKey'),
    timestamp: read('Timestamp'),
    requestId: read('RequestID'),
    signature: Buffer.from(read('Signature'), 'hex'),
  }
}

/**
 * The key under which a RequestID is used up: that of a UUID is the UUID itself, with or without hyphens; that of another
 * text is a UUID made of its hash (version 8, RFC 9562, 5.8).
 */
export function requestKeyOf(requestId: string): string {
  const uuid = canonicalUuid(requestId)
  if (uuid) return uuid
  const bytes = createHash('sha256').update(`RequestID ${requestId}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return canonicalUuid(bytes.toString('hex'))!
}

/** @throws Problem `timestamp_off` */
export function requireCurrent({ timestamp }: SignedHeaders, now: Date): void {
  if (Math.abs(Number(timestamp) - now.getTime()) <= TIMESTAMP_TOLERANCE_MS) return
  throw new Problem('timestamp_off', { minutes: TIMESTAMP_TOLERANCE_MS / 60_000, now: now.getTime() })
}

/** HMAC-SHA256 with the SecretKey over Timestamp, RequestID, AccessKey and the received body. */
function signatureOf({ timestamp, requestId, accessKey }: SignedHeaders, secret: Secret<string>, body: Uint8Array) {
  return createHmac('sha256', secret.reveal()).update(`${timestamp}${requestId}${accessKey}`).update(body).digest()
}

/** Whether one of the secrets made the signature. Compares all of them, each in constant time. */
export function isSignedBy(headers: SignedHeaders, secrets: readonly Secret<string>[], body: Uint8Array): boolean {
  const matches = secrets.map((secret) => timingSafeEqual(signatureOf(headers, secret, body), headers.signature))
  return matches.includes(true)
}
