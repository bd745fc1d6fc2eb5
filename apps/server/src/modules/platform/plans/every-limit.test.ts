import { type InputOf, problems } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import type { PlanFeature, PlanLimits, PlanName } from '@simwright/contract/platform/plan'
import * as plan from '@simwright/contract/platform/plan'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import * as batch from '@simwright/contract/provisioning/batch'
import * as block from '@simwright/contract/provisioning/block'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as push from '@simwright/contract/provisioning/push'
import * as rule from '@simwright/contract/provisioning/rule'
import { deleteProfile } from '@simwright/euicc'
import { type CardIccid, parseIccid } from '@simwright/ids'
import { plainStyle } from '@simwright/qr'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { Refused } from '../../../testing/client.ts'
import { configured, finished, operated, profileOf } from '../../../testing/generated.ts'
import { inOneMoment } from '../../../testing/one-moment.ts'
import { setUseOf } from '../../../testing/plan-use.ts'
import type { TestEnterprise } from '../../../testing/server.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { releaseIccids } from '../../profiles/lifecycle/service.ts'
import { givePlan } from './service.ts'

const scene = await smdpScene({ plan: 'DEMO' })
const { server, clock, phones } = scene
const DAY_MS = 24 * 60 * 60_000

type Limit = Exclude<keyof PlanLimits, 'features'> | PlanFeature

type Case = {
  /** The plan whose limit is tried. */
  plan: 'BASIC' | 'PRO'
  /** The smallest plan that allows what this one refuses; null: only platform staff can. */
  remedy: PlanName | null
  /** Set when devices take part. */
  devices?: true
  /** Does what is allowed, and what is not. @returns the refusal's text; null if only strangers meet it */
  tryOut(enterprise: TestEnterprise): Promise<string | null>
}

