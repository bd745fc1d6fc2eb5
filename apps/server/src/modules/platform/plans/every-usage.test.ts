import { endpoints, problems } from '@simwright/contract'
import * as order from '@simwright/contract/money/order'
import * as staffOrder from '@simwright/contract/money/staff-order'
import * as client from '@simwright/contract/people/client'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as plan from '@simwright/contract/platform/plan'
import { IDLE_RELEASE_DAYS, type Usage } from '@simwright/contract/platform/plan'
import * as batch from '@simwright/contract/provisioning/batch'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { configured, staged } from '../../../testing/generated.ts'
import { deliveredTo, installed, moved } from '../../../testing/moved.ts'
import { bought } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { notifyOfUsage, stepDueOrders } from '../../money/renewal/service.ts'
import { releaseIdleIccids } from '../../people/clients/service.ts'
import type { Transition } from '../../profiles/lifecycle/service.ts'
import { chargeDownload } from './service.ts'

const t = await testServer({ background: 'none' })
await offerTransfers(t)

const DAY_MS = 24 * 60 * 60 * 1000

const failed = { kind: 'installFailed', lastSequence: 1, reason: 'It did not fit.', mayRetry: false } as const

/** Generates a profile, downloads it to a device, and applies what the device reports. */
async function downloaded({ id, owner }: TestEnterprise, configurationId: string, reported: readonly Transition[]) {
  const [{ ICCID: iccid, IMSI: imsi } = {}] = newSubscribers(1)
  const single = { configurationId, iccid: iccid!, imsi: imsi!, makeKeys: true }
  const { profileId } = await owner.ask(batch.single, single)
  const download = { enterpriseId: id, activationCodeId: t.server.random.uuid() }
  const charge = await t.server.db.tenantTx(id, (db) =>
    chargeDownload(t.server, db, { ...download, is: 'first', at: t.clock.now() }),
  )
  if ('refused' in charge) throw new Error(charge.refused)
  const delivered = deliveredTo(null, undefined, charge.chargedTo)
  await moved(t, { enterpriseId: id, profileId }, [delivered, ...reported])
}

type Asking = { enterprise: TestEnterprise; owner: Client; staff: Client; orderId: string }
type Answer = (asking: Asking) => Promise<Usage>

const usageIn = ({ total, used, available, exceeded }: Usage): Usage => ({ total, used, available, exceeded })
const one = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1)
  return items[0]!
}

/** The answers with the figures of the enterprise account's plan, by endpoint. */
const ofAccount: Record<string, Answer> = {
  'plan.queryOrder': async ({ owner }) => usageIn((await owner.ask(plan.queryOrder, {})).downloads),
  'client.list': async ({ staff, enterprise }) =>
    one((await staff.ask(client.list, { filter: { search: enterprise.id } })).items).usage,
  'client.get': async ({ staff, enterprise }) => (await staff.ask(client.get, { id: enterprise.id })).usage,
}

/** The answers with the figures of an order. */
const ofOrder: Record<string, Answer> = {
  'order.query': async ({ owner, orderId }) =>
    (await owner.ask(order.query, {})).items.find(({ id }) => id === orderId)!.usage,
  'order.get': async ({ owner, orderId: id }) => (await owner.ask(order.get, { id })).usage,
  'staffOrder.list': async ({ staff, enterprise, orderId }) =>
    (await staff.ask(staffOrder.list, { filter: { client: enterprise.id } })).items.find(({ id }) => id === orderId)!
      .usage,
  'staffOrder.get': async ({ staff, orderId: id }) => (await staff.ask(staffOrder.get, { id })).usage,
}

