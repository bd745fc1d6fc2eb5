import { createHash, createHmac } from 'node:crypto'
import { VOUCHER_RANDOM_BYTES, type VoucherCode, voucherCodeOf } from '@simwright/ids'
import type { Random } from '../../../runtime/random.ts'
import type { Secret } from '../../../secret/secret.ts'

/** Generates different codes. */
export function generateCodes(random: Random, count: number): VoucherCode[] {
  const codes = new Set<VoucherCode>()
  while (codes.size < count) codes.add(voucherCodeOf(random.bytes(VOUCHER_RANDOM_BYTES)))
  return [...codes]
}

/** What is stored of a code: with a copy of the database alone nobody can search for it. */
export function hashOfCode(key: Secret, batchId: string, code: VoucherCode): Buffer {
  return createHmac('sha256', key.reveal()).update(`${batchId}\0${code}`).digest()
}

/** What is stored of the secret of the browser that redeems a voucher. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const SLUG_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const SLUG_LENGTH = 10

/** The name of a page of vouchers. It is typed, so it is short; it is no secret. */
export const generateSlug = (random: Random): string =>
  Array.from(random.bytes(SLUG_LENGTH), (byte) => SLUG_LETTERS[byte & 31]).join('')

/** The name of a page as people type it. */
export const readSlug = (text: string): string => text.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
