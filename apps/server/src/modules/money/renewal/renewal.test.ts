import * as order from '@simwright/contract/money/order'
import type { PriceLine } from '@simwright/contract/money/price'
import * as enterprises from '@simwright/contract/people/enterprise'
import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { describe, expect, test } from 'vitest'
import { setUse, setUseOf } from '../../../testing/plan-use.ts'
import { bought, ordered, pay } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { notifyOfUsage, stepDueOrders } from './service.ts'

const t = await testServer({ background: 'none' })
await offerTransfers(t)
const DAY_MS = 24 * 60 * 60_000

const newcomer = () => t.enterprise(undefined, 'DEMO')

/** Moves the clock to a time, does what is due then, and signs in again. */
async function at(time: string | number, enterprise: TestEnterprise): Promise<TestEnterprise> {
  t.clock.moveMs((typeof time === 'string' ? Date.parse(time) : time) - t.clock.now().getTime())
  await stepDueOrders(t.server)
  return { ...enterprise, owner: await t.sessionIn(enterprise.owner, enterprise.id) }
}

const before = (time: string | null, ms: number) => Date.parse(time!) - ms
const cents = (lines: readonly PriceLine[]) => lines.map((line) => [line.kind, line.cents])
const planOf = async (owner: Client) => (await owner.ask(plan.queryOrder, {})).plan

/** The only open order, as the portal made it. */
async function renewalOf(owner: Client): Promise<order.OrderDetail> {
  const { items } = await owner.ask(order.query, { filter: { state: ['UNPAID'] } })
  expect(items).toHaveLength(1)
  return await owner.ask(order.get, { id: items[0]!.id })
}

const states = async (owner: Client) => {
  const { items } = await owner.ask(order.query, {})
  return items.map(({ operation, plan: name, state }) => `${operation} ${name} ${state}`)
}

/** Sets what was used of an order, as downloads would. */
async function use({ id }: TestEnterprise, orderId: string, used: number): Promise<void> {
  await t.server.db.tenantTx(id, (db) => setUse(db, orderId, { downloads: used }))
}

