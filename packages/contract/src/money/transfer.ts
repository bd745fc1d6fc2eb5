import { z } from 'zod'

/** How to pay an order by bank transfer. */
export const TransferInstructions = z.object({
  holder: z.string(),
  bank: z.string(),
  /** An IBAN in groups of four, or another account number as staff wrote it. */
  account: z.string(),
  /** Empty: not needed. */
  bic: z.string(),
  /** Identifies the order (ISO 11649), in groups of four. */
  reference: z.string(),
  cents: z.int(),
  currency: z.string(),
})
export type TransferInstructions = z.infer<typeof TransferInstructions>

/** The remainder modulo 97 of a text in which A is 10 and Z is 35 (ISO 7064, MOD 97-10). */
function remainder(text: string): number {
  const digits = [...text].map((letter) => Number.parseInt(letter, 36).toString()).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}

const compact = (text: string) => text.replace(/\s/g, '').toUpperCase()

export const inGroupsOfFour = (text: string): string => compact(text).replace(/(.{4})(?=.)/g, '$1 ')

/** The creditor reference of an order ID (ISO 11649): RF, two check digits, the 20 digits of the order. */
export function referenceOf(orderCode: string): string {
  const check = 98 - remainder(`${orderCode}RF00`)
  return `RF${String(check).padStart(2, '0')}${orderCode}`
}

/** The order ID in a reference as a bank reports it; undefined if its check digits are wrong. */
export function orderCodeOf(reference: string): string | undefined {
  const [, check, orderCode] = /^RF(\d{2})(\d{20})$/.exec(compact(reference)) ?? []
  return orderCode !== undefined && remainder(`${orderCode}RF${check}`) === 1 ? orderCode : undefined
}

/** Whether the text begins like an IBAN (ISO 13616): two letters and two digits. */
export const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}/.test(compact(text))

/** Whether length, characters and check digits are those of an IBAN. */
export function isIban(text: string): boolean {
  const account = compact(text)
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) && remainder(account.slice(4) + account.slice(0, 4)) === 1
}

/** A bank account for people: an IBAN in groups of four, another number as it is. */
export const accountText = (account: string): string => (looksLikeIban(account) ? inGroupsOfFour(account) : account)
