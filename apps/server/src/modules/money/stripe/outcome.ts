import type { Stripe } from 'stripe'
import type { StripeServer as Server } from '../../../port/module.ts'
import { StripeFault } from './fault.ts'
import type { PaymentRecord } from './queries.ts'

export type CardFacts = { methodId: string; brand: string; last4: string; expMonth: number; expYear: number }

export type PaidOutcome = {
  kind: 'paid'
  intentId: string
  chargeId: string
  cents: number
  /** In capital letters. */
  currency: string
  /** Such as `visa 4242`. */
  channel: string
  /** Undefined for a payment without a card. */
  card: CardFacts | undefined
  /** Refunded, or lost in a dispute, so far. */
  refundedCents: number
  isDisputeLost: boolean
}

export type FailedOutcome = { kind: 'failed'; intentId: string | undefined; code: string; text: string }

/** What Stripe says about a payment now. `open`: the customer can still pay, or Stripe works on it. */
export type Outcome = PaidOutcome | FailedOutcome | { kind: 'open' } | { kind: 'expired' }

const idOf = (found: string | { id: string } | null | undefined): string | undefined =>
  typeof found === 'string' ? found : found?.id

/**
 * Asks Stripe about a payment.
 * @param named a PaymentIntent that an event names; it must belong to the payment
 * @throws StripeFault `invalid` if it does not
 */
export async function fetchOutcome(
  server: Pick<Server, 'stripe'>,
  payment: PaymentRecord,
  named?: string,
): Promise<Outcome> {
  const { session_id: sessionId } = payment
  const known = payment.intent_id ?? named
  const session =
    sessionId === null || payment.intent_id !== null
      ? undefined
      : await server.stripe.call((stripe) => stripe.checkout.sessions.retrieve(sessionId))
  const intentId = known ?? idOf(session?.payment_intent)
  if (intentId !== undefined) {
    const outcome = await fetchIntent(server, payment, intentId)
    // the customer of an open page can try another card
    if (outcome.kind === 'paid' || payment.way === 'SAVED_CARD') return outcome
  }
  return session?.status === 'expired' ? { kind: 'expired' } : { kind: 'open' }
}

async function fetchIntent(server: Pick<Server, 'stripe'>, payment: PaymentRecord, id: string): Promise<Outcome> {
  const intent = await server.stripe.call((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  if (intent.metadata.payment !== payment.id) throw new StripeFault('invalid', 'this is not the payment of the order')
  return await outcomeOf(server, intent)
}

/** The outcome of a PaymentIntent whose `latest_charge` is expanded. @throws StripeFault */
export async function outcomeOf(server: Pick<Server, 'stripe'>, intent: Stripe.PaymentIntent): Promise<Outcome> {
  if (intent.status === 'succeeded') return await paidOutcome(server, intent)
  if (intent.status === 'processing') return { kind: 'open' }
  const { last_payment_error: error } = intent
  return {
    kind: 'failed',
    intentId: intent.id,
    code: error?.decline_code ?? error?.code ?? intent.status,
    text: error?.message ?? 'The payment was not completed.',
  }
}

async function paidOutcome(server: Pick<Server, 'stripe'>, intent: Stripe.PaymentIntent): Promise<PaidOutcome> {
  const { latest_charge: charge } = intent
  if (charge === null || typeof charge === 'string') throw new TypeError('the charge must be expanded')
  const details = charge.payment_method_details
  const card = details?.card
  const methodId = idOf(intent.payment_method)
  const lostCents = charge.disputed ? await sumLostDisputes(server, intent.id) : 0
  return {
    kind: 'paid',
    intentId: intent.id,
    chargeId: charge.id,
    cents: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    channel: card ? `${card.brand ?? 'card'} ${card.last4 ?? ''}`.trim() : (details?.type ?? 'stripe'),
    card: card && methodId !== undefined ? cardFacts(methodId, card) : undefined,
    refundedCents: charge.amount_refunded + lostCents,
    isDisputeLost: lostCents > 0,
  }
}

type AnyCard = { brand: string | null; last4: string | null; exp_month: number; exp_year: number }

export const cardFacts = (methodId: string, { brand, last4, exp_month, exp_year }: AnyCard): CardFacts => ({
  methodId,
  brand: brand ?? 'card',
  last4: last4 ?? '',
  expMonth: exp_month,
  expYear: exp_year,
})

async function sumLostDisputes(server: Pick<Server, 'stripe'>, intentId: string): Promise<number> {
  const { data } = await server.stripe.call((stripe) => stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
  return data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0)
}
