import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as phone from '@simwright/contract/provisioning/virtual-phone'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { parseActivationCode } from '@simwright/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { generated } from '../../../testing/generated.ts'
import { TEST_TASKS } from '../../../testing/program.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { WorkerPool } from '../../../worker/worker-pool.ts'
import { givePlan } from '../../platform/plans/service.ts'
import { closeLapsedPhones } from './jobs.ts'
import { reserveSteps } from './run.ts'

const t = await smdpScene({ plan: 'DEMO', background: 'queue' })
let { owner } = t.enterprise
const DAY_MS = 24 * 60 * 60_000

/** Lets the phone do something, and waits until it is done. @returns the kinds of its new messages */
async function acted(id: string, more: Omit<Parameters<typeof owner.ask<typeof phone.act>>[1], 'id'>) {
  const { messages } = await owner.ask(phone.act, { id, ...more })
  await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.action).toBe(null)
  const { phone: after } = await owner.ask(phone.read, {})
  return { after: after!, kinds: after!.messages.slice(messages.length).map(({ kind }) => kind) }
}

test('a virtual phone downloads, enables, authenticates, disables and deletes a profile, and closing it undoes all', async () => {
  const made = await t.order()
  const before = await t.shown(made.profileId)
  const events = await t.timeline(made.profileId)
  const opened = await owner.ask(phone.open, { profileId: made.profileId })
  const { id } = opened
  const download = await acted(id, { action: 'DOWNLOAD' })
  expect(download.kinds).toEqual([
    'INITIATE_AUTHENTICATION',
    'SERVER_AUTHENTICATED',
    'AUTHENTICATE_CLIENT',
    'PROFILE_OFFERED',
    'DOWNLOAD_PREPARED',
    'GET_BOUND_PROFILE_PACKAGE',
    'INSTALLED',
    'HANDLE_NOTIFICATION',
  ])
  expect(download.after.profile).toMatchObject({ name: 'Consumer plan', provider: 'Alba', isEnabled: false })
  expect((await acted(id, { action: 'ENABLE' })).kinds).toEqual(['ENABLED', 'HANDLE_NOTIFICATION'])
  const check = await acted(id, { action: 'CHECK' })
  expect(check.kinds).toEqual(['IMSI_READ', 'PROVIDER_READ', 'NETWORK_AUTHENTICATED'])
  expect(check.after.card).toEqual({ imsi: made.subscriber.IMSI, provider: 'Alba', isAuthenticated: true })
  expect((await acted(id, { action: 'DISABLE' })).kinds).toEqual(['DISABLED', 'HANDLE_NOTIFICATION'])
  expect((await acted(id, { action: 'DELETE' })).kinds).toEqual(['DELETED', 'HANDLE_NOTIFICATION'])
  await owner.ask(phone.close, { id })
  expect(await t.shown(made.profileId)).toEqual(before)
  const [event, ...rest] = await t.timeline(made.profileId)
  expect(rest).toEqual(events)
  expect(event).toMatchObject({
    type: 'EDITED',
    text: 'Tried with a virtual phone: installed, enabled, authenticated, disabled, deleted. Available under the same activation code, bound to no device.',
  })
  expect((await owner.ask(phone.read, {})).phone).toBe(null)
  const { items } = await owner.ask(audit.list, { filter: { objectId: made.profileId } })
  expect(items.filter(({ action }) => action.startsWith('virtualPhone'))).toMatchObject([
    { action: 'virtualPhone.closed', after: { outcome: 'installed, enabled, authenticated, disabled, deleted' } },
    { action: 'virtualPhone.opened', after: { eid: opened.eid } },
  ])
  // the only download of the plan is not used up
  expect((await t.phones.phone().download(made.activationCode)).outcome).toBe('installed')
  expect((await owner.ask(fleet.detail, { id: made.profileId })).status).toBe('INSTALLED')
})

/** Of the other tests, which need more than the plan of the first one has. */
async function useLargePlan(): Promise<void> {
  const endsAt = new Date(t.clock.now().getTime() + 300 * DAY_MS)
  await givePlan(t.server, { enterpriseId: t.enterprise.id, plan: 'LAB', endsAt })
}

const opened = async (profileId: string) => (await owner.ask(phone.open, { profileId })).id
const refusalOf = async (id: string, more: Parameters<typeof acted>[1]) => {
  const { kinds, after } = await acted(id, more)
  expect(kinds.at(-1)).toBe('REFUSED')
  const { subjectCode, reasonCode } = after.messages.at(-1)!.facts
  return `${subjectCode}/${reasonCode}`
}

