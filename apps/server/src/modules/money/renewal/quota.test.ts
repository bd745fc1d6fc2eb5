import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import * as plan from '@simwright/contract/platform/plan'
import { beforeAll, describe, expect, test } from 'vitest'
import { bought, pay } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { chargeDownload } from '../../platform/plans/service.ts'
import { stepDueOrders } from './service.ts'

/** `npm run prove money` has 5,000 downloads against 4,000. */
const [DOWNLOADS, QUOTA] = process.env.PROOF === 'on' ? [5_000, 4_000] : [200, 160]
const REMEDY =
  'Have an owner choose more downloads on the Subscription page, or write to us: the Contact page has the address.'
const EXTRA_CENTS = 60

const t = await testServer({ background: 'none' })
await offerTransfers(t)
let enterprise: TestEnterprise
let orderId: string

beforeAll(async () => {
  enterprise = await t.enterprise(undefined, 'DEMO')
  ;({ id: orderId } = await bought(t, enterprise))
})

type Setting = { downloads: number; used_downloads: number; extra_download_cents: number | null }

const setOrder = (values: Setting) =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    db.updateTable('plan_order').set(values).where('id', '=', orderId).execute(),
  )

const chargeOnce = () =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    chargeDownload(t.server, db, {
      enterpriseId: enterprise.id,
      activationCodeId: t.server.random.uuid(),
      is: 'first',
      at: t.clock.now(),
    }),
  )

/** A download that gets no connection to the database in time is repeated, as a device does. */
async function charge() {
  for (;;)
    try {
      return await chargeOnce()
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('timeout exceeded'))) throw error
    }
}

const used = async () => (await enterprise.owner.ask(plan.queryOrder, {})).downloads.used

async function chargeAtOnce() {
  const results = await Promise.all(Array.from({ length: DOWNLOADS }, charge))
  return {
    charged: results.filter((result) => 'chargedTo' in result && result.chargedTo === orderId).length,
    refusals: results.flatMap((result) => ('refused' in result ? [result.refused] : [])),
  }
}

describe(`${DOWNLOADS} concurrent downloads against ${QUOTA}`, () => {
  test('in a plan without a price for more, exactly the quota is served and the others are refused', async () => {
    await setOrder({ downloads: QUOTA, used_downloads: 0, extra_download_cents: null })
    const { charged, refusals } = await chargeAtOnce()
    expect(charged).toBe(QUOTA)
    expect(refusals).toHaveLength(DOWNLOADS - QUOTA)
    expect([...new Set(refusals)]).toEqual([`Refused: no downloads are left in the plan PRO. ${REMEDY}`])
    expect(await used()).toBe(QUOTA)
  })

  test('in a plan with a price for more, all are served up to three times the quota', async () => {
    const left = Math.floor(DOWNLOADS / 2)
    await setOrder({ downloads: QUOTA, used_downloads: 3 * QUOTA - left, extra_download_cents: EXTRA_CENTS })
    const { charged, refusals } = await chargeAtOnce()
    expect(charged).toBe(left)
    expect(refusals).toHaveLength(DOWNLOADS - left)
    expect(await used()).toBe(3 * QUOTA)
  })

  test('the invoice bills exactly what exceeded the quota', async () => {
    await setOrder({ downloads: QUOTA, used_downloads: 0, extra_download_cents: EXTRA_CENTS })
    expect((await chargeAtOnce()).charged).toBe(DOWNLOADS)
    await enterprise.owner.ask(order.cancelSubscription, {})
    const { endsAt } = await enterprise.owner.ask(order.get, { id: orderId })
    t.clock.moveMs(Date.parse(endsAt!) - t.clock.now().getTime())
    await stepDueOrders(t.server)
    const owner = await t.sessionIn(enterprise.owner, enterprise.id)
    const { items } = await owner.ask(order.query, { filter: { state: ['UNPAID'] } })
    const extraCents = (DOWNLOADS - QUOTA) * EXTRA_CENTS
    expect(items).toMatchObject([{ operation: 'OVERAGE', amountCents: extraCents }])
    expect(await pay(t, enterprise, { id: items[0]!.id, totalCents: extraCents })).toBe('applied')
    const invoices = await owner.ask(invoice.list, {})
    expect(invoices.items.map(({ grossCents }) => grossCents)).toContain(extraCents)
  })
})

test('at three times the quota the last download is served and the next is refused', async () => {
  const other = await t.enterprise(undefined, 'DEMO')
  ;({ id: orderId } = await bought(t, other))
  enterprise = other
  await setOrder({ downloads: QUOTA, used_downloads: 3 * QUOTA - 1, extra_download_cents: EXTRA_CENTS })
  expect(await charge()).toEqual({ chargedTo: orderId })
  expect(await charge()).toEqual({
    refused: `Refused: no downloads are left in the plan PRO, which bills up to 3 times what it includes. ${REMEDY}`,
  })
})
