import { createHash, timingSafeEqual } from 'node:crypto'

const PREFIX = 'sw_'
const SECRET_BYTES = 32
const FORM = /^sw_([0-9a-f]{32})\.([A-Za-z0-9_-]{43})$/

/** The parts of a key that a program sends: the id of its secret, and the secret. */
export type SentKey = { secretId: string; secret: string }

export type NewSecret = { id: string; bearer: string; hash: Buffer }

/** Whether a bearer token is meant to be an API key; the token of a session never is. */
export const isApiKey = (token: string | undefined): token is string => token?.startsWith(PREFIX) === true

/** @returns undefined if it does not have the form of a key */
export function parseKey(bearer: string): SentKey | undefined {
  const [, hex, secret] = FORM.exec(bearer) ?? []
  if (hex === undefined || secret === undefined) return undefined
  return { secretId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret }
}

/** The public part of a key, by which a person recognizes it. */
export const prefixOf = (secretId: string) => `${PREFIX}${secretId.replaceAll('-', '')}`

/** Draws a secret of 256 bits. */
export function newSecret(random: { uuid(): string; bytes(length: number): Uint8Array }): NewSecret {
  const id = random.uuid()
  const secret = Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
  return { id, bearer: `${prefixOf(id)}.${secret}`, hash: hashOf(secret) }
}

/** Compares in constant time. */
export const isSecret = (secret: string, hash: Buffer) => timingSafeEqual(hashOf(secret), hash)

/** A plain hash is enough for a secret of 256 random bits (ASVS 6.5.2). */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
