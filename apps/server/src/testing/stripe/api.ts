import { declined, invalid } from './api-error.ts'
import { type Params, textAt, textsAt } from './form.ts'
import type { Ledger } from './ledger.ts'
import type { Intent, Session } from './object.ts'

type Call = { ledger: Ledger; id: string; params: Params; base: string }

/** A call of the API; `id` is the part of the path in braces. */
type Route = { method: 'GET' | 'POST'; path: RegExp; answer: (call: Call) => object }

const route = (method: Route['method'], path: string, answer: Route['answer']): Route => ({
  method,
  path: new RegExp(`^/v1/${path.replace('{id}', '([\\w]+)')}$`),
  answer,
})

const required = (params: Params, ...path: string[]): string => {
  const text = textAt(params, ...path)
  if (text === undefined || text === '') throw invalid(`Missing required param: ${path.join('.')}.`, { param: path[0] })
  return text
}

const listOf = (url: string, data: object[]) => ({ object: 'list', url, has_more: false, data })

/** The part of Stripe's API that the portal calls. */
const ROUTES: readonly Route[] = [
  route('POST', 'customers', ({ ledger, params }) =>
    ledger.addCustomer({
      name: textAt(params, 'name') ?? null,
      email: textAt(params, 'email') ?? null,
      metadata: textsAt(params, 'metadata'),
    }),
  ),
  route('GET', 'customers/{id}', ({ ledger, id }) => ledger.customer(id)),
  route('POST', 'checkout/sessions', addSession),
  route('GET', 'checkout/sessions/{id}', ({ ledger, id, params }) => {
    const session = ledger.session(id)
    const setup = ledger.setupIntents.get(session.setup_intent ?? '')
    if (!setup || !asks(params, 'setup_intent.payment_method')) return session
    const method = setup.payment_method === null ? null : ledger.method(setup.payment_method)
    return { ...session, setup_intent: { ...setup, payment_method: method } }
  }),
  route('POST', 'checkout/sessions/{id}/expire', ({ ledger, id }) => {
    const session = ledger.session(id)
    if (session.status !== 'open') throw invalid('Only open Checkout Sessions can be expired.')
    ledger.expire(session)
    return session
  }),
  route('POST', 'payment_intents', addIntent),
  route('GET', 'payment_intents', ({ ledger, params }) => {
    const customer = required(params, 'customer')
    const since = Number(textAt(params, 'created', 'gte') ?? 0)
    const found = [...ledger.intents.values()].filter((one) => one.customer === customer && one.created >= since)
    return listOf(
      '/v1/payment_intents',
      found.reverse().map((intent) => shownIntent(ledger, intent, asks(params, 'data.latest_charge'))),
    )
  }),
  route('GET', 'payment_intents/{id}', ({ ledger, id, params }) =>
    shownIntent(ledger, ledger.intent(id), asks(params, 'latest_charge')),
  ),
  route('POST', 'payment_methods/{id}/detach', ({ ledger, id }) => {
    const method = ledger.method(id)
    if (method.customer === null) throw invalid('The payment method is not attached to a customer.')
    method.customer = null
    return method
  }),
  route('POST', 'refunds', ({ ledger, params }) => {
    const amount = textAt(params, 'amount')
    const metadata = textsAt(params, 'metadata')
    return ledger.refund(required(params, 'payment_intent'), { amount: amount ? Number(amount) : undefined, metadata })
  }),
  route('GET', 'disputes', ({ ledger, params }) => {
    const intent = required(params, 'payment_intent')
    return listOf(
      '/v1/disputes',
      [...ledger.disputes.values()].filter(({ payment_intent }) => payment_intent === intent),
    )
  }),
]

/** @returns undefined for a path that the simulation does not know */
export function findRoute(method: string | undefined, path: string) {
  for (const { path: pattern, method: known, answer } of ROUTES) {
    const [found, id = ''] = (known === method && pattern.exec(path)) || []
    if (found) return (call: Omit<Call, 'id'>) => answer({ ...call, id })
  }
  return undefined
}

/** Whether the call asks for an object instead of its id. */
const asks = (params: Params, path: string) => Object.values(textsAt(params, 'expand')).includes(path)

function shownIntent(ledger: Ledger, intent: Intent, isExpanded: boolean): object {
  const charge = isExpanded ? ledger.charges.get(intent.latest_charge ?? '') : undefined
  return charge ? { ...intent, latest_charge: charge } : intent
}

const SHORTEST_S = 30 * 60
const LONGEST_S = 24 * 60 * 60

function addSession({ ledger, params, base }: Call): Session {
  const mode = required(params, 'mode')
  if (mode !== 'payment' && mode !== 'setup') throw invalid('Invalid mode', { param: 'mode' })
  const customer = ledger.customer(required(params, 'customer')).id
  const isPayment = mode === 'payment'
  const item = ['line_items', '0'] as const
  const amount = isPayment
    ? Number(required(params, ...item, 'price_data', 'unit_amount')) * Number(required(params, ...item, 'quantity'))
    : null
  const expires = Number(textAt(params, 'expires_at') ?? ledger.nowSeconds + LONGEST_S)
  const leftS = expires - ledger.nowSeconds
  if (leftS < SHORTEST_S || leftS > LONGEST_S) throw invalid('Invalid expires_at', { param: 'expires_at' })
  const metadata = textsAt(params, 'metadata')
  const setup = isPayment ? null : ledger.addSetupIntent(customer, textsAt(params, 'setup_intent_data', 'metadata'))
  const session = {
    mode,
    status: 'open',
    payment_status: isPayment ? 'unpaid' : 'no_payment_required',
    amount_total: amount,
    currency: isPayment ? required(params, ...item, 'price_data', 'currency').toLowerCase() : null,
    customer,
    payment_intent: null,
    setup_intent: setup?.id ?? null,
    success_url: required(params, 'success_url'),
    cancel_url: required(params, 'cancel_url'),
    expires_at: expires,
    metadata,
  } as const
  const draft = {
    title: isPayment ? required(params, ...item, 'price_data', 'product_data', 'name') : 'Save a card',
    intentMetadata: textsAt(params, 'payment_intent_data', 'metadata'),
    savesCard: textAt(params, 'payment_intent_data', 'setup_future_usage') === 'off_session',
  }
  return ledger.addSession(session, draft, base)
}

/** Charges a saved card at once, without its owner. */
function addIntent({ ledger, params }: Call): object {
  if (textAt(params, 'confirm') !== 'true' || textAt(params, 'off_session') !== 'true')
    throw invalid('The simulation only charges saved cards: confirm and off_session must be true.')
  const method = ledger.method(required(params, 'payment_method'))
  const customer = required(params, 'customer')
  if (method.customer !== customer)
    throw invalid('The payment method does not belong to the customer.', { param: 'payment_method' })
  const amount = Number(required(params, 'amount'))
  const currency = required(params, 'currency')
  const intent = ledger.addIntent({ amount, currency, customer, metadata: textsAt(params, 'metadata') })
  const { absent } = ledger.cardOf(method.id)
  if (absent !== 'accept') {
    ledger.fail(intent, absent === 'authenticate' ? 'authentication_required' : absent)
    throw declined(intent)
  }
  ledger.succeed(intent, method)
  return shownIntent(ledger, intent, asks(params, 'latest_charge'))
}