const count = async (table: string) => {
  const { rows } = await t.server.db.tenantTx(t.enterprise.id, (db) =>
    sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db),
  )
  return rows[0]!.n
}

/** Where a download leaves traces: figures, evidence, devices, notifications of programs, packages, attempts. */
const TRACES = ['rollup_queue', 'device', 'device_message', 'outbox', 'bound_package', 'order_attempt', 'block_hit']

test('a try leaves no trace in figures, evidence, devices, webhooks and the plan', async () => {
  await useLargePlan()
  const { profileId } = await t.order()
  const counted = async () => [await Promise.all(TRACES.map(count)), (await owner.ask(plan.queryOrder, {})).downloads]
  const before = await counted()
  const id = await opened(profileId)
  expect(await refusalOf(id, { action: 'DOWNLOAD', fault: 'BLOCKED' })).toBe('8.1.1/3.8')
  await acted(id, { action: 'DOWNLOAD' })
  await acted(id, { action: 'ENABLE' })
  expect(await t.shown(profileId)).toMatchObject({ status: 'AVAILABLE', eid: null, attempts: 0 })
  await owner.ask(phone.close, { id })
  expect(await counted()).toEqual(before)
})

test('a wrong confirmation code, another eUICC and a broken connection end as they do for any device', async () => {
  const configurationId = await t.configured({ name: 'With a code', confirmationCode: { mode: 'fixed', code: '4711' } })
  const { profileId } = await t.order({}, configurationId)
  const id = await opened(profileId)
  expect(await refusalOf(id, { action: 'DOWNLOAD', confirmationCode: '0' })).toBe('8.2.7/3.8')
  const broken = await acted(id, { action: 'DOWNLOAD', confirmationCode: '4711', fault: 'BROKEN_CONNECTION' })
  expect(broken.kinds.at(-1)).toBe('CONNECTION_LOST')
  expect((await acted(id, { action: 'DOWNLOAD', confirmationCode: '4711' })).kinds).toContain('INSTALLED')
  const other = await owner.ask(phone.read, {})
  expect(await refusalOf(id, { action: 'DOWNLOAD', fault: 'OTHER_EUICC' })).toMatch(/^8\.1\.1\/3\.8$/)
  expect((await owner.ask(phone.read, {})).phone!.profile).toEqual(other.phone!.profile)
  const again = await owner.refusal(phone.act, { id, action: 'DOWNLOAD' })
  expect(again.code).toBe(problems.virtual_phone_unfit.code)
  await owner.ask(phone.close, { id })
  expect(await t.shown(profileId)).toMatchObject({ status: 'AVAILABLE', confirmationFailures: 0, attempts: 0 })
})

test('step by step, each call waits until the next step is asked for', async () => {
  const { profileId } = await t.order()
  const id = await opened(profileId)
  await owner.ask(phone.act, { id, action: 'DOWNLOAD', stepByStep: true })
  const waits: (string | null)[] = []
  for (const call of ['initiateAuthentication', 'authenticateClient', 'getBoundProfilePackage', 'handleNotification']) {
    await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.waitsBefore).toBe(call)
    waits.push(call)
    await owner.ask(phone.next, { id })
  }
  await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.action).toBe(null)
  expect((await owner.ask(phone.read, {})).phone?.profile?.isEnabled).toBe(false)
  await owner.ask(phone.close, { id })
})

test('two phones of a process run step by step; a third one runs without steps', async () => {
  const { profileId } = await t.order()
  const id = await opened(profileId)
  const releases = [reserveSteps(), reserveSteps()]
  const refused = await owner.refusal(phone.act, { id, action: 'DOWNLOAD', stepByStep: true })
  expect(refused.code).toBe(problems.virtual_phone_unfit.code)
  expect((await acted(id, { action: 'DOWNLOAD' })).kinds).toContain('INSTALLED')
  for (const release of releases) release()
  await owner.ask(phone.close, { id })
})

test('a try has as many downloads as the code', async () => {
  const configurationId = await t.configured({ name: 'Twice', maxRedownloads: 1 })
  const { profileId } = await t.order({}, configurationId)
  const id = await opened(profileId)
  for (let download = 0; download < 2; download++) {
    expect((await acted(id, { action: 'DOWNLOAD' })).kinds).toContain('INSTALLED')
    await acted(id, { action: 'DELETE' })
  }
  await refusalOf(id, { action: 'DOWNLOAD' })
  await owner.ask(phone.close, { id })
})

