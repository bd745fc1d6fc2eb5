import { problems } from '@simwright/contract'
import * as discount from '@simwright/contract/money/discount'
import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import type { PriceLine } from '@simwright/contract/money/price'
import * as seller from '@simwright/contract/money/seller'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as block from '@simwright/contract/provisioning/block'
import { describe, expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import {
  bought as buyIn,
  offersCards,
  ordered,
  type Paying,
  pay as payIn,
  type Wish,
  wished,
} from '../../../testing/purchase.ts'
import { offerTransfers, sellerFields } from '../../../testing/seller.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { stepDueOrders } from '../renewal/service.ts'
import { readOrderToPay, recordPaymentFailure, recordRefund } from './service.ts'

const t = await testServer({ background: 'none', settings: offersCards })
await offerTransfers(t)

const pay = (enterprise: TestEnterprise, paying: Paying) => payIn(t, enterprise, paying)
const bought = (enterprise: TestEnterprise, wish: Wish = {}) => buyIn(t, enterprise, { paymentMethod: 0, ...wish })

/** Moves the clock, and signs in again. */
async function wait(ms: number, enterprise: TestEnterprise): Promise<TestEnterprise> {
  t.clock.moveMs(ms)
  return { ...enterprise, owner: await t.sessionIn(enterprise.owner, enterprise.id) }
}

const cents = (lines: readonly PriceLine[]) => lines.map((line) => [line.kind, line.cents])
const events = ({ events }: order.OrderDetail) => events.map(({ event }) => event)
const planOf = async (owner: Client) => (await owner.ask(plan.queryOrder, {})).plan
const newcomer = () => t.enterprise(undefined, 'DEMO')

describe('a purchase', () => {
  test('is paid, and the plan applies at once for a month', async () => {
    const enterprise = await newcomer()
    const { owner } = enterprise
    const placed = await ordered(owner)
    expect(placed).toMatchObject({ state: 'UNPAID', totalCents: 14_900 })
    expect(await planOf(owner)).toBe('DEMO')
    expect(await pay(enterprise, placed)).toBe('applied')
    expect(await planOf(owner)).toBe('PRO')
    const detail = await owner.ask(order.get, { id: placed.id })
    expect(detail).toMatchObject({ state: 'ACTIVE', paidCents: 14_900, paymentChannel: 'visa 4242', downloads: 100 })
    expect(events(detail)).toEqual(['CREATED', 'PAID'])
    expect(detail.events.map(({ actor }) => actor)).toEqual(['MEMBER', 'STRIPE'])
  })

  test('of a year has the downloads of twelve months', async () => {
    const enterprise = await newcomer()
    const detail = await bought(enterprise, { billingType: 'ANNUALLY', downloads: 100, plan: 'PREMIUM' })
    expect(detail).toMatchObject({ amountCents: 258_100, downloads: 1200, quantity: 12 })
  })

  test('ends the free trial, without credit', async () => {
    const enterprise = await newcomer()
    await enterprise.owner.ask(plan.startTrial, {})
    const detail = await bought(enterprise, { plan: 'BASIC' })
    expect(cents(detail.lines)).toEqual([['PLAN', 9900]])
    expect(await planOf(enterprise.owner)).toBe('BASIC')
    const { items } = await enterprise.owner.ask(order.query, { filter: { state: ['ACTIVE'] } })
    expect(items.map(({ plan: name }) => name)).toEqual(['BASIC'])
  })

  test('replaces a plan that was given without an end at once', async () => {
    const enterprise = await t.enterprise(undefined, 'LAB')
    const paid = await bought(enterprise)
    expect([paid.state, await planOf(enterprise.owner)]).toEqual(['ACTIVE', 'PRO'])
  })

  test('replaces an order that is not paid', async () => {
    const enterprise = await newcomer()
    const first = await ordered(enterprise.owner)
    const second = await ordered(enterprise.owner, { plan: 'BASIC' })
    expect(await pay(enterprise, first)).toBe('refund')
    expect(await pay(enterprise, second)).toBe('applied')
    const closed = await enterprise.owner.ask(order.get, { id: first.id })
    expect(closed.state).toBe('CLOSED')
    expect(events(closed)).toEqual(['CREATED', 'REPLACED', 'WRONG_PAYMENT'])
    expect(closed.events.at(-1)?.note).toBe('USD 149.00 is returned.')
  })

  test('is refused at another price than the one shown', async () => {
    const { owner } = await newcomer()
    const tampered = { ...wished(), totalCents: 1 }
    await expect(owner.ask(order.create, tampered)).rejects.toMatchObject({ code: problems.order_price_changed.code })
    expect((await owner.ask(order.query, {})).total).toBe(0)
  })

  test('needs the recipient of its invoice, whose country decides the tax', async () => {
    const { owner } = await newcomer()
    const { billedTo: _, ...wish } = wished()
    const { totalCents, billedTo } = await owner.ask(order.quote, wish)
    expect([totalCents, billedTo.country]).toEqual([14_900, ''])
    const draft = { ...wished().billedTo, street: '', country: '' }
    expect((await owner.ask(order.quote, { ...wish, billedTo: draft })).totalCents).toBe(14_900)
    const { obj } = await owner.refusal(order.create, { ...wish, totalCents })
    expect((obj.faults as { path: string }[]).map(({ path }) => path)).toEqual([
      'billedTo.street',
      'billedTo.city',
      'billedTo.country',
    ])
    expect((await owner.ask(order.query, {})).total).toBe(0)
    await ordered(owner)
    expect((await owner.ask(order.quote, wish)).billedTo).toEqual(wished().billedTo)
    expect((await owner.ask(order.subscription, {})).billedTo).toEqual(wished().billedTo)
  })

  test.each<[string, Wish, string]>([
    ['a country that does not exist', { billedTo: { ...wished().billedTo, country: 'XX' } }, 'billedTo.country'],
    ['downloads that are not offered', { downloads: 101 }, 'downloads'],
    ['an unknown discount code', { discountCode: 'FREE' }, 'discountCode'],
    ['an upgrade without a plan', { operation: 'UPGRADE' }, 'operation'],
    ['a renewal without a plan', { operation: 'RENEW' }, 'operation'],
  ])('with %s is refused', async (_name, wish, path) => {
    const { owner } = await newcomer()
    await expect(owner.ask(order.quote, wished(wish))).rejects.toMatchObject({ obj: { faults: [{ path }] } })
  })

  test('can be canceled until it is paid', async () => {
    const enterprise = await newcomer()
    const { owner } = enterprise
    const first = await ordered(owner)
    await owner.ask(order.cancel, { id: first.id })
    expect((await owner.ask(order.get, { id: first.id })).state).toBe('CLOSED')
    const paid = await bought(enterprise)
    await expect(owner.ask(order.cancel, { id: paid.id })).rejects.toMatchObject({
      code: problems.order_not_open.code,
      message: 'This order is active, so this is no longer possible.',
    })
  })
})

describe('a payment', () => {
  test.each([
    ['of another amount', { totalCents: 14_899 }],
    ['in another currency', { currency: 'EUR' }],
  ])('%s is returned, and the order stays open', async (_name, wrong) => {
    const enterprise = await newcomer()
    const placed = await ordered(enterprise.owner)
    expect(await pay(enterprise, { ...placed, ...wrong })).toBe('refund')
    expect((await enterprise.owner.ask(order.get, { id: placed.id })).state).toBe('UNPAID')
    expect(await planOf(enterprise.owner)).toBe('DEMO')
  })

  test('that is reported twice counts once; a second one is returned', async () => {
    const enterprise = await newcomer()
    const placed = await ordered(enterprise.owner)
    const twice = await Promise.all([pay(enterprise, placed), pay(enterprise, placed)])
    expect(twice.toSorted()).toEqual(['already', 'applied'])
    expect(await pay(enterprise, { ...placed, reference: 'another' })).toBe('refund')
    const { items } = await enterprise.owner.ask(order.query, {})
    expect(items.map(({ paidCents }) => paidCents)).toEqual([14_900])
  })

  test('that is refused leaves the order open, with the reason', async () => {
    const { id: enterpriseId, owner } = await newcomer()
    const { id: orderId } = await ordered(owner)
    const text = 'The card was declined.'
    await t.server.db.tenantTx(enterpriseId, (db) =>
      recordPaymentFailure(t.server, db, { enterpriseId, orderId, text, code: 'x', actor: { kind: 'STRIPE' } }),
    )
    const { events } = await owner.ask(order.get, { id: orderId })
    expect(events.at(-1)).toMatchObject({ event: 'PAYMENT_FAILED', note: text })
    const open = await t.server.db.tenantTx(enterpriseId, (db) => readOrderToPay(db, { enterpriseId, orderId }))
    expect(open).toMatchObject({ state: 'UNPAID', amountCents: 14_900, currency: 'USD' })
  })

  test('that is returned in full ends the plan; in part, it does not', async () => {
    const enterprise = await newcomer()
    const { owner, id: enterpriseId } = enterprise
    const paid = await bought(enterprise)
    const refund = (refundedCents: number) =>
      t.server.db.tenantTx(enterpriseId, (db) =>
        recordRefund(t.server, db, {
          enterpriseId,
          orderId: paid.id,
          refundedCents,
          why: 'REFUNDED',
          actor: { kind: 'STRIPE' },
        }),
      )
    await refund(5000)
    await refund(5000)
    expect(await owner.ask(order.get, { id: paid.id })).toMatchObject({ state: 'ACTIVE', refundedCents: 5000 })
    await refund(14_900)
    const detail = await owner.ask(order.get, { id: paid.id })
    expect(detail).toMatchObject({ state: 'EXPIRED', refundedCents: 14_900 })
    expect(events(detail)).toEqual(['CREATED', 'PAID', 'REFUNDED', 'REFUNDED'])
    expect(await planOf(owner)).toBe('DEFAULT')
  })
})

describe('while a plan is active', () => {
  test('an upgrade starts at once, and deducts what remains', async () => {
    let enterprise = await newcomer()
    const first = await bought(enterprise)
    const total = Date.parse(first.endsAt!) - Date.parse(first.startsAt)
    enterprise = await wait(total / 4, enterprise)
    const upgrade = await bought(enterprise, { operation: 'UPGRADE', plan: 'PREMIUM' })
    expect(cents(upgrade.lines)).toEqual([
      ['PLAN', 23_900],
      ['CREDIT', -11_175],
    ])
    expect(upgrade.state).toBe('ACTIVE')
    expect(await planOf(enterprise.owner)).toBe('PREMIUM')
    const old = await enterprise.owner.ask(order.get, { id: first.id })
    expect(old.state).toBe('EXPIRED')
    expect(events(old)).toEqual(['CREATED', 'PAID', 'REPLACED'])
  })

  test('an order is open for 14 days by bank transfer, also an upgrade, and for one day by card', async () => {
    let enterprise = await newcomer()
    await bought(enterprise)
    const DAY_MS = 24 * 60 * 60_000
    const days = async (wish: Wish) => {
      const { id } = await ordered(enterprise.owner, { paymentMethod: 1, ...wish })
      const { expiresAt, createdAt } = await enterprise.owner.ask(order.get, { id })
      return (Date.parse(expiresAt!) - Date.parse(createdAt)) / DAY_MS
    }
    expect(await days({ operation: 'RENEW' })).toBe(14)
    expect(await days({ operation: 'UPGRADE', plan: 'PREMIUM', paymentMethod: 0 })).toBe(1)
    expect(await days({ operation: 'UPGRADE', plan: 'PREMIUM' })).toBe(14)
    enterprise = await wait(14 * DAY_MS, enterprise)
    await stepDueOrders(t.server)
    const { items } = await enterprise.owner.ask(order.query, { filter: { state: ['UNPAID'] } })
    expect(items).toEqual([])
  })

  test('a smaller plan starts when the period ends, and only one can wait', async () => {
    let enterprise = await newcomer()
    const first = await bought(enterprise)
    const smaller = await bought(enterprise, { plan: 'BASIC' })
    expect(smaller).toMatchObject({ state: 'WAIT_ACTIVE', startsAt: first.endsAt })
    const { code, startsAt, endsAt } = smaller
    const { next } = await enterprise.owner.ask(order.subscription, {})
    expect(next).toEqual({ code, plan: 'BASIC', startsAt, endsAt })
    await expect(enterprise.owner.ask(order.quote, wished())).rejects.toMatchObject({
      code: problems.order_waiting.code,
    })
    enterprise = await wait(Date.parse(first.endsAt!) - t.clock.now().getTime(), enterprise)
    expect(await planOf(enterprise.owner)).toBe('BASIC')
    expect((await enterprise.owner.ask(order.subscription, {})).orderId).toBe(smaller.id)
    await enterprise.owner.ask(order.quote, wished())
    expect(events(await enterprise.owner.ask(order.get, { id: smaller.id }))).toEqual(['CREATED', 'PAID', 'STARTED'])
  })

  test('an upgrade turns an order that waits into credit', async () => {
    const enterprise = await newcomer()
    await bought(enterprise, { plan: 'PRO' })
    const waiting = await bought(enterprise, { plan: 'BASIC' })
    await bought(enterprise, { operation: 'UPGRADE', plan: 'PREMIUM' })
    expect((await enterprise.owner.ask(order.get, { id: waiting.id })).state).toBe('CLOSED')
    expect(await enterprise.owner.ask(order.subscription, {})).toMatchObject({ balanceCents: 9900, next: null })
  })

  test('a renewal follows the period', async () => {
    const enterprise = await newcomer()
    const first = await bought(enterprise)
    const renewal = await bought(enterprise, { operation: 'RENEW' })
    expect(renewal).toMatchObject({ state: 'WAIT_ACTIVE', startsAt: first.endsAt, plan: 'PRO' })
  })

  test('what a smaller plan would freeze is listed', async () => {
    const enterprise = await newcomer()
    await bought(enterprise)
    await enterprise.member('Viewer')
    const quote = await enterprise.owner.ask(order.quote, wished({ plan: 'BASIC' }))
    expect(quote.frozen).toMatchObject([{ what: 'members', used: 2, max: 1, names: [expect.any(String)] }])
  })

  test('everything that a smaller plan would freeze is listed, works not with it, and works again after an upgrade', async () => {
    const enterprise = await newcomer()
    const { owner } = enterprise
    await bought(enterprise, { plan: 'PREMIUM' })
    const networks = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ plmn: String(26201 + i), access: ['E-UTRAN' as const] }))
    const plmns = networks(6).map(({ plmn }) => plmn)
    await configured(owner, { name: 'Plain' })
    const long = await configured(owner, { name: 'Long', oplmn: networks(2), fplmn: plmns })
    await configured(owner, { name: 'Private', type: 'Private_LTE', allowDeviceChange: true })
    await configured(owner, { name: 'Last' })
    const viewer = await enterprise.member('Viewer')
    await owner.ask(block.add, { kind: 'TAC', values: ['35000001'] })
    const wish = { plan: 'BASIC' } as const
    expect((await owner.ask(order.quote, wished(wish))).frozen).toEqual([
      { what: 'configurations', used: 4, max: 3, names: ['Last'] },
      { what: 'members', used: 2, max: 1, names: [expect.any(String)] },
      { what: 'configurationTypes', used: 1, max: 0, names: ['Private'] },
      { what: 'oplmn', used: 2, max: 1, names: ['Long'] },
      { what: 'fplmn', used: 6, max: 5, names: ['Long'] },
      { what: 'features', used: 2, max: 0, names: ['Block', 'Device change'] },
    ])
    expect((await owner.ask(order.quote, wished({ operation: 'RENEW', plan: 'PREMIUM' }))).frozen).toEqual([])

    expect(await owner.ask(order.cancelPreview, {})).toMatchObject({
      plan: 'DEFAULT',
      downloads: 1,
      frozen: [
        { what: 'configurations', used: 4, max: 1, names: ['Long', 'Private', 'Last'] },
        { what: 'members', used: 2, max: 1 },
        { what: 'configurationTypes', names: ['Private'] },
        { what: 'oplmn', names: ['Long'] },
        { what: 'fplmn', names: ['Long'] },
        { what: 'features', names: ['Block', 'Device change'] },
      ],
    })

    const first = await bought(enterprise, wish)
    t.clock.moveMs(Date.parse(first.startsAt) - t.clock.now().getTime())
    const later = await t.sessionIn(owner, enterprise.id)
    const frozen = async (by: Client) =>
      (await by.ask(configuration.list, {})).items.filter((row) => row.frozen).map(({ name }) => name)
    expect((await frozen(later)).toSorted()).toEqual(['Last', 'Long', 'Private'])
    expect((await (await t.sessionIn(viewer, enterprise.id)).ask(plan.queryOrder, {})).frozen).toBe(true)
    expect((await later.refusal(block.add, { kind: 'TAC', values: ['35000002'] })).code).toBe('16001')
    expect((await later.ask(block.list, {})).total).toBe(1)

    await bought({ ...enterprise, owner: later }, { operation: 'UPGRADE', plan: 'PREMIUM' })
    expect(await frozen(later)).toEqual([])
    expect((await later.ask(configuration.get, { id: long })).fields).toMatchObject({
      oplmn: networks(2),
      fplmn: plmns,
    })
    expect((await (await t.sessionIn(viewer, enterprise.id)).ask(plan.queryOrder, {})).frozen).toBe(false)
    await later.ask(block.add, { kind: 'TAC', values: ['35000002'] })
  })

  test.each<[string, Wish, string]>([
    ['an upgrade to a smaller plan', { operation: 'UPGRADE', plan: 'BASIC' }, 'plan'],
    ['an upgrade to the same', { operation: 'UPGRADE' }, 'plan'],
    ['a renewal of another plan', { operation: 'RENEW', plan: 'BASIC' }, 'plan'],
  ])('%s is refused', async (_name, wish, path) => {
    const enterprise = await newcomer()
    await bought(enterprise)
    await expect(enterprise.owner.ask(order.quote, wished(wish))).rejects.toMatchObject({ obj: { faults: [{ path }] } })
  })

  test('canceling stops the renewal and keeps the plan until its end', async () => {
    const enterprise = await newcomer()
    const { owner } = enterprise
    await bought(enterprise)
    const canceled = await owner.ask(order.cancelSubscription, { reason: 'Too small' })
    expect(canceled).toMatchObject({ autoRenew: false, cancelledAt: expect.any(String) })
    expect(await planOf(owner)).toBe('PRO')
    const { endsAt } = await owner.ask(plan.queryOrder, {})
    expect(await owner.ask(order.cancelPreview, {})).toEqual({ endsAt, plan: 'DEFAULT', downloads: 1, frozen: [] })
    expect(await owner.ask(order.autoRenew, { on: true })).toMatchObject({ autoRenew: true, cancelledAt: null })
  })
})

