import type { Stripe } from 'stripe'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { StripeFault } from './fault.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { insertCharge, type PaymentRecord, type PaymentWithOrder } from './queries.ts'

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
  return await insertCharge(db, { ...charge, id: server.random.uuid(), at: server.clock.now() })
}

/** Stripe keeps an idempotency key for at least 24 hours; later the payment is searched, never made again. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

/**
 * Charges the card, or repeats a charge whose outcome is not known: the idempotency key lets it happen once. An order that
 * was closed or paid meanwhile is not charged any more; a charge that an earlier call made is found.
 */
export async function performCharge(server: Server, payment: PaymentWithOrder): Promise<Outcome | 'unknown'> {
  const isOpen = payment.order_state === 'UNPAID'
  const isRepeatable = isOpen && server.clock.now().getTime() - payment.created_at.getTime() < KEY_LIFE_MS
  try {
    if (isRepeatable) return await callCharge(server, payment)
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

async function callCharge(server: Server, payment: PaymentWithOrder): Promise<Outcome> {
  const { enterprise_id: enterpriseId, platform_id: platformId, order_id: orderId, order_code: code, attempt } = payment
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