test('a phone is closed for a code that was generated again, and takes no profile of its pool', async () => {
  const configurationId = await t.configured({ name: 'Rotating', rotation: true })
  const { profileId, subscriber } = await t.order({ confirmationCode: '4711' }, configurationId)
  const id = await opened(profileId)
  await generated(owner, { configurationId, rows: [subscriber], generateAgain: true })
  expect((await owner.refusal(phone.act, { id, action: 'DOWNLOAD' })).code).toBe(problems.virtual_phone_closed.code)
  expect(await count('pool_device')).toBe(0)
  await owner.ask(phone.close, { id })
})

const constants = [0, 1, 2, 7, 8].map((last) => String(last).padStart(32, '0')).join('\n')

test.each([
  ['TUAK', { algorithm: 'TUAK', kiLength: '256', tuak: { keccakIterations: 7, resBits: '128' } }],
  ['own constants', { algorithm: 'MILENAGE', milenage: { rotations: '64 3 32 64 96', constants } }],
  ['XOR and PIN', { type: 'Conformance_Test', algorithm: 'XOR', xor: { resBits: '64' }, isPin1Enabled: true }],
] as const)('the network authenticates a card with %s, and no answer is shown', async (name, fields) => {
  const configurationId = await t.configured({ name, ...fields })
  const { profileId, subscriber } = await t.order({ ki: undefined, opc: undefined, makeKeys: true }, configurationId)
  const id = await opened(profileId)
  await acted(id, { action: 'DOWNLOAD' })
  await acted(id, { action: 'ENABLE' })
  const { after } = await acted(id, { action: 'CHECK' })
  expect(after.card).toMatchObject({ isAuthenticated: true })
  expect(Object.keys(after.card!).sort()).toEqual(['imsi', 'isAuthenticated', 'provider'])
  expect(after.card!.imsi).toBe(subscriber.IMSI)
  await owner.ask(phone.close, { id })
})

test('an enterprise account has one phone: another member waits, and the same member moves on', async () => {
  const [first, second] = [await t.order(), await t.order()]
  const id = await opened(first.profileId)
  const admin = await t.enterprise.member('Admin')
  const inUse = await admin.refusal(phone.open, { profileId: second.profileId })
  expect(inUse.code).toBe(problems.virtual_phone_in_use.code)
  expect(await opened(first.profileId)).toBe(id)
  const next = await opened(second.profileId)
  expect(next).not.toBe(id)
  expect((await owner.refusal(phone.act, { id, action: 'DOWNLOAD' })).code).toBe(problems.virtual_phone_closed.code)
  await owner.ask(phone.close, { id: next })
})

test('after 15 minutes a phone is closed, with its only event', async () => {
  const { profileId } = await t.order()
  const before = (await t.timeline(profileId)).length
  const id = await opened(profileId)
  await acted(id, { action: 'DOWNLOAD' })
  await t.wait(phone.PHONE_MINUTES * 60_000)
  owner = await t.sessionIn(owner, t.enterprise.id)
  expect((await owner.ask(phone.read, {})).phone).toBe(null)
  expect((await owner.refusal(phone.act, { id, action: 'ENABLE' })).code).toBe(problems.virtual_phone_closed.code)
  await closeLapsedPhones(t.server)
  expect(await count('virtual_phone')).toBe(0)
  expect(await count('rsp_trial')).toBe(0)
  const events = await t.timeline(profileId)
  expect(events.length).toBe(before + 1)
  expect(events[0]!.text).toMatch(/^Tried with a virtual phone: installed\./)
})

