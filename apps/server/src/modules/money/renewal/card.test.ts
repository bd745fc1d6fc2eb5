import { problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as stripe from '@simwright/contract/money/stripe'
import * as notice from '@simwright/contract/platform/notice'
import { queryOrder } from '@simwright/contract/platform/plan'
import { afterEach, describe, expect, test } from 'vitest'
import { setUse } from '../../../testing/plan-use.ts'
import { ordered } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import type { Client, TestEnterprise } from '../../../testing/server.ts'
import { stripeServer } from '../../../testing/stripe/scene.ts'
import { chargeDueCards } from '../stripe/service.ts'
import { stepDueOrders } from './service.ts'

const t = await stripeServer({ background: 'none' })
await offerTransfers(t)
const { ledger, webhooks, calls } = t.stripe
webhooks.setting.mode = 'drop'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

async function work(): Promise<void> {
  await stepDueOrders(t.server)
  await chargeDueCards(t.server)
}

/** Ends the work for the enterprise accounts of a test, so that the next one does not renew them again and again. */
afterEach(() =>
  t.server.db.systemTx(async (db) => {
    await db.updateTable('plan_order').set({ next_step_at: null }).execute()
    await db.updateTable('payment').set({ next_check_at: null }).execute()
  }),
)

type Buyer = TestEnterprise & { email: string; first: order.OrderDetail }

async function payOnPage(owner: Client, orderId: string, digits: string): Promise<void> {
  const { url } = await owner.ask(stripe.pay, { orderId })
  expect(await t.stripe.pay(url, digits, 'confirmed')).toContain(`/order/success?open=${orderId}`)
  expect(await owner.ask(stripe.status, { orderId })).toMatchObject({ state: 'PAID' })
}

/** An enterprise account that bought a plan with a card, which is saved. */
async function buyer(digits: string): Promise<Buyer> {
  const enterprise = await t.enterprise(undefined, 'DEMO')
  const { owner, ownerId } = enterprise
  const { id } = await ordered(owner, { paymentMethod: order.STRIPE })
  await payOnPage(owner, id, digits)
  const { email } = await t.server.db.global
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return { ...enterprise, email, first: await owner.ask(order.get, { id }) }
}

/** Moves the clock to a time relative to the end of the bought period, without any work, and signs in again. */
async function moveTo(who: Buyer, ms: number): Promise<Buyer> {
  t.clock.moveMs(Date.parse(who.first.endsAt!) + ms - t.clock.now().getTime())
  return { ...who, owner: await t.sessionIn(who.owner, who.id) }
}

/** Moves there and does what is due. */
async function at(who: Buyer, ms: number): Promise<Buyer> {
  const moved = await moveTo(who, ms)
  await work()
  return moved
}

const changeOrder = ({ id: enterpriseId }: Buyer, id: string, values: object) =>
  t.server.db.tenantTx(enterpriseId, (db) => db.updateTable('plan_order').set(values).where('id', '=', id).execute())

/** Sets what was used of the bought order, as downloads would. */
const use = ({ id, first }: Buyer, downloads: number) =>
  t.server.db.tenantTx(id, (db) => setUse(db, first.id, { downloads }))

const states = async ({ owner }: Buyer) =>
  (await owner.ask(order.query, {})).items.map(({ operation, state }) => `${operation} ${state}`)

async function newest({ owner }: Buyer): Promise<order.OrderDetail> {
  const { items } = await owner.ask(order.query, {})
  return await owner.ask(order.get, { id: items[0]!.id })
}

const dueOf = async ({ owner }: Buyer) => (await owner.ask(order.subscription, {})).due
const planOf = async ({ owner }: Buyer) => (await owner.ask(queryOrder, {})).plan
const noticesOf = async ({ owner }: Buyer) => (await owner.ask(notice.list, {})).items.map(({ kind }) => kind)

/** The attempts to charge a saved card for an order, by their idempotency keys. */
const attemptsOf = (orderId: string) =>
  new Set(calls.map(({ idempotencyKey: key }) => key).filter((key) => key?.startsWith(`charge-${orderId}`)))

/** The money that Stripe has received and not returned for an order. */
const moneyFor = (orderId: string) =>
  [...ledger.charges.values()]
    .filter(({ metadata }) => metadata.order === orderId)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)

