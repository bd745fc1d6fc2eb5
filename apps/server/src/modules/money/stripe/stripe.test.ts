import { problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as stripe from '@simwright/contract/money/stripe'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import { describe, expect, test } from 'vitest'
import { wished } from '../../../testing/purchase.ts'
import { offerContact, offerTransfers, withdrawContact } from '../../../testing/seller.ts'
import type { Client } from '../../../testing/server.ts'
import { testServer } from '../../../testing/server.ts'
import { eventsSettled, type NewTestOrder, stripeServer, unpaidOrder } from '../../../testing/stripe/scene.ts'
import { checkPayment } from './check.ts'
import { checkDuePayment, wakePayments } from './jobs.ts'
import { beginCharge, type SavedCardCharge } from './service.ts'

const t = await stripeServer({ background: 'none' })
const { ledger, webhooks } = t.stripe
const DAY_MS = 24 * 60 * 60_000

async function scene(order: NewTestOrder = {}) {
  const { id: enterpriseId, owner } = await t.enterprise()
  const orderId = await unpaidOrder(t, enterpriseId, order)
  return { enterpriseId, owner, orderId }
}

const orderOf = (enterpriseId: string, orderId: string) =>
  t.server.db.tenantTx(enterpriseId, (db) =>
    db.selectFrom('plan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
  )

const paymentsOf = (enterpriseId: string) =>
  t.server.db.tenantTx(enterpriseId, (db) => db.selectFrom('payment').selectAll().orderBy('created_at').execute())

const changeOrder = (enterpriseId: string, orderId: string, values: object) =>
  t.server.db.tenantTx(enterpriseId, (db) =>
    db.updateTable('plan_order').set(values).where('id', '=', orderId).execute(),
  )

const paidIntents = () => [...ledger.intents.values()].filter(({ status }) => status === 'succeeded')

/** The money that Stripe has received and not returned for an order. */
const moneyFor = (orderId: string) =>
  [...ledger.charges.values()]
    .filter(({ metadata }) => metadata.order === orderId)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)

async function payWith(owner: Client, orderId: string, digits: string, authentication?: 'confirmed' | 'failed') {
  const { url } = await owner.ask(stripe.pay, { orderId })
  return await t.stripe.pay(url, digits, authentication)
}

/** An enterprise account with a saved card, and an order to charge. */
async function sceneWithCard(digits: string) {
  const made = await scene()
  await payWith(made.owner, made.orderId, digits, 'confirmed')
  await eventsSettled(t)
  const orderId = await unpaidOrder(t, made.enterpriseId)
  return {
    ...made,
    orderId,
    paidOrderId: made.orderId,
    charge: { enterpriseId: made.enterpriseId, orderId, attempt: 1 },
  }
}

/** Begins to charge the saved card and calls Stripe. @returns the state of the attempt; undefined if none was begun */
async function chargeCard(charge: SavedCardCharge): Promise<string | undefined> {
  const { enterpriseId, attempt } = charge
  if (!(await t.server.db.tenantTx(enterpriseId, (db) => beginCharge(t.server, db, charge)))) return undefined
  const find = async () =>
    (await paymentsOf(enterpriseId)).find((payment) => payment.way === 'SAVED_CARD' && payment.attempt === attempt)!
  await checkPayment(t.server, { enterpriseId, id: (await find()).id }).catch(() => {})
  const { state, failure_code: code } = await find()
  return code === null ? state : `${state} ${code}`
}

/** Checks the payments of an enterprise account that are due, as the background work of a server does. */
async function sweep(enterpriseId: string): Promise<void> {
  const woken: string[] = []
  await wakePayments({ ...t.server, jobs: { add: async (_task, { id }) => void woken.push(id) } })
  for (const id of woken) await checkDuePayment(t.server, { enterpriseId, id })
}

async function failNext(path: string, when: 'before' | 'after' | 'error', times: number) {
  t.stripe.failures.splice(0, Infinity, { path, when, times })
}

describe('an order is paid on the page of Stripe', () => {
  test('and is active when the webhook arrives; the card is saved for renewals', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    const { url } = await owner.ask(stripe.pay, { orderId })
    expect(await owner.ask(stripe.pay, { orderId })).toEqual({ url })
    expect(await owner.ask(stripe.status, { orderId })).toEqual({ state: 'WAITING', failure: null })
    expect(await t.stripe.pay(url, '4242')).toBe(
      `${t.url.replace('127.0.0.1', 'localhost')}/order/success?open=${orderId}`,
    )
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({
      state: 'ACTIVE',
      paid_cents: 9_900,
      payment_channel: 'visa 4242',
    })
    expect(await owner.ask(stripe.status, { orderId })).toEqual({ state: 'PAID', failure: null })
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }
    expect(await owner.ask(stripe.card, {})).toEqual({ card, offered: true, simulated: true })
    expect(await owner.refusal(stripe.pay, { orderId })).toMatchObject({ code: problems.order_not_open.code })
  })

  test('also if no webhook arrives: the success page asks', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    webhooks.setting.mode = 'drop'
    await payWith(owner, orderId, '4444').finally(() => {
      webhooks.setting.mode = 'send'
    })
    expect(await owner.ask(stripe.status, { orderId })).toEqual({ state: 'PAID', failure: null })
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE', payment_channel: 'mastercard 4444' })
  })

  test('also if no webhook arrives and the browser is closed: a sweep asks', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    webhooks.setting.mode = 'drop'
    await payWith(owner, orderId, '4242').finally(() => {
      webhooks.setting.mode = 'send'
    })
    t.clock.moveMs(11 * 60_000)
    await sweep(enterpriseId)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE' })
  })

  test('with another card after a declined one, and with 3-D Secure', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    expect(await payWith(owner, orderId, '0002')).toBeUndefined()
    expect(await payWith(owner, orderId, '3155')).toBeUndefined()
    expect(await payWith(owner, orderId, '3155', 'failed')).toBeUndefined()
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'UNPAID' })
    expect(await payWith(owner, orderId, '3155', 'confirmed')).toContain('/order/success')
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE', payment_channel: 'visa 3155' })
    expect(await paymentsOf(enterpriseId)).toHaveLength(1)
  })

  test('once, however often and in whatever order its events arrive', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    webhooks.setting.mode = 'hold'
    await payWith(owner, orderId, '4242')
    webhooks.setting.mode = 'send'
    await webhooks.release({ times: 4, shuffled: true })
    await eventsSettled(t)
    const events = await t.server.db.tenantTx(enterpriseId, (db) =>
      db.selectFrom('order_event').select('event').where('order_id', '=', orderId).execute(),
    )
    expect(events.filter(({ event }) => event === 'PAID')).toHaveLength(1)
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('on a new page after the first one has expired', async () => {
    const { owner, orderId } = await scene({ expiresInMs: 60_000 })
    const { url } = await owner.ask(stripe.pay, { orderId })
    t.clock.moveMs(32 * 60_000)
    const second = await owner.ask(stripe.pay, { orderId })
    expect(second.url).not.toBe(url)
    expect(await t.stripe.pay(url, '4242')).toBeUndefined()
    expect(await t.stripe.pay(second.url, '4242')).toContain('/order/success')
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('also if the customer was deleted at Stripe', async () => {
    const { enterpriseId, owner, orderId } = await sceneWithCard('4242')
    for (const customer of ledger.customers.values())
      if (customer.metadata.enterprise === enterpriseId) customer.deleted = true
    expect(await payWith(owner, orderId, '4444')).toContain('/order/success')
    await eventsSettled(t)
    expect(await owner.ask(stripe.card, {})).toMatchObject({ card: { last4: '4444' } })
  })

  test('on a new page if Stripe does not know the first one any more', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    await owner.ask(stripe.pay, { orderId })
    ledger.sessions.clear()
    expect(await owner.ask(stripe.status, { orderId })).toEqual({ state: 'EXPIRED', failure: null })
    expect(await payWith(owner, orderId, '4242')).toContain('/order/success')
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE' })
  })

  test('after Stripe did not answer, on the same page', async () => {
    const { owner, orderId } = await scene()
    await failNext('checkout/sessions', 'after', 2)
    expect(await owner.refusal(stripe.pay, { orderId })).toMatchObject({ code: problems.payment_away.code })
    const sessions = ledger.sessions.size
    expect(await payWith(owner, orderId, '4242')).toContain('/order/success')
    expect(ledger.sessions.size).toBe(sessions)
  })
})

