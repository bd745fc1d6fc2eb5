import { type InputOf, problems } from '@simwright/contract'
import * as client from '@simwright/contract/people/client'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import { deleteProfile } from '@simwright/euicc'
import { plainStyle } from '@simwright/qr'
import { digestConfirmationCode, hashConfirmationCode } from '@simwright/rsp'
import { expect, test } from 'vitest'
import type { TenantDb } from '../../../db/database.ts'
import { notRepeatable } from '../../../http/once.ts'
import { generated } from '../../../testing/generated.ts'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { authenticate } from '../../people/sessions/service.ts'
import { freeLapsed } from '../../profiles/pools/jobs.ts'
import { claimProfile } from '../../profiles/pools/service.ts'
import { recycleDue } from '../recycle/jobs.ts'
import { confirmDeletion } from '../recycle/service.ts'
import { emptyCampaign, fillCampaign } from './fill.ts'
import { endDueCampaigns, recycleEnded } from './jobs.ts'

const HOUR_MS = 60 * 60_000
const scene = await smdpScene()
const { server, enterprise, device, shown, timeline, phones, clock } = scene
let { owner } = enterprise
const configurationId = await scene.configured({ name: 'Festival' })
const POOL = 8
const teal = { ...plainStyle, foreground: '#0b5a55' }
const { id: batchId } = await generated(owner, { configurationId, rows: newSubscribers(POOL) })

/** Advances the clock; the owner signs in again. */
async function wait(milliseconds: number): Promise<void> {
  await scene.wait(milliseconds)
  owner = await scene.sessionIn(owner, enterprise.id)
}

type Fields = Partial<Parameters<typeof owner.ask<typeof campaign.add>>[1]['fields']>
let campaigns = 0
const fieldsOf = (more: Fields = {}) => ({
  name: `Campaign ${++campaigns}`,
  configurationId,
  confirmationCode: { mode: 'none' as const },
  ...more,
})

async function campaignOf(more: Fields = {}): Promise<string> {
  return (await owner.ask(campaign.add, { fields: fieldsOf(more) })).id
}

const get = (id: string) => owner.ask(campaign.get, { id })
const matchingIdOf = async (id: string) => (await get(id)).activationCode.split('$')[2]!

async function move(id: string, action: typeof campaign.start) {
  const { version } = await get(id)
  return await owner.ask(action, { id, version })
}

/** A running campaign with new profiles. */
async function running(profiles: number, more: Fields = {}) {
  const orders = []
  for (let n = 0; n < profiles; n += 1) orders.push(await scene.order({}, configurationId))
  const id = await campaignOf(more)
  for (const { iccid } of orders) await owner.ask(campaign.fill, { id, filter: { iccid } })
  await move(id, campaign.start)
  return { id, orders, matchingId: await matchingIdOf(id) }
}

const anyPool = {
  kind: 'campaign',
  phase: 'LIVE',
  starts_at: null,
  ends_at: null,
  device_limit: 1,
  max_attempts: 5,
  code_state: 'LIVE',
  own_profile_id: null,
  activation_code_id: '',
  sealed_confirmation: null,
} as const

const previewOf = (what: InputOf<typeof operation.preview>['operation'], profileId: string) =>
  owner.ask(operation.preview, { operation: what, selection: { ids: [profileId] } })