describe('a plan that renews itself', () => {
  test('is ordered again before its period ends, and follows it without a gap once it is paid', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    enterprise = await at(before(first.endsAt, 7 * DAY_MS + 1000), enterprise)
    expect(await states(enterprise.owner)).toEqual(['BUY PRO ACTIVE'])
    enterprise = await at(before(first.endsAt, 7 * DAY_MS), enterprise)
    const renewal = await renewalOf(enterprise.owner)
    expect(renewal).toMatchObject({ operation: 'RENEW', plan: 'PRO', startsAt: first.endsAt, amountCents: 14_900 })
    const { totalCents } = { totalCents: renewal.amountCents }
    expect(await pay(t, enterprise, { id: renewal.id, totalCents })).toBe('applied')
    expect(await states(enterprise.owner)).toEqual(['RENEW PRO WAIT_ACTIVE', 'BUY PRO ACTIVE'])
    enterprise = await at(first.endsAt!, enterprise)
    expect(await states(enterprise.owner)).toEqual(['RENEW PRO ACTIVE', 'BUY PRO EXPIRED'])
    const old = await enterprise.owner.ask(order.get, { id: first.id })
    expect(old.endsAt).toBe(first.endsAt)
    const notices = await enterprise.owner.ask(notice.list, {})
    expect(notices.items.map(({ kind }) => kind)).toEqual(['ORDER_DUE'])
  })

  test('is billed to the address of the enterprise account, if one is entered, else as before', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    const renewal = await renewalOf(enterprise.owner)
    expect(renewal.billedTo).toEqual(first.billedTo)
    await pay(t, enterprise, { id: renewal.id, totalCents: renewal.amountCents })
    const { version, fields } = await enterprise.owner.ask(enterprises.settings, {})
    const address = { street: '2 New Quay', postalCode: 'BS1 4RW', city: 'Bristol', region: '', country: 'GB' }
    await enterprise.owner.ask(enterprises.edit, { version, fields: { ...fields, address } })
    enterprise = await at(before(renewal.endsAt, DAY_MS), enterprise)
    expect((await renewalOf(enterprise.owner)).billedTo).toMatchObject({ ...address, company: fields.name })
  })

  test('goes on for seven days while the renewal is not paid, then ends', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    for (const day of [0, 3, 6]) enterprise = await at(before(first.endsAt, -day * DAY_MS), enterprise)
    enterprise = await at(before(first.endsAt, -7 * DAY_MS + 1000), enterprise)
    expect(await planOf(enterprise.owner)).toBe('PRO')
    expect((await enterprise.owner.ask(order.subscription, {})).graceEndsAt).not.toBeNull()
    enterprise = await at(before(first.endsAt, -7 * DAY_MS), enterprise)
    expect(await planOf(enterprise.owner)).toBe('DEFAULT')
    expect(await states(enterprise.owner)).toEqual(['RENEW PRO CLOSED', 'BUY PRO EXPIRED'])
    const { items } = await enterprise.owner.ask(notice.list, {})
    expect(items.map(({ kind }) => kind)).toEqual(['PLAN_ENDED', ...Array.from({ length: 4 }, () => 'ORDER_DUE')])
  })

  test('that is paid late counts from the end of the old period', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    enterprise = await at(before(first.endsAt, -3 * DAY_MS), enterprise)
    const renewal = await renewalOf(enterprise.owner)
    expect(await pay(t, enterprise, { id: renewal.id, totalCents: renewal.amountCents })).toBe('applied')
    expect(await enterprise.owner.ask(order.get, { id: renewal.id })).toMatchObject({
      state: 'ACTIVE',
      startsAt: first.endsAt,
      endsAt: renewal.endsAt,
    })
    expect((await enterprise.owner.ask(order.get, { id: first.id })).endsAt).toBe(first.endsAt)
  })

  test('does not renew itself once it is canceled', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    await enterprise.owner.ask(order.cancelSubscription, {})
    expect(await states(enterprise.owner)).toEqual(['RENEW PRO CLOSED', 'BUY PRO ACTIVE'])
    enterprise = await at(first.endsAt!, enterprise)
    expect(await planOf(enterprise.owner)).toBe('DEFAULT')
  })

  test('switched on again in time, is ordered again', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await enterprise.owner.ask(order.cancelSubscription, {})
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    expect(await states(enterprise.owner)).toEqual(['BUY PRO ACTIVE'])
    await enterprise.owner.ask(order.autoRenew, { on: true })
    await stepDueOrders(t.server)
    expect(await states(enterprise.owner)).toEqual(['RENEW PRO UNPAID', 'BUY PRO ACTIVE'])
  })

  test('is followed by a smaller plan that was bought, without a renewal', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await bought(t, enterprise, { plan: 'BASIC' })
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    expect(await states(enterprise.owner)).toEqual(['BUY BASIC WAIT_ACTIVE', 'BUY PRO ACTIVE'])
    enterprise = await at(first.endsAt!, enterprise)
    expect(await states(enterprise.owner)).toEqual(['BUY BASIC ACTIVE', 'BUY PRO EXPIRED'])
  })
})

describe('more downloads than the plan includes', () => {
  test('are a line of the renewal; what comes later is billed with the next one', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await use(enterprise, first.id, 107)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    const renewal = await renewalOf(enterprise.owner)
    expect(cents(renewal.lines)).toEqual([
      ['PLAN', 14_900],
      ['OVERAGE', 420],
    ])
    await pay(t, enterprise, { id: renewal.id, totalCents: renewal.amountCents })
    await use(enterprise, first.id, 110)
    enterprise = await at(first.endsAt!, enterprise)
    enterprise = await at(before(renewal.endsAt, DAY_MS), enterprise)
    expect(cents((await renewalOf(enterprise.owner)).lines)).toEqual([
      ['PLAN', 14_900],
      ['OVERAGE', 180],
    ])
  })

  test('are an order of their own when no plan follows, which cannot be canceled', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await use(enterprise, first.id, 103)
    await enterprise.owner.ask(order.cancelSubscription, {})
    enterprise = await at(first.endsAt!, enterprise)
    const extra = await renewalOf(enterprise.owner)
    expect(extra).toMatchObject({ operation: 'OVERAGE', amountCents: 180, canCancel: false })
    expect(await pay(t, enterprise, { id: extra.id, totalCents: 180 })).toBe('applied')
    expect((await enterprise.owner.ask(order.get, { id: extra.id })).state).toBe('EXPIRED')
    expect(await planOf(enterprise.owner)).toBe('DEFAULT')
  })

  test('that failed after they were billed become credit', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await use(enterprise, first.id, 110)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    const renewal = await renewalOf(enterprise.owner)
    await pay(t, enterprise, { id: renewal.id, totalCents: renewal.amountCents })
    await use(enterprise, first.id, 104)
    enterprise = await at(first.endsAt!, enterprise)
    enterprise = await at(before(renewal.endsAt, DAY_MS), enterprise)
    expect(cents((await renewalOf(enterprise.owner)).lines)).toEqual([
      ['PLAN', 14_900],
      ['BALANCE', -360],
    ])
  })

  test('are billed by another order when the one that billed them is not paid', async () => {
    let enterprise = await newcomer()
    const first = await bought(t, enterprise)
    await use(enterprise, first.id, 103)
    enterprise = await at(before(first.endsAt, DAY_MS), enterprise)
    expect((await renewalOf(enterprise.owner)).amountCents).toBe(15_080)
    enterprise = await at(before(first.endsAt, -7 * DAY_MS), enterprise)
    expect(await renewalOf(enterprise.owner)).toMatchObject({ operation: 'OVERAGE', amountCents: 180 })
  })
})

