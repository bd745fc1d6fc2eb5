import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, pageOf, time } from '../list.ts'
import { PriceLine } from './price.ts'

export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** A line of an invoice or credit note. Amounts of a credit note are negative. */
export const InvoiceLine = z.union([
  PriceLine,
  z.object({ kind: z.literal('REFUND'), reason: z.string(), cents: z.int() }),
])
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const InvoiceRow = z.object({
  id,
  kind: z.enum(invoiceKinds),
  number: z.string(),
  orderId: id,
  /** 20 digits. */
  orderCode: z.string(),
  /** The recipient. */
  company: z.string(),
  /** Amounts of a credit note are negative. */
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
  currency: z.string(),
  issuedAt: time,
  /** Of a credit note: the number of the invoice that it corrects. */
  corrects: z.string().nullable(),
  reason: z.string().nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

const kind = z.array(z.enum(invoiceKinds)).max(invoiceKinds.length)

export const list = endpoint({
  method: 'POST',
  path: '/order/invoices',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'Invoices and credit notes of the current enterprise account, newest first',
  input: listInput({ kind, orderId: id }, ['issuedAt']),
  output: pageOf(InvoiceRow),
})

export const download = endpoint({
  method: 'POST',
  path: '/order/invoice',
  access: 'Order_View',
  allGroups: true,
  summary: 'Download an invoice or credit note (PDF)',
  input: z.object({ id }),
  output: z.object({}),
  answer: 'file',
})

export const proForma = endpoint({
  method: 'POST',
  path: '/order/proforma',
  access: 'Order_View',
  allGroups: true,
  reads: true,
  summary: 'Download the pro forma invoice of an order that waits for a bank transfer (PDF)',
  input: z.object({ orderId: id }),
  output: z.object({}),
  answer: 'file',
})

export const StaffInvoiceRow = InvoiceRow.extend({
  enterpriseId: z.string(),
  /** Null: the enterprise account was deleted. */
  enterprise: z.string().nullable(),
  platform: z.string(),
})
export type StaffInvoiceRow = z.infer<typeof StaffInvoiceRow>

export const staffList = endpoint({
  method: 'POST',
  path: '/admin/invoice/list',
  access: 'Admin_Order_View',
  reads: true,
  summary: 'Invoices and credit notes of all enterprise accounts, newest first',
  input: listInput(
    {
      kind,
      enterpriseId: id,
      platformId: id,
      /** The whole number of a document, or an order ID. */
      search: z.string().trim().max(40),
      /** `to` is excluded. */
      from: time,
      to: time,
    },
    ['issuedAt'],
  ),
  output: pageOf(StaffInvoiceRow),
})

export const staffDownload = endpoint({
  method: 'POST',
  path: '/admin/invoice/download',
  access: 'Admin_Order_View',
  summary: 'Download an invoice or credit note of any enterprise account (PDF)',
  input: z.object({ enterpriseId: id, id }),
  output: z.object({}),
  answer: 'file',
})