test('of 12 concurrent devices, 8 get a profile each from a pool of 8, and 4 are refused', async () => {
  const id = await campaignOf()
  expect((await owner.refusal(campaign.start, { id, version: 1 })).code).toBe('14103')
  const preview = await owner.ask(campaign.preview, { id, filter: { batchId } })
  expect(preview).toEqual({ fit: POOL, capped: false, unfit: [] })
  expect(await owner.ask(campaign.previewNew, { configurationId, filter: { batchId } })).toEqual(preview)
  const otherId = await scene.configured({ name: 'Of no profile' })
  expect(await owner.ask(campaign.previewNew, { configurationId: otherId, filter: { batchId } })).toMatchObject({
    fit: 0,
    unfit: [{ reason: 'CONFIGURATION', count: POOL }],
  })
  expect(await owner.ask(campaign.fill, { id, filter: { batchId } })).toEqual({ added: POOL })
  await move(id, campaign.start)
  const { activationCode } = await get(id)
  const results = await Promise.all(Array.from({ length: 12 }, () => phones.phone().download(activationCode)))
  const iccids = results.flatMap((result) => (result.outcome === 'installed' ? [result.iccid] : []))
  expect(new Set(iccids).size).toBe(POOL)
  const refused = results.filter(({ outcome }) => outcome !== 'installed')
  expect(refused).toHaveLength(4)
  for (const one of refused)
    expect(one).toMatchObject({ outcome: 'refused-by-server', subjectCode: '8.2.6', reasonCode: '3.8' })
  const { counts, taken } = await get(id)
  expect(taken).toBe(POOL)
  expect(counts).toMatchObject({
    ...{ profiles: 8, free: 0, held: 0, downloaded: 0, installed: 8, failed: 0, deleted: 0 },
    ...{ refused: 4, devices: 12 },
  })
  const listed = await owner.ask(campaign.refusals, { filter: { id } })
  expect(listed).toMatchObject({ total: 4, items: [{ subjectCode: '8.2.6', reasonCode: '3.8' }, {}, {}, {}] })
  const { points } = await owner.ask(campaign.trend, { id, by: 'hour' })
  expect(points).toHaveLength(48)
  expect(points.at(-1)!.count).toBe(POOL)
  expect((await owner.ask(campaign.trend, { id, by: 'day' })).points.map(({ count }) => count)).toEqual([POOL])
  for (const [zone, midnight] of [
    ['US/Pacific-New', /T0[78]:00/],
    ['asia/calcutta', /T18:30/],
    ['+05:30', /T18:30/],
    ['-03:00', /T03:00/],
    ['Middle-earth/Shire', /T00:00/],
  ] as const) {
    const answer = await owner.ask(campaign.trend, { id, by: 'day' }, { headers: { 'x-time-zone': zone } })
    expect(answer.points.reduce((sum, { count }) => sum + count, 0)).toBe(POOL)
    for (const { at } of answer.points) expect(at).toMatch(midnight)
  }
  const { text } = await owner.file(campaign.report, { id })
  expect(text.trim().split('\r\n')).toHaveLength(POOL + 1)
  for (const iccid of iccids) expect(text).toContain(iccid)
})

test('a reserved profile is free again when the device cancels, or when its session expires', async () => {
  const { id, matchingId } = await running(1)
  const [one, two, three] = [device(), device(), device()]
  const offer = await one.offered(matchingId)
  expect((await get(id)).counts).toMatchObject({ held: 1, free: 0 })
  expect((await two.ask(matchingId)).verdict).toBe('8.2.6/3.8')
  await one.cancel(offer, { reason: 'endUserRejection' })
  expect((await get(id)).counts).toMatchObject({ held: 0, free: 1 })
  await two.offered(matchingId)
  await wait(10 * 60_000 + 1)
  await freeLapsed(server)
  expect((await three.prepare(await three.offered(matchingId))).verdict).toBe(SUCCESS)
  expect((await two.ask(matchingId)).verdict).toBe('8.2.6/3.8')
})

test('a device that asks again gets the same profile', async () => {
  const { matchingId, orders } = await running(2)
  const one = device()
  await one.offered(matchingId)
  const offer = await one.offered(matchingId)
  await one.prepare(offer)
  const holders = await Promise.all(orders.map(async ({ profileId }) => (await shown(profileId)).eid))
  expect(holders.filter((eid) => eid === one.eid)).toHaveLength(1)
  expect((await one.ask(matchingId)).verdict).toBe(SUCCESS)
})

test('a device gets as many profiles as the device limit allows, then 8.8.5/6.4', async () => {
  const { activationCode, id } = await get((await running(3, { deviceLimit: 2 })).id)
  const phone = phones.phone()
  const iccids = [await phone.download(activationCode), await phone.download(activationCode)].map((result) =>
    result.outcome === 'installed' ? result.iccid : result.outcome,
  )
  expect(new Set(iccids).size).toBe(2)
  expect(await phone.download(activationCode)).toMatchObject({ subjectCode: '8.8.5', reasonCode: '6.4' })
  expect((await get(id)).counts).toMatchObject({ free: 1, installed: 2 })
})

