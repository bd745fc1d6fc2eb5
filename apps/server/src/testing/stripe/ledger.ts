import { randomBytes } from 'node:crypto'
import { invalid, missing } from './api-error.ts'
import { declineTexts, type SimulatedCard, simulatedCards } from './card.ts'
import {
  type CardMethod,
  type Charge,
  type Customer,
  cardFacts,
  type Dispute,
  type Intent,
  type Metadata,
  type Refund,
  type Session,
  type SessionDraft,
  type SetupIntent,
} from './object.ts'

type Emit = (type: string, object: object) => void

type NewIntent = { amount: number; currency: string; customer: string; metadata: Metadata; saves?: boolean }

/** All objects of the simulated account, and what moves money in it. */
export class Ledger {
  readonly customers = new Map<string, Customer>()
  readonly methods = new Map<string, CardMethod>()
  readonly intents = new Map<string, Intent>()
  readonly setupIntents = new Map<string, SetupIntent>()
  readonly charges = new Map<string, Charge>()
  readonly sessions = new Map<string, Session>()
  readonly drafts = new Map<string, SessionDraft>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly #cards = new Map<string, SimulatedCard>()
  readonly #emit: Emit
  readonly #now: () => Date

  constructor(emit: Emit, now: () => Date) {
    this.#emit = emit
    this.#now = now
  }

  get nowSeconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  addCustomer(fields: Pick<Customer, 'name' | 'email' | 'metadata'>): Customer {
    const id = newId('cus')
    const customer: Customer = { id, object: 'customer', created: this.nowSeconds, livemode: false, ...fields }
    this.customers.set(id, customer)
    return customer
  }

  customer(id: string): Customer {
    const customer = this.customers.get(id)
    if (!customer || customer.deleted) throw missing('customer', id)
    return customer
  }

  addCard(digits: string, customer: string | null): CardMethod {
    const card = simulatedCards[String(Number(digits))]
    if (!card) throw invalid(`No test card ends with ${digits}.`)
    const id = newId('pm')
    const facts = cardFacts(card)
    const method: CardMethod = { id, object: 'payment_method', type: 'card', customer, card: facts, livemode: false }
    this.methods.set(id, method)
    this.#cards.set(id, card)
    return method
  }

  method(id: string): CardMethod {
    const method = this.methods.get(id)
    if (!method) throw missing('payment_method', id)
    return method
  }

  cardOf(method: string): SimulatedCard {
    const card = this.#cards.get(method)
    if (!card) throw missing('payment_method', method)
    return card
  }

  addIntent({ amount, currency, customer, metadata }: NewIntent): Intent {
    if (!Number.isInteger(amount) || amount < 50)
      throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    const id = newId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: currency.toLowerCase(),
      customer: this.customer(customer).id,
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      metadata,
      created: this.nowSeconds,
      livemode: false,
    }
    this.intents.set(id, intent)
    return intent
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw missing('payment_intent', id)
    return intent
  }

  /** Charges the card. */
  succeed(intent: Intent, method: CardMethod): Charge {
    if (intent.status === 'succeeded') throw new TypeError('a payment is charged once')
    const id = newId('ch')
    const charge: Charge = {
      id,
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      currency: intent.currency,
      customer: intent.customer,
      payment_intent: intent.id,
      payment_method_details: { type: 'card', card: method.card },
      status: 'succeeded',
      metadata: intent.metadata,
      livemode: false,
    }
    this.charges.set(id, charge)
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: method.id,
      latest_charge: id,
      last_payment_error: null,
    })
    this.#emit('charge.succeeded', charge)
    this.#emit('payment_intent.succeeded', intent)
    if (this.cardOf(method.id).isDisputed) this.dispute(intent.id)
    return charge
  }

  /** The card declines, or asks for its owner, who is absent. */
  fail(intent: Intent, code: string): void {
    const isAuthentication = code === 'authentication_required'
    intent.status = 'requires_payment_method'
    intent.last_payment_error = {
      type: 'card_error',
      code: isAuthentication ? code : 'card_declined',
      decline_code: code,
      message: isAuthentication
        ? 'Your card was declined. This transaction requires authentication.'
        : (declineTexts[code] ?? 'Your card was declined.'),
    }
    this.#emit('payment_intent.payment_failed', intent)
  }

  addSession(session: Omit<Session, 'id' | 'object' | 'livemode' | 'url'>, draft: SessionDraft, base: string): Session {
    const id = newId('cs_test')
    const full: Session = { id, object: 'checkout.session', url: `${base}/c/pay/${id}`, livemode: false, ...session }
    this.sessions.set(id, full)
    this.drafts.set(id, draft)
    return full
  }

  /** A session, which expires when its time is over. */
  session(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw missing('checkout.session', id)
    if (session.status === 'open' && session.expires_at <= this.nowSeconds) this.expire(session)
    return session
  }

  expire(session: Session): void {
    Object.assign(session, { status: 'expired', url: null })
    this.#emit('checkout.session.expired', session)
  }

  complete(session: Session): void {
    Object.assign(session, { status: 'complete', url: null })
    session.payment_status = session.mode === 'setup' ? 'no_payment_required' : 'paid'
    this.#emit('checkout.session.completed', session)
  }

  addSetupIntent(customer: string, metadata: Metadata): SetupIntent {
    const id = newId('seti')
    const intent: SetupIntent = {
      id,
      object: 'setup_intent',
      customer,
      payment_method: null,
      status: 'requires_payment_method',
      metadata,
      livemode: false,
    }
    this.setupIntents.set(id, intent)
    return intent
  }

  /** Returns money of a payment; without an amount, all that is left. */
  refund(intentId: string, { amount, metadata = {} }: { amount?: number; metadata?: Metadata } = {}): Refund {
    const charge = this.#chargeOf(intentId)
    const left = charge.amount - charge.amount_refunded
    if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' })
    const cents = amount ?? left
    if (cents > left) throw invalid('The refund is greater than the unrefunded amount.', { param: 'amount' })
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount: cents,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intentId,
      status: 'succeeded',
      metadata,
    }
    this.refunds.set(refund.id, refund)
    charge.amount_refunded += cents
    charge.refunded = charge.amount_refunded === charge.amount
    this.#emit('refund.created', refund)
    this.#emit('charge.refunded', charge)
    return refund
  }

  /** The owner of the card disputes the payment. */
  dispute(intentId: string): Dispute {
    const charge = this.#chargeOf(intentId)
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intentId,
      status: 'needs_response',
      livemode: false,
    }
    this.disputes.set(dispute.id, dispute)
    charge.disputed = true
    this.#emit('charge.dispute.created', dispute)
    return dispute
  }

  endDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.disputes.get(id)
    if (!dispute) throw missing('dispute', id)
    dispute.status = status
    this.#emit('charge.dispute.closed', dispute)
  }

  #chargeOf(intentId: string): Charge {
    const charge = this.charges.get(this.intent(intentId).latest_charge ?? '')
    if (!charge) throw invalid('This payment has no charge.', { param: 'payment_intent' })
    return charge
  }
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
