import { createHmac } from 'node:crypto'
import type { Random } from '../../../runtime/random.ts'
import type { Secret } from '../../../secret/secret.ts'

const CODES = 10
/** 16 characters are 80 bits in Crockford's base 32, which leaves out letters that are easily confused. */
const LENGTH = 16
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Generates ten codes in groups of four characters: `x4rt-0k9m-...`. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from(random.bytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })
}

/** A keyed hash, so that a copy of the table alone reveals nothing. Ignores dashes, spaces and case. */
export function recoveryCodeHash(key: Secret, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return createHmac('sha256', key.reveal()).update(plain).digest()
}

/** Whether this could be a recovery code rather than one of an authenticator app. */
export function looksLikeRecoveryCode(code: string): boolean {
  return code.replace(/[\s-]/g, '').length === LENGTH
}