describe('canceling a free trial', () => {
  test('ends it at once and leads to DEFAULT; a trial has no renewal', async () => {
    const { owner } = await newcomer()
    await owner.ask(plan.startTrial, {})
    const before = await owner.ask(order.cancelPreview, {})
    expect(before).toMatchObject({ endsAt: t.clock.now().toISOString(), plan: 'DEFAULT', downloads: 1 })
    for (const on of [true, false])
      expect((await owner.refusal(order.autoRenew, { on })).code).toBe(problems.subscription_none.code)
    const canceled = await owner.ask(order.cancelSubscription, { reason: 'Too large' })
    expect(canceled).toMatchObject({ autoRenew: true, cancelledAt: null, operations: ['BUY'] })
    const after = await owner.ask(plan.queryOrder, {})
    expect(after).toMatchObject({ plan: 'DEFAULT', kind: 'BASE', order: 'expired', trial: { state: 'ended' } })
    expect((await owner.refusal(order.cancelSubscription, {})).code).toBe(problems.subscription_none.code)
    expect((await owner.refusal(plan.startTrial, {})).code).toBe(problems.trial_refused.code)
  })
})

describe('tax, discounts and invoices', () => {
  const platformId = t.server.platforms.standard.id

  test('the invoice of a paid order has its lines, a refund has a credit note, and numbers have no gap', async () => {
    const staff = await t.staff()
    const { platforms } = await staff.ask(seller.list, {})
    const { version } = platforms.find((one) => one.platformId === platformId)!
    const rates = [{ country: 'DE', rate: 1900, validFrom: '2020-01-01' }]
    await staff.ask(seller.edit, { platformId, version, fields: { seller: sellerFields, rates } })
    const enterprise = await newcomer()
    const { owner, id: enterpriseId } = enterprise
    const paid = await bought(enterprise)
    expect(cents(paid.lines)).toEqual([
      ['PLAN', 14_900],
      ['TAX', 2831],
    ])
    await t.server.db.tenantTx(enterpriseId, (db) =>
      recordRefund(t.server, db, {
        enterpriseId,
        orderId: paid.id,
        refundedCents: 17_731,
        why: 'REFUNDED',
        actor: { kind: 'STAFF' },
      }),
    )
    const { items } = await owner.ask(invoice.list, {})
    expect(items.map(({ kind, grossCents }) => [kind, grossCents])).toEqual([
      ['CREDIT_NOTE', -17_731],
      ['INVOICE', 17_731],
    ])
    const [note, first] = items.map(({ number }) => Number(number.replace(/\D/g, '')))
    expect(note).toBe(first! + 1)
  })

  test('a discount of the whole price makes the plan active at once, without an invoice; a code is used up', async () => {
    const staff = await t.staff()
    const terms = { plans: [], billingTypes: [], maxUses: 1, oncePerEnterprise: false, until: null, note: '' }
    const fields = { ...terms, code: 'SPRING', percent: 100, cents: null }
    await staff.ask(discount.add, { platformId, fields })
    const wish: Wish = { discountCode: 'spring', billedTo: { ...wished().billedTo, country: 'CH' } }
    const enterprise = await newcomer()
    const first = await ordered(enterprise.owner, { ...wish, plan: 'BASIC', paymentMethod: 1 })
    expect(first).toMatchObject({ totalCents: 0, state: 'ACTIVE' })
    expect((await enterprise.owner.ask(invoice.list, {})).items).toEqual([])
    const detail = await enterprise.owner.ask(order.get, { id: first.id })
    expect([detail.paymentMethod, events(detail)]).toEqual([1, ['CREATED', 'PAID']])
    const other = await newcomer()
    await expect(other.owner.ask(order.quote, wished(wish))).rejects.toMatchObject({
      obj: { faults: [{ path: 'discountCode' }] },
    })
  })
})