describe('a payment that the order does not accept goes back in full', () => {
  async function expectReturned(enterpriseId: string, owner: Client, orderId: string) {
    await eventsSettled(t)
    expect((await paymentsOf(enterpriseId)).map(({ state }) => state)).toContain('RETURNED')
    const { items } = await owner.ask(audit.list, { filter: { action: ['order.paymentReturned'] } })
    expect(items).toMatchObject([{ objectId: orderId, after: { currency: 'USD' } }])
  }

  test('if it is late and the order is closed; the staff are notified', async () => {
    const staff = await t.staff()
    const { enterpriseId, owner, orderId } = await scene()
    const { url } = await owner.ask(stripe.pay, { orderId })
    await changeOrder(enterpriseId, orderId, { state: 'CLOSED' })
    await t.stripe.pay(url, '4242')
    await expectReturned(enterpriseId, owner, orderId)
    expect(moneyFor(orderId)).toBe(0)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'CLOSED', paid_cents: 0, refunded_cents: 0 })
    expect(await owner.ask(stripe.status, { orderId })).toMatchObject({ state: 'RETURNED' })
    expect((await staff.ask(notice.list, {})).items).toMatchObject([
      { kind: 'PAYMENT_RETURNED', facts: { cents: 9_900 } },
    ])
  })

  test.each([
    ['the amount', { amount_cents: 10_000 }],
    ['the currency', { currency: 'EUR' }],
  ])('if %s is wrong', async (_name, values) => {
    const { enterpriseId, owner, orderId } = await scene()
    const { url } = await owner.ask(stripe.pay, { orderId })
    await changeOrder(enterpriseId, orderId, values)
    await t.stripe.pay(url, '4242')
    await expectReturned(enterpriseId, owner, orderId)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'UNPAID', paid_cents: 0 })
  })

  test('if the order is paid already by the saved card', async () => {
    const { enterpriseId, owner, orderId, charge } = await sceneWithCard('4242')
    const { url } = await owner.ask(stripe.pay, { orderId })
    expect(await chargeCard(charge)).toBe('SUCCEEDED')
    await t.stripe.pay(url, '4444')
    await expectReturned(enterpriseId, owner, orderId)
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('also if Stripe did not answer to the refund, once', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    const { url } = await owner.ask(stripe.pay, { orderId })
    await changeOrder(enterpriseId, orderId, { state: 'CLOSED' })
    await failNext('refunds', 'after', 2)
    await t.stripe.pay(url, '4242')
    await eventsSettled(t)
    const [payment] = await paymentsOf(enterpriseId)
    await checkDuePayment(t.server, { enterpriseId, id: payment!.id })
    await expectReturned(enterpriseId, owner, orderId)
    const returned = [...ledger.refunds.values()].filter(({ payment_intent }) => payment_intent === payment!.intent_id)
    expect(returned).toHaveLength(1)
  })

  test('and is not recorded as returned while Stripe fails', async () => {
    const { enterpriseId, owner, orderId } = await scene()
    const { url } = await owner.ask(stripe.pay, { orderId })
    await changeOrder(enterpriseId, orderId, { state: 'CLOSED' })
    await failNext('refunds', 'error', Number.POSITIVE_INFINITY)
    await t.stripe.pay(url, '4242')
    await t.stripe.webhooks.settled()
    const [payment] = await paymentsOf(enterpriseId)
    await checkPayment(t.server, { enterpriseId, id: payment!.id }).catch(() => {})
    expect(await paymentsOf(enterpriseId)).toMatchObject([{ state: 'RETURNING' }])
    expect(moneyFor(orderId)).toBe(9_900)
    t.stripe.failures.splice(0)
    await checkPayment(t.server, { enterpriseId, id: payment!.id })
    await expectReturned(enterpriseId, owner, orderId)
    expect(moneyFor(orderId)).toBe(0)
  })
})

