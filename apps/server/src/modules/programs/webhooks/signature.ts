import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../../secret/secret.ts'
import { secretBytes } from './secret.ts'

/** A body to be signed. `id` is the same for all attempts of a delivery. */
export type Signed = { id: string; at: Date; accessKey: string; body: string }

/**
 * The form of the open API: HMAC-SHA256 over timestamp, request id, access key and body, in upper-case hex. The key is the
 * text of the secret.
 */
export function plainSignature(secret: Secret<string>, { id, at, accessKey, body }: Signed): string {
  const data = `${at.getTime()}${id}${accessKey}${body}`
  return createHmac('sha256', secret.reveal()).update(data).digest('hex').toUpperCase()
}

/** The time of Standard Webhooks, in seconds. */
const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** The form of Standard Webhooks 1.0: version 1, HMAC-SHA256 in Base64. The key is the bytes of the secret. */
export function standardSignature(secret: Secret<string>, { id, at, body }: Omit<Signed, 'accessKey'>): string {
  const data = `${id}.${secondsOf(at)}.${body}`
  return `v1,${createHmac('sha256', secretBytes(secret)).update(data).digest('base64')}`
}

/**
 * The headers of both forms. With two secrets, `webhook-signature` has both signatures; `Signature` is by the current
 * secret, and `Previous-Signature` by the previous one.
 */
export function signedHeaders(secrets: readonly Secret<string>[], signed: Signed): Record<string, string> {
  const { id, at, accessKey } = signed
  const [current, previous] = secrets
  return {
    'Access-Key': accessKey,
    'Sign-Method': 'SHA256',
    Timestamp: String(at.getTime()),
    'Request-ID': id,
    Signature: plainSignature(current!, signed),
    ...(previous ? { 'Previous-Signature': plainSignature(previous, signed) } : {}),
    'webhook-id': id,
    'webhook-timestamp': String(secondsOf(at)),
    'webhook-signature': secrets.map((secret) => standardSignature(secret, signed)).join(' '),
  }
}

/** Whether each form of the signature in the headers fits the body, by one of the secrets. */
export function verifyHeaders(
  secrets: readonly Secret<string>[],
  headers: Readonly<Record<string, string>>,
  body: string,
): { plain: boolean; standard: boolean } {
  const { Timestamp = '', 'Request-ID': id = '', 'Access-Key': accessKey = '', Signature = '' } = headers
  const signed = { id, at: new Date(Number(Timestamp)), accessKey, body }
  const id2 = headers['webhook-id'] ?? ''
  const at2 = new Date(Number(headers['webhook-timestamp']) * 1000)
  const given = (headers['webhook-signature'] ?? '').split(' ')
  return {
    plain: secrets.some((secret) => isEqual(plainSignature(secret, signed), Signature.toUpperCase())),
    standard: secrets.some((secret) => {
      const expected = standardSignature(secret, { id: id2, at: at2, body })
      return given.some((one) => isEqual(expected, one))
    }),
  }
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