test('no more profiles than the cap are handed out', async () => {
  const { id, matchingId } = await running(3, { cap: 1 })
  const verdicts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const one = device()
      return (await one.authenticate(await one.open(), { matchingId })).verdict
    }),
  )
  expect(verdicts.toSorted()).toEqual(['8.2.6/3.8', '8.2.6/3.8', SUCCESS])
  const { version } = await get(id)
  await owner.ask(campaign.edit, { id, version, fields: { ...fieldsOf(), cap: null } })
  expect((await device().ask(matchingId)).verdict).toBe(SUCCESS)
})

test('devices reserve at the same time while much is left below the cap, and another cap applies at once', async () => {
  const { id } = await running(5, { cap: 1000 })
  const claim = (db: TenantDb, eid: string) => {
    const at = clock.now()
    const pool = { ...anyPool, id, cap: 1000 }
    const until = new Date(at.getTime() + 10 * 60_000)
    return claimProfile(db, { enterpriseId: enterprise.id, pool, eid, trust: 'test', at, until })
  }
  const inTx = (eid: string) => server.db.tenantTx(enterprise.id, (db) => claim(db, eid))
  expect(await inTx('first')).toMatchObject({ state: 'HELD' })
  const [claimed, ends] = [Promise.withResolvers<unknown>(), Promise.withResolvers<void>()]
  const open = server.db.tenantTx(enterprise.id, async (db) => {
    claimed.resolve(await claim(db, 'second'))
    await ends.promise
  })
  expect(await claimed.promise).toMatchObject({ state: 'HELD' })
  expect(await inTx('third')).toMatchObject({ state: 'HELD' })
  ends.resolve()
  await open
  await server.db.tenantTx(enterprise.id, (db) => db.updateTable('pool').set({ cap: 4 }).where('id', '=', id).execute())
  const rest = await Promise.all(['fourth', 'fifth', 'sixth'].map(inTx))
  expect(rest.filter((one) => one === 'cap')).toHaveLength(2)
  expect((await get(id)).counts).toMatchObject({ held: 4, free: 1 })
})

test('a device whose reservation expired is refused if another device reached the cap meanwhile', async () => {
  const { id, matchingId } = await running(2, { cap: 1 })
  const [one, other] = [device(), device()]
  await one.offered(matchingId)
  await wait(10 * 60_000)
  await other.prepare(await other.offered(matchingId))
  expect((await one.ask(matchingId)).verdict).toBe('8.2.6/3.8')
  expect(await get(id)).toMatchObject({ taken: 1 })
})

test('before its start, while paused and after its end a campaign hands out nothing', async () => {
  const at = clock.now().getTime()
  const startsAt = new Date(at + HOUR_MS).toISOString()
  const endsAt = new Date(at + 3 * HOUR_MS).toISOString()
  const { id, matchingId, orders } = await running(1, { startsAt, endsAt })
  const verdict = async () => {
    const one = device()
    const opened = await one.open()
    const said = await one.authenticate(opened, { matchingId })
    if (said.verdict === SUCCESS) return SUCCESS
    return `${said.verdict} ${said.message}`
  }
  expect((await get(id)).state).toBe('SCHEDULED')
  expect(await verdict()).toBe('8.2.6/3.8 This offer has not begun yet.')
  await wait(HOUR_MS)
  expect((await get(id)).state).toBe('ACTIVE')
  await move(id, campaign.pause)
  expect(await verdict()).toBe('8.2.6/3.8 This offer is paused. Please try again later.')
  await move(id, campaign.resume)
  expect(await verdict()).toBe(SUCCESS)
  await wait(2 * HOUR_MS)
  expect((await get(id)).state).toBe('ENDED')
  expect(await verdict()).toBe('8.2.6/3.8 This offer has ended.')
  await endDueCampaigns(server)
  expect(await verdict()).toBe('8.2.6/3.8 This activation code is closed.')
  expect(await get(id)).toMatchObject({ state: 'ENDED', leftOver: 1, profiles: 0, endedAt: clock.now().toISOString() })
  const [last] = await timeline(orders[0]!.profileId)
  expect(last).toMatchObject({ type: 'CAMPAIGN_LEFT', actor: 'system' })
})

