import { type InputOf, problems } from '@simwright/contract'
import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { referenceOf } from '@simwright/contract/money/transfer'
import * as account from '@simwright/contract/people/account'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { describe, expect, test } from 'vitest'
import { billedTo, bought, offersCards, ordered, wished } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer({ background: 'none', settings: offersCards })
await offerTransfers(t)
const staff = await t.staff()
const support = await t.staff('Platform support')

let count = 0
const newcomer = (name = `Newcomer ${++count}`) => t.enterprise(name, 'DEMO')
const detailOf = async (id: string) => await staff.ask(staffOrder.get, { id })
const planOf = async ({ owner }: TestEnterprise) => (await owner.ask(plan.queryOrder, {})).plan

const alba = await newcomer('Alba 100% Mobile')
const bruma = await newcomer('Bruma Telecom')
const first = await ordered(alba.owner)
const second = await bought(t, bruma, { plan: 'PREMIUM', downloads: 500, paymentMethod: 0 })

const found = async (filter: InputOf<typeof staffOrder.list>['filter']) => {
  const { items, total } = await support.ask(staffOrder.list, { filter })
  expect(total).toBe(items.length)
  return items.map(({ code }) => code)
}

/** The next check digits, which never suit the same code. */
const withOtherCheckDigits = (reference: string) =>
  reference.replace(/\d\d/, (digits) => String((Number(digits) + 1) % 97).padStart(2, '0'))

