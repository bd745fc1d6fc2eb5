import type { OrderOperation } from '@simwright/contract/money/order'
import { type BilledTo, type BillingType, type PriceLine, sumOf } from '@simwright/contract/money/price'
import type { PlanName } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OrdersServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  addBalance,
  insertBoughtOrder,
  type OrderActor,
  type OrderRow,
  orderCode,
} from '../../platform/plans/service.ts'
import { billExtra } from './overage.ts'
import { nextRequestAt } from './payment-request.ts'

export const CURRENCY = 'USD'

export type NewOrder = {
  enterpriseId: EnterpriseId
  operation: OrderOperation
  plan: PlanName
  billingType: BillingType
  billingDimension: 0 | 1
  /** 0 Stripe, 1 bank transfer. */
  paymentMethod: 0 | 1
  lines: readonly PriceLine[]
  months: number
  /** Per month. */
  downloads: number | null
  extraDownloadCents: number | null
  billedTo: BilledTo
  timeZone: string
  anchorDay: number | null
  /** When it would start and end if it were paid now. */
  startsAt: Date
  endsAt: Date
  previousId: string | null
  expiresAt: Date
  actor: OrderActor
  /** The time of the caller's work: it numbers the attempts to charge a card from the time when the order was placed. */
  at: Date
}

/**
 * Inserts an order that waits for its payment, and schedules when the payment is requested again or the order is closed. Takes
 * the credit that it deducts, and marks the downloads that it bills, so that no other order does so too. The caller holds the lock of the enterprise account.
 */
export async function placeOrder(server: Server, db: TenantDb, order: NewOrder): Promise<OrderRow> {
  const { enterpriseId, operation, plan, lines, paymentMethod, downloads, months, actor, at } = order
  const values = {
    enterprise_id: enterpriseId,
    id: server.random.uuid(),
    code: orderCode(server, at),
    operation,
    plan,
    billing_type: order.billingType,
    billing_dimension: order.billingDimension,
    payment_method: paymentMethod,
    lines,
    original_cents: sumOf(lines, ['PLAN', 'OVERAGE']),
    discount_cents: -sumOf(lines, ['DISCOUNT']),
    tax_cents: sumOf(lines, ['TAX']),
    amount_cents: sumOf(lines),
    currency: CURRENCY,
    quantity: months,
    tier_downloads: downloads,
    downloads: downloads === null ? null : downloads * months,
    extra_download_cents: order.extraDownloadCents,
    billed_to: JSON.stringify(order.billedTo),
    time_zone: order.timeZone,
    anchor_day: order.anchorDay,
    starts_at: order.startsAt,
    ends_at: order.endsAt,
    previous_id: order.previousId,
    expires_at: order.expiresAt,
    created_by: actor.id ?? null,
    created_at: at,
  }
  const requested = { ...values, state: 'UNPAID' } as const
  const next_step_at = nextRequestAt(requested, at) ?? order.expiresAt
  const [row] = await Promise.all([
    insertBoughtOrder(db, { ...values, next_step_at }, { actor, at, id: server.random.uuid() }),
    addBalance(db, { at }, Math.min(0, sumOf(lines, ['BALANCE']))),
    billExtra(db, lines),
    recordAudit(server, db, {
      enterpriseId,
      action: 'order.created',
      object: { id: values.id, name: values.code },
      after: {
        plan,
        operation,
        amount: (values.amount_cents / 100).toFixed(2),
        currency: CURRENCY,
        paymentMethod: paymentMethod === 0 ? 'Stripe' : 'Bank transfer',
      },
    }),
  ])
  return row
}