test("a profile's own code is closed while it is in a campaign, and works again afterwards", async () => {
  const { id, orders, matchingId } = await running(1)
  const [order] = orders
  const { name } = await get(id)
  const inFleet = async (filter: object) => (await owner.ask(fleet.list, { filter })).items
  expect(await inFleet({ campaignId: id })).toMatchObject([{ id: order!.profileId, campaignName: name }])
  expect(await inFleet({ query: `campaign:"${name.toUpperCase()}"` })).toHaveLength(1)
  expect((await device().ask(order!.matchingId)).verdict).toBe('8.2.6/3.8')
  const mail = {
    selection: { ids: [order!.profileId] },
    recipients: [{ email: 'ada@example.com', iccid: order!.iccid }],
  }
  const reasonOf = async () => (await owner.ask(delivery.planMails, mail)).pairs[0]!.reason
  expect(await reasonOf()).toBe('It is in a campaign: its own activation code is closed.')
  expect(await owner.ask(campaign.takeOut, { id })).toEqual({ removed: 1 })
  expect(await inFleet({ campaignId: id })).toEqual([])
  expect(await reasonOf()).toBe(null)
  const page = { slug: (await shown(order!.profileId)).link!.split('/').at(-1)! }
  expect(await owner.ask(delivery.publicCode, page)).toMatchObject({ state: 'ready' })
  await owner.ask(campaign.fill, { id, filter: { iccid: order!.iccid } })
  expect((await owner.refusal(delivery.publicCode, page)).code).toBe(problems.code_gone.code)
  await owner.ask(campaign.takeOut, { id })
  expect((await device().ask(matchingId)).verdict).toBe('8.2.6/3.8')
  expect((await device().ask(order!.matchingId)).verdict).toBe(SUCCESS)
  expect((await timeline(order!.profileId)).map(({ type }) => type)).toContain('CAMPAIGN_JOINED')
})

test('many profiles are added and removed in chunks, each recorded in the audit log', async () => {
  const { id: batchId } = await generated(owner, { configurationId, rows: newSubscribers(5) })
  const id = await campaignOf()
  const [token, binding] = [owner.cookies.get('token'), owner.cookies.get('binding')]
  const who = await authenticate(server, { token, binding, background: true })
  const entries = async (action: 'campaign.filled' | 'campaign.emptied') =>
    (await owner.ask(audit.list, { filter: { action: [action], objectId: id } })).items
  const fill = async () => {
    const filling = {
      input: { id, filter: { batchId }, most: 4 },
      timeZone: 'UTC',
      once: notRepeatable<{ added: number }>(server.db),
    }
    return (await fillCampaign(server, who, filling, 2)).answer
  }
  expect(await fill()).toEqual({ added: 4 })
  expect(await fill()).toEqual({ added: 1 })
  expect((await get(id)).counts).toMatchObject({ profiles: 5, free: 5 })
  expect(await entries('campaign.filled')).toHaveLength(3)
  expect(await emptyCampaign(server, who, { id, most: 100 }, 2)).toEqual({ removed: 5 })
  expect((await get(id)).counts).toMatchObject({ profiles: 0 })
  expect(await entries('campaign.emptied')).toHaveLength(3)
})

test('a call that fills in chunks continues at its checkpoint after a crash', async () => {
  const { id: batchId } = await generated(owner, { configurationId, rows: newSubscribers(7) })
  const id = await campaignOf()
  const [token, binding] = [owner.cookies.get('token'), owner.cookies.get('binding')]
  const who = await authenticate(server, { token, binding, background: true })
  const once = notRepeatable<{ added: number }>(server.db)
  const fill = (input: { most: number }, own: Partial<typeof once> = {}) => {
    const filling = { input: { id, filter: { batchId }, ...input }, timeZone: 'UTC', once: { ...once, ...own } }
    return fillCampaign(server, who, filling, 2)
  }
  const crash = () => Promise.reject(new Error('crashed'))
  await expect(fill({ most: 5 }, { tenantTx: crash })).rejects.toThrow('crashed')
  expect((await get(id)).counts).toMatchObject({ profiles: 4 })
  expect((await fill({ most: 5 })).answer).toEqual({ added: 5 })
  expect((await get(id)).counts).toMatchObject({ profiles: 5 })
})

