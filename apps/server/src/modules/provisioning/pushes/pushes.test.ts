import * as block from '@simwright/contract/provisioning/block'
import * as operation from '@simwright/contract/provisioning/operation'
import * as push from '@simwright/contract/provisioning/push'
import { testEid } from '@simwright/euicc'
import { type InstallErrorReason, installErrors } from '@simwright/rsp'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Client } from '../../../testing/server.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { smdsPhones } from '../../../testing/smds-scene.ts'
import { givePlan } from '../../platform/plans/service.ts'
import { settlePushes } from './jobs.ts'

const scene = await smdpScene({ isOwn: true })
const { server, enterprise, hand, order, shown, timeline, phones, nextEid } = scene
let { owner } = enterprise
const smds = await smdsPhones(scene, phones)

const HOUR_MS = 60 * 60_000

const pushes = async (client: Client = owner) => (await client.ask(push.list, {})).items
const used = async (client: Client = owner) => (await client.ask(push.room, {})).used
const typesOf = async (profileId: string) => (await timeline(profileId)).map(({ type }) => type).reverse()

/** Resets the counted uses: an enterprise account has ten. */
const resetUses = () => server.db.tenantTx(enterprise.id, (db) => sql`update eid_push set counted = false`.execute(db))

const faultsOf = async (input: { iccid: string; eid: string }) => {
  const { code, obj } = await owner.refusal(push.add, input)
  expect(code).toBe('19400')
  return (obj.faults as { path: string; text: string }[]).map(({ path, text }) => `${path}: ${text}`)
}

test('a device finds its event at the SM-DS and downloads without an activation code', async () => {
  const { iccid, profileId } = await order()
  const [phone, other] = [phones.phone(), phones.phone()]
  expect(await smds.discover(phone)).toEqual({ outcome: 'discovered', events: [] })
  const grouped = phone.eid.replace(/(.{4})/g, '$1 ')
  await owner.ask(push.add, { iccid, eid: grouped })
  expect(await pushes()).toMatchObject([{ iccid, eid: phone.eid, state: 'PUSHED', smds: server.smds.address }])
  expect(await shown(profileId)).toMatchObject({ eid: phone.eid, status: 'AVAILABLE', orderState: 'Released' })
  expect(await smds.discover(other)).toEqual({ outcome: 'discovered', events: [] })
  expect(await smds.fetch(phone)).toEqual(['installed'])
  expect(await pushes()).toMatchObject([{ state: 'DOWNLOADED', reason: null }])
  expect(await typesOf(profileId)).toEqual(['GENERATED', 'PUSHED', 'AUTHENTICATED', 'DOWNLOADED', 'INSTALLED'])
  expect(await smds.discover(phone)).toEqual({ outcome: 'discovered', events: [] })
  expect(await owner.ask(push.room, {})).toEqual({
    used: 1,
    max: 10,
    refused: null,
    smds: server.smds.address,
    own: true,
    testDevicesOnly: true,
  })
})

test('an event stays while the download may be retried, and is deleted when the order ends', async () => {
  const { iccid, matchingId } = await order()
  const one = hand.device(nextEid())
  await owner.ask(push.add, { iccid, eid: one.eid })
  const events = () => server.db.global.selectFrom('smds_event').select('event_id').where('eid', '=', one.eid).execute()
  const failed = (errorReason: InstallErrorReason) =>
    ({ finalResult: { kind: 'error', value: { bppCommandId: 'loadProfileElements', errorReason } } }) as const
  const offer = await one.offered(matchingId)
  await one.prepare(offer)
  expect((await pushes())[0]).toMatchObject({ state: 'DOWNLOADED' })
  await hand.notify(one.result(offer, iccid, failed('installFailedDueToInterruption')))
  expect((await pushes())[0]).toMatchObject({ state: 'DOWNLOADED' })
  expect(await events()).toEqual([{ event_id: matchingId }])
  const again = await one.offered(matchingId)
  await one.prepare(again)
  await hand.notify(one.result(again, iccid, { ...failed('invalidSignature'), seqNumber: 2 }))
  expect((await pushes())[0]).toMatchObject({ state: 'FAILED', reason: installErrors.invalidSignature.text })
  expect(await events()).toEqual([])
})

test('an unused push fails after 24 hours and releases the profile; a retry counts as another use', async () => {
  await resetUses()
  const { iccid, profileId, activationCode } = await order()
  const [late, quick] = [phones.phone(), phones.phone()]
  await owner.ask(push.add, { iccid, eid: late.eid })
  await scene.wait(24 * HOUR_MS)
  owner = await scene.sessionIn(owner, enterprise.id)
  await settlePushes(server)
  const [failed] = await pushes()
  expect(failed).toMatchObject({ state: 'FAILED', reason: 'No device came for it within 24 hours.' })
  expect(await smds.discover(late)).toEqual({ outcome: 'discovered', events: [] })
  await owner.ask(push.retry, { id: failed!.id })
  expect((await owner.refusal(push.retry, { id: (await pushes())[0]!.id })).code).toBe('19409')
  expect(await used()).toBe(2)
  expect(await smds.discover(late)).toMatchObject({ events: [{}] })
  await owner.ask(push.withdraw, { id: (await pushes())[0]!.id })
  expect((await pushes())[0]).toMatchObject({ state: 'FAILED', reason: 'It was withdrawn in the portal.' })
  expect((await owner.refusal(push.withdraw, { id: failed!.id })).code).toBe('19409')
  expect(await quick.download(activationCode)).toMatchObject({ outcome: 'installed' })
  const { eid } = await server.db.tenantTx(enterprise.id, (db) =>
    db.selectFrom('profile').select('eid').where('id', '=', profileId).executeTakeFirstOrThrow(),
  )
  expect(eid).toBe(quick.eid)
})

