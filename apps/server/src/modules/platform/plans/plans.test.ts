import { problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as session from '@simwright/contract/people/session'
import * as team from '@simwright/contract/people/team'
import * as plan from '@simwright/contract/platform/plan'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as block from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { describe, expect, test } from 'vitest'
import { configured, generated, profileOf, staged } from '../../../testing/generated.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { addTrialDays, givePlan } from './service.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60_000

/** The texts of the specification (section 6). */
const NO_PLAN = "You don't subscribe to any Plan, please contact admin to order."
const NOT_SUPPORTED = "The current subscription has expired or the plan doesn't support the operation"

const demo = () => t.enterprise(undefined, 'DEMO')

/** Moves the clock, and signs in again. */
async function wait(days: number, client: Client, { id }: TestEnterprise): Promise<Client> {
  t.clock.moveMs(days * DAY_MS)
  return await t.sessionIn(client, id)
}

const input = (name: string, more: Partial<ConfigurationInput> = {}) => ({
  fields: {
    name,
    type: 'Regular',
    profileName: 'Consumer plan',
    serviceProviderName: 'Alba',
    algorithm: 'MILENAGE',
    hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
    confirmationCode: { mode: 'none' },
    ...more,
  } satisfies ConfigurationInput,
})
const networks = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ plmn: String(26201 + i), access: ['E-UTRAN' as const] }))
const plmns = (count: number) => networks(count).map((network) => network.plmn)

const single = (configurationId: string) => {
  const [row] = newSubscribers(1)
  return { configurationId, iccid: row!.ICCID!, imsi: row!.IMSI!, makeKeys: true }
}

describe('the plan table', () => {
  test('has the prices by month and year, and the limits of each plan', async () => {
    const { owner } = await demo()
    const { plans } = await owner.ask(plan.list, {})
    expect(plans.map(({ name, monthlyCents, annualCents }) => [name, monthlyCents, annualCents])).toEqual([
      ['BASIC', 9900, 106_900],
      ['PRO', 14_900, 160_900],
      ['PREMIUM', 23_900, 258_100],
    ])
    expect(plans.map(({ extraDownloadCents }) => extraDownloadCents)).toEqual([80, 60, 60])
    expect(plans.map(({ limits }) => limits.members)).toEqual([1, 5, null])
    expect(plans.map(({ limits }) => [limits.oplmn, limits.fplmn])).toEqual([
      [1, 5],
      [50, 50],
      [10_000, 10_000],
    ])
  })

  test('visitors see the plans that are sold without sign-in, and no others', async () => {
    const { owner } = await demo()
    const { plans } = await t.stranger().ask(plan.prices, {})
    expect(plans).toEqual((await owner.ask(plan.list, {})).plans)
    expect(plans.map(({ name }) => name)).toEqual(['BASIC', 'PRO', 'PREMIUM'])
  })

  test('a new enterprise account has the DEMO plan, and no order', async () => {
    const { owner } = await demo()
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'DEMO',
      kind: 'BASE',
      order: 'none',
      text: NO_PLAN,
      trial: { state: 'available', days: 15 },
      downloads: { total: 1, used: 0, available: 1, exceeded: 0 },
      configurations: { used: 0, max: 3 },
      members: { used: 1, invited: 0, max: 5 },
    })
    expect((await owner.ask(session.enterpriseInfo, {})).plan).toBe('DEMO')
    expect((await owner.ask(order.query, {})).items).toEqual([])
  })
})