test('profiles that do not fit are excluded with the reason', async () => {
  const other = await scene.order({}, await scene.configured({ name: 'Another' }))
  const bound = await scene.order({ eid: scene.nextEid() }, configurationId).catch(() => undefined)
  const used = await scene.order({}, configurationId)
  const one = device()
  await one.prepare(await one.offered(used.matchingId))
  const { orders } = await running(1)
  const id = await campaignOf()
  const why = async (iccid: string) => (await owner.ask(campaign.preview, { id, filter: { iccid } })).unfit[0]?.reason
  expect(await why(other.iccid)).toBe('CONFIGURATION')
  expect(await why(used.iccid)).toBe('USED')
  expect(await why(orders[0]!.iccid)).toBe('CAMPAIGN')
  expect(bound === undefined || (await why(bound.iccid)) === 'BOUND').toBe(true)
  expect(await owner.ask(campaign.fill, { id, filter: { iccid: used.iccid } })).toEqual({ added: 0 })
})

test('wrong confirmation codes count per device, and reserve no profile', async () => {
  const { id, matchingId } = await running(1, { confirmationCode: { mode: 'fixed', code: '4711' } })
  expect((await get(id)).activationCode).toMatch(/\$\$1$/)
  const code = (text: string, { transactionId }: { transactionId: Uint8Array }) => ({
    hashCc: hashConfirmationCode(digestConfirmationCode(text), transactionId),
  })
  const one = device()
  const offer = await one.offered(matchingId)
  for (let n = 0; n < 4; n += 1) expect((await one.prepare(offer, code('1234', offer))).verdict).toBe('8.2.7/3.8')
  expect((await one.prepare(offer, code('1234', offer))).verdict).toBe('8.2.7/6.4')
  expect((await one.ask(matchingId)).verdict).toBe('8.8.5/6.4')
  const two = device()
  const next = await two.offered(matchingId)
  expect((await two.prepare(next, code('4711', next))).verdict).toBe(SUCCESS)
})

test('a device with a reserved profile is refused the package after the campaign was ended', async () => {
  const { id, matchingId } = await running(1)
  const one = device()
  const offer = await one.offered(matchingId)
  await move(id, campaign.end)
  expect((await one.prepare(offer)).verdict).toBe('8.2/3.7')
  expect(await get(id)).toMatchObject({ state: 'ENDED', leftOver: 1 })
})

test('the profiles an ended campaign has handed out can be recycled on request', async () => {
  const { id, matchingId } = await running(2)
  const one = device()
  await one.prepare(await one.offered(matchingId))
  expect((await owner.refusal(campaign.recycle, { id })).code).toBe('14102')
  await move(id, campaign.end)
  expect((await get(id)).recycling).toBeNull()
  expect(await owner.ask(campaign.recycle, { id })).toEqual({ profiles: 1 })
  await recycleDue(scene.server)
  const { items } = await owner.ask(fleet.list, { filter: { eid: one.eid, recycleReason: ['CAMPAIGN_END'] } })
  expect(items).toMatchObject([{ status: 'DOWNLOADED', recycleStatus: 'SCHEDULED' }])
  expect(await owner.ask(campaign.recycle, { id })).toEqual({ profiles: 0 })
})

test('a handed-out profile that is in stock again can be generated again; one not handed out cannot be changed', async () => {
  const { id, orders, matchingId } = await running(2)
  const one = device()
  await one.prepare(await one.offered(matchingId))
  const taken = (await owner.ask(fleet.list, { filter: { eid: one.eid } })).items[0]!
  const free = orders.find(({ profileId }) => profileId !== taken.id)!.profileId
  for (const what of [{ kind: 'BIND', eid: one.eid }, { kind: 'EXPIRY', expiresAt: null }, { kind: 'AGAIN' }] as const)
    expect((await previewOf(what, free)).excluded).toEqual([{ reason: 'In a campaign.', count: 1 }])
  await move(id, campaign.end)
  const doing = {
    enterpriseId: enterprise.id,
    at: clock.now(),
    actor: { kind: 'device' },
    newId: server.random.uuid,
  } as const
  await server.db.tenantTx(enterprise.id, (db) =>
    confirmDeletion(db, { ...doing, deviceEid: one.eid }, { profileId: taken.id }),
  )
  expect(await shown(taken.id)).toMatchObject({ status: 'AVAILABLE', orderState: 'Available' })
  expect(await previewOf({ kind: 'AGAIN' }, taken.id)).toMatchObject({ fits: 1, excluded: [] })
  const again = await owner.ask(operation.start, { operation: { kind: 'AGAIN' }, selection: { ids: [taken.id] } })
  for await (const _ of owner.events(operation.progress, again));
  expect(await owner.ask(operation.get, again)).toMatchObject({ succeeded: 1, failed: 0 })
  const next = await campaignOf()
  expect(await owner.ask(campaign.fill, { id: next, filter: { iccid: taken.iccid } })).toEqual({ added: 1 })
})