test('deleting the profile in the portal fails its push', async () => {
  await resetUses()
  const { iccid, profileId } = await order()
  const phone = phones.phone()
  await owner.ask(push.add, { iccid, eid: phone.eid })
  const { id } = await owner.ask(operation.start, { operation: { kind: 'REMOVE' }, selection: { ids: [profileId] } })
  for await (const _ of owner.events(operation.progress, { id }));
  await settlePushes(server)
  expect((await pushes())[0]).toMatchObject({ state: 'FAILED', reason: 'Deleted in the portal.' })
  expect(await smds.fetch(phone)).toEqual([])
})

test('withdrawing a push keeps an EID that was bound before', async () => {
  await resetUses()
  const phone = phones.phone()
  const { iccid, profileId } = await order({ eid: phone.eid })
  await owner.ask(push.add, { iccid, eid: phone.eid })
  await owner.ask(push.withdraw, { id: (await pushes())[0]!.id })
  expect(await shown(profileId)).toMatchObject({ eid: phone.eid })
  expect(await faultsOf({ iccid, eid: nextEid() })).toEqual([
    'eid: This profile is bound to another device. Free it first.',
  ])
})

test('an invalid push is refused with the field at fault, and does not count', async () => {
  await resetUses()
  const { iccid } = await order()
  const eid = nextEid()
  const wrong = eid.slice(0, 31) + String((Number(eid[31]) + 1) % 10)
  expect(await faultsOf({ iccid: '12345', eid: wrong })).toEqual([
    'iccid: Invalid ICCID. 18 to 20 digits.',
    `eid: ${push.EID_TEXT}`,
  ])
  expect(await faultsOf({ iccid: '8944500000999999990', eid })).toEqual(['iccid: No profile has this ICCID.'])
  await owner.ask(block.add, { kind: 'EID', values: [eid] })
  expect(await faultsOf({ iccid, eid })).toEqual(['eid: This device is blocked.'])
  await owner.ask(push.add, { iccid, eid: nextEid() })
  expect(await faultsOf({ iccid, eid: nextEid() })).toEqual(['iccid: It is being pushed already.'])
  const taken = await order()
  await phones.phone().download(taken.activationCode)
  expect(await faultsOf({ iccid: taken.iccid, eid: nextEid() })).toEqual([
    'iccid: Its activation code is not waiting for a device.',
  ])
  expect(await used()).toBe(1)
})

test('concurrent pushes cannot exceed ten; the next is refused with the text of the specification', async () => {
  await resetUses()
  const orders = await Promise.all(Array.from({ length: 11 }, () => order()))
  const answers = await Promise.allSettled(orders.map(({ iccid }) => owner.ask(push.add, { iccid, eid: nextEid() })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refused = await owner.refusal(push.add, { iccid: orders[0]!.iccid, eid: testEid(1) })
  expect(refused.message).toBe('No EID pushes are left (10 of 10 used).')
  expect(await used()).toBe(10)
})

test('a plan without EID push is refused with the text of the specification', async () => {
  const { owner: other, id } = await scene.another()
  await givePlan(server, { enterpriseId: id, plan: 'BASIC', endsAt: new Date(scene.clock.now().getTime() + HOUR_MS) })
  const text = "The current subscription has expired or the plan doesn't support the operation"
  const refused = await other.refusal(push.add, { iccid: '8944500000999999990', eid: testEid(1) })
  expect([refused.code, refused.message.slice(0, text.length)]).toEqual(['16001', text])
  expect(await other.ask(push.room, {})).toMatchObject({ used: 0, refused: refused.message })
})

test('a viewer sees the history but cannot push; another enterprise account sees nothing', async () => {
  const viewer = await enterprise.member('Viewer')
  expect((await viewer.ask(push.list, { filter: { state: ['DOWNLOADED'] } })).items.length).toBeGreaterThan(0)
  for (const one of [push.add, push.retry, push.withdraw, push.profiles] as const)
    expect((await viewer.refusal(one, {} as never)).code).toBe('19403')
  const { owner: other } = await scene.another()
  expect(await pushes(other)).toEqual([])
  const { iccid } = (await pushes())[0]!
  expect((await other.ask(push.profiles, { search: iccid })).items).toEqual([])
  expect((await other.refusal(push.add, { iccid, eid: testEid(1) })).obj.faults).toMatchObject([
    { text: 'No profile has this ICCID.' },
  ])
})

test('pushable profiles are suggested by ICCID prefix; pushes are found by ICCID or EID prefix', async () => {
  const { iccid } = await order()
  expect((await owner.ask(push.profiles, { search: iccid.slice(0, 19) })).items).toMatchObject([{ iccid, eid: null }])
  const [first] = await pushes()
  const found = await owner.ask(push.list, { filter: { search: first!.iccid }, limit: 1 })
  expect(found).toMatchObject({ total: 1, items: [{ id: first!.id }] })
  const byEid = await owner.ask(push.list, { filter: { search: first!.eid.slice(0, 31) }, limit: 1 })
  expect(byEid.items[0]).toMatchObject({ eid: first!.eid })
})