describe('the orders of all clients', () => {
  test('are listed newest first, with their client', async () => {
    const { items } = await support.ask(staffOrder.list, {})
    expect(items.map(({ code, enterprise }) => [code, enterprise])).toEqual([
      [second.code, 'Bruma Telecom'],
      [first.code, 'Alba 100% Mobile'],
    ])
    expect(items[0]).toMatchObject({ enterpriseId: bruma.id, platform: 'Simwright', state: 'ACTIVE' })
  })

  test.each([
    ['state', { state: ['UNPAID' as const] }, [first.code]],
    ['state that follows the time', { state: ['ACTIVE' as const] }, [second.code]],
    ['method', { paymentMethod: [1 as const] }, [first.code]],
    ['plan', { plan: ['PREMIUM' as const] }, [second.code]],
    ['part of the name of the client', { client: '100% mob' }, [first.code]],
    ['client', { client: bruma.id }, [second.code]],
    ['order ID', { search: second.code }, [second.code]],
    ['reference of a transfer', { search: referenceOf(first.code).replace(/.{4}/g, '$& ') }, [first.code]],
    ['reference with a wrong digit', { search: withOtherCheckDigits(referenceOf(first.code)) }, []],
    ['payment', { search: second.id }, [second.code]],
    ['time', { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z' }, []],
  ])('are found by %s', async (_name, filter, codes) => {
    expect(await found(filter)).toEqual(codes)
  })

  test('are read page by page', async () => {
    const page = await staff.ask(staffOrder.list, { limit: 1 })
    const next = await staff.ask(staffOrder.list, { limit: 1, cursor: page.next! })
    expect([...page.items, ...next.items].map(({ code }) => code)).toEqual([second.code, first.code])
    expect([page.total, next.next]).toEqual([2, null])
  })

  test('that wait are counted', async () => {
    expect(await support.ask(staffOrder.waiting, {})).toEqual({ pending: 0, unpaid: 1, waitActive: 0 })
  })

  test('can be changed by staff with the permission only', async () => {
    const key = { enterpriseId: alba.id, id: first.id }
    const { code } = await support.refusal(staffOrder.reject, { ...key, fields: { reason: 'No.' } })
    expect(code).toBe(problems.forbidden.code)
    const late = await staff.refusal(staffOrder.confirm, {
      ...key,
      id: second.id,
      fields: { cents: 1, currency: 'USD', receivedOn: '2026-01-01', bank: 'Bank', reference: '1' },
    })
    expect(late.code).toBe(problems.not_found.code)
  })
})

describe('an order by hand', () => {
  const priced = async ({ id: enterpriseId }: TestEnterprise) => {
    const fields = wished()
    const { totalCents } = await staff.ask(staffOrder.quote, { enterpriseId, fields })
    return { enterpriseId, fields, totalCents }
  }

  test('is paid by the client, who is notified in the portal and by mail', async () => {
    const enterprise = await newcomer()
    const input = await priced(enterprise)
    const { id, code, state } = await staff.ask(staffOrder.add, input)
    expect([state, input.totalCents]).toEqual(['UNPAID', 14_900])
    const { owner } = enterprise
    const placed = await owner.ask(order.get, { id })
    expect(placed).toMatchObject({ code, canPay: true, amountCents: 14_900 })
    expect(placed.events.map(({ event, actor }) => [event, actor])).toEqual([['CREATED', 'STAFF']])
    const { items } = await owner.ask(notice.list, {})
    expect(items).toMatchObject([{ kind: 'ORDER_DUE', facts: { orderId: id, cents: 14_900 } }])
    const [letter] = await t.letters((await owner.ask(account.me, {})).email)
    expect(letter?.text).toContain('Our staff has ordered the plan PRO for you.')
    const ofStaff = (await staff.ask(audit.list, { filter: { action: ['order.addedByStaff'] } })).items
    expect(ofStaff[0]).toMatchObject({ objectName: code, after: { amount: '149.00', plan: 'PRO' } })
    expect((await owner.ask(audit.list, { filter: { action: ['order.created'] } })).items).toMatchObject([
      { actorKind: 'STAFF', objectName: code },
    ])
  })

  test('is refused at another price than the one shown, and for an unknown client', async () => {
    const enterprise = await newcomer()
    const input = await priced(enterprise)
    const { code } = await staff.refusal(staffOrder.add, { ...input, totalCents: 1 })
    expect(code).toBe(problems.order_price_changed.code)
    const unknown = await staff.refusal(staffOrder.add, { ...input, enterpriseId: enterprise.ownerId })
    expect(unknown.code).toBe(problems.not_found.code)
    expect((await enterprise.owner.ask(order.query, {})).items).toEqual([])
  })
})

/** An order of a new client that was paid by bank transfer. */
async function paidOrder() {
  const enterprise = await newcomer()
  const placed = await bought(t, enterprise)
  const note = (refundedCents: number) => ({
    enterpriseId: enterprise.id,
    id: placed.id,
    fields: { refundedCents, reason: 'Bought twice.' },
  })
  return { enterprise, placed, note }
}

describe('a refund by bank transfer', () => {
  test('of a part is recorded with a credit note, and the plan goes on', async () => {
    const { enterprise, placed, note } = await paidOrder()
    expect(await staff.ask(staffOrder.refund, note(4900))).toEqual({ state: 'ACTIVE' })
    const detail = await detailOf(placed.id)
    expect(detail).toMatchObject({ refundedCents: 4900, actions: ['REFUND', 'RAISE_CAP'] })
    expect(detail.events.at(-1)).toMatchObject({ event: 'REFUNDED', actor: 'STAFF', note: 'Bought twice.' })
    expect(detail.invoices.map(({ kind, grossCents }) => [kind, grossCents])).toEqual([
      ['CREDIT_NOTE', -4900],
      ['INVOICE', 14_900],
    ])
    const [creditNote] = (await enterprise.owner.ask(invoice.list, { filter: { orderId: placed.id } })).items
    expect(creditNote).toMatchObject({ kind: 'CREDIT_NOTE', reason: 'Bought twice.' })
    expect(await planOf(enterprise)).toBe('PRO')
    const entries = (await enterprise.owner.ask(audit.list, { filter: { action: ['order.refunded'] } })).items
    expect(entries).toMatchObject([{ actorKind: 'STAFF', after: { amount: '49.00' } }])
  })

  test('of all ends the plan now, and nothing more can be returned', async () => {
    const { enterprise, placed, note } = await paidOrder()
    await staff.ask(staffOrder.refund, note(4900))
    expect(await staff.ask(staffOrder.refund, note(14_900))).toEqual({ state: 'EXPIRED' })
    expect(await planOf(enterprise)).toBe('DEFAULT')
    const detail = await detailOf(placed.id)
    expect(detail.invoices.map(({ grossCents }) => grossCents)).toEqual([-10_000, -4900, 14_900])
    expect(detail.actions).toEqual([])
    for (const cents of [14_900, 14_901]) {
      const { code } = await staff.refusal(staffOrder.refund, note(cents))
      expect(code).toBe(problems.invalid.code)
    }
    expect((await detailOf(placed.id)).refundedCents).toBe(14_900)
  })

  test('is refused for an order that was not paid, or was paid by card', async () => {
    const enterprise = await newcomer()
    const { id } = await ordered(enterprise.owner)
    const fields = { refundedCents: 100, reason: 'Goodwill' }
    const unpaid = await staff.refusal(staffOrder.refund, { enterpriseId: enterprise.id, id, fields })
    expect(unpaid.code).toBe(problems.order_not_open.code)
    const other = await newcomer()
    const byCard = await bought(t, other, { paymentMethod: 0, billedTo })
    const card = await staff.refusal(staffOrder.refund, { enterpriseId: other.id, id: byCard.id, fields })
    expect(card.code).toBe(problems.not_by_transfer.code)
  })
})

describe('the limit of billed downloads', () => {
  test('is raised only, and both sides find it in their log', async () => {
    const { enterprise, placed } = await paidOrder()
    const key = { enterpriseId: enterprise.id, id: placed.id }
    const { overageFactor } = await detailOf(placed.id)
    expect(await staff.ask(staffOrder.raiseCap, { ...key, fields: { factor: overageFactor! + 1 } })).toEqual({
      factor: overageFactor! + 1,
    })
    const { code } = await staff.refusal(staffOrder.raiseCap, { ...key, fields: { factor: overageFactor! + 1 } })
    expect(code).toBe(problems.invalid.code)
    expect((await detailOf(placed.id)).overageFactor).toBe(overageFactor! + 1)
    for (const client of [enterprise.owner, staff]) {
      const [entry] = (await client.ask(audit.list, { filter: { action: ['order.capRaised'] } })).items
      expect(entry).toMatchObject({ objectName: placed.code, after: { overageFactor: overageFactor! + 1 } })
    }
  })
})