test('a campaign recycles at its end if configured, continues after an interruption, and its report stays complete', async () => {
  const endsAt = new Date(clock.now().getTime() + HOUR_MS).toISOString()
  const { id, activationCode } = await get((await running(3, { endsAt, atEnd: 'RECYCLE' })).id)
  const phone = phones.phone()
  const got = await phone.download(activationCode)
  const iccid = got.outcome === 'installed' ? got.iccid : ''
  const other = device()
  await other.prepare(await other.offered(activationCode.split('$')[2]!))
  await wait(HOUR_MS)
  expect((await device().ask(activationCode.split('$')[2]!)).verdict).toBe('8.2.6/3.8')
  await endDueCampaigns(server)
  expect(await get(id)).toMatchObject({ state: 'ENDED', recycling: { profiles: 0, doneAt: null } })
  await recycleEnded(server)
  await recycleEnded(server)
  const doneAt = clock.now().toISOString()
  expect(await get(id)).toMatchObject({ leftOver: 1, recycling: { profiles: 2, doneAt } })
  await recycleDue(server)
  await deleteProfile(phone, iccid)
  const statuses = [
    { status: 'AVAILABLE', count: 1 },
    { status: 'DOWNLOADED', count: 1 },
  ]
  const recycling = [
    { status: 'SCHEDULED', count: 1 },
    { status: 'RECYCLED', count: 1 },
  ]
  const refusals = [{ subjectCode: '8.2.6', reasonCode: '3.8', text: 'This offer has ended.', count: 1, devices: 1 }]
  const outcome = { statuses, recycling, refusals, looked: null }
  expect(await owner.ask(campaign.outcome, { id })).toEqual(outcome)

  const [subscriber] = newSubscribers(1)
  const { imsi } = (await owner.ask(fleet.list, { filter: { iccid } })).items[0]!
  await generated(owner, { configurationId, rows: [{ ...subscriber!, ICCID: iccid, IMSI: imsi }], generateAgain: true })
  expect(await owner.ask(campaign.outcome, { id })).toEqual(outcome)
  // the campaign may have run past midnight
  const { points } = await owner.ask(campaign.trend, { id, by: 'day' })
  expect(points.map(({ count }) => count).filter((count) => count > 0)).toEqual([2])
  const { text } = await owner.file(campaign.report, { id })
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatch(new RegExp(`^${iccid},.*,AVAILABLE,.*,RECYCLED,.*,yes$`))
  expect(lines[1]).toContain(`${other.eid},`)
  const refused = (await owner.file(campaign.refusalReport, { id })).text.trim().split('\r\n')
  expect(refused).toHaveLength(2)
  expect(refused[1]).toContain('8.2.6,3.8,This offer has ended.')
})

test('a campaign streams its counters as they change', async () => {
  const { id, matchingId } = await running(1)
  const stop = new AbortController()
  const stream = owner.events(campaign.live, { id }, { signal: stop.signal })
  const next = async () => (await stream.next()).value as campaign.Campaign
  expect(await next()).toMatchObject({ id, taken: 0, counts: { free: 1 } })
  const one = device()
  await one.prepare(await one.offered(matchingId))
  for (let now = await next(); now.taken !== 1; now = await next()) expect(now.counts.held).toBe(1)
  stop.abort()
  await expect(stream.next()).rejects.toThrow()
  expect((await owner.refusal(campaign.live, { id: crypto.randomUUID() })).code).toBe('19404')
})

test('a profile released from a lost device after the end works with its own code again', async () => {
  const again = await scene.configured({ name: 'Festival again', maxRedownloads: 2 })
  const { profileId, iccid, matchingId: own } = await scene.order({}, again)
  const id = await campaignOf({ configurationId: again })
  await owner.ask(campaign.fill, { id, filter: { iccid } })
  await move(id, campaign.start)
  const one = device()
  await one.prepare(await one.offered(await matchingIdOf(id)))
  await move(id, campaign.end)
  expect((await device().ask(own)).verdict).toBe('8.2.6/3.8')
  expect(await owner.ask(fleet.setFree, { id: profileId })).toEqual({ available: true })
  expect(await shown(profileId)).toMatchObject({ status: 'AVAILABLE', campaignId: null })
  expect((await device().ask(own)).verdict).toBe(SUCCESS)
})