describe('a limit', () => {
  test('of configurations holds, also for parallel calls', async () => {
    const { owner } = await demo()
    for (const name of ['One', 'Two']) await owner.ask(configuration.add, input(name))
    const answers = await Promise.allSettled(
      ['Three', 'Four', 'Five'].map((name) => owner.ask(configuration.add, input(name))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusal = await owner.refusal(configuration.add, input('Six'))
    expect(refusal.code).toBe(problems.plan_none.code)
    expect(refusal.message).toBe(
      `${NO_PLAN} The plan DEMO has 3 profile configurations. Delete one, or have an owner choose the plan PRO on the Subscription page.`,
    )
    const { items } = await owner.ask(configuration.list, {})
    await owner.ask(configuration.remove, { id: items[0]!.id, version: 1 })
    await owner.ask(configuration.add, input('Again'))
  })

  test.each<[string, Partial<ConfigurationInput>, Partial<ConfigurationInput>]>([
    ['oplmn', { oplmn: networks(1) }, { oplmn: networks(2) }],
    ['fplmn', { fplmn: plmns(5) }, { fplmn: plmns(6) }],
    ['maxDownloadAttempts', { maxDownloadAttempts: 5 }, { maxDownloadAttempts: 6 }],
    ['maxRedownloads', { maxRedownloads: 1 }, { maxRedownloads: 2 }],
    ['allowDeviceChange', { allowDeviceChange: false }, { allowDeviceChange: true }],
  ])('of a configuration (%s) is reported at its field, on an edit too', async (field, fits, exceeds) => {
    const { owner } = await demo()
    const { id } = await owner.ask(configuration.add, input('Fits', fits))
    for (const refusal of [
      await owner.refusal(configuration.add, input('Exceeds', exceeds)),
      await owner.refusal(configuration.edit, { id, version: 1, ...input('Exceeds', exceeds) }),
    ]) {
      expect(refusal.message).toBe(NO_PLAN)
      expect(refusal.obj.faults).toMatchObject([{ path: `fields.${field}`, rule: 'plan' }])
    }
  })

  test('of members counts open invitations', async () => {
    const { owner } = await demo()
    const emails = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `m${from + i}@example.com`)
    await owner.ask(team.invite, { emails: emails(3), roleId: 'Viewer' })
    const refusal = await owner.refusal(team.invite, { emails: emails(2, 3), roleId: 'Viewer' })
    expect(refusal.message).toBe(
      `${NO_PLAN} The plan DEMO has 5 members. Deactivate or remove one, or have an owner choose the plan PREMIUM on the Subscription page.`,
    )
    expect((await owner.ask(team.list, {})).total).toBe(4)
    expect((await owner.ask(plan.queryOrder, {})).members).toEqual({ used: 4, invited: 3, max: 5 })
    await owner.ask(team.invite, { emails: emails(1, 3), roleId: 'Viewer' })
    expect((await owner.ask(team.invite, { emails: emails(1), roleId: 'Viewer' })).items[0]!.outcome).toBe(
      'INVITED_BEFORE',
    )
  })

  test('of members applies to a reactivation', async () => {
    const enterprise = await demo()
    const { owner, member } = enterprise
    await member('Viewer')
    const { items } = await owner.ask(team.list, { filter: { role: 'Viewer' } })
    await owner.ask(team.deactivate, { id: items[0]!.id })
    await owner.ask(team.invite, { emails: [1, 2, 3, 4].map((n) => `r${n}@example.com`), roleId: 'Viewer' })
    expect((await owner.refusal(team.reactivate, { id: items[0]!.id })).message).toContain(NO_PLAN)
  })
})

test('devices can be blocked while the plan includes it', async () => {
  const enterprise = await demo()
  const { owner } = enterprise
  const device = (value: string) => ({ kind: 'TAC' as const, values: [value] })
  await owner.ask(block.add, device('35000001'))
  await owner.ask(plan.startTrial, {})
  await owner.ask(block.add, device('35000002'))
  const later = await wait(15, owner, enterprise)
  const refusal = await later.refusal(block.add, device('35000003'))
  expect(refusal.message).toBe(
    `${NOT_SUPPORTED}: The plan DEFAULT does not include this feature: Block. Have an owner choose the plan PRO on the Subscription page.`,
  )
  expect((await later.ask(block.list, {})).total).toBe(2)
})

test('codes have public pages, which the result file names, while the plan includes them', async () => {
  const enterprise = await demo()
  let { owner } = enterprise
  const configurationId = await configured(owner)
  const { profileId, batchId } = await owner.ask(batch.single, single(configurationId))
  const { link } = await owner.ask(fleet.detail, { id: profileId })
  const slug = link!.split('/').at(-1)!
  await t.stranger().ask(delivery.publicCode, { slug })
  expect((await owner.file(batch.result, { id: batchId })).text).toContain(slug)
  await owner.ask(plan.startTrial, {})
  await t.stranger().ask(delivery.publicCode, { slug })
  owner = await wait(15, owner, enterprise)
  expect((await owner.ask(fleet.detail, { id: profileId })).link).toBe(null)
  expect((await t.stranger().refusal(delivery.publicCode, { slug })).code).toBe(problems.code_gone.code)
  expect((await owner.file(batch.result, { id: batchId })).text).not.toMatch(/LINK|\/ac\//)
})

test('the preview shows the remaining downloads of the plan', async () => {
  const { owner } = await demo()
  const configurationId = await configured(owner)
  const source = await staged(owner, { configurationId, rows: newSubscribers(3) })
  expect(source.plan).toEqual({ name: 'DEMO', downloads: 1, left: 1, extraDownloadCents: null, iccidsLeft: 20 })
})

describe('the free trial', () => {
  test('can be started once, has the limits of PRO, and ends with the plan DEFAULT', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    await owner.ask(plan.startTrial, {})
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'PRO',
      kind: 'TRIAL',
      order: 'running',
      text: null,
      trial: { state: 'running', daysLeft: 15 },
      downloads: { total: 100, used: 0, available: 100, extraDownloadCents: null },
      configurations: { max: 20 },
    })
    const again = await owner.refusal(plan.startTrial, {})
    expect(again.code).toBe(problems.trial_refused.code)
    owner = await wait(14.5, owner, enterprise)
    expect((await owner.ask(plan.queryOrder, {})).trial).toMatchObject({ state: 'running', daysLeft: 1 })
    owner = await wait(0.5, owner, enterprise)
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'DEFAULT',
      order: 'expired',
      text: NOT_SUPPORTED,
      trial: { state: 'ended' },
      downloads: { total: 1, used: 0 },
    })
    expect((await owner.refusal(plan.startTrial, {})).code).toBe(problems.trial_refused.code)
    expect((await owner.ask(order.query, {})).items).toMatchObject([{ kind: 'TRIAL', plan: 'PRO', state: 'EXPIRED' }])
    expect((await owner.ask(order.query, { filter: { state: ['ACTIVE'] } })).total).toBe(0)
    expect((await owner.ask(session.enterpriseInfo, {})).plan).toBe('DEFAULT')
  })

  test('can be started by members who may edit the subscription, and only once by parallel calls', async () => {
    const { owner, member } = await demo()
    const operator = await member('Operator')
    expect((await operator.refusal(plan.startTrial, {})).code).toBe(problems.forbidden.code)
    const answers = await Promise.allSettled([1, 2, 3].map(() => owner.ask(plan.startTrial, {})))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await owner.ask(order.query, {})).total).toBe(1)
  })

  test('can be extended before it starts, while it is active, and after it has ended', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    const { id: enterpriseId } = enterprise
    const add = (days: number) => t.server.db.tenantTx(enterpriseId, (db) => addTrialDays(t.server, db, { days }))
    const trial = async () => (await owner.ask(plan.queryOrder, {})).trial
    await add(15)
    await owner.ask(plan.startTrial, {})
    expect(await trial()).toMatchObject({ state: 'running', daysLeft: 30 })
    await add(15)
    expect(await trial()).toMatchObject({ state: 'running', daysLeft: 45 })
    owner = await wait(50, owner, enterprise)
    expect(await trial()).toMatchObject({ state: 'ended' })
    await add(15)
    expect(await trial()).toMatchObject({ state: 'running', daysLeft: 15 })
  })
})

