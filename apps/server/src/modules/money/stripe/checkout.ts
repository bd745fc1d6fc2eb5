import { type OutputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/money/stripe'
import { type OrderState, orderStateWords } from '@simwright/contract/platform/plan'
import type { Stripe } from 'stripe'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { StripeServer as Server } from '../../../port/module.ts'
import { findEnterprise } from '../../platform/tenancy/service.ts'
import { readOrderToPay } from '../orders/service.ts'
import { checkPayment } from './check.ts'
import { customerOf, replaceCustomer } from './customer.ts'
import { StripeFault } from './fault.ts'
import { pageUrl } from './page-url.ts'
import {
  type CustomerRecord,
  insertPayment,
  insertReferences,
  type OrderKey,
  type PaymentRecord,
  reserveCheck,
  selectOrderCode,
  selectPayments,
  updatePayment,
} from './queries.ts'
import { asProblem, isCustomerMissing } from './refusal.ts'
import { applyOutcome, PAGE_CHECK_MS } from './settle.ts'

const MINUTE_MS = 60 * 1000

/** Stripe closes a page 30 minutes to 24 hours after it was opened; a minute is left for the clocks. */
const SHORTEST_MS = 31 * MINUTE_MS
const LONGEST_MS = 24 * 60 * MINUTE_MS - MINUTE_MS

/** A payment needs another attempt if its page has closed meanwhile, or the customer was deleted at Stripe. */
const TRIES = 3

type Ready = { payment: PaymentRecord; session: Stripe.Checkout.Session }

/**
 * Opens the page of Stripe on which an order is paid, or finds the one that is open: an order has one page at a time.
 * @throws Problem not_found, order_not_open, card_not_offered, payment_away
 */
export async function payOrder(
  server: Server,
  { enterpriseId }: Who,
  { input, once, origin }: OnceCall<typeof contract.pay> & { origin: string },
): OnceAnswer<typeof contract.pay> {
  const key = { enterpriseId, orderId: input.orderId }
  const order = await readOrder(server, key)
  if (!server.stripe.isOffered) throw new Problem('card_not_offered')
  requireOpen(order)
  const { payment, session } = await openPage(server, key, origin).catch(asProblem)
  const { id } = session
  const url = pageUrl(server, session)
  return await once.tenantTx(enterpriseId, async (db) => {
    if (payment.session_id === null) {
      await insertReferences(db, { enterpriseId, paymentId: payment.id }, [id])
      const next_check_at = new Date(server.clock.now().getTime() + PAGE_CHECK_MS)
      await updatePayment(db, { enterpriseId, id: payment.id }, { state: 'OPEN', session_id: id, next_check_at })
    }
    return { url }
  })
}

/** @throws Problem not_found */
async function readOrder(server: Server, key: OrderKey) {
  const order = await server.db.tenantRead(key.enterpriseId, (db) => readOrderToPay(db, key))
  if (!order) throw new Problem('not_found')
  return order
}

/** @throws Problem order_not_open */
function requireOpen({ state }: { state: OrderState }): void {
  if (state !== 'UNPAID') throw new Problem('order_not_open', { state: orderStateWords[state] })
}

async function openPage(server: Server, key: OrderKey, origin: string): Promise<Ready> {
  let customer = await customerOf(server, key.enterpriseId)
  for (let tried = 1; ; tried += 1) {
    const payment = await beginPayment(server, key, customer)
    try {
      const session = await sessionOf(server, payment, origin)
      if (session.status === 'open') return { payment, session }
      // the customer has paid in the meantime, or the page has closed
      await checkPayment(server, { enterpriseId: key.enterpriseId, id: payment.id })
      requireOpen(await readOrder(server, key))
    } catch (error) {
      if (!(error instanceof StripeFault) || error.kind !== 'invalid') throw error
      await applyOutcome(server, { enterpriseId: key.enterpriseId, id: payment.id }, { kind: 'expired' })
      if (tried === TRIES || error.code === 'amount_too_small') throw error
      if (isCustomerMissing(error)) customer = await replaceCustomer(server, customer)
    }
    if (tried === TRIES) throw new Problem('payment_away')
  }
}

/** The payment whose page is open or being opened; otherwise a new one, stored before Stripe is called. */
async function beginPayment(server: Server, key: OrderKey, customer: CustomerRecord): Promise<PaymentRecord> {
  const open = await findOpen(server, key)
  if (open) return open
  const order = await readOrder(server, key)
  requireOpen(order)
  const { enterpriseId, orderId } = key
  const at = server.clock.now()
  const left = (order.expiresAt?.getTime() ?? at.getTime() + LONGEST_MS) - at.getTime()
  const expires_at = new Date(at.getTime() + Math.min(Math.max(left, SHORTEST_MS), LONGEST_MS))
  await server.db.tenantTx(enterpriseId, async (db) => {
    const pages = (await selectPayments(db, key)).filter(({ way }) => way === 'CHECKOUT')
    const id = server.random.uuid()
    const isNew = await insertPayment(db, {
      enterprise_id: enterpriseId,
      id,
      order_id: orderId,
      way: 'CHECKOUT',
      attempt: Math.max(0, ...pages.map(({ attempt }) => attempt)) + 1,
      amount_cents: order.amountCents,
      currency: order.currency,
      customer_id: customer.customer_id,
      expires_at,
      created_at: at,
      next_check_at: new Date(expires_at.getTime() + MINUTE_MS),
    })
    if (isNew) await insertReferences(db, { enterpriseId, paymentId: id }, [id])
  })
  const begun = await findOpen(server, key)
  if (!begun) throw new Problem('conflict')
  return begun
}

async function findOpen(server: Server, key: OrderKey): Promise<PaymentRecord | undefined> {
  const payments = await server.db.tenantRead(key.enterpriseId, (db) => selectPayments(db, key))
  return payments.find(({ way, state }) => way === 'CHECKOUT' && (state === 'CALLING' || state === 'OPEN'))
}

async function sessionOf(server: Server, payment: PaymentRecord, origin: string): Promise<Stripe.Checkout.Session> {
  const { session_id: id, enterprise_id: enterpriseId, order_id: orderId, attempt } = payment
  if (id !== null) return await server.stripe.call((stripe) => stripe.checkout.sessions.retrieve(id))
  const params = await sessionParams(server, payment, origin)
  // another origin has other addresses, and so needs another key
  const idempotencyKey = `checkout-${orderId}-${attempt}-${new URL(origin).host}`
  server.log.debug({ enterpriseId, orderId }, 'opens a page for a payment')
  return await server.stripe.call((stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }))
}