test('the page of an order that was closed or paid otherwise is closed', async () => {
  const { enterpriseId, owner, orderId } = await scene()
  const { url } = await owner.ask(stripe.pay, { orderId })
  await changeOrder(enterpriseId, orderId, { state: 'PENDING_CONFIRMATION' })
  await sweep(enterpriseId)
  expect((await paymentsOf(enterpriseId)).map(({ state }) => state)).toEqual(['EXPIRED'])
  expect(await t.stripe.pay(url, '4242')).toBeUndefined()
  expect(moneyFor(orderId)).toBe(0)
})

describe('money that goes back', () => {
  const intentOf = (orderId: string) => paidIntents().find(({ metadata }) => metadata.order === orderId)!.id

  test('in part is recorded once for each total, in full ends the order', async () => {
    const { enterpriseId, paidOrderId: orderId } = await sceneWithCard('4242')
    ledger.refund(intentOf(orderId), { amount: 900 })
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE', refunded_cents: 900 })
    for (const event of webhooks.events.filter(({ type }) => type === 'charge.refunded')) await webhooks.repeat(event)
    ledger.refund(intentOf(orderId))
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'EXPIRED', refunded_cents: 9_900 })
  })

  test('after the order has expired is recorded', async () => {
    const { enterpriseId, paidOrderId: orderId } = await sceneWithCard('4242')
    await changeOrder(enterpriseId, orderId, { state: 'EXPIRED' })
    ledger.refund(intentOf(orderId))
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'EXPIRED', refunded_cents: 9_900 })
  })

  test('by a dispute counts when the dispute is lost', async () => {
    const { enterpriseId, paidOrderId: orderId } = await sceneWithCard('0259')
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE', refunded_cents: 0 })
    const dispute = [...ledger.disputes.values()].find(({ payment_intent }) => payment_intent === intentOf(orderId))!
    ledger.endDispute(dispute.id, 'lost')
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'EXPIRED', refunded_cents: 9_900 })
  })

  test('by a dispute does not count when the dispute is won', async () => {
    const { enterpriseId, paidOrderId: orderId } = await sceneWithCard('0259')
    const dispute = [...ledger.disputes.values()].find(({ payment_intent }) => payment_intent === intentOf(orderId))!
    ledger.endDispute(dispute.id, 'won')
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'ACTIVE', refunded_cents: 0 })
  })
})

