import type { InvoiceKind, InvoiceLine } from '@simwright/contract/money/invoice'
import type { BilledTo } from '@simwright/contract/money/price'
import type { Seller } from '@simwright/contract/money/seller'
import type { TransferInstructions } from '@simwright/contract/money/transfer'
import { isInEu } from '@simwright/contract/money/vat-number'

/** Everything that is printed on an invoice, a credit note or a pro forma invoice. */
export type Paper = {
  kind: InvoiceKind | 'PRO_FORMA'
  /** Null on a pro forma invoice. */
  number: string | null
  issuedAt: Date
  timeZone: string
  seller: Seller
  billedTo: BilledTo
  orderCode: string
  lines: readonly InvoiceLine[]
  currency: string
  period: { from: Date; to: Date } | null
  paidBy: string | null
  /** Of a credit note. */
  corrects: { number: string; issuedAt: Date } | null
  /** On a pro forma invoice. */
  transfer: TransferInstructions | null
}

/** The look of the platform. */
export type Brand = { name: string; color: string }

export const titles = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note', PRO_FORMA: 'Pro forma invoice' } as const

const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An amount without the currency, such as 1,069.00. */
export const amountOf = (cents: number): string => amounts.format(cents / 100).replace('-', '−')

type DateStyle = 'long' | 'medium'

const formats = new Map<string, Intl.DateTimeFormat>()
const FORMATS_MAX = 100

/** Making a format takes longer than all else about a date. */
function formatOf(dateStyle: DateStyle, timeZone: string): Intl.DateTimeFormat {
  const key = `${dateStyle} ${timeZone}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(key, known)
  return known
}

/** Day, month and year, in a time zone. */
export const dayOf = (at: Date, timeZone: string, style: DateStyle = 'long'): string =>
  formatOf(style, timeZone).format(at)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The English name of a country; any other text is returned unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code)

type Place = Pick<BilledTo, 'street' | 'postalCode' | 'city' | 'region' | 'country'>

/** The lines of an address, without empty ones. */
export function addressOf({ street, postalCode, city, region, country }: Place): string[] {
  const town = [postalCode, city].filter((text) => text !== '').join(' ')
  return [street, town, region, countryName(country)].filter((text) => text !== '')
}

/** A line before the totals. Texts are empty where there is nothing to print. */
export type Row = { text: string; detail: string; quantity: string; unit: string; amount: string }

type SoldLine = Exclude<InvoiceLine, { kind: 'TAX' }>

const isSold = (line: InvoiceLine): line is SoldLine => line.kind !== 'TAX'

/** What is sold or deducted, without tax. */
export function rowsOf({ lines, period, timeZone }: Pick<Paper, 'lines' | 'period' | 'timeZone'>): Row[] {
  const days = ({ from, to }: { from: Date; to: Date }) =>
    `${dayOf(from, timeZone, 'medium')} – ${dayOf(to, timeZone, 'medium')}`
  return lines.filter(isSold).map((line) => {
    if (line.kind === 'PLAN') return planRow(line, period ? days(period) : '')
    const creditDays = line.kind === 'CREDIT' ? days({ from: new Date(line.from), to: new Date(line.to) }) : ''
    return { detail: '', quantity: '', unit: '', amount: amountOf(line.cents), ...rowOf(line, creditDays) }
  })
}

type OtherLine = Exclude<SoldLine, { kind: 'PLAN' }>

/** @param creditDays the unused days of a credit */
function rowOf(line: OtherLine, creditDays: string): Partial<Row> & { text: string } {
  switch (line.kind) {
    case 'DISCOUNT':
      return { text: `Discount ${line.code}`, quantity: line.percent === null ? '' : `${line.percent}%` }
    case 'CREDIT':
      return { text: 'Credit for the unused part of a plan', detail: `Order ${line.orderCode}, ${creditDays}` }
    case 'OVERAGE':
      return {
        text: `${line.dimension === 0 ? 'Downloads' : 'Installations'} beyond the plan`,
        detail: `Order ${line.orderCode}`,
        quantity: line.quantity.toLocaleString('en'),
        unit: amountOf(line.unitCents),
      }
    case 'BALANCE':
      return { text: line.cents > 0 ? 'Credit for later orders' : 'Credit from earlier orders' }
    case 'REFUND':
      return { text: line.reason }
  }
}

function planRow(
  { plan, billingType, downloads, months, cents }: Extract<InvoiceLine, { kind: 'PLAN' }>,
  days: string,
): Row {
  const isAnnual = billingType === 'ANNUALLY' && months % 12 === 0
  const count = isAnnual ? months / 12 : months
  const noun = isAnnual ? 'year' : 'month'
  const included = downloads === null ? '' : `${downloads.toLocaleString('en')} downloads a month`
  return {
    text: `Plan ${plan}, ${billingType === 'ANNUALLY' ? 'annual' : 'monthly'}`,
    detail: [included, days].filter((text) => text !== '').join(' · '),
    quantity: `${count} ${noun}${count === 1 ? '' : 's'}`,
    unit: cents % count === 0 ? amountOf(cents / count) : '',
    amount: amountOf(cents),
  }
}

export type TaxRow = { text: string; amount: string }

/** The tax, one row for each line of tax. */
export function taxRowsOf({ lines, seller }: Pick<Paper, 'lines' | 'seller'>): TaxRow[] {
  const name = isInEu(seller.country) || seller.vatNumber !== '' ? 'VAT' : 'Tax'
  const rows = lines.flatMap((line) => {
    if (line.kind !== 'TAX') return []
    const rate = `${name} ${(line.rate / 100).toLocaleString('en')}%`
    const remark = line.reverseCharge ? 'reverse charge' : line.rate === 0 ? '' : countryName(line.country)
    return [{ text: remark === '' ? rate : `${rate} (${remark})`, amount: amountOf(line.cents) }]
  })
  return rows.length > 0 ? rows : [{ text: `${name} 0%`, amount: amountOf(0) }]
}

/** Remarks under the totals. */
export function notesOf({ kind, lines, corrects, issuedAt, timeZone, paidBy }: Paper): string[] {
  const notes: string[] = []
  if (kind === 'INVOICE' && paidBy !== null)
    notes.push(`Paid on ${dayOf(issuedAt, timeZone)}. There is nothing left to pay.`)
  if (kind === 'CREDIT_NOTE' && corrects)
    notes.push(`This credit note corrects invoice ${corrects.number} of ${dayOf(corrects.issuedAt, timeZone)}.`)
  if (kind === 'PRO_FORMA')
    notes.push('This is not a tax invoice. You get the invoice as soon as your payment is confirmed.')
  if (lines.some((line) => line.kind === 'TAX' && line.reverseCharge))
    notes.push(
      'Reverse charge: the recipient of the service is liable for the VAT (article 196 of Council Directive 2006/112/EC).',
    )
  return notes
}
