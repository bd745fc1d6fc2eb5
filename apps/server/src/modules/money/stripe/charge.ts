import type { Stripe } from 'stripe'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { readOrderToPay } from '../orders/service.ts'
import { StripeFault } from './fault.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Server } from './port.ts'
import {
  insertPayment,
  insertReferences,
  type PaymentRecord,
  selectCustomer,
  selectOrderCode,
  selectPayer,
  selectPayments,
} from './queries.ts'

/** `attempt` numbers the attempts to charge this order, from 1: the same number never charges twice. */
export type SavedCardCharge = { enterpriseId: EnterpriseId; orderId: string; attempt: number }

/**
 * Stores an attempt to charge the saved card for an open order, in the caller's transaction. `chargeDueCards` calls Stripe
 * after that, also if this process is killed. Safe to repeat. No second attempt begins before the outcome of the first is
 * known.
 * @returns false if the order cannot be charged: there is no saved card, or the order is not open
 */
export async function beginCharge(server: Server, db: TenantDb, charge: SavedCardCharge): Promise<boolean> {
  if (!server.stripe.isOffered) return false
  const { enterpriseId, orderId, attempt } = charge
  const order = await readOrderToPay(db, { enterpriseId, orderId })
  const customer = await selectCustomer(db, enterpriseId)
  if (order?.state !== 'UNPAID' || !customer?.method_id) return false
  const payments = await selectPayments(db, { enterpriseId, orderId })
  if (payments.some(({ way, state }) => way === 'SAVED_CARD' && state === 'CALLING')) return true
  const at = server.clock.now()
  const id = server.random.uuid()
  const isNew = await insertPayment(db, {
    enterprise_id: enterpriseId,
    id,
    order_id: orderId,
    way: 'SAVED_CARD',
    attempt,
    amount_cents: order.amountCents,
    currency: order.currency,
    customer_id: customer.customer_id,
    method_id: customer.method_id,
    created_at: at,
    next_check_at: at,
  })
  if (isNew) await insertReferences(db, { enterpriseId, paymentId: id }, [id])
  return true
}

/** Stripe keeps an idempotency key for at least 24 hours; later the payment is searched, never made again. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

/**
 * Charges the card, or repeats a charge whose outcome is not known: the idempotency key lets it happen once. An order that
 * was closed or paid meanwhile is not charged any more; a charge that an earlier call made is found.
 */
export async function performCharge(server: Server, payment: PaymentRecord): Promise<Outcome | 'unknown'> {
  const { enterprise_id: enterpriseId, order_id: orderId } = payment
  const [order, payer, code] = await server.db.tenantRead(enterpriseId, (db) =>
    Promise.all([
      readOrderToPay(db, { enterpriseId, orderId }),
      selectPayer(db, enterpriseId),
      selectOrderCode(db, { enterpriseId, orderId }),
    ]),
  )
  const isOpen = order?.state === 'UNPAID'
  const isRepeatable = isOpen && server.clock.now().getTime() - payment.created_at.getTime() < KEY_LIFE_MS
  try {
    if (isRepeatable) return await callCharge(server, payment, { platformId: payer?.platform_id ?? '', code })
    return (await searchCharge(server, payment)) ?? (isOpen ? NOT_RECEIVED : { kind: 'expired' })
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    const { kind, intentId, code, message } = error
    if (kind === 'declined') return { kind: 'failed', intentId, code, text: message }
    if (kind === 'invalid') return { kind: 'failed', intentId, code, text: 'The saved card cannot be charged.' }
    server.log.warn({ err: error, paymentId: payment.id }, 'Stripe did not answer to a charge; it will be repeated')
    return 'unknown'
  }
}

type NamedInCharge = { platformId: string; code: string | undefined }

async function callCharge(
  server: Server,
  payment: PaymentRecord,
  { platformId, code }: NamedInCharge,
): Promise<Outcome> {
  const { enterprise_id: enterpriseId, order_id: orderId, attempt } = payment
  const params: Stripe.PaymentIntentCreateParams = {
    amount: payment.amount_cents,
    currency: payment.currency.toLowerCase(),
    customer: payment.customer_id,
    payment_method: payment.method_id ?? undefined,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description: `Order ${code}`,
    metadata: { platform: platformId, enterprise: enterpriseId, order: orderId, payment: payment.id },
    expand: ['latest_charge'],
  }
  const idempotencyKey = `charge-${orderId}-${attempt}`
  const intent = await server.stripe.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }))
  return await outcomeOf(server, intent)
}

const NOT_RECEIVED: Outcome = {
  kind: 'failed',
  intentId: undefined,
  code: 'not_received',
  text: 'The payment never reached Stripe.',
}

const SKEW_S = 600

/** The outcome of a charge that an earlier call made. */
async function searchCharge(server: Server, payment: PaymentRecord): Promise<Outcome | undefined> {
  const gte = Math.floor(payment.created_at.getTime() / 1000) - SKEW_S
  const intent = await server.stripe.call(async (stripe) => {
    const query = { customer: payment.customer_id, created: { gte }, limit: 100, expand: ['data.latest_charge'] }
    for await (const intent of stripe.paymentIntents.list(query))
      if (intent.metadata.payment === payment.id) return intent
    return undefined
  })
  return intent && (await outcomeOf(server, intent))
}