async function sessionParams(
  server: Server,
  payment: PaymentRecord,
  origin: string,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { id, order_id: orderId, enterprise_id, expires_at } = payment
  const enterpriseId: EnterpriseId = enterprise_id
  const { payer, code } = await server.db.tenantRead(enterpriseId, async (db) => ({
    payer: await findEnterprise(db),
    code: await selectOrderCode(db, { enterpriseId, orderId }),
  }))
  const metadata = { platform: payer?.platform_id ?? '', enterprise: enterpriseId, order: orderId, payment: id }
  const currency = payment.currency.toLowerCase()
  const product_data = { name: `Order ${code}` }
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // the customer pays the currency of the order
    adaptive_pricing: { enabled: false },
    customer: payment.customer_id,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: payment.amount_cents, product_data } }],
    payment_intent_data: { setup_future_usage: 'off_session', metadata, description: product_data.name },
    metadata,
    client_reference_id: orderId,
    expires_at: expires_at === null ? undefined : Math.floor(expires_at.getTime() / 1000),
    success_url: `${origin}/order/success?open=${orderId}`,
    cancel_url: `${origin}/order?open=${orderId}`,
  }
}

/**
 * What came of paying an order by card. Asks Stripe if that is not known yet, so that nothing is lost with a webhook.
 * @throws Problem not_found
 */
export async function readStatus(
  server: Server,
  { enterpriseId }: Who,
  orderId: string,
): Promise<OutputOf<typeof contract.status>> {
  const key = { enterpriseId, orderId }
  const { code, payments } = await server.db.tenantRead(enterpriseId, async (db) => ({
    code: await selectOrderCode(db, key),
    payments: await selectPayments(db, key),
  }))
  if (code === undefined) throw new Problem('not_found')
  const unknown = payments.filter(({ state }) => state === 'CALLING' || state === 'OPEN')
  for (const { id } of unknown) await checkNow(server, { enterpriseId, id })
  if (unknown.length === 0) return statusOf(payments)
  return statusOf(await server.db.tenantRead(enterpriseId, (db) => selectPayments(db, key)))
}

async function checkNow(server: Server, key: { enterpriseId: EnterpriseId; id: string }): Promise<void> {
  if (!server.stripe.isOffered || server.stripe.isAway()) return
  if (!(await server.db.tenantTx(key.enterpriseId, (db) => reserveCheck(db, key)))) return
  await checkPayment(server, key).catch((err: unknown) => {
    if (!(err instanceof StripeFault)) throw err
    server.log.warn({ err, paymentId: key.id }, 'a payment could not be checked')
  })
}

const shownStates: Readonly<Record<PaymentRecord['state'], contract.PaymentState>> = {
  CALLING: 'WAITING',
  OPEN: 'WAITING',
  SUCCEEDED: 'PAID',
  FAILED: 'FAILED',
  EXPIRED: 'EXPIRED',
  RETURNING: 'RETURNED',
  RETURNED: 'RETURNED',
}

/** @param payments of one order, newest first */
function statusOf(payments: readonly PaymentRecord[]): OutputOf<typeof contract.status> {
  const payment = payments.find(({ state }) => state === 'SUCCEEDED') ?? payments[0]
  if (!payment) return { state: 'NONE', failure: null }
  return { state: shownStates[payment.state], failure: payment.failure_text }
}
