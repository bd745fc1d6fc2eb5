import type { SimulatedCard } from './card.ts'

/** The objects of Stripe's API, with the members that this project reads. */
export type Metadata = Record<string, string>

export type Customer = { id: string; object: 'customer'; created: number; metadata: Metadata; deleted?: true } & Named
type Named = { name: string | null; email: string | null; livemode: false }

export type CardMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: CardFacts
  livemode: false
}

export type CardFacts = { brand: string; last4: string; exp_month: number; exp_year: number }

export type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  currency: string
  customer: string
  payment_intent: string
  payment_method_details: { type: 'card'; card: CardFacts }
  status: 'succeeded'
  metadata: Metadata
  livemode: false
}

export type PaymentError = { type: 'card_error'; code: string; decline_code?: string; message: string }

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  customer: string
  payment_method: string | null
  latest_charge: string | null
  last_payment_error: PaymentError | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  client_secret: string
  metadata: Metadata
  created: number
  livemode: false
}

export type SetupIntent = {
  id: string
  object: 'setup_intent'
  customer: string
  payment_method: string | null
  status: 'requires_payment_method' | 'succeeded'
  metadata: Metadata
  livemode: false
}

export type Session = {
  id: string
  object: 'checkout.session'
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  amount_total: number | null
  currency: string | null
  customer: string
  payment_intent: string | null
  setup_intent: string | null
  url: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  metadata: Metadata
  livemode: false
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'succeeded'
  metadata: Metadata
}

export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
  livemode: false
}

/** What the page of a session shows, and what its payment will carry. */
export type SessionDraft = { title: string; intentMetadata: Metadata; savesCard: boolean }

const EXPIRES = { exp_month: 12, exp_year: 2034 }

export const cardFacts = ({ brand, number }: SimulatedCard): CardFacts => ({
  brand,
  last4: number.slice(-4),
  ...EXPIRES,
})
