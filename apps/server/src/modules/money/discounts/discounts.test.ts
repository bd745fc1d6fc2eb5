import { problems } from '@simwright/contract'
import * as discount from '@simwright/contract/money/discount'
import * as audit from '@simwright/contract/platform/audit'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { readDiscount, returnDiscount, useDiscount } from './service.ts'

const t = await testServer({ background: 'none' })
const staff = await t.staff()
const platformId = t.server.platforms.standard.id
const DAY_MS = 24 * 60 * 60_000
const dayIn = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

const terms: discount.DiscountTerms = {
  plans: [],
  billingTypes: [],
  maxUses: null,
  oncePerEnterprise: false,
  until: null,
  note: '',
}

let counted = 0
const newCode = async (change: Partial<discount.NewDiscount> = {}) => {
  counted += 1
  const code = `CODE-${counted}`
  const fields = { ...terms, code, percent: 20, cents: null, ...change }
  const { id } = await staff.ask(discount.add, { platformId, fields })
  return { id, code: fields.code }
}
const rowOf = async (id: string) => (await staff.ask(discount.get, { id })).discount

const purchase = ({ id: enterpriseId }: TestEnterprise, code: string) =>
  ({ enterpriseId, platformId, code, plan: 'PRO', billingType: 'MONTHLY', at: t.clock.now() }) as const

const read = async (enterprise: TestEnterprise, code: string, change: object = {}) =>
  await t.server.db.tenantRead(enterprise.id, (db) => readDiscount(db, { ...purchase(enterprise, code), ...change }))

/** Creates an order that uses the code. @returns its id, or undefined if the code cannot be used */
const use = async ({ id: enterpriseId }: TestEnterprise, discountId: string): Promise<string | undefined> => {
  const orderId = crypto.randomUUID()
  const at = t.clock.now()
  return await t.server.db.tenantTx(enterpriseId, async (db) => {
    if (!(await useDiscount(db, { discountId, orderId, at }))) return undefined
    const code = String(Math.floor(Math.random() * 1e15)).padStart(20, '1')
    await sql`insert into plan_order (enterprise_id, id, code, kind, plan, state, starts_at, created_at)
      values (${enterpriseId}, ${orderId}, ${code}, 'BOUGHT', 'PRO', 'UNPAID', ${at}, ${at})`.execute(db)
    return orderId
  })
}

const faultsOf = async (work: Promise<unknown>) =>
  await work.then(
    () => undefined,
    (error: { faults: unknown }) => error.faults,
  )

describe('a discount code', () => {
  test('deducts a percentage or an amount, however it is typed', async () => {
    const enterprise = await t.enterprise()
    const { id, code } = await newCode({ code: 'welcome-20' })
    expect(await read(enterprise, ' Welcome-20 ')).toEqual({ id, code: 'WELCOME-20', percent: 20, cents: null })
    expect(code).toBe('welcome-20')
    const amount = await newCode({ percent: null, cents: 5_000 })
    expect(await read(enterprise, amount.code)).toMatchObject({ percent: null, cents: 5_000 })
  })

  test('is refused with the reason, at the field of the code', async () => {
    const enterprise = await t.enterprise()
    const refusal = async (code: string, change?: object) => await faultsOf(read(enterprise, code, change))
    const fault = (rule: string) => [expect.objectContaining({ path: 'discountCode', rule })]
    expect(await refusal('NOBODY')).toEqual(fault('unknown'))
    expect(await refusal('?')).toEqual(fault('unknown'))
    const { code } = await newCode()
    expect(await refusal(code, { platformId: crypto.randomUUID() })).toEqual(fault('unknown'))

    const basic = await newCode({ plans: ['BASIC', 'PREMIUM'] })
    expect(await refusal(basic.code)).toEqual(fault('plan'))
    expect(await refusal(basic.code, { plan: 'BASIC' })).toBeUndefined()
    const annual = await newCode({ billingTypes: ['ANNUALLY'] })
    expect(await refusal(annual.code)).toEqual([
      { path: 'discountCode', rule: 'billing_type', text: 'This code is only for annual billing.' },
    ])

    const stopped = await newCode()
    await staff.ask(discount.stop, { id: stopped.id, version: 1 })
    expect(await refusal(stopped.code)).toEqual(fault('stopped'))
    const single = await newCode({ maxUses: 1 })
    await use(await t.enterprise(), single.id)
    expect(await refusal(single.code)).toEqual(fault('used_up'))
    const once = await newCode({ oncePerEnterprise: true })
    await use(enterprise, once.id)
    expect(await refusal(once.code)).toEqual(fault('once'))
    expect(await faultsOf(read(await t.enterprise(), once.code))).toBeUndefined()
  })

  test('is valid until the end of its last day in UTC', async () => {
    const enterprise = await t.enterprise()
    const { id, code } = await newCode({ until: dayIn(1) })
    const end = Date.parse(`${dayIn(2)}T00:00:00Z`)
    const at = (ms: number) => faultsOf(read(enterprise, code, { at: new Date(ms) }))
    expect(await at(end - 1)).toBeUndefined()
    expect(await at(end)).toMatchObject([{ rule: 'expired' }])
    expect((await rowOf(id)).terms.until).toBe(dayIn(1))
    expect(
      await t.server.db.tenantTx(enterprise.id, (db) =>
        useDiscount(db, {
          discountId: id,
          orderId: crypto.randomUUID(),
          at: new Date(end),
        }),
      ),
    ).toBe(false)
  })

  test('is not used more often than it allows when many use it at once', async () => {
    const { id } = await newCode({ maxUses: 3 })
    const enterprises = await Promise.all(Array.from({ length: 8 }, () => t.enterprise()))
    const orders = await Promise.all(enterprises.map((enterprise) => use(enterprise, id)))
    expect(orders.filter((order) => order !== undefined)).toHaveLength(3)
    expect(await rowOf(id)).toMatchObject({ used: 3, state: 'USED_UP' })
  })

  test('is used once per enterprise when two orders use it at once', async () => {
    const enterprise = await t.enterprise()
    const { id } = await newCode({ oncePerEnterprise: true })
    const orders = await Promise.all([use(enterprise, id), use(enterprise, id)])
    expect(orders.filter((order) => order !== undefined)).toHaveLength(1)
    expect((await rowOf(id)).used).toBe(1)
  })

  test('can be used again when the order is closed unpaid, and a second return changes nothing', async () => {
    const enterprise = await t.enterprise('Returning Mobile')
    const { id: enterpriseId } = enterprise
    const { id } = await newCode({ maxUses: 1, oncePerEnterprise: true })
    const orderId = await use(enterprise, id)
    expect((await staff.ask(discount.get, { id })).uses).toMatchObject([
      { enterpriseId, enterprise: 'Returning Mobile' },
    ])
    const giveBack = () =>
      t.server.db.tenantTx(enterpriseId, (db) => returnDiscount(db, { enterpriseId, orderId: orderId! }))
    await giveBack()
    await giveBack()
    expect(await rowOf(id)).toMatchObject({ used: 0, state: 'ACTIVE' })
    expect(await use(enterprise, id)).toBeDefined()
  })
})

