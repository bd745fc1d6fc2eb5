import * as invoice from '@simwright/contract/money/invoice'
import * as order from '@simwright/contract/money/order'
import * as plan from '@simwright/contract/platform/plan'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import type { Counted } from '../../../db/row.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import { setUse } from '../../../testing/plan-use.ts'
import { bought, pay } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { creditWrite, installedWrite } from '../../platform/plans/hook.ts'
import { chargeDownload, givePlan, selectOrdersIn } from '../../platform/plans/service.ts'
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

const setOrder = ({ used_downloads: downloads, ...values }: Setting) =>
  t.server.db.tenantTx(enterprise.id, async (db) => {
    await db.updateTable('plan_order').set(values).where('id', '=', orderId).execute()
    await setUse(db, orderId, { downloads })
  })

const downloadOfEnterprise = () => ({ enterpriseId: enterprise.id, activationCodeId: t.server.random.uuid() })

const chargeOnce = () =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    chargeDownload(t.server, db, { ...downloadOfEnterprise(), is: 'first', at: t.clock.now() }),
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

/** Charges one download in a transaction that stays open. @returns a function that commits it, or throws in it */
async function openCharge() {
  const charged = Promise.withResolvers<string | null>()
  const ends = Promise.withResolvers<void>()
  const done = t.server.db.tenantTx(enterprise.id, async (db) => {
    const result = await chargeDownload(t.server, db, { ...downloadOfEnterprise(), is: 'first', at: t.clock.now() })
    charged.resolve('chargedTo' in result ? result.chargedTo : null)
    await ends.promise
  })
  const orderId = await Promise.race([charged.promise, done.then(() => null)])
  return {
    orderId,
    commit: async () => {
      ends.resolve()
      await done
    },
    fail: async () => {
      ends.reject(new Error('the server stopped'))
      await done.catch(() => {})
    },
  }
}

describe('downloads of one enterprise account', () => {
  beforeAll(async () => {
    enterprise = await t.enterprise(undefined, 'DEMO')
    ;({ id: orderId } = await bought(t, enterprise))
    await setOrder({ downloads: 1000, used_downloads: 0, extra_download_cents: null })
    expect(await charge()).toEqual({ chargedTo: orderId })
  })

  test('are charged at the same time: none waits until another is committed', async () => {
    const open = [await openCharge(), await openCharge(), await openCharge()]
    expect(await charge()).toEqual({ chargedTo: orderId })
    expect(await used()).toBe(2)
    for (const { commit } of open) await commit()
    expect(await used()).toBe(5)
  })

  test('that fail after they were charged, as in a crash, use nothing', async () => {
    const open = await openCharge()
    expect(open.orderId).toBe(orderId)
    await open.fail()
    expect(await used()).toBe(5)
  })

  test('that are not committed when their order is replaced are in its last figure, and the next are charged to the new one', async () => {
    const open = await openCharge()
    const endsAt = new Date(t.clock.now().getTime() + 40 * 24 * 60 * 60_000)
    const replaced = givePlan(t.server, { enterpriseId: enterprise.id, plan: 'PREMIUM', endsAt })
    await expect.poll(lockWaits).toBe(1)
    const next = charge()
    await open.commit()
    await replaced
    const { usedDownloads } = await enterprise.owner.ask(order.get, { id: orderId })
    const { chargedTo } = (await next) as { chargedTo: string }
    // the next one was charged to either, but in any case it is counted
    expect(usedDownloads).toBe(chargedTo === orderId ? 7 : 6)
    const after = await charge()
    expect(after).toMatchObject({ chargedTo: expect.any(String) })
    expect(after).not.toEqual({ chargedTo: orderId })
    expect((await enterprise.owner.ask(order.get, { id: orderId })).usedDownloads).toBe(usedDownloads)
  })
})

/** Statements that wait for the lock of a row. */
const lockWaits = async () =>
  await t.server.db.systemTx(async (db) => {
    const { rows } = await sql<Counted>`
      select count(*)::integer as counted from pg_locks l
      join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
      where l.locktype = 'transactionid' and not l.granted`.execute(db)
    return rows[0]!.counted
  })

