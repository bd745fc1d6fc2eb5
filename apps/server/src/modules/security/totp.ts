import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, steps of 30 s. */
const STEP_MS = 30_000
const DIGITS = 6

/** RFC 4226, 4: the secret has 160 bits. */
export const SECRET_LENGTH = 20

/** One step before and after is taken, for clocks that differ (RFC 6238, 5.2). */
const TOLERATED_STEPS = [0, -1, 1] as const

export function stepAt(time: Date): number {
  return Math.floor(time.getTime() / STEP_MS)
}

/** The code of a step (RFC 4226, 5.3). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  const value = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code this is, when it is one of about now. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  if (given.length !== DIGITS) return undefined
  return TOLERATED_STEPS.map((off) => stepAt(now) + off).find((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), given),
  )
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 without padding (RFC 4648, 6), as people type it into their app. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code holds: the key URI that authenticator apps read. */
export function keyUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
}
