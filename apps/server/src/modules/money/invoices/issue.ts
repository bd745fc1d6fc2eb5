import type { InvoiceLine } from '@simwright/contract/money/invoice'
import { type BilledTo, type PriceLine, sumOf } from '@simwright/contract/money/price'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { InvoicesServer as Server } from '../../../port/module.ts'
import { type InvoiceRecord, insertInvoice, lockInvoiceOfOrder, sumCredited, type Unnumbered } from './queries.ts'
import { sellerWithoutData } from './seller.ts'

type Issuer = Pick<Server, 'random' | 'platforms'>

export type Issued = { id: string; number: string }

type NewInvoice = {
  enterpriseId: EnterpriseId
  platformId: PlatformId
  orderId: string
  orderCode: string
  billedTo: BilledTo
  lines: readonly PriceLine[]
  currency: string
  /** What is paid for. */
  period?: { from: Date; to: Date }
  at: Date
  /** The customer's, in which dates are printed. */
  timeZone: string
  /** Such as `Visa •••• 4242` or `Bank transfer`. */
  paidBy: string
}

/**
 * Issues the invoice of a paid order in the caller's transaction. The number is of a row that stays locked until that
 * transaction ends, so call it last. Seller, recipient and lines are frozen; the PDF file and the mail follow the commit.
 * @returns undefined for an amount of zero
 */
export async function issueInvoice(server: Issuer, db: TenantDb, invoice: NewInvoice): Promise<Issued | undefined> {
  const gross = sumOf(invoice.lines)
  if (gross === 0) return undefined
  if (gross < 0) throw new TypeError('the lines of an invoice must not add up to less than 0')
  const tax = sumOf(invoice.lines, ['TAX'])
  const { enterpriseId: enterprise_id, platformId: platform_id, period } = invoice
  return await insertNumbered(server, db, {
    enterprise_id,
    id: server.random.uuid(),
    platform_id,
    kind: 'INVOICE',
    order_id: invoice.orderId,
    order_code: invoice.orderCode,
    invoice_id: null,
    billed_to: invoice.billedTo,
    lines: [...invoice.lines],
    currency: invoice.currency,
    net_cents: gross - tax,
    tax_cents: tax,
    gross_cents: gross,
    period_from: period?.from ?? null,
    period_to: period?.to ?? null,
    paid_by: invoice.paidBy,
    reason: null,
    time_zone: invoice.timeZone,
    issued_at: invoice.at,
  })
}

type NewCreditNote = {
  enterpriseId: EnterpriseId
  orderId: string
  /** With tax. */
  cents: number
  reason: string
  at: Date
}

/**
 * Corrects the invoice of an order by an amount, in the caller's transaction; call it last, like `issueInvoice`.
 * @returns undefined if the order has no invoice @throws TypeError if the notes would exceed the invoice
 */
export async function issueCreditNote(
  server: Issuer,
  db: TenantDb,
  { orderId, cents, reason, at }: NewCreditNote,
): Promise<Issued | undefined> {
  const invoice = await lockInvoiceOfOrder(db, orderId)
  if (!invoice) return undefined
  const credited = await sumCredited(db, invoice.id)
  const total = cents - credited.gross
  if (!Number.isInteger(cents) || cents <= 0 || total > invoice.gross_cents)
    throw new TypeError('credit notes are for whole cents above 0, together up to the amount of the invoice')
  const tax = taxWithin(invoice, total) + credited.tax
  return await insertNumbered(server, db, {
    ...withoutNumber(invoice),
    id: server.random.uuid(),
    kind: 'CREDIT_NOTE',
    invoice_id: invoice.id,
    lines: creditedLines(invoice, { net: cents - tax, tax, reason }),
    net_cents: tax - cents,
    // no negative zero
    tax_cents: 0 - tax,
    gross_cents: 0 - cents,
    reason,
    issued_at: at,
  })
}

/** The tax within a part of an invoice's amount. Rounded for the total, so that notes for all of it return all of its tax. */
const taxWithin = ({ tax_cents: tax, gross_cents: gross }: InvoiceRecord, cents: number): number =>
  Number((2n * BigInt(tax) * BigInt(cents) + BigInt(gross)) / (2n * BigInt(gross)))

function creditedLines(
  { lines }: InvoiceRecord,
  { net, tax, reason }: { net: number; tax: number; reason: string },
): InvoiceLine[] {
  const taxed = lines.find((line) => line.kind === 'TAX')
  const refund: InvoiceLine = { kind: 'REFUND', reason, cents: 0 - net }
  return taxed ? [refund, { ...taxed, cents: 0 - tax }] : [refund]
}

function withoutNumber({ sequence: _sequence, number: _number, seller: _seller, ...rest }: InvoiceRecord): Unnumbered {
  return rest
}

async function insertNumbered(server: Issuer, db: TenantDb, record: Unnumbered): Promise<Issued> {
  const unknown = sellerWithoutData(server, record.platform_id)
  return { id: record.id, number: await insertInvoice(db, record, unknown) }
}
