import type { TenantDb } from '../../../db/database.ts'
import { flushLater } from '../../../db/flush-later.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { recordPaymentFailure, recordRefund, settlePayment } from '../orders/service.ts'
import { saveCard } from './card.ts'
import type { FailedOutcome, Outcome, PaidOutcome } from './outcome.ts'
import {
  insertReferences,
  lockPayment,
  type PaymentKey,
  type PaymentRecord,
  updatePaid,
  updatePayment,
} from './queries.ts'
import { returnPayment } from './return.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** An unanswered call is repeated after this long, and again after longer. */
export const REPEAT_MS = 10 * SECOND_MS

/** Webhooks report a page; without one it is checked after this long. */
export const PAGE_CHECK_MS = 10 * MINUTE_MS

const STRIPE = { kind: 'STRIPE' } as const

/** Records the outcome of a payment, and returns the money if its order does not accept it. */
export async function settle(server: Server, payment: PaymentRecord, outcome: Outcome): Promise<PaymentRecord> {
  const key = { enterpriseId: payment.enterprise_id, id: payment.id }
  const settled = await applyOutcome(server, key, outcome)
  if (settled.state !== 'RETURNING') return settled
  await returnPayment(server, settled).catch((err: unknown) =>
    server.log.warn({ err, paymentId: payment.id }, 'a payment could not be returned; it will be repeated'),
  )
  return settled
}

/**
 * Records what Stripe says about a payment: on the payment, its order and its card. Idempotent, in any order of results.
 * @returns the payment afterwards
 */
export async function applyOutcome(server: Server, key: PaymentKey, outcome: Outcome): Promise<PaymentRecord> {
  return await server.db.tenantTx(key.enterpriseId, async (db) => {
    const payment = await lockPayment(db, key)
    if (!payment) throw new TypeError('the payment does not exist')
    if (outcome.kind === 'paid') return await applyPaid(server, db, { payment, outcome })
    if (outcome.kind === 'failed') return await applyFailed(server, db, { payment, outcome })
    if (outcome.kind === 'expired') return await applyExpired(server, db, payment)
    return await change(db, payment, { next_check_at: nextCheck(payment, server.clock.now()) })
  })
}

type Apply<O> = { payment: PaymentRecord; outcome: O }

async function applyPaid(server: Server, db: TenantDb, { payment, outcome }: Apply<PaidOutcome>) {
  const isKnown = ['SUCCEEDED', 'RETURNING', 'RETURNED'].includes(payment.state)
  const paid = isKnown ? payment : await acceptPaid(server, db, { payment, outcome })
  if (paid.state !== 'SUCCEEDED' || outcome.refundedCents <= paid.refunded_cents) return paid
  await recordRefund(server, db, {
    enterpriseId: paid.enterprise_id,
    orderId: paid.order_id,
    refundedCents: outcome.refundedCents,
    why: outcome.isDisputeLost ? 'DISPUTE_LOST' : 'REFUNDED',
    actor: STRIPE,
  })
  return await change(db, paid, { refunded_cents: outcome.refundedCents })
}

/** Passes the money to the order, which accepts it or has it returned. */
async function acceptPaid(server: Server, db: TenantDb, { payment, outcome }: Apply<PaidOutcome>) {
  const { enterprise_id: enterpriseId, order_id: orderId, id, way } = payment
  const { intentId, chargeId, cents, currency, channel, card } = outcome
  const at = server.clock.now()
  const facts = { enterpriseId, orderId, id, intentId, chargeId, channel, at }
  const store = async () => {
    const [paid] = await Promise.all([
      updatePaid(db, { ...facts, state: 'SUCCEEDED', nextCheckAt: null }),
      // the charge is repeated with the same idempotency key if the database forgets its outcome
      way === 'SAVED_CARD' ? flushLater(db) : undefined,
      card && way === 'CHECKOUT' ? saveCard(server, db, { card }) : undefined,
    ])
    return paid
  }
  let applied: PaymentRecord | undefined
  const result = await settlePayment(server, db, {
    enterpriseId,
    orderId,
    reference: intentId,
    method: 0,
    cents,
    currency,
    channel,
    actor: STRIPE,
    whenApplied: async () => {
      applied = await store()
    },
  })
  if (result !== 'refund') return applied ?? (await store())
  const nextCheckAt = new Date(at.getTime() + REPEAT_MS)
  return await updatePaid(db, { ...facts, state: 'RETURNING', nextCheckAt })
}

async function applyFailed(server: Server, db: TenantDb, { payment, outcome }: Apply<FailedOutcome>) {
  if (payment.state !== 'CALLING') return payment
  const { enterprise_id: enterpriseId, order_id: orderId, id: paymentId } = payment
  const { intentId, code, text } = outcome
  await insertReferences(db, { enterpriseId, paymentId }, [intentId])
  await recordPaymentFailure(server, db, { enterpriseId, orderId, text, code, actor: STRIPE })
  return await change(db, payment, {
    state: 'FAILED',
    intent_id: intentId ?? null,
    failure_code: code,
    failure_text: text,
    settled_at: server.clock.now(),
    next_check_at: null,
  })
}

async function applyExpired(server: Server, db: TenantDb, payment: PaymentRecord) {
  if (payment.state !== 'CALLING' && payment.state !== 'OPEN') return payment
  return await change(db, payment, { state: 'EXPIRED', settled_at: server.clock.now(), next_check_at: null })
}

async function change(db: TenantDb, payment: PaymentRecord, values: Partial<PaymentRecord>): Promise<PaymentRecord> {
  await updatePayment(db, { enterpriseId: payment.enterprise_id as EnterpriseId, id: payment.id }, values)
  return { ...payment, ...values }
}

/** Pages are checked more and more rarely, and once after they have closed. */
function nextCheck({ state, created_at, expires_at }: PaymentRecord, at: Date): Date | null {
  if (state !== 'CALLING' && state !== 'OPEN') return null
  const ageMs = at.getTime() - created_at.getTime()
  const next = at.getTime() + Math.max(state === 'CALLING' ? REPEAT_MS : PAGE_CHECK_MS, ageMs / 2)
  const closed = expires_at === null ? next : Math.max(at.getTime() + MINUTE_MS, expires_at.getTime() + MINUTE_MS)
  return new Date(Math.min(next, closed))
}