test('actions that do not fit the state, the version or the fields are refused', async () => {
  const { id } = await running(1)
  const { version, name } = await get(id)
  const refusal = async (more: Fields) => {
    const refused = await owner.refusal(campaign.edit, { id, version, fields: { ...fieldsOf(), ...more } })
    return (refused.obj.faults as { path: string }[] | undefined)?.[0]?.path ?? refused.code
  }
  expect((await owner.refusal(campaign.start, { id, version })).code).toBe('14102')
  expect((await owner.refusal(campaign.resume, { id, version })).code).toBe('14102')
  expect((await owner.refusal(campaign.remove, { id, version })).code).toBe('14102')
  expect((await owner.refusal(campaign.pause, { id, version: version + 1 })).code).toBe('19412')
  const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString()
  expect(await refusal({ startsAt: at(1) })).toBe('fields.startsAt')
  expect(await refusal({ startsAt: at(2), endsAt: at(1) })).toBe('fields.endsAt')
  expect(await refusal({ configurationId: await scene.configured({ name: 'One more' }) })).toBe(
    'fields.configurationId',
  )
  expect(await refusal({ confirmationCode: { mode: 'fixed' } })).toBe('fields.confirmationCode.code')
  expect(await refusal({ deviceLimit: 0 })).toBe('fields.deviceLimit')
  const taken = await owner.refusal(campaign.add, { fields: { ...fieldsOf(), name: name.toUpperCase() } })
  expect(taken.code).toBe('14101')
  await move(id, campaign.end)
  const ended = await get(id)
  expect((await owner.refusal(campaign.fill, { id, filter: {} })).code).toBe('14102')
  expect((await owner.refusal(campaign.end, { id, version: ended.version })).code).toBe('14102')
  await owner.ask(campaign.remove, { id, version: ended.version })
  expect((await owner.refusal(campaign.get, { id })).code).toBe('19404')
})

test('the public page shows the state, and the code only while profiles are available', async () => {
  const { id, matchingId } = await running(1, { title: 'Summer', welcome: 'Come in.' })
  const { link } = await get(id)
  const slug = link!.split('/c/')[1]!
  const ask = () => scene.stranger().ask(campaign.publicCampaign, { slug })
  expect(await ask()).toMatchObject({
    title: 'Summer',
    state: 'open',
    matchingId,
    serviceProviderName: 'Alba',
    look: null,
    testDevicesOnly: true,
  })
  const { id: presetId } = await owner.ask(delivery.addPreset, { fields: { name: 'Teal', style: teal } })
  await owner.ask(delivery.setStandard, { id: presetId })
  expect((await ask()).look).toEqual({ style: teal, logo: null })
  expect((await scene.stranger().refusal(delivery.publicCode, { slug })).code).toBe('13021')
  await move(id, campaign.pause)
  expect(await ask()).toMatchObject({ state: 'paused', activationCode: null, matchingId: null })
  await move(id, campaign.resume)
  const staff = await scene.staff()
  await staff.ask(client.suspend, { id: enterprise.id, fields: { reason: 'Unpaid' } })
  expect((await scene.stranger().refusal(campaign.publicCampaign, { slug })).code).toBe('14105')
  await staff.ask(client.resume, { id: enterprise.id })
  const one = device()
  await one.prepare(await one.offered(matchingId))
  expect(await ask()).toMatchObject({ state: 'taken', activationCode: null })
  const now = await get(id)
  await owner.ask(campaign.edit, { id, version: now.version, fields: { ...fieldsOf(), publicPage: false } })
  expect((await scene.stranger().refusal(campaign.publicCampaign, { slug })).code).toBe('14105')
  expect((await scene.stranger().refusal(campaign.publicCampaign, { slug: 'none' })).code).toBe('14105')
})

test('actions are in the audit log, without the confirmation code', async () => {
  const id = await campaignOf({ confirmationCode: { mode: 'fixed', code: '80081355' } })
  const { items } = await owner.ask(audit.list, { filter: { objectId: id } })
  expect(items).toMatchObject([{ action: 'campaign.added', after: { confirmationMode: 'fixed' } }])
  expect(JSON.stringify(items)).not.toContain('80081355')
})