describe('what exceeds the limits when a plan has ended', () => {
  test('configurations are frozen, not deleted: they are marked and can not be used until others are removed', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    await owner.ask(plan.startTrial, {})
    const first = await configured(owner, { name: 'First' })
    const long = await configured(owner, { name: 'Long', oplmn: networks(2) })
    const third = await configured(owner, { name: 'Third' })
    const staging = await staged(owner, { configurationId: third, rows: newSubscribers(1) })
    owner = await wait(15, owner, enterprise)
    const frozen = async () =>
      Object.fromEntries((await owner.ask(configuration.list, {})).items.map((row) => [row.name, row.frozen]))
    expect(await frozen()).toEqual({ First: false, Long: true, Third: true })
    expect((await owner.ask(configuration.get, { id: third })).frozen).toBe(true)
    const refusal = await owner.refusal(batch.single, single(third))
    expect(refusal.code).toBe(problems.plan_refused.code)
    expect(refusal.message).toMatch(new RegExp(`^${NOT_SUPPORTED}: The plan DEFAULT has room for 1,`))
    await expect(staged(owner, { configurationId: third, rows: newSubscribers(1) })).rejects.toThrow(NOT_SUPPORTED)
    expect(staging.total).toBe(1)
    await owner.ask(batch.single, single(first))
    await owner.ask(configuration.remove, { id: first, version: 1 })
    expect(await frozen()).toEqual({ Long: true, Third: true })
    await owner.ask(configuration.remove, { id: long, version: 1 })
    expect(await frozen()).toEqual({ Third: false })
    await owner.ask(batch.single, single(third))
  })

  test('a staged upload is not generated with a configuration that has become frozen', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    await owner.ask(plan.startTrial, {})
    await configured(owner, { name: 'First' })
    const second = await configured(owner, { name: 'Second' })
    owner = await wait(14.9, owner, enterprise)
    const { id: sourceId } = await staged(owner, { configurationId: second, rows: newSubscribers(1) })
    owner = await wait(0.1, owner, enterprise)
    expect((await owner.refusal(batch.start, { sourceId })).message).toContain(NOT_SUPPORTED)
    expect((await owner.ask(fleet.list, {})).total).toBe(0)
  })

  test('a code has the attempts and re-downloads that the plan allows when it is generated', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    await owner.ask(plan.startTrial, {})
    const configurationId = await configured(owner, { maxDownloadAttempts: 20, maxRedownloads: 10 })
    const rows = newSubscribers(2)
    await generated(owner, { configurationId, rows: rows.slice(0, 1) })
    owner = await wait(15, owner, enterprise)
    await generated(owner, { configurationId, rows: rows.slice(1) })
    const limits = await Promise.all(
      rows.map(async ({ ICCID }) => await owner.ask(fleet.detail, { id: (await profileOf(owner, ICCID)).id })),
    )
    expect(limits).toMatchObject([
      { maxAttempts: 20, maxRedownloads: 10 },
      { maxAttempts: 5, maxRedownloads: 1 },
    ])
  })

  test('members beyond the limit have no permissions until the plan allows more; owners keep theirs', async () => {
    const enterprise = await demo()
    let { owner } = enterprise
    await owner.ask(plan.startTrial, {})
    let viewer = await enterprise.member('Viewer')
    await viewer.ask(fleet.list, {})
    viewer = await wait(15, viewer, enterprise)
    owner = await t.sessionIn(owner, enterprise.id)
    expect((await viewer.refusal(fleet.list, {})).code).toBe(problems.forbidden.code)
    expect(await viewer.ask(plan.queryOrder, {})).toMatchObject({ plan: 'DEFAULT', frozen: true })
    await owner.ask(fleet.list, {})
    await givePlan(t.server, {
      enterpriseId: enterprise.id,
      plan: 'PRO',
      endsAt: new Date(t.clock.now().getTime() + DAY_MS),
    })
    await viewer.ask(fleet.list, {})
  })
})