describe('the saved card', () => {
  test('is charged once per attempt, also for concurrent and repeated calls', async () => {
    const { enterpriseId, orderId, charge } = await sceneWithCard('3155')
    await Promise.all([chargeCard(charge), chargeCard(charge)])
    expect((await paymentsOf(enterpriseId)).filter(({ way }) => way === 'SAVED_CARD')).toMatchObject([
      { state: 'SUCCEEDED' },
    ])
    expect(await chargeCard(charge)).toBeUndefined()
    expect(await chargeCard({ ...charge, attempt: 2 })).toBeUndefined()
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'WAIT_ACTIVE', paid_cents: 9_900 })
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('that is declined leaves the order unpaid, in the words of the bank', async () => {
    const { enterpriseId, owner, orderId, charge } = await sceneWithCard('0341')
    expect(await chargeCard(charge)).toBe('FAILED generic_decline')
    expect(await chargeCard(charge)).toBe('FAILED generic_decline')
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'UNPAID' })
    const failed = { state: 'FAILED', failure: 'Your card was declined.' }
    expect(await owner.ask(stripe.status, { orderId })).toEqual(failed)
    const events = await t.server.db.tenantTx(enterpriseId, (db) =>
      db.selectFrom('order_event').select('event').where('order_id', '=', orderId).execute(),
    )
    expect(events.filter(({ event }) => event === 'PAYMENT_FAILED')).toHaveLength(1)
  })

  test('that needs its owner leaves the order open, which can be paid on a page', async () => {
    const { owner, orderId, charge } = await sceneWithCard('3184')
    expect(await chargeCard(charge)).toBe('FAILED authentication_required')
    expect(await payWith(owner, orderId, '3184', 'confirmed')).toContain('/order/success')
    await eventsSettled(t)
    expect(await owner.ask(stripe.status, { orderId })).toMatchObject({ state: 'PAID' })
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('is not charged if there is none, or if the order is closed', async () => {
    const { enterpriseId, orderId } = await scene()
    expect(await chargeCard({ enterpriseId, orderId, attempt: 1 })).toBeUndefined()
    const { charge, ...other } = await sceneWithCard('4242')
    await changeOrder(other.enterpriseId, other.orderId, { state: 'CLOSED' })
    expect(await chargeCard(charge)).toBeUndefined()
    expect(moneyFor(other.orderId)).toBe(0)
  })

  test.each(['before', 'after', 'error'] as const)('is charged once if the connection breaks: %s', async (when) => {
    const { enterpriseId, orderId, charge } = await sceneWithCard('4242')
    webhooks.setting.mode = 'drop'
    await failNext('payment_intents', when, 2)
    expect(await chargeCard(charge)).toBe('CALLING')
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'UNPAID' })
    expect(await chargeCard(charge)).toBe('SUCCEEDED')
    webhooks.setting.mode = 'send'
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'WAIT_ACTIVE' })
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('whose answer was lost is searched, not charged again, when the idempotency key has expired', async () => {
    const { enterpriseId, orderId, charge } = await sceneWithCard('4242')
    webhooks.setting.mode = 'drop'
    await failNext('payment_intents', 'after', 2)
    expect(await chargeCard(charge)).toBe('CALLING')
    t.clock.moveMs(DAY_MS)
    expect(await chargeCard(charge)).toBe('SUCCEEDED')
    webhooks.setting.mode = 'send'
    expect(moneyFor(orderId)).toBe(9_900)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'WAIT_ACTIVE' })
  })

  test('is settled by the webhook if the answer to the charge was lost', async () => {
    const { enterpriseId, orderId, charge } = await sceneWithCard('4242')
    await failNext('payment_intents', 'after', 2)
    await chargeCard(charge)
    await eventsSettled(t)
    expect(await orderOf(enterpriseId, orderId)).toMatchObject({ state: 'WAIT_ACTIVE' })
    expect(moneyFor(orderId)).toBe(9_900)
  })

  test('is changed on a page of Stripe and removed, both audited', async () => {
    const { owner, charge } = await sceneWithCard('4242')
    const { url } = await owner.ask(stripe.changeCard, {})
    expect(await t.stripe.pay(url, '4444')).toContain('/subscription')
    await eventsSettled(t)
    expect(await owner.ask(stripe.card, {})).toMatchObject({ card: { brand: 'mastercard', last4: '4444' } })
    await owner.ask(stripe.removeCard, {})
    expect(await owner.ask(stripe.card, {})).toMatchObject({ card: null })
    expect(await chargeCard(charge)).toBeUndefined()
    const filter = { action: ['order.cardSaved' as const, 'order.cardRemoved' as const] }
    const { items } = await owner.ask(audit.list, { filter })
    expect(items.map(({ action, after }) => [action, after])).toEqual([
      ['order.cardRemoved', null],
      ['order.cardSaved', { brand: 'mastercard', last4: '4444' }],
      ['order.cardSaved', { brand: 'visa', last4: '4242' }],
    ])
  })

  test('is changed also if no webhook arrives: the page asks', async () => {
    const { owner } = await sceneWithCard('4242')
    webhooks.setting.mode = 'drop'
    const { url } = await owner.ask(stripe.changeCard, {})
    expect(await owner.ask(stripe.card, {})).toMatchObject({ card: { last4: '4242' } })
    await t.stripe.pay(url, '4444')
    webhooks.setting.mode = 'send'
    expect(await owner.ask(stripe.card, {})).toMatchObject({ card: { last4: '4444' } })
  })
})

