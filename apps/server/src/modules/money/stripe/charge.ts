import type { Stripe } from 'stripe'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { originOf, platformOf } from '../../platform/brand/service.ts'
import { readOrderToPay } from '../orders/service.ts'
import { readCustomer } from './customer.ts'
import { StripeFault } from './fault.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Server } from './port.ts'
import {
  insertPayment,
  insertReferences,
  type PaymentRecord,
  selectOrderCode,
  selectPayer,
  selectPayments,
} from './queries.ts'
import { REPEAT_MS, settle } from './settle.ts'

/** `attempt` numbers the attempts to charge this order, from 1: the same number never charges twice. */
export type SavedCardCharge = { enterpriseId: EnterpriseId; orderId: string; attempt: number }

/**
 * - `unknown`: Stripe has not answered; call again with the same attempt later. It is also repeated without that.
 * - `authentication_required`: the customer must pay at `link`.
 * - `not_payable`: the order is paid by another payment, or closed.
 */
export type ChargeResult =
  | { outcome: 'succeeded' }
  | { outcome: 'declined'; code: string; text: string }
  | { outcome: 'authentication_required'; link: string }
  | { outcome: 'no_card' }
  | { outcome: 'not_payable' }
  | { outcome: 'unknown' }

/** Charges the saved card for an open order. Must be called outside transactions. */
export async function chargeSavedCard(server: Server, charge: SavedCardCharge): Promise<ChargeResult> {
  if (!server.stripe.isOffered) return { outcome: 'no_card' }
  const payment = await beginCharge(server, charge)
  if ('outcome' in payment) return payment
  if (payment.state !== 'CALLING') return await resultOf(server, payment)
  const outcome = await performCharge(server, payment)
  if (outcome === 'unknown') return { outcome: 'unknown' }
  return await resultOf(server, await settle(server, payment, outcome))
}

/** Stores the attempt before the call, or finds the one that was begun earlier. */
async function beginCharge(server: Server, charge: SavedCardCharge): Promise<PaymentRecord | ChargeResult> {
  const { enterpriseId, orderId, attempt } = charge
  const earlier = await findAttempt(server, charge)
  if (earlier) return earlier
  const customer = await readCustomer(server, enterpriseId)
  const at = server.clock.now()
  const refused = await server.db.tenantTx(enterpriseId, async (db): Promise<ChargeResult | undefined> => {
    const order = await readOrderToPay(db, { enterpriseId, orderId })
    if (order?.state !== 'UNPAID') return { outcome: 'not_payable' }
    if (!customer?.method_id) return { outcome: 'no_card' }
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
      next_check_at: new Date(at.getTime() + REPEAT_MS),
    })
    if (isNew) await insertReferences(db, { enterpriseId, paymentId: id }, [id])
    return undefined
  })
  return refused ?? (await findAttempt(server, charge)) ?? { outcome: 'unknown' }
}

async function findAttempt(server: Server, { enterpriseId, orderId, attempt }: SavedCardCharge) {
  const payments = await server.db.tenantRead(enterpriseId, (db) => selectPayments(db, { enterpriseId, orderId }))
  return payments.find((payment) => payment.way === 'SAVED_CARD' && payment.attempt === attempt)
}

/** Stripe keeps an idempotency key for at least 24 hours; later the payment is searched, never made again. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000

/** Charges the card, or repeats a charge whose outcome is not known: the idempotency key lets it happen once. */
export async function performCharge(server: Server, payment: PaymentRecord): Promise<Outcome | 'unknown'> {
  const isRepeatable = server.clock.now().getTime() - payment.created_at.getTime() < KEY_LIFE_MS
  try {
    return isRepeatable ? await callCharge(server, payment) : await searchCharge(server, payment)
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    const { kind, intentId, code, message } = error
    if (kind === 'declined') return { kind: 'failed', intentId, code, text: message }
    if (kind === 'invalid') return { kind: 'failed', intentId, code, text: 'The saved card cannot be charged.' }
    server.log.warn({ err: error, paymentId: payment.id }, 'Stripe did not answer to a charge; it will be repeated')
    return 'unknown'
  }
}

async function callCharge(server: Server, payment: PaymentRecord): Promise<Outcome> {
  const { enterprise_id: enterpriseId, order_id: orderId, attempt } = payment
  const { payer, code } = await server.db.tenantRead(enterpriseId, async (db) => ({
    payer: await selectPayer(db, enterpriseId),
    code: await selectOrderCode(db, { enterpriseId, orderId }),
  }))
  const params: Stripe.PaymentIntentCreateParams = {
    amount: payment.amount_cents,
    currency: payment.currency.toLowerCase(),
    customer: payment.customer_id,
    payment_method: payment.method_id ?? undefined,
    allowed_payment_method_types: ['card'],
    off_session: true,
    confirm: true,
    description: `Order ${code}`,
    metadata: { platform: payer?.platform_id ?? '', enterprise: enterpriseId, order: orderId, payment: payment.id },
    expand: ['latest_charge'],
  }
  const idempotencyKey = `charge-${orderId}-${attempt}`
  const intent = await server.stripe.call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }))
  return await outcomeOf(server, intent)
}

const SKEW_S = 600

async function searchCharge(server: Server, payment: PaymentRecord): Promise<Outcome> {
  const gte = Math.floor(payment.created_at.getTime() / 1000) - SKEW_S
  const intent = await server.stripe.call(async (stripe) => {
    const query = { customer: payment.customer_id, created: { gte }, limit: 100, expand: ['data.latest_charge'] }
    for await (const intent of stripe.paymentIntents.list(query))
      if (intent.metadata.payment === payment.id) return intent
    return undefined
  })
  if (intent) return await outcomeOf(server, intent)
  return { kind: 'failed', intentId: undefined, code: 'not_received', text: 'The payment never reached Stripe.' }
}

async function resultOf(server: Server, payment: PaymentRecord): Promise<ChargeResult> {
  const { state, failure_code: code, failure_text: text, enterprise_id: enterpriseId, order_id: orderId } = payment
  if (state === 'SUCCEEDED') return { outcome: 'succeeded' }
  if (state === 'CALLING' || state === 'OPEN') return { outcome: 'unknown' }
  if (state !== 'FAILED') return { outcome: 'not_payable' }
  if (code !== 'authentication_required') return { outcome: 'declined', code: code ?? '', text: text ?? '' }
  const payer = await server.db.tenantRead(enterpriseId, (db) => selectPayer(db, enterpriseId))
  const origin = payer ? originOf(server, platformOf(server, payer.platform_id)) : server.config.publicUrl
  return { outcome: 'authentication_required', link: orderPage(origin, orderId) }
}

/** The page of an order, on which it can be paid. */
export const orderPage = (origin: string, orderId: string): string => `${origin}/order?id=${orderId}`