describe('a clock that is set back', () => {
  test('does not end a plan that has started', async () => {
    const enterprise = await demo()
    const configurationId = await configured(enterprise.owner)
    let owner = await wait(-2, enterprise.owner, enterprise)
    try {
      expect(await owner.ask(plan.queryOrder, {})).toMatchObject({ plan: 'DEMO', kind: 'BASE' })
      expect(await owner.ask(batch.single, single(configurationId))).toMatchObject({ code: expect.any(String) })
      await owner.ask(plan.startTrial, {})
      owner = await wait(-1, owner, enterprise)
      expect(await owner.ask(plan.queryOrder, {})).toMatchObject({ plan: 'PRO', kind: 'TRIAL', order: 'running' })
      const endsAt = new Date(t.clock.now().getTime() + DAY_MS)
      await givePlan(t.server, { enterpriseId: enterprise.id, plan: 'BASIC', endsAt })
      owner = await wait(-1, owner, enterprise)
      expect(await owner.ask(plan.queryOrder, {})).toMatchObject({ plan: 'BASIC', kind: 'GIVEN' })
    } finally {
      t.clock.moveMs(4 * DAY_MS)
    }
  })
})

describe('a plan given by command', () => {
  test('is active from now on, replaces the active order, and includes the downloads of each month; LAB has no limits', async () => {
    const enterprise = await demo()
    const { owner, id: enterpriseId } = enterprise
    const until = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS)
    await owner.ask(plan.startTrial, {})
    await givePlan(t.server, { enterpriseId, plan: 'BASIC', endsAt: until(59) })
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'BASIC',
      kind: 'GIVEN',
      trial: { state: 'unavailable' },
      downloads: { total: 200, available: 200, extraDownloadCents: null },
    })
    await givePlan(t.server, { enterpriseId, plan: 'LAB', endsAt: until(1) })
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      plan: 'LAB',
      downloads: { total: null, available: null },
      configurations: { max: null },
      members: { max: null },
    })
    const { items } = await owner.ask(order.query, {})
    expect(items.map(({ kind, plan: name, state }) => [kind, name, state])).toEqual([
      ['GIVEN', 'LAB', 'ACTIVE'],
      ['GIVEN', 'BASIC', 'EXPIRED'],
      ['TRIAL', 'PRO', 'EXPIRED'],
    ])
    expect(new Set(items.map(({ code }) => code)).size).toBe(3)
    expect(items[0]!.code).toMatch(/^\d{20}$/)
  })

  test('is refused for an unknown enterprise account', async () => {
    const nobody = { enterpriseId: crypto.randomUUID(), plan: 'PRO', endsAt: new Date('2099-01-01') } as const
    await expect(givePlan(t.server, nobody)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

test('orders are visible to members with the permission, and to no other enterprise account', async () => {
  const { owner, member } = await demo()
  await owner.ask(plan.startTrial, {})
  expect((await (await member('Finance')).ask(order.query, {})).total).toBe(1)
  expect((await (await member('Operator')).refusal(order.query, {})).code).toBe(problems.forbidden.code)
  expect((await (await demo()).owner.ask(order.query, {})).total).toBe(0)
})
