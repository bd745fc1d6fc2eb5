import * as report from '@simwright/contract/insight/report'
import * as order from '@simwright/contract/money/order'
import * as batch from '@simwright/contract/provisioning/batch'
import { describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured } from '../../../testing/generated.ts'
import { deliveredTo, installed, moved } from '../../../testing/moved.ts'
import { bought, pay } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { stepDueOrders } from '../../money/renewal/service.ts'
import { chargeDownload } from '../../platform/plans/service.ts'

const t = await testServer({ background: 'none' })
await offerTransfers(t)

const DAY_MS = 24 * 60 * 60_000
const INCLUDED = 1

/** An enterprise account whose clock, downloads and payments the test makes, as devices and customers would. */
async function life() {
  const enterprise: TestEnterprise = await t.enterprise(undefined, 'DEMO')
  const configurationId = await configured(enterprise.owner)
  const { id: enterpriseId } = enterprise

  const include = async (orderId: string) =>
    await t.server.db.tenantTx(enterpriseId, (db) =>
      db.updateTable('plan_order').set({ downloads: INCLUDED }).where('id', '=', orderId).execute(),
    )

  async function download(): Promise<void> {
    const [{ ICCID: iccid, IMSI: imsi } = {}] = newSubscribers(1)
    const single = { configurationId, iccid: iccid!, imsi: imsi!, makeKeys: true }
    const { profileId } = await enterprise.owner.ask(batch.single, single)
    const charge = await t.server.db.tenantTx(enterpriseId, (db) =>
      chargeDownload(t.server, db, {
        enterpriseId,
        activationCodeId: t.server.random.uuid(),
        is: 'first',
        at: t.clock.now(),
      }),
    )
    if ('refused' in charge) throw new Error(charge.refused)
    await moved(t, { enterpriseId, profileId }, [deliveredTo('Acme', undefined, charge.chargedTo), installed])
  }

  return {
    /** Moves the clock to so many days after a time, and does what is due then. */
    async goTo(time: string | null, days: number): Promise<void> {
      t.clock.moveMs(Date.parse(time!) + days * DAY_MS - t.clock.now().getTime())
      await stepDueOrders(t.server)
      enterprise.owner = await t.sessionIn(enterprise.owner, enterpriseId)
    },
    async buy(wish: Parameters<typeof bought>[2] = {}): Promise<order.OrderDetail> {
      const placed = await bought(t, enterprise, wish)
      await include(placed.id)
      return placed
    },
    /** Pays the only open order, which the portal made. */
    async payDue(): Promise<order.OrderDetail> {
      const { items } = await enterprise.owner.ask(order.query, { filter: { state: ['UNPAID'] } })
      expect(items).toHaveLength(1)
      const { id, amountCents: totalCents } = items[0]!
      expect(await pay(t, enterprise, { id, totalCents, method: 1 })).toBe('applied')
      await include(id)
      return await enterprise.owner.ask(order.get, { id })
    },
    async downloads(count: number): Promise<void> {
      for (let index = 0; index < count; index++) await download()
    },
    periods: async () => (await enterprise.owner.ask(report.choices, {})).periods!,
    /** The downloads in the rows of a period's report, by devices; in its box of the billed use; and on the invoices. */
    async counted(orderCode: string) {
      await foldAll(t.server)
      const parameters = { range: 'billing', orderCode, step: 'whole', by: 'brand' } as const
      const { totals, billing } = await enterprise.owner.ask(report.run, { parameters })
      const { used, extra, included } = billing!
      expect(included).toBe(INCLUDED)
      expect(billing!.billed.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(await this.invoiced(orderCode))
      return { rows: totals.downloaded, used, extra, invoiced: await this.invoiced(orderCode) }
    },
    /** Downloads beyond the plan in the lines of invoices. */
    async invoiced(orderCode: string): Promise<number> {
      const invoices = await t.server.db.tenantTx(enterpriseId, (db) =>
        db.selectFrom('invoice').select('lines').where('kind', '=', 'INVOICE').execute(),
      )
      const lines = invoices.flatMap((one) => one.lines as { kind: string; orderCode?: string; quantity?: number }[])
      const extra = lines.filter((line) => line.kind === 'OVERAGE' && line.orderCode === orderCode)
      return extra.reduce((sum, { quantity = 0 }) => sum + quantity, 0)
    },
  }
}

/** So many downloads, of which those beyond the included ones are on invoices. */
const billed = (downloads: number) => ({
  rows: downloads,
  used: downloads,
  extra: downloads - INCLUDED,
  invoiced: downloads - INCLUDED,
})

describe('the report of a billing period equals the invoices', () => {
  test('of a renewal that is paid in time', async () => {
    const client = await life()
    const first = await client.buy()
    await client.goTo(first.startsAt, 5)
    await client.downloads(1)
    await client.goTo(first.endsAt, -6)
    // the renewal is ordered, and its days of grace are not part of the period
    expect(await client.periods()).toMatchObject([{ from: first.startsAt, to: first.endsAt, isCurrent: true }])
    const second = await client.payDue()
    await client.goTo(first.endsAt, -2)
    await client.downloads(2)
    await client.goTo(first.endsAt, 2)
    await client.downloads(3)
    await client.goTo(second.endsAt, -6)
    await client.payDue()
    await client.goTo(second.endsAt, 1)
    expect((await client.periods()).map(({ from, to }) => [from, to]).slice(1)).toEqual([
      [second.startsAt, second.endsAt],
      [first.startsAt, first.endsAt],
    ])
    expect(await client.counted(first.code)).toEqual(billed(3))
    expect(await client.counted(second.code)).toEqual(billed(3))
  })

  test('of a renewal that is paid in the days of grace, which belong to the period before it', async () => {
    const client = await life()
    const first = await client.buy()
    await client.goTo(first.startsAt, 5)
    await client.downloads(1)
    await client.goTo(first.endsAt, 2)
    await client.downloads(2)
    const [inGrace] = await client.periods()
    expect([inGrace?.isCurrent, inGrace && inGrace.to > first.endsAt!]).toEqual([true, true])
    expect(await client.counted(first.code)).toMatchObject({ rows: 3, used: 3 })
    await client.goTo(first.endsAt, 3)
    const paidAt = t.clock.now().toISOString()
    const second = await client.payDue()
    expect(second.startsAt).toBe(first.endsAt)
    await client.goTo(first.endsAt, 4)
    await client.downloads(3)
    expect(await client.periods()).toMatchObject([
      { orderCode: second.code, from: paidAt, to: second.endsAt, isCurrent: true },
      { orderCode: first.code, from: first.startsAt, to: paidAt, isCurrent: false },
    ])
    await client.goTo(second.endsAt, -6)
    await client.payDue()
    await client.goTo(second.endsAt, 1)
    expect(await client.counted(first.code)).toEqual(billed(3))
    expect(await client.counted(second.code)).toEqual(billed(3))
  })

  test('of an upgrade within a period, whose plan is not renewed', async () => {
    const client = await life()
    const first = await client.buy()
    await client.goTo(first.startsAt, 5)
    await client.downloads(2)
    await client.goTo(first.startsAt, 10)
    const second = await client.buy({ operation: 'UPGRADE', plan: 'PREMIUM' })
    await client.goTo(first.startsAt, 12)
    await client.downloads(3)
    expect(await client.periods()).toMatchObject([
      { orderCode: second.code, from: second.startsAt, to: second.endsAt, isCurrent: true },
      { orderCode: first.code, from: first.startsAt, to: second.startsAt, isCurrent: false },
    ])
    await client.goTo(second.endsAt, -6)
    await client.payDue()
    await client.goTo(second.endsAt, 1)
    expect(await client.counted(first.code)).toEqual(billed(2))
    expect(await client.counted(second.code)).toEqual(billed(3))
  })

  test('of a plan that ends with its days of grace, because its renewal is not paid', async () => {
    const client = await life()
    const first = await client.buy()
    await client.goTo(first.endsAt, 2)
    await client.downloads(3)
    await client.goTo(first.endsAt, 8)
    await client.payDue()
    expect(await client.counted(first.code)).toEqual(billed(3))
    expect(await client.periods()).toMatchObject([{ isCurrent: false }])
  })
})
