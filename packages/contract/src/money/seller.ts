import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, time, version } from '../list.ts'
import { MailAddressOrNone } from '../mail-address.ts'
import { isIban, looksLikeIban } from './transfer.ts'
import { isInEu, isVatNumber, vatNumberExample, vatNumberOf } from './vat-number.ts'

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Up to ${max} characters.`)
    .refine((text) => !CONTROL.test(text), 'One line only.')

const required = (max: number) => line(max).min(1, 'Required')

/** ISO 3166-1 alpha-2. */
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Select a country.')

export const FOOTER_MAX = 400

/** The company that issues the invoices of a platform. */
export const Seller = z
  .object({
    name: required(128),
    street: required(200),
    postalCode: line(20),
    city: required(100),
    region: line(100),
    country: Country,
    /** Empty: not registered for VAT. */
    vatNumber: line(40).transform(vatNumberOf),
    /** The account for bank transfers; an empty account number: bank transfers are not possible. */
    bankHolder: line(128),
    bankName: line(128),
    bankAccount: line(42),
    bic: line(11).transform((text) => text.toUpperCase()),
    /** The beginning of every invoice number. */
    invoicePrefix: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9/-]{0,11}$/, 'Up to 12 letters, digits, hyphens and slashes.'),
    /** Small print of every invoice. */
    footer: z
      .string()
      .trim()
      .max(FOOTER_MAX, `Up to ${FOOTER_MAX} characters.`)
      .refine((text) => !CONTROL.test(text.replaceAll('\n', '')), 'No control characters.'),
    /** For questions about invoices; empty: none is printed. */
    replyMail: MailAddressOrNone,
  })
  .superRefine(({ country, vatNumber, bankHolder, bankAccount, bic }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (vatNumber !== '' && isInEu(country) && !isVatNumber(country, vatNumber))
      refuse('vatNumber', `Not a VAT number of this country, such as ${vatNumberExample(country)}.`)
    if (looksLikeIban(bankAccount) && !isIban(bankAccount)) refuse('bankAccount', 'Invalid IBAN: check its digits.')
    if (bankAccount !== '' && bankHolder === '') refuse('bankHolder', 'Required for bank transfers.')
    if (bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) refuse('bic', '8 or 11 characters.')
  })
export type Seller = z.infer<typeof Seller>

export const RATES_MAX = 300

/** The tax on sales to a country from the start of a day in UTC on. */
export const TaxRate = z.object({
  country: Country,
  /** Hundredths of a percent. */
  rate: z.int('Up to two decimals.').min(0, 'At least 0.').max(10_000, 'Up to 100.'),
  validFrom: z.iso.date('Enter a day.'),
})
export type TaxRate = z.infer<typeof TaxRate>

export const SellerFields = z
  .object({ seller: Seller, rates: z.array(TaxRate).max(RATES_MAX, `Up to ${RATES_MAX}.`) })
  .superRefine(({ rates }, { addIssue }) => {
    const keys = rates.map(({ country, validFrom }) => `${country} ${validFrom}`)
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index)
        addIssue({
          code: 'custom',
          path: ['rates', index, 'country'],
          message: 'Another line has the same country and day.',
        })
    })
  })
export type SellerFields = z.infer<typeof SellerFields>

export const PlatformSeller = z.object({
  platformId: z.string(),
  platform: z.string(),
  /** 0: no seller data are stored yet. */
  version,
  fields: SellerFields.nullable(),
  updatedAt: time.nullable(),
})
export type PlatformSeller = z.infer<typeof PlatformSeller>

export const list = endpoint({
  method: 'POST',
  path: '/admin/seller/list',
  access: 'Admin_Plan_View',
  reads: true,
  summary: 'Seller data and tax rates of every platform',
  input: nothing,
  output: z.object({ platforms: z.array(PlatformSeller) }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/admin/seller/edit',
  access: 'Admin_Plan_Edit',
  summary: 'Change seller data and tax rates of a platform; applies to invoices and orders from now on',
  input: z.object({ platformId: id, version, fields: SellerFields }),
  output: z.object({ version }),
})