test('a client that was suspended can pay', async () => {
  const { enterpriseId, owner, orderId } = await scene()
  await t.server.db.tenantTx(enterpriseId, (db) => db.updateTable('enterprise').set({ state: 'SUSPENDED' }).execute())
  expect(await payWith(owner, orderId, '4242')).toContain('/order/success')
  await eventsSettled(t)
  expect(await owner.ask(stripe.status, { orderId })).toMatchObject({ state: 'PAID' })
})

test('an order of another enterprise account is not found', async () => {
  const { orderId } = await scene()
  const { owner: other } = await t.enterprise()
  expect(await other.refusal(stripe.pay, { orderId })).toMatchObject({ code: problems.not_found.code })
  expect(await other.refusal(stripe.status, { orderId })).toMatchObject({ code: problems.not_found.code })
})

test('without keys, payment by card is not offered', async () => {
  const plain = await testServer({ background: 'none' })
  const { id, owner } = await plain.enterprise(undefined, 'DEMO')
  const orderId = await unpaidOrder(plain, id)
  expect(await owner.ask(stripe.card, {})).toEqual({ card: null, offered: false, simulated: false })
  expect(await owner.refusal(stripe.pay, { orderId })).toMatchObject({ code: problems.card_not_offered.code })
  const wish = wished({ paymentMethod: order.STRIPE })
  const { totalCents } = await owner.ask(order.quote, wish)
  const refusalOf = (paymentMethod: 0 | 1) => owner.refusal(order.create, { ...wish, paymentMethod, totalCents })
  expect((await owner.ask(order.subscription, {})).paymentMethods).toEqual([])
  for (const method of [order.STRIPE, order.BANK_TRANSFER])
    expect(await refusalOf(method)).toMatchObject({ code: problems.nothing_sold.code })
  await offerTransfers(plain)
  expect((await owner.ask(order.subscription, {})).paymentMethods).toEqual([order.BANK_TRANSFER])
  expect(await refusalOf(order.STRIPE)).toMatchObject({ code: problems.card_not_offered.code })
  expect(await owner.refusal(stripe.changeCard, {})).toMatchObject({ code: problems.card_not_offered.code })
  const answer = await fetch(`${plain.url}/stripe/webhook`, { method: 'POST', body: '{}' })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: problems.webhook_refused.code }])
})

