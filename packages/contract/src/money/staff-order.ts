import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, listInput, nothing, pageOf } from '../list.ts'
import { orderStates } from '../platform/plan.ts'
import { InvoiceRow } from './invoice.ts'
import { Order, OrderDetail, OrderFilter, Purchase, PurchaseDraft, Quote } from './order.ts'
import { TransferProof } from './transfer-proof.ts'

const client = {
  enterpriseId: id,
  enterprise: z.string(),
  /** Name of the platform of the enterprise account. */
  platform: z.string(),
}

const { code: _, ...filter } = OrderFilter

/** An order as platform staff see it. */
export const StaffOrder = Order.extend(client)
export type StaffOrder = z.infer<typeof StaffOrder>

export const list = endpoint({
  method: 'POST',
  path: '/admin/order/list',
  access: 'Admin_Order_View',
  reads: true,
  summary: 'Orders of all enterprise accounts, newest first',
  input: listInput(
    {
      ...filter,
      /** An order ID or its beginning, the reference of a transfer, or what the bank or Stripe calls the payment. */
      search: z.string().trim().max(140),
      /** The id of the enterprise account, or part of its name. */
      client: z.string().trim().max(128),
      platformId: id,
    },
    ['createdAt'],
  ),
  output: pageOf(StaffOrder),
})

/** How many orders wait, of all enterprise accounts. */
export const WaitingOrders = z.object({
  /** For staff to confirm or reject their bank transfer. */
  pending: z.int(),
  /** For their payment. */
  unpaid: z.int(),
  /** For their start. */
  waitActive: z.int(),
})
export type WaitingOrders = z.infer<typeof WaitingOrders>

export const waiting = endpoint({
  method: 'POST',
  path: '/admin/order/waiting',
  access: 'Admin_Order_View',
  reads: true,
  summary: 'How many orders wait for staff, for payment and for their start',
  input: nothing,
  output: WaitingOrders,
})

export const staffActions = ['CONFIRM', 'REJECT', 'REFUND', 'RAISE_CAP'] as const
export type StaffAction = (typeof staffActions)[number]

export const StaffOrderDetail = OrderDetail.extend({
  ...client,
  proof: TransferProof.nullable(),
  invoices: z.array(InvoiceRow),
  /** Downloads beyond this multiple of those included are refused; null when none can be billed. */
  overageFactor: z.int().nullable(),
  /** What the bank or the payment service calls the payment. */
  paymentReference: z.string().nullable(),
  /** What staff can do in the current state. */
  actions: z.array(z.enum(staffActions)),
})
export type StaffOrderDetail = z.infer<typeof StaffOrderDetail>

const key = { enterpriseId: id, id }

export const get = endpoint({
  method: 'POST',
  path: '/admin/order/get',
  access: 'Admin_Order_View',
  reads: true,
  summary: 'One order of any enterprise account, with its events, proof of payment and invoices',
  input: z.object({ id }),
  output: StaffOrderDetail,
})

const required = (max: number) => z.string().trim().min(1, 'Required').max(max, `Up to ${max} characters.`)

const state = z.object({ state: z.enum(orderStates) })

export const Confirmation = z.object({
  /** The amount that arrived. */
  cents: z.int().min(0),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Three letters, such as USD.'),
  /** The day on which it arrived. */
  receivedOn: z.iso.date('Enter a day.'),
  bank: required(100),
  /** What the bank calls the transfer. */
  reference: required(140),
})
export type Confirmation = z.infer<typeof Confirmation>

export const confirm = endpoint({
  method: 'POST',
  path: '/admin/order/confirm',
  access: 'Admin_Order_Edit',
  summary: 'Confirm that the bank transfer of an order has arrived in full',
  input: z.object({ ...key, fields: Confirmation }),
  output: state,
  once: true,
})

export const Rejection = z.object({ reason: required(500) })

export const reject = endpoint({
  method: 'POST',
  path: '/admin/order/reject',
  access: 'Admin_Order_Edit',
  summary: 'Reject the bank transfer of an order with a reason; the order is closed',
  input: z.object({ ...key, fields: Rejection }),
  output: state,
  once: true,
})

export const quote = endpoint({
  method: 'POST',
  path: '/admin/order/quote',
  access: 'Admin_Order_View',
  summary: 'The price of a purchase for a client, line by line',
  input: z.object({ enterpriseId: id, fields: PurchaseDraft }),
  output: Quote,
})

export const add = endpoint({
  method: 'POST',
  path: '/admin/order/add',
  access: 'Admin_Order_Edit',
  summary: 'Order a plan for a client, who pays it; refused if the price is not the one that was shown',
  input: z.object({ enterpriseId: id, fields: Purchase, totalCents: z.int().min(0) }),
  output: z.object({ id, code: z.string(), state: z.enum(orderStates) }),
  once: true,
})

export const RefundNote = z.object({
  /** All that was returned of the order so far. */
  refundedCents: z.int().min(1, 'Enter the amount that was returned.'),
  reason: required(500),
})
export type RefundNote = z.infer<typeof RefundNote>

export const refund = endpoint({
  method: 'POST',
  path: '/admin/order/refund',
  access: 'Admin_Order_Edit',
  summary: 'Record that money of a bank transfer was returned at the bank; all of it ends the order',
  input: z.object({ ...key, fields: RefundNote }),
  output: state,
  once: true,
})

export const OVERAGE_FACTOR_MAX = 100

export const OverageCap = z.object({
  /** Downloads up to this multiple of those included are billed. */
  factor: z.int().min(1).max(OVERAGE_FACTOR_MAX, `Up to ${OVERAGE_FACTOR_MAX} times.`),
})

export const raiseCap = endpoint({
  method: 'POST',
  path: '/admin/order/cap',
  access: 'Admin_Order_Edit',
  summary: 'Raise the number of downloads beyond which an active order refuses further ones',
  input: z.object({ ...key, fields: OverageCap }),
  output: z.object({ factor: z.int() }),
  once: true,
})
