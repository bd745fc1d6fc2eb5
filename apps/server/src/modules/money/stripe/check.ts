import type { StripeServer as Server } from '../../../port/module.ts'
import { readOrderToPay } from '../orders/service.ts'
import { performCharge } from './charge.ts'
import { StripeFault } from './fault.ts'
import { fetchOutcome } from './outcome.ts'
import { type PaymentKey, type PaymentRecord, type PaymentWithOrder, selectPaymentWithOrder } from './queries.ts'
import { returnPayment } from './return.ts'
import { applyOutcome, settle } from './settle.ts'

/**
 * Asks Stripe about a payment and records the answer; repeats a charge that was interrupted, and closes the page of an
 * order that is paid or closed.
 * @param named a PaymentIntent that an event names
 * @throws StripeFault
 */
export async function checkPayment(server: Server, key: PaymentKey, named?: string): Promise<void> {
  const payment = await server.db.tenantRead(key.enterpriseId, (db) => selectPaymentWithOrder(db, key))
  if (!payment) return
  if (payment.state === 'RETURNING') return await returnPayment(server, payment)
  const outcome = await outcomeNow(server, payment, named).catch(unknownPage)
  if (outcome === 'unknown') throw new StripeFault('away', 'the outcome of a charge is not known yet')
  const settled = await settle(server, payment, outcome)
  if (settled.state === 'OPEN') await closePageOfClosedOrder(server, settled)
}

/** A page that Stripe does not know cannot be paid: the keys are of another account now, or the simulation restarted. */
function unknownPage(error: unknown): { kind: 'expired' } {
  if (error instanceof StripeFault && error.code === 'resource_missing') return { kind: 'expired' }
  throw error
}

async function outcomeNow(server: Server, payment: PaymentWithOrder, named: string | undefined) {
  const hasNothingToAsk = payment.intent_id === null && payment.session_id === null && named === undefined
  if (!hasNothingToAsk) return await fetchOutcome(server, payment, named)
  if (payment.state === 'CALLING' && payment.way === 'SAVED_CARD') return await performCharge(server, payment)
  // nobody got the address of a page whose session is not stored
  const isOver = payment.expires_at !== null && payment.expires_at <= server.clock.now()
  return { kind: isOver ? 'expired' : 'open' } as const
}

async function closePageOfClosedOrder(server: Server, payment: PaymentRecord): Promise<void> {
  const { enterprise_id: enterpriseId, order_id: orderId, session_id: sessionId } = payment
  if (sessionId === null) return
  const order = await server.db.tenantRead(enterpriseId, (db) => readOrderToPay(db, { enterpriseId, orderId }))
  if (order?.state === 'UNPAID') return
  await server.stripe.call((stripe) => stripe.checkout.sessions.expire(sessionId))
  await applyOutcome(server, { enterpriseId, id: payment.id }, { kind: 'expired' })
}