test('until a way to pay and a contact are set up, nothing is sold, not even by staff, and prices are shown', async () => {
  const plain = await testServer({ background: 'none' })
  const { id: enterpriseId, owner } = await plain.enterprise(undefined, 'DEMO')
  const staff = await plain.staff()
  const wish = wished({ paymentMethod: order.BANK_TRANSFER })
  const { totalCents } = await owner.ask(order.quote, wish)
  const offer = async () => {
    const { salesLack, operations } = await owner.ask(order.subscription, {})
    return { salesLack, operations }
  }
  const expectRefused = async (missing: string) => {
    const text = expect.stringMatching(new RegExp(`has not set up ${missing}\\.$`))
    const { code } = problems.nothing_sold
    const byMember = await owner.refusal(order.create, { ...wish, totalCents })
    expect(byMember).toMatchObject({ status: 409, code, message: text })
    const byStaff = await staff.refusal(staffOrder.add, { enterpriseId, fields: wish, totalCents })
    expect(byStaff).toMatchObject({ status: 409, code, message: text })
    expect((await owner.ask(order.query, {})).items).toEqual([])
  }
  await withdrawContact(plain)
  expect(await offer()).toEqual({ salesLack: ['PAYMENT', 'CONTACT'], operations: [] })
  await expectRefused('a way to pay and a contact')
  await offerTransfers(plain)
  expect(await offer()).toEqual({ salesLack: ['CONTACT'], operations: [] })
  await expectRefused('a contact')
  await offerContact(plain)
  expect(await offer()).toEqual({ salesLack: [], operations: ['BUY'] })
  expect(await owner.ask(order.create, { ...wish, totalCents })).toMatchObject({ state: 'UNPAID' })
})

test('without the account of a seller, bank transfer is not offered', async () => {
  const { owner } = await t.enterprise(undefined, 'DEMO')
  expect((await owner.ask(order.subscription, {})).paymentMethods).toEqual([order.STRIPE])
  const wish = wished({ paymentMethod: order.BANK_TRANSFER })
  const { totalCents } = await owner.ask(order.quote, wish)
  const refused = await owner.refusal(order.create, { ...wish, totalCents })
  expect(refused).toMatchObject({ code: problems.transfer_not_offered.code })
  expect((await owner.ask(order.query, {})).items).toEqual([])
})

test('no log line contains a key, a signature or a client secret', () => {
  const log = t.logged.join('')
  expect(log).toContain('Stripe')
  for (const secret of [t.stripe.secretKey, t.stripe.webhookSecret, '_secret_', 'v1='])
    expect(log).not.toContain(secret)
})
