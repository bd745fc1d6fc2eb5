import { HOTP, Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, steps of 30 s. */
const SETTINGS = { algorithm: 'SHA1', digits: 6 } as const
const PERIOD_S = 30

/** RFC 4226, 4: the secret has 160 bits. */
export const SECRET_LENGTH = 20

/** The number of steps by which a clock may differ (RFC 6238, 5.2). */
const TOLERATED_STEPS = 1

/** Copies the bytes, because the library reads the whole buffer under an array. */
const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

export function stepAt(time: Date): number {
  return TOTP.counter({ period: PERIOD_S, timestamp: time.getTime() })
}

/** The code of a step (RFC 4226, 5.3). */
export function codeOf(secret: Uint8Array, step: number): string {
  return HOTP.generate({ ...SETTINGS, secret: secretOf(secret), counter: step })
}

/** The step of a code that is valid at this time; undefined for any other code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  // the library throws for six characters that take more than six bytes
  if (!/^\d{6}$/.test(token)) return undefined
  const step = stepAt(now)
  const offset = HOTP.validate({
    ...SETTINGS,
    token,
    secret: secretOf(secret),
    counter: step,
    window: TOLERATED_STEPS,
  })
  return offset === null ? undefined : step + offset
}

/** Base 32 without padding (RFC 4648, 6), as people type it into their app. */
export const base32 = (secret: Uint8Array): string => secretOf(secret).base32

/** The key URI in the QR code, which authenticator apps read. */
export function keyUri(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...SETTINGS, period: PERIOD_S, secret: secretOf(secret), issuer, label: account }).toString()
}