const CASES = process.env.PROOF === 'on' ? 200 : 8

type Step =
  | { kind: 'charge'; count: number }
  | { kind: 'credit' | 'install' | 'replace' }
  | { kind: 'limit'; downloads: number; factor: number }
  | { kind: 'near'; left: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('charge' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('credit' as const, 'install' as const, 'replace' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      downloads: fc.constantFrom(0, 3, 100, 300, 1000),
      factor: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('near' as const), left: fc.constantFrom(0, 1, 5, 255, 256, 300) }),
  },
)

type Model = { id: string; limit: number; used: number; installed: number }

test('after any steps no order is exceeded by a charge, and its figures are those of its downloads', async () => {
  enterprise = await t.enterprise(undefined, 'DEMO')
  await bought(t, enterprise)
  const tx = <T>(work: (db: TenantDb) => Promise<T>) => t.server.db.tenantTx(enterprise.id, work)
  const active = async () => (await tx((db) => selectOrdersIn(db, ['ACTIVE'])))[0]!
  const replace = async (): Promise<Model> => {
    t.clock.moveMs(1000)
    const endsAt = new Date(t.clock.now().getTime() + 20 * 24 * 60 * 60_000)
    await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'PRO', endsAt })
    const { id, downloads } = await active()
    return { id, limit: downloads!, used: 0, installed: 0 }
  }
  const run = async (now: Model, one: Step): Promise<Model> => {
    const write = (made: Write) => tx((db) => writeTogether(db, [made]))
    if (one.kind === 'replace') return await replace()
    if (one.kind === 'charge') {
      const results = await Promise.all(Array.from({ length: one.count }, charge))
      const charged = results.filter((result) => 'chargedTo' in result && result.chargedTo === now.id).length
      expect(charged).toBe(Math.min(one.count, Math.max(0, now.limit - now.used)))
      return { ...now, used: now.used + charged }
    }
    if (one.kind === 'credit' && now.used > 0) {
      await write(creditWrite(enterprise.id, now.id))
      return { ...now, used: now.used - 1 }
    }
    if (one.kind === 'install' && now.used > 0) {
      await write(installedWrite(enterprise.id, now.id))
      return { ...now, installed: now.installed + 1 }
    }
    if (one.kind === 'limit') {
      const { downloads, factor } = one
      const values = { downloads, extra_download_cents: EXTRA_CENTS, overage_factor: factor }
      await tx((db) => db.updateTable('plan_order').set(values).where('id', '=', now.id).execute())
      return { ...now, limit: downloads * factor }
    }
    if (one.kind === 'near') {
      const downloads = Math.max(0, now.limit - one.left)
      await tx((db) => setUse(db, now.id, { downloads }))
      return { ...now, used: downloads }
    }
    return now
  }
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
    let now = await replace()
    const past: Model[] = []
    for (const one of steps) {
      const next = await run(now, one)
      if (next.id !== now.id) past.push(now)
      now = next
      expect(await allowed(now.id)).toBeLessThanOrEqual(Math.max(now.limit, now.used))
    }
    const orders = await tx((db) => selectOrdersIn(db, ['ACTIVE', 'EXPIRED']))
    for (const { id, used: usedDownloads, installed } of [...past, now])
      expect(orders.find((row) => row.id === id)).toMatchObject({
        used_downloads: usedDownloads,
        installations: installed,
      })
    for (const { id, used: usedDownloads } of past) expect(await allowed(id)).toBe(usedDownloads)
    expect(await used()).toBe(now.used)
  })
  await fc.assert(property, { numRuns: CASES })
})

/** How far the slots of an order let its downloads go. */
const allowed = async (id: string) =>
  await t.server.db.tenantRead(enterprise.id, async (db) => {
    const { rows } = await sql<Counted>`
      select coalesce(sum(allowance), 0)::integer as counted from plan_use where order_id = ${id}`.execute(db)
    return rows[0]!.counted
  })