test('an order that is not paid in time is closed: by transfer after 14 days', async () => {
  let enterprise = await newcomer()
  const { owner } = enterprise
  const placed = await ordered(owner)
  enterprise = await at(t.clock.now().getTime() + 14 * DAY_MS - 1000, enterprise)
  expect((await enterprise.owner.ask(order.get, { id: placed.id })).state).toBe('UNPAID')
  enterprise = await at(t.clock.now().getTime() + 1000, enterprise)
  const closed = await enterprise.owner.ask(order.get, { id: placed.id })
  expect([closed.state, closed.events.at(-1)?.event]).toEqual(['CLOSED', 'NOT_PAID'])
})

test('80, 100 and 120 percent of the downloads are announced once each, by mail too', async () => {
  const enterprise = await newcomer()
  const first = await bought(t, enterprise)
  for (const used of [79, 80, 81, 100, 120, 130]) {
    await use(enterprise, first.id, used)
    await notifyOfUsage(t.server)
  }
  const { items } = await enterprise.owner.ask(notice.list, {})
  expect(items.map(({ kind, facts }) => [kind, 'percent' in facts && facts.percent])).toEqual([
    ['USAGE_REACHED', 120],
    ['USAGE_REACHED', 100],
    ['USAGE_REACHED', 80],
  ])
})

test('the downloads of a free trial are announced, too', async () => {
  const enterprise = await newcomer()
  await enterprise.owner.ask(plan.startTrial, {})
  await t.server.db.tenantTx(enterprise.id, (db) => setUseOf(db, 'TRIAL', { downloads: 81, installations: 81 }))
  for (let n = 0; n < 2; n += 1) await notifyOfUsage(t.server)
  const { items } = await enterprise.owner.ask(notice.list, { kinds: ['USAGE_REACHED'] })
  expect(items.map(({ facts }) => facts)).toEqual([{ percent: 80, used: 81, total: 100 }])
})

describe('the downloads of the free base plan', () => {
  const usageNotices = async (owner: Client) =>
    (await owner.ask(notice.list, { kinds: ['USAGE_REACHED'] })).items.map(({ facts }) => facts)
  const useBase = (enterprise: TestEnterprise) =>
    t.server.db.tenantTx(enterprise.id, (db) => setUseOf(db, 'BASE', { downloads: 1, installations: 1 }))

  test('are announced once, by mail too, and so are those of the plan that follows demo mode', async () => {
    const enterprise = await newcomer()
    const { owner, id } = enterprise
    expect(await planOf(owner)).toBe('DEMO')
    await notifyOfUsage(t.server)
    expect(await usageNotices(owner)).toEqual([])
    await useBase(enterprise)
    for (let n = 0; n < 2; n += 1) await notifyOfUsage(t.server)
    const used = { percent: 100, used: 1, total: 1 }
    expect(await usageNotices(owner)).toEqual([used])
    const [mail] = await t.letters(owner.user.email)
    expect(mail).toMatchObject({ kind: 'USAGE_REACHED' })
    expect(mail?.text).toContain('Further downloads are refused.')

    const { endsAt } = await owner.ask(plan.startTrial, {})
    t.clock.moveMs(Date.parse(endsAt) - t.clock.now().getTime())
    const later = await t.sessionIn(owner, id)
    expect(await planOf(later)).toBe('DEFAULT')
    await notifyOfUsage(t.server)
    await useBase(enterprise)
    await notifyOfUsage(t.server)
    expect(await usageNotices(later)).toEqual([used, used])
  })

  test('are not announced while another plan is active, nor without a limit', async () => {
    const [paying, unlimited] = [await newcomer(), await t.enterprise()]
    await planOf(unlimited.owner)
    await bought(t, paying)
    for (const enterprise of [paying, unlimited]) {
      await useBase(enterprise)
      await notifyOfUsage(t.server)
      expect(await usageNotices(enterprise.owner)).toEqual([])
    }
  })
})