test('a profile in use, of live devices, or of another enterprise account cannot be tried', async () => {
  const [used, live] = [await t.order(), await t.order()]
  await t.phones.phone().download(used.activationCode)
  await t.server.db.tenantTx(t.enterprise.id, (db) =>
    db.updateTable('download_order').set({ device_trust: 'live' }).where('profile_id', '=', live.profileId).execute(),
  )
  for (const { profileId } of [used, live])
    expect((await owner.refusal(phone.open, { profileId })).code).toBe(problems.virtual_phone_unfit.code)
  const { owner: stranger } = await t.another()
  const { code } = await stranger.refusal(phone.open, { profileId: live.profileId })
  expect(code).toBe(problems.not_found.code)
  const bound = await t.order({ eid: t.nextEid() })
  const open = await opened((await t.order()).profileId)
  const refused = await owner.refusal(phone.open, { profileId: bound.profileId })
  expect(refused).toMatchObject({ code: problems.virtual_phone_unfit.code })
  // the open phone stays for a profile that cannot be tried
  expect((await owner.ask(phone.read, {})).phone?.id).toBe(open)
  await owner.ask(phone.close, { id: open })
  const configurationId = await t.configured({ name: 'Festival' })
  const member = await t.order({}, configurationId)
  const fields = { name: 'Summer', configurationId, confirmationCode: { mode: 'none' as const } }
  const { id: campaignId } = await owner.ask(campaign.add, { fields })
  await owner.ask(campaign.fill, { id: campaignId, filter: { iccid: member.iccid } })
  await owner.ask(campaign.start, { id: campaignId, version: 1 })
  expect(await owner.refusal(phone.open, { profileId: member.profileId })).toMatchObject({
    code: problems.virtual_phone_unfit.code,
    message: expect.stringContaining('it is in a campaign'),
  })
  const viewer = await t.enterprise.member('Viewer')
  expect((await viewer.refusal(phone.open, { profileId: used.profileId })).code).toBe(problems.forbidden.code)
})

test('a phone can be opened 20 times a day', async () => {
  await t.wait(DAY_MS)
  owner = await t.sessionIn(owner, t.enterprise.id)
  const { profileId } = await t.order()
  await t.server.db.tenantTx(t.enterprise.id, (db) =>
    sql`insert into virtual_phone_day values (${t.enterprise.id}, (${t.clock.now()}::timestamptz at time zone 'UTC')::date,
      ${phone.TRIES_A_DAY - 1})`.execute(db),
  )
  expect((await owner.ask(phone.read, {})).triesLeft).toBe(1)
  await owner.ask(phone.close, { id: await opened(profileId) })
  const refused = await owner.refusal(phone.open, { profileId })
  expect(refused).toMatchObject({ code: problems.virtual_phone_tries_used.code })
  expect((await owner.ask(phone.read, {})).phone).toBe(null)
})

test('the inner port knows only phones that were admitted, and not after the end', async () => {
  const { profileId, activationCode } = await t.order()
  const trial = { enterpriseId: t.enterprise.id, id: t.server.random.uuid(), profileId, isBlocked: false }
  const { port, token, end } = await t.server.smdp.admit(null, trial)
  const connectTo = () => ({ address: '127.0.0.1', port })
  const { send, close } = createHttpsTransport({ ca: [t.phones.issuer.ci.certificate], connectTo })
  const statusWith = async (sent: string) => {
    const headers = { 'content-type': 'application/json', 'x-virtual-phone': sent }
    const path = '/gsma/rsp2/es9plus/initiateAuthentication'
    return (await send({ address: parseActivationCode(activationCode).host, path, headers, body: '{}' })).status
  }
  expect(await statusWith('')).toBe(404)
  expect(await statusWith(`${token.slice(1)}A`)).toBe(404)
  // as many calls as an action may have
  for (let call = 0; call < 50; call++) expect(await statusWith(token)).toBe(200)
  expect(await statusWith(token)).toBe(429)
  end()
  expect(await statusWith(token)).toBe(404)
  close()
})

test('a phone whose process ends says so, and is as it was before the action', async () => {
  await t.wait(DAY_MS)
  owner = await t.sessionIn(owner, t.enterprise.id)
  const phones = new WorkerPool(TEST_TASKS)
  const { phones: shared } = t.server
  Object.assign(t.server, { phones })
  const { profileId } = await t.order()
  const id = await opened(profileId)
  await acted(id, { action: 'DOWNLOAD' })
  const { phone: before } = await owner.ask(phone.read, {})
  await owner.ask(phone.act, { id, action: 'ENABLE', stepByStep: true })
  await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.waitsBefore).toBe('handleNotification')
  phones.close()
  await expect.poll(async () => (await owner.ask(phone.read, {})).phone?.action).toBe(null)
  const { phone: after } = await owner.ask(phone.read, {})
  expect(after?.messages.at(-1)?.kind).toBe('PHONE_FAILED')
  expect(after?.profile).toEqual(before?.profile)
  Object.assign(t.server, { phones: shared })
  expect((await acted(id, { action: 'ENABLE' })).kinds).toContain('ENABLED')
  await owner.ask(phone.close, { id })
  expect(await t.shown(profileId)).toMatchObject({ status: 'AVAILABLE', eid: null })
})