let number = 0
const input = (more: Partial<ConfigurationInput> = {}) => ({
  fields: {
    name: `Configuration ${++number}`,
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

/** The text of the only fault. */
function faultAt(path: string, { code, obj }: Refused): string {
  expect(code).toBe(problems.plan_refused.code)
  expect(obj.faults).toMatchObject([{ path, rule: 'plan' }])
  return (obj.faults as { text: string }[])[0]!.text
}

/** A field of a configuration: it can be added and edited with the one value, and not with the other. */
const ofField = (field: string, fits: Partial<ConfigurationInput>, exceeds: Partial<ConfigurationInput>) => ({
  tryOut: async ({ owner }: TestEnterprise) => {
    const { id } = await owner.ask(configuration.add, input(fits))
    const added = faultAt(`fields.${field}`, await owner.refusal(configuration.add, input(exceeds)))
    const edit = { id, version: 1, ...input(exceeds) }
    expect(faultAt(`fields.${field}`, await owner.refusal(configuration.edit, edit))).toBe(added)
    return added
  },
})

const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>'
const upload = { name: 'logo.svg', content: logo }

/** What a device is refused with, as the portal shows it. */
async function refusedDownload(order: Awaited<ReturnType<typeof scene.order>>, phone = phones.phone()) {
  expect(await phone.download(order.activationCode)).toMatchObject({ outcome: 'refused-by-server' })
  return (await scene.timeline(order.profileId))[0]!.text
}

/** Makes the count of ICCIDs, which is in several rows, that the enterprise account of the transaction holds. */
const hold = (db: TenantDb, count: number) =>
  sql`
  update iccid_count c set held = ${count} - coalesce((
    select sum(o.held) from iccid_count o where o.enterprise_id = c.enterprise_id and o.shard <> c.shard), 0)
  where c.shard = 100`.execute(db)

/** The ICCID of a deleted profile needs no room while the account holds it, however many it holds, and room once it is released. */
async function expectReleasedNeedsRoom(
  { id, owner }: TestEnterprise,
  { configurationId, held: { ICCID, IMSI } }: { configurationId: string; held: Required<Subscriber> },
): Promise<void> {
  const range = { configurationId, firstIccid: ICCID, firstImsi: IMSI, count: 1 }
  const profile = await profileOf(owner, ICCID)
  const remove = () => operated(owner, { operation: { kind: 'REMOVE' }, selection: { ids: [profile.id] } })
  await remove()
  await server.db.tenantTx(id, (db) => hold(db, 20_000))
  const { batchId } = await owner.ask(batch.startRange, range)
  expect((await finished(owner, batchId)).succeeded).toBe(1)
  await remove()
  await server.db.tenantTx(id, async (db) => {
    expect(await releaseIccids(db, [{ profile_id: profile.id as never, iccid: ICCID as CardIccid }])).toBe(1)
    await hold(db, 10_000)
  })
  expect((await owner.refusal(batch.startRange, range)).code).toBe(problems.iccids_exceeded.code)
}

/** One case for each limit of the plan table: a limit without one does not compile. */
const cases: Record<Limit, Case> = {
  downloads: {
    plan: 'BASIC',
    remedy: null,
    devices: true,
    tryOut: async ({ id }) => {
      const orders = [await scene.order(), await scene.order()] as const
      await server.db.tenantTx(id, (db) => setUseOf(db, 'GIVEN', { downloads: 99 }))
      expect(await phones.phone().download(orders[0].activationCode)).toMatchObject({ outcome: 'installed' })
      return await refusedDownload(orders[1])
    },
  },
  configurations: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async ({ owner }) => {
      for (let added = 0; added < 3; added += 1) await owner.ask(configuration.add, input())
      return (await owner.refusal(configuration.add, input())).message
    },
  },
  configurationTypes: {
    plan: 'BASIC',
    remedy: 'PRO',
    ...ofField('type', { type: 'Regular' }, { type: 'Private_LTE' }),
  },
  oplmn: { plan: 'BASIC', remedy: 'PRO', ...ofField('oplmn', { oplmn: networks(1) }, { oplmn: networks(2) }) },
  fplmn: {
    plan: 'PRO',
    remedy: 'PREMIUM',
    ...ofField(
      'fplmn',
      { fplmn: networks(50).map(({ plmn }) => plmn) },
      { fplmn: networks(51).map(({ plmn }) => plmn) },
    ),
  },
  redownloadsAMonth: {
    plan: 'BASIC',
    remedy: 'PRO',
    devices: true,
    tryOut: async (enterprise) => {
      await setPlan(enterprise, 'PRO')
      const order = await scene.order({}, await configured(enterprise.owner, { name: 'Again', maxRedownloads: 10 }))
      await setPlan(enterprise, 'BASIC')
      const phone = phones.phone()
      for (let downloads = 0; downloads <= 3; downloads += 1) {
        expect(await phone.download(order.activationCode)).toMatchObject({ outcome: 'installed' })
        await deleteProfile(phone, order.iccid)
      }
      return await refusedDownload(order, phone)
    },
  },
  downloadAttempts: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async (enterprise) => {
      const { owner } = enterprise
      const configurationId = await configured(owner, { name: 'Campaign' })
      const fields = (maxAttempts: number) => ({
        name: `Campaign ${++number}`,
        configurationId,
        confirmationCode: { mode: 'none' as const },
        maxAttempts,
      })
      const { id } = await owner.ask(campaign.add, { fields: fields(5) })
      for (const refusal of [
        await owner.refusal(campaign.add, { fields: fields(6) }),
        await owner.refusal(campaign.edit, { id, version: 1, fields: fields(6) }),
      ])
        expect(faultAt('fields.maxAttempts', refusal)).toMatch(/^Up to 5 in the plan BASIC/)
      const field = ofField('maxDownloadAttempts', { maxDownloadAttempts: 5 }, { maxDownloadAttempts: 6 })
      return await field.tryOut(enterprise)
    },
  },
  members: {
    plan: 'PRO',
    remedy: 'PREMIUM',
    tryOut: async ({ owner }) => {
      const emails = (count: number) => Array.from({ length: count }, () => `m${++number}@example.com`)
      await owner.ask(team.invite, { emails: emails(4), roleId: 'Viewer' })
      return (await owner.refusal(team.invite, { emails: emails(1), roleId: 'Viewer' })).message
    },
  },
  iccids: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async (enterprise) => {
      const { id, owner } = enterprise
      const configurationId = await configured(owner, { name: 'Stock' })
      const sent = ({ ICCID, IMSI }: Subscriber) => ({ configurationId, iccid: ICCID!, imsi: IMSI!, makeKeys: true })
      await server.db.tenantTx(id, (db) =>
        db.insertInto('iccid_count').values({ enterprise_id: id, shard: 100, held: 9_998 }).execute(),
      )
      const rows = newSubscribers(4)
      const answers = await Promise.allSettled(rows.map((row) => owner.ask(batch.single, sent(row))))
      const refused = rows.filter((_, index) => answers[index]!.status === 'rejected')
      expect(refused).toHaveLength(2)
      const refusal = await owner.refusal(batch.single, sent(refused[0]!))
      expect(refusal.code).toBe(problems.iccids_exceeded.code)
      // one that is held needs no room
      const held = rows.find((row) => !refused.includes(row))!
      expect((await owner.refusal(batch.single, sent(held))).code).toBe(problems.iccid_exists.code)
      const range = {
        configurationId,
        firstIccid: parseIccid('8944510000000000000'),
        firstImsi: '999700000900000',
        count: 2,
      }
      expect((await owner.ask(batch.previewRange, range)).plan.iccidsLeft).toBe(0)
      const text = (await owner.refusal(batch.startRange, range)).message
      expect(text).toBe(refusal.message)
      expect(text).toMatch(/Up to 10,000 ICCIDs .* you have 10,000\./)
      expect((await owner.ask(plan.queryOrder, {})).iccids).toEqual({ used: 10_000, max: 10_000 })
      await expectReleasedNeedsRoom(enterprise, { configurationId, held: held as Required<Subscriber> })
      return text
    },
  },
  rules: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async ({ owner }) => {
      const fields = () => ({
        name: `Rule ${++number}`,
        when: { events: ['INSTALLED' as const] },
        actions: [{ kind: 'NOTIFY' as const }],
      })
      const ids: string[] = []
      for (let count = 0; count < 10; count += 1) ids.push((await owner.ask(rule.add, { fields: fields() })).id)
      const text = (await owner.refusal(rule.add, { fields: fields() })).message
      expect(text).toMatch(/The plan BASIC has 10 active rules\. Pause one, or /)
      // a paused one needs no room, until it is resumed
      await owner.ask(rule.pause, { id: ids[0]! })
      await owner.ask(rule.add, { fields: fields() })
      expect((await owner.refusal(rule.resume, { id: ids[0]! })).message).toBe(text)
      return text
    },
  },
  EID_PUSH: {
    plan: 'BASIC',
    remedy: 'PRO',
    devices: true,
    tryOut: async (enterprise) => {
      const { owner } = enterprise
      const add = async () => ({ iccid: (await scene.order()).iccid, eid: scene.nextEid() })
      const wanted = await add()
      const { message } = await owner.refusal(push.add, wanted)
      expect((await owner.ask(push.room, {})).refused).toBe(message)
      await setPlan(enterprise, 'PRO')
      await owner.ask(push.add, wanted)
      return message
    },
  },
  BLOCK: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async (enterprise) => {
      const wanted = { kind: 'TAC' as const, values: ['35000001'] }
      const { message } = await enterprise.owner.refusal(block.add, wanted)
      await setPlan(enterprise, 'PRO')
      await enterprise.owner.ask(block.add, wanted)
      return message
    },
  },
  WEBHOOK: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async (enterprise) => {
      const wanted = { fields: { name: 'Warehouse', url: null, kinds: ['INSTALLED' as const] } }
      const { message } = await enterprise.owner.refusal(webhook.add, wanted)
      await setPlan(enterprise, 'PRO')
      await enterprise.owner.ask(webhook.add, wanted)
      return message
    },
  },
  QR_LOGO: {
    plan: 'BASIC',
    remedy: 'PRO',
    devices: true,
    tryOut: async (enterprise) => {
      const { owner } = enterprise
      const refusal: unknown = await owner.upload(delivery.uploadLogo, {}, upload).catch((error: unknown) => error)
      if (!(refusal instanceof Refused)) throw new Error('the logo was not refused')
      await setPlan(enterprise, 'PRO')
      const { logoId } = await owner.upload(delivery.uploadLogo, {}, upload)
      const fields = { name: 'Logo', style: plainStyle, logoId }
      const { id } = await owner.ask(delivery.addPreset, { fields })
      await owner.ask(delivery.setStandard, { id })
      const { link } = await scene.shown((await scene.order()).profileId)
      const slug = link!.split('/').at(-1)!
      const look = async () => (await scene.stranger().ask(delivery.publicCode, { slug })).look
      expect((await look())!.logo).toMatch(/^data:image/)
      await withoutFeature('QR_LOGO', async () => expect((await look())!.logo).toBeNull())
      expect((await look())!.logo).toMatch(/^data:image/)
      return refusal.message
    },
  },
  AC_LINK: {
    plan: 'BASIC',
    remedy: null,
    devices: true,
    tryOut: async (enterprise) => {
      const { profileId } = await scene.order()
      expect((await scene.shown(profileId)).link).toBeNull()
      await setPlan(enterprise, 'PRO')
      const { link } = await enterprise.owner.ask(fleet.detail, { id: profileId })
      const slug = link!.split('/').at(-1)!
      await scene.stranger().ask(delivery.publicCode, { slug })
      await setPlan(enterprise, 'BASIC')
      const refusal = await scene.stranger().refusal(delivery.publicCode, { slug })
      expect(refusal.code).toBe(problems.code_gone.code)
      return null
    },
  },
  OPEN_API: {
    plan: 'BASIC',
    remedy: 'PRO',
    tryOut: async ({ owner }) => (await owner.refusal(apiKey.add, newKey())).message,
  },
  apiCallsASecond: {
    plan: 'PRO',
    remedy: null,
    tryOut: async ({ owner }) => {
      const { key } = await owner.ask(apiKey.add, newKey())
      const program = owner.withKey(key)
      const calls = () => Array.from({ length: 10 }, () => program.send(plan.queryOrder, {}))
      const statuses = (await inOneMoment(() => Promise.all(calls()))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(5)
      return null
    },
  },
  DEVICE_CHANGE: {
    plan: 'BASIC',
    remedy: 'PRO',
    ...ofField('allowDeviceChange', { allowDeviceChange: false }, { allowDeviceChange: true }),
  },
}