async function usageBy(answers: Record<string, Answer>, asking: Asking): Promise<Record<string, Usage>> {
  const entries = Object.entries(answers).map(async ([name, ask]) => [name, await ask(asking)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Every answer with the same figures. */
const all = (answers: Record<string, Answer>, usage: Usage) =>
  Object.fromEntries(Object.keys(answers).map((name) => [name, usage]))

const dimensions = [
  { dimension: 0, counts: 'downloads', usage: { total: 2, used: 4, available: 0, exceeded: 2 } },
  { dimension: 1, counts: 'installations', usage: { total: 2, used: 3, available: 0, exceeded: 1 } },
] as const

test.each(dimensions)(
  'over a quota of $counts, every screen has the same figures, as has the invoice',
  async (tried) => {
    const { dimension, usage } = tried
    const enterprise = await t.enterprise(undefined, 'DEMO')
    const configurationId = await configured(enterprise.owner)
    const { id: orderId } = await bought(t, enterprise, { billingDimension: dimension })
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('plan_order').set({ downloads: 2 }).where('id', '=', orderId).execute(),
    )
    const asking = { enterprise, owner: enterprise.owner, staff: await t.staff(), orderId }

    await downloaded(enterprise, configurationId, [installed])
    const within = { total: 2, used: 1, available: 1, exceeded: 0 }
    expect(await usageBy({ ...ofAccount, ...ofOrder }, asking)).toEqual(all({ ...ofAccount, ...ofOrder }, within))

    // the failed one is credited back; of the last one the device reports nothing
    for (const reported of [[installed], [failed], [installed], []])
      await downloaded(enterprise, configurationId, reported)
    expect(await usageBy({ ...ofAccount, ...ofOrder }, asking)).toEqual(all({ ...ofAccount, ...ofOrder }, usage))
    const { plan: outlook } = await staged(enterprise.owner, { configurationId, rows: newSubscribers(1) })
    expect([outlook.downloads, outlook.left]).toEqual([usage.total, usage.available])
    await notifyOfUsage(t.server)
    const [announced] = (await enterprise.owner.ask(notice.list, {})).items
    expect(announced).toMatchObject({ kind: 'USAGE_REACHED', facts: { used: usage.used, total: usage.total } })

    await enterprise.owner.ask(order.cancelSubscription, {})
    const { endsAt } = await enterprise.owner.ask(order.get, { id: orderId })
    t.clock.moveMs(Date.parse(endsAt!) - t.clock.now().getTime())
    const later = { ...asking, owner: await t.sessionIn(enterprise.owner, enterprise.id), staff: await t.staff() }
    const base = await ofAccount['plan.queryOrder']!(later)
    expect(base.used).toBe(0)
    const ended = { ...all(ofAccount, base), ...all(ofOrder, usage) }
    expect(await usageBy({ ...ofAccount, ...ofOrder }, later)).toEqual(ended)

    await stepDueOrders(t.server)
    expect(await usageBy({ ...ofAccount, ...ofOrder }, later)).toEqual(ended)
    const [due] = (await later.owner.ask(order.query, { filter: { state: ['UNPAID'] } })).items
    const { lines } = await later.owner.ask(order.get, { id: due!.id })
    expect(lines).toMatchObject([{ kind: 'OVERAGE', dimension, quantity: usage.exceeded }])
  },
)

test('no other answer has figures of a plan', () => {
  const withFigures = endpoints.filter(({ endpoint }) =>
    JSON.stringify(z.toJSONSchema(endpoint.output, { unrepresentable: 'any' })).includes('"exceeded"'),
  )
  expect(withFigures.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...ofAccount, ...ofOrder }).toSorted())
})

type Input = { iccid: string; imsi: string; makeKeys: boolean }

test('an idle enterprise account without a plan loses the ICCIDs that no device has downloaded', async () => {
  const holder = async (name: 'DEMO' | 'LAB') => {
    const enterprise = await t.enterprise(undefined, name)
    return { ...enterprise, configurationId: await configured(enterprise.owner) }
  }
  type Holder = Awaited<ReturnType<typeof holder>>
  const [free, paying, rightful] = [await holder('DEMO'), await holder('LAB'), await holder('LAB')]
  const upgraded = await holder('DEMO')
  const inputs = newSubscribers(5).map(({ ICCID, IMSI }) => ({ iccid: ICCID!, imsi: IMSI!, makeKeys: true }))
  const [unused, again, delivered, ofPaying, ofUpgraded] = inputs as [Input, Input, Input, Input, Input]
  const generate = ({ owner, configurationId }: Holder, input: Input) =>
    owner.ask(batch.single, { ...input, configurationId })
  const refusal = async ({ owner, configurationId }: Holder, input: Input) =>
    (await owner.refusal(batch.single, { ...input, configurationId })).code
  const later = async (one: Holder): Promise<Holder> => ({ ...one, owner: await t.sessionIn(one.owner, one.id) })

  await generate(free, unused)
  const { profileId } = await generate(free, again)
  const downloadedOne = await generate(free, delivered)
  await moved(t, { enterpriseId: free.id, profileId: downloadedOne.profileId }, [deliveredTo(null)])
  await generate(paying, ofPaying)
  await generate(upgraded, ofUpgraded)
  const knownFrom = new Date(t.clock.now().getTime() + 5 * DAY_MS)
  await t.server.db.tenantTx(upgraded.id, (db) =>
    db.updateTable('enterprise').set({ use_known_from: knownFrom }).execute(),
  )
  t.clock.moveMs((IDLE_RELEASE_DAYS - 1) * DAY_MS)
  await releaseIdleIccids(t.server)
  expect(await refusal(await later(rightful), unused)).toBe(problems.iccid_taken.code)

  t.clock.moveMs(2 * DAY_MS)
  await Promise.all([releaseIdleIccids(t.server), releaseIdleIccids(t.server)])

  const owner = await later(rightful)
  await generate(owner, unused)
  expect(await refusal(owner, delivered)).toBe(problems.iccid_taken.code)
  expect(await refusal(owner, ofPaying)).toBe(problems.iccid_taken.code)
  // until the database recorded all use, the account may have been used
  expect(await refusal(owner, ofUpgraded)).toBe(problems.iccid_taken.code)
  const returned = await later(free)
  const held = async () => (await returned.owner.ask(plan.queryOrder, {})).iccids.used
  expect(await held()).toBe(0)
  expect(await refusal(returned, unused)).toBe(problems.iccid_taken.code)
  // an ICCID that nobody took meanwhile gets its profile back
  expect((await generate(returned, again)).profileId).toBe(profileId)
  expect(await held()).toBe(1)
  const { items } = await returned.owner.ask(audit.list, { filter: { action: ['enterprise.iccidsReleased'] } })
  expect(items.map(({ after }) => after)).toEqual([{ iccids: 2, reason: 'Unused for 90 days.' }])
})
