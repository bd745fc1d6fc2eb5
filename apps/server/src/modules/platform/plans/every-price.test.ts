import * as order from '@simwright/contract/money/order'
import type { PlanFields } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import { expect, test } from 'vitest'
import { bought, wished } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer()
await offerTransfers(t)
const staff = await t.staff()

/** Every value of the plan table other than the limits, which `every-limit.test.ts` tries. */
type PriceField = Exclude<keyof PlanFields, 'limits'>

async function edit(change: Partial<PlanFields>): Promise<void> {
  const { plans } = await staff.ask(plan.table, {})
  const { version, fields } = plans.find(({ name }) => name === 'PRO')!
  await staff.ask(plan.edit, { name: 'PRO', version, fields: { ...fields, ...change } })
}

/** Changes the value, and finds the change where an order is priced or billed. */
const cases: Record<PriceField, (enterprise: TestEnterprise) => Promise<void>> = {
  monthlyCents: async ({ owner }) => {
    expect((await owner.ask(order.quote, wished())).totalCents).toBe(14_900)
    await edit({ monthlyCents: 15_100 })
    expect((await owner.ask(order.quote, wished())).totalCents).toBe(15_100)
    expect((await owner.ask(order.quote, wished({ billingType: 'ANNUALLY' }))).totalCents).toBe(163_000)
  },
  tiers: async ({ owner }) => {
    const wish = wished({ downloads: 777 })
    expect((await owner.refusal(order.quote, wish)).obj.faults).toMatchObject([{ path: 'downloads', rule: 'offered' }])
    await edit({ tiers: [{ downloads: 777, monthlyCents: 50_000 }] })
    expect(await owner.ask(order.quote, wish)).toMatchObject({ totalCents: 50_000, downloads: 777 })
  },
  extraDownloadCents: async (enterprise) => {
    await edit({ extraDownloadCents: 77 })
    await bought(t, enterprise)
    const { downloads } = await enterprise.owner.ask(plan.queryOrder, {})
    expect(downloads.extraDownloadCents).toBe(77)
  },
}

test.each(Object.entries(cases))('the value %s of the plan table has an effect', async (_, tryOut) => {
  await tryOut(await t.enterprise(undefined, 'DEMO'))
})

test('each value of the plan table has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(
    Object.keys(plan.PlanFields.shape)
      .filter((name) => name !== 'limits')
      .toSorted(),
  )
})