const newKey = (): InputOf<typeof apiKey.add> => ({
  kind: 'PERSONAL',
  days: 1,
  fields: { name: `Key ${++number}`, scopes: ['Fleet_View'] },
})

async function setPlan({ id: enterpriseId }: TestEnterprise, name: 'BASIC' | 'PRO'): Promise<void> {
  await givePlan(server, { enterpriseId, plan: name, endsAt: new Date(clock.now().getTime() + 20 * DAY_MS) })
}

/** Takes a feature from PRO in the plan table, and returns it after the work. */
async function withoutFeature(feature: PlanFeature, work: () => Promise<void>): Promise<void> {
  const change = (call: 'array_remove' | 'array_append') =>
    server.db.globalTx((db) =>
      sql`update plan set features = ${sql.raw(call)}(features, ${feature}) where name = 'PRO'`.execute(db),
    )
  await change('array_remove')
  await work()
  await change('array_append')
}

const tries = (Object.keys(cases) as Limit[]).map((limit) => ({ limit, ...cases[limit] }))

test.each(tries)('the limit $limit holds, and its refusal says what to do', async ({ plan: name, remedy, ...one }) => {
  const enterprise = one.devices ? scene.enterprise : await scene.another(undefined, 'DEMO')
  await setPlan(enterprise, name)
  const text = await one.tryOut(enterprise)
  if (text === null) return
  expect(text).toContain(`plan ${name}`)
  const last = remedy
    ? `ave an owner choose the plan ${remedy} on the Subscription page.`
    : 'rite to us: the Contact page has the address.'
  expect(text.endsWith(last), text).toBe(true)
})

test('each limit of the plan table is offered in it, so that no other exists', async () => {
  const { plans } = await scene.enterprise.owner.ask(plan.list, {})
  const { features: _features, ...limits } = plans[0]!.limits
  const shown = [...Object.keys(limits), ...new Set(plans.flatMap((one) => one.limits.features))]
  expect(shown.toSorted()).toEqual(Object.keys(cases).toSorted())
})
