import { type SimulatedCard, simulatedCards } from './card.ts'
import type { Ledger } from './ledger.ts'
import type { Session } from './object.ts'

/** What the page of a session shows next. */
export type CheckoutStep =
  | { step: 'choose'; failure?: string }
  | { step: 'authenticate'; digits: string }
  | { step: 'closed' }
  | { step: 'done'; url: string }

export type Choice = { card: string; authentication?: 'confirmed' | 'failed' }

/** The customer pays, or saves a card, as on the page of a session. */
export function choose(ledger: Ledger, session: Session, { card: digits, authentication }: Choice): CheckoutStep {
  if (session.status !== 'open') return { step: 'closed' }
  const card = simulatedCards[String(Number(digits))]
  if (!card) return { step: 'choose', failure: 'Choose a card.' }
  if (card.present === 'authenticate' && authentication === undefined) return { step: 'authenticate', digits }
  const failure = failureOf(card, authentication)
  return session.mode === 'setup'
    ? save(ledger, session, { digits, failure })
    : pay(ledger, session, { digits, failure })
}

function failureOf({ present }: SimulatedCard, authentication: Choice['authentication']): string | undefined {
  if (present === 'authenticate') return authentication === 'failed' ? 'authentication_failure' : undefined
  return present === 'accept' ? undefined : present
}

type Attempt = { digits: string; failure: string | undefined }

function pay(ledger: Ledger, session: Session, { digits, failure }: Attempt): CheckoutStep {
  const draft = ledger.drafts.get(session.id)!
  const { customer, amount_total: amount, currency } = session
  const intent = session.payment_intent
    ? ledger.intent(session.payment_intent)
    : ledger.addIntent({ amount: amount!, currency: currency!, customer, metadata: draft.intentMetadata })
  session.payment_intent = intent.id
  if (failure !== undefined) {
    ledger.fail(intent, failure)
    return { step: 'choose', failure: intent.last_payment_error?.message }
  }
  ledger.succeed(intent, ledger.addCard(digits, draft.savesCard ? customer : null))
  return finish(ledger, session)
}

function save(ledger: Ledger, session: Session, { digits, failure }: Attempt): CheckoutStep {
  if (failure !== undefined) return { step: 'choose', failure: 'Your card was declined.' }
  const setup = ledger.setupIntents.get(session.setup_intent ?? '')!
  setup.payment_method = ledger.addCard(digits, session.customer).id
  setup.status = 'succeeded'
  return finish(ledger, session)
}

function finish(ledger: Ledger, session: Session): CheckoutStep {
  ledger.complete(session)
  return { step: 'done', url: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) }
}