describe('a renewal', () => {
  test('charges the saved card once, a day before the period ends, however many processes work', async () => {
    let who = await buyer('4242')
    who = await at(who, -DAY_MS - 1000)
    expect(await states(who)).toEqual(['BUY ACTIVE'])
    who = await moveTo(who, -DAY_MS)
    await Promise.all([work(), work()])
    await work()
    const renewal = await newest(who)
    expect(renewal).toMatchObject({ operation: 'RENEW', state: 'WAIT_ACTIVE', paidCents: 14_900 })
    expect(renewal).toMatchObject({ paymentChannel: 'visa 4242', startsAt: who.first.endsAt })
    expect([attemptsOf(renewal.id).size, moneyFor(renewal.id)]).toEqual([1, 14_900])
    expect(await noticesOf(who)).toEqual([])
    who = await at(who, 0)
    expect(await states(who)).toEqual(['RENEW ACTIVE', 'BUY EXPIRED'])
  })

  test('that is declined is tried three times over seven days, then the plan ends', async () => {
    let who = await at(await buyer('0341'), -DAY_MS)
    const { id, code } = await newest(who)
    expect(await states(who)).toEqual(['RENEW UNPAID', 'BUY ACTIVE'])
    const day = (days: number) => new Date(Date.parse(who.first.endsAt!) + days * DAY_MS).toISOString()
    const due = { orderId: id, code, operation: 'RENEW', amountCents: 14_900, until: day(7) }
    expect(await dueOf(who)).toEqual({ ...due, failure: 'Your card was declined.', nextRequestAt: day(2) })
    const [mail] = await t.letters(who.email)
    expect(mail?.kind).toBe('PAYMENT_FAILED')
    expect(mail?.text).toContain(`Your card was declined.`)
    expect(mail?.text).toContain(`/order?open=${id}`)
    who = await at(who, 2 * DAY_MS - 1000)
    expect(attemptsOf(id).size).toBe(1)
    who = await at(who, 2 * DAY_MS)
    expect(attemptsOf(id).size).toBe(2)
    who = await at(who, 6 * DAY_MS)
    expect(attemptsOf(id)).toEqual(new Set([1, 2, 3].map((attempt) => `charge-${id}-${attempt}`)))
    expect(await dueOf(who)).toMatchObject({ nextRequestAt: null })
    expect(await planOf(who)).toBe('PRO')
    who = await at(who, 7 * DAY_MS)
    expect(await states(who)).toEqual(['RENEW CLOSED', 'BUY EXPIRED'])
    expect([attemptsOf(id).size, moneyFor(id), await planOf(who)]).toEqual([3, 0, 'DEFAULT'])
    const failures = ['PAYMENT_FAILED', 'PAYMENT_FAILED', 'PAYMENT_FAILED']
    expect(await noticesOf(who)).toEqual(['PLAN_ENDED', ...failures])
  })

  test('that is declined can be paid by hand, and counts from the end of the old period', async () => {
    let who = await at(await buyer('0341'), -DAY_MS)
    const { id } = await newest(who)
    who = await at(who, DAY_MS)
    await payOnPage(who.owner, id, '4444')
    expect(await newest(who)).toMatchObject({ state: 'ACTIVE', startsAt: who.first.endsAt })
    expect(await dueOf(who)).toBeNull()
    who = await at(who, 2 * DAY_MS)
    expect([attemptsOf(id).size, moneyFor(id)]).toEqual([1, 14_900])
  })

  test('is tried with the card that was saved meanwhile', async () => {
    let who = await at(await buyer('0341'), -DAY_MS)
    const { id } = await newest(who)
    await t.stripe.pay((await who.owner.ask(stripe.changeCard, {})).url, '4444')
    expect(await who.owner.ask(stripe.card, {})).toMatchObject({ card: { last4: '4444' } })
    who = await at(who, 2 * DAY_MS)
    expect(await newest(who)).toMatchObject({ id, state: 'ACTIVE', paymentChannel: 'mastercard 4444' })
  })

  test('that the bank wants confirmed mails a link to the order, on which it is confirmed and paid', async () => {
    const who = await at(await buyer('3184'), -DAY_MS)
    const { id } = await newest(who)
    expect(await dueOf(who)).toMatchObject({ failure: expect.stringContaining('confirm') })
    const [mail] = await t.letters(who.email)
    expect(mail?.text).toContain('The bank asks the owner of the card to confirm this payment.')
    const link = new URL(/https?:\S+open=\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const orderId = link.searchParams.get('open')!
    expect([link.pathname, orderId]).toEqual(['/order', id])
    await payOnPage(who.owner, orderId, '3184')
    expect(await states(who)).toEqual(['RENEW WAIT_ACTIVE', 'BUY ACTIVE'])
  })

  test('without a saved card is announced and can be paid by hand; reminders follow', async () => {
    let who = await buyer('4242')
    await who.owner.ask(stripe.removeCard, {})
    who = await at(who, -DAY_MS)
    expect(await dueOf(who)).toMatchObject({ failure: null })
    who = await at(who, 2 * DAY_MS)
    const { id } = await newest(who)
    expect(await noticesOf(who)).toEqual(['ORDER_DUE', 'ORDER_DUE'])
    const mails = (await t.letters(who.email)).filter(({ kind }) => kind === 'ORDER_DUE')
    expect(mails.map(({ text }) => text.includes('This is a reminder.'))).toEqual([true, false])
    await payOnPage(who.owner, id, '4242')
    expect(await states(who)).toEqual(['RENEW ACTIVE', 'BUY EXPIRED'])
  })

  test('whose charge got no answer is charged again by the same key, and not by the next attempt', async () => {
    let who = await buyer('4242')
    t.stripe.failures.push({ path: 'payment_intents', when: 'after', times: Infinity })
    who = await at(who, -DAY_MS)
    t.stripe.failures.length = 0
    const { id } = await newest(who)
    expect([await states(who), moneyFor(id)]).toEqual([['RENEW UNPAID', 'BUY ACTIVE'], 14_900])
    who = await at(who, 2 * DAY_MS)
    expect(await states(who)).toEqual(['RENEW ACTIVE', 'BUY EXPIRED'])
    expect([attemptsOf(id).size, moneyFor(id)]).toEqual([1, 14_900])
  })
})

describe('a cancel that races a renewal', () => {
  const cancel = ({ owner }: Buyer) => owner.ask(order.cancelSubscription, {})

  test('and comes before the call: nothing is charged', async () => {
    const who = await moveTo(await buyer('4242'), -DAY_MS)
    await stepDueOrders(t.server)
    await cancel(who)
    await chargeDueCards(t.server)
    const { id } = await newest(who)
    expect(await states(who)).toEqual(['RENEW CLOSED', 'BUY ACTIVE'])
    expect([...ledger.intents.values()].filter(({ metadata }) => metadata.order === id)).toEqual([])
    expect(await noticesOf(who)).toEqual([])
  })

  test('and comes during the call: what was charged goes back in full, and the plan is not renewed', async () => {
    const who = await moveTo(await buyer('4242'), -DAY_MS)
    await stepDueOrders(t.server)
    const { id } = await newest(who)
    t.stripe.answerDelayMs = 300
    const charging = chargeDueCards(t.server)
    await expect.poll(() => attemptsOf(id).size, { interval: 5 }).toBe(1)
    await cancel(who)
    await charging
    t.stripe.answerDelayMs = 0
    expect(await states(who)).toEqual(['RENEW CLOSED', 'BUY ACTIVE'])
    expect(moneyFor(id)).toBe(0)
    expect(await who.owner.ask(stripe.status, { orderId: id })).toMatchObject({ state: 'RETURNED' })
    const ended = await at(who, 0)
    expect(await planOf(ended)).toBe('DEFAULT')
  })

  test('and comes after it: the paid period runs, and is the last', async () => {
    let who = await at(await buyer('4242'), -DAY_MS)
    await cancel(who)
    const { id, endsAt } = await newest(who)
    who = await at(who, 0)
    expect([await states(who), moneyFor(id)]).toEqual([['RENEW ACTIVE', 'BUY EXPIRED'], 14_900])
    who = await at(who, Date.parse(endsAt!) - Date.parse(who.first.endsAt!))
    expect([await states(who), await planOf(who)]).toEqual([['RENEW EXPIRED', 'BUY EXPIRED'], 'DEFAULT'])
  })
})

describe('downloads beyond a plan that has ended', () => {
  async function endedWith(digits: string, method: 0 | 1 = order.STRIPE): Promise<Buyer> {
    const who = await buyer(digits)
    await use(who, 103)
    await changeOrder(who, who.first.id, { payment_method: method })
    await who.owner.ask(order.cancelSubscription, {})
    return await at(who, 0)
  }

  test('are charged to the saved card', async () => {
    const who = await endedWith('4242')
    expect(await newest(who)).toMatchObject({ operation: 'OVERAGE', state: 'EXPIRED', paidCents: 180 })
    expect(await dueOf(who)).toBeNull()
  })

  test('are tried three times; unpaid after 21 days, no plan is sold before they are paid', async () => {
    let who = await endedWith('0341')
    const { id } = await newest(who)
    expect(await dueOf(who)).toMatchObject({ operation: 'OVERAGE', failure: 'Your card was declined.' })
    for (const days of [3, 7, 14, 20]) who = await at(who, days * DAY_MS)
    expect(attemptsOf(id).size).toBe(3)
    const wish = { plan: 'BASIC', paymentMethod: order.BANK_TRANSFER } as const
    await expect(ordered(who.owner, wish)).resolves.toMatchObject({ state: 'UNPAID' })
    who = await at(who, 21 * DAY_MS)
    await expect(ordered(who.owner, wish)).rejects.toMatchObject({ code: problems.order_overdue.code })
    await payOnPage(who.owner, id, '4444')
    await expect(ordered(who.owner, wish)).resolves.toMatchObject({ state: 'UNPAID' })
  })

  test('are requested by mail again after 14 days, if the plan was paid by bank transfer', async () => {
    let who = await endedWith('4242', order.BANK_TRANSFER)
    expect(await dueOf(who)).toMatchObject({ operation: 'OVERAGE', amountCents: 180, failure: null })
    const due = async () => (await noticesOf(who)).filter((kind) => kind === 'ORDER_DUE').length
    expect(await due()).toBe(1)
    who = await at(who, 14 * DAY_MS - 1000)
    expect(await due()).toBe(1)
    const counts: number[] = []
    for (const days of [14, 17, 21, 40]) {
      who = await at(who, days * DAY_MS)
      counts.push(await due())
    }
    expect(counts).toEqual([2, 3, 3, 3])
  })
})

test('a plan is not renewed while what exceeded an earlier one is overdue, and is once that is paid', async () => {
  let who = await buyer('0341')
  await use(who, 103)
  const { id } = await ordered(who.owner, { operation: 'UPGRADE', plan: 'PREMIUM', paymentMethod: order.STRIPE })
  await payOnPage(who.owner, id, '0341')
  who = { ...who, first: await who.owner.ask(order.get, { id }) }
  // what exceeded a plan is a line of the next renewal, unless that is not within a month
  await changeOrder(who, id, { billing_type: 'ANNUALLY' })
  await work()
  const extra = await newest(who)
  expect([await states(who), extra.amountCents]).toEqual([['OVERAGE UNPAID', 'UPGRADE ACTIVE', 'BUY EXPIRED'], 180])
  who = await at(who, -DAY_MS)
  expect(await states(who)).toEqual(['OVERAGE UNPAID', 'UPGRADE ACTIVE', 'BUY EXPIRED'])
  await payOnPage(who.owner, extra.id, '4242')
  who = await at(who, -DAY_MS + HOUR_MS)
  expect(await states(who)).toEqual(['RENEW WAIT_ACTIVE', 'OVERAGE EXPIRED', 'UPGRADE ACTIVE', 'BUY EXPIRED'])
})