describe('staff', () => {
  test('find codes by their beginning and state', async () => {
    const { id, code } = await newCode({ code: 'SPRING-9' })
    await staff.ask(discount.stop, { id, version: 1 })
    const codes = async (filter: object) => (await staff.ask(discount.list, { filter })).items.map((row) => row.code)
    expect(await codes({ search: 'spring' })).toEqual([code])
    expect(await codes({ search: 'PRING' })).toEqual([])
    expect(await codes({ search: 'spring', state: ['ACTIVE', 'EXPIRED'] })).toEqual([])
    expect(await codes({ search: 'spring', state: ['STOPPED'] })).toEqual([code])
  })

  test('change the terms with a version, but not below what is used', async () => {
    const { id, code } = await newCode({ maxUses: 5 })
    await use(await t.enterprise(), id)
    await use(await t.enterprise(), id)
    const fields = { ...terms, maxUses: 2, plans: ['PRO' as const], note: 'For the fair' }
    expect(await staff.ask(discount.edit, { id, version: 1, fields })).toEqual({ version: 2 })
    expect(await rowOf(id)).toMatchObject({ version: 2, state: 'USED_UP', terms: fields })
    const stale = await staff.refusal(discount.edit, { id, version: 1, fields })
    expect(stale.code).toBe(problems.changed_meanwhile.code)
    const below = await staff.refusal(discount.edit, { id, version: 2, fields: { ...fields, maxUses: 1 } })
    expect(below.obj.faults).toMatchObject([{ path: 'fields.maxUses' }])
    const [entry] = (await staff.ask(audit.list, { filter: { action: ['discount.edited'] } })).items
    expect(entry).toMatchObject({
      objectName: code,
      before: { maxUses: 5 },
      after: { maxUses: 2, note: 'For the fair' },
    })
  })

  test('stop a code for good', async () => {
    const { id } = await newCode()
    await staff.ask(discount.stop, { id, version: 1 })
    expect(await rowOf(id)).toMatchObject({ state: 'STOPPED', version: 2 })
    for (const [endpoint, input] of [
      [discount.stop, { id, version: 2 }],
      [discount.edit, { id, version: 2, fields: terms }],
    ] as const)
      expect((await staff.refusal(endpoint, input as never)).code).toBe(problems.changed_meanwhile.code)
  })

  test.each<[string, Partial<discount.NewDiscount>]>([
    ['code', { code: 'A' }],
    ['code', { code: 'TEN PERCENT' }],
    ['percent', { percent: 0 }],
    ['percent', { percent: 101 }],
    ['percent', { percent: null, cents: null }],
    ['percent', { percent: 10, cents: 100 }],
    ['cents', { percent: null, cents: 0 }],
    ['maxUses', { maxUses: 0 }],
    ['until', { until: '2030-02-30' }],
    ['note', { note: 'x'.repeat(501) }],
  ])('cannot create a code with an invalid %s', async (path, change) => {
    const fields = { ...terms, code: 'NEW-CODE', percent: 20, cents: null, ...change }
    const refusal = await staff.refusal(discount.add, { platformId, fields })
    expect((refusal.obj.faults as { path: string }[]).map((fault) => fault.path)).toContain(`fields.${path}`)
  })

  test('cannot create a code twice', async () => {
    const { code } = await newCode()
    const fields = { ...terms, code: code.toLowerCase(), percent: 20, cents: null }
    const refusal = await staff.refusal(discount.add, { platformId, fields })
    expect(refusal.obj.faults).toMatchObject([{ path: 'fields.code', rule: 'taken' }])
  })

  test('with view permission only cannot change anything', async () => {
    const { id } = await newCode()
    const support = await t.staff('Platform support')
    expect((await support.ask(discount.get, { id })).discount.id).toBe(id)
    const fields = { ...terms, code: 'NEW-CODE', percent: 20, cents: null }
    for (const [endpoint, input] of [
      [discount.add, { platformId, fields }],
      [discount.edit, { id, version: 1, fields: terms }],
      [discount.stop, { id, version: 1 }],
    ] as const)
      expect((await support.refusal(endpoint, input as never)).status).toBe(403)
  })
})
