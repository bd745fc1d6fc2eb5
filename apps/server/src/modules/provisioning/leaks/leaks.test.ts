import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import { defaultThreshold } from '@simwright/contract/platform/threshold'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as leak from '@simwright/contract/provisioning/leak'
import * as operation from '@simwright/contract/provisioning/operation'
import * as rule from '@simwright/contract/provisioning/rule'
import type { Es9Transport } from '@simwright/euicc'
import { beforeEach, describe, expect, test } from 'vitest'
import { handDevices } from '../../../testing/hand-device.ts'
import { addTestGroup, limitedMember, moveIntoGroup } from '../../../testing/limited-member.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { wakeOperations } from '../operations/jobs.ts'
import { runAllRules } from '../rules/jobs.ts'
import { watchLeaks } from './jobs.ts'

const HOUR_MS = 60 * 60_000

const scene = await smdpScene({ background: 'queue', settings: { TRUST_PROXY: '1' } })
const { server, enterprise, stranger } = scene
let { owner } = enterprise
/** The address from which devices call. */
let address = '127.0.0.1'

/** Calls the SM-DP+ from `address`. */
const transport: Es9Transport = ({ address: host, path, headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = {
      method: 'POST',
      host: '127.0.0.1',
      port: server.ports.smdp,
      servername: host.replace(/:\d+$/, ''),
      // the certificate of the server has tests of its own
      rejectUnauthorized: false,
      localAddress: address,
      path,
      headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
    }
    const receive = async (answer: IncomingMessage) =>
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers as Record<string, string>,
        body: await text(answer),
      })
    request(sent, (answer) => void receive(answer))
      .on('error', reject)
      .end(body)
  })
const hand = handDevices(scene, { ...scene.phones, transport })

beforeEach(() => {
  address = '127.0.0.1'
})

async function wait(milliseconds: number): Promise<void> {
  await scene.wait(milliseconds)
  owner = await scene.sessionIn(owner, enterprise.id)
}

/** Different devices try a code, all from one address. */
async function tryFrom(matchingId: string, devices: number): Promise<void> {
  for (let number = 0; number < devices; number += 1) await hand.device(scene.nextEid()).ask(matchingId)
}

/** One device tries a code from these addresses. */
async function tryAt(matchingId: string, addresses: readonly string[]): Promise<void> {
  const device = hand.device(scene.nextEid())
  for (const one of addresses) {
    address = one
    await device.ask(matchingId)
  }
}

const notices = async (kind: leak.LeakKind) =>
  (await owner.ask(notice.list, { kinds: [kind] })).items.map(({ facts }) => facts as { iccid: string; count: number })

const suspected = async (profileId: string) =>
  (await owner.ask(leak.list, { filter: { profileId } })).items.map(({ kind, value, state }) => [kind, value, state])

async function replace(profileId: string): Promise<void> {
  const { id } = await owner.ask(operation.start, { operation: { kind: 'AGAIN' }, selection: { ids: [profileId] } })
  for await (const _ of owner.events(operation.progress, { id }));
}

describe('a code that many devices try', () => {
  test('raises one notification within the hours of the threshold, and is listed', async () => {
    const { matchingId, profileId, iccid } = await scene.order()
    const before = (await notices('CODE_DEVICES')).length
    await tryFrom(matchingId, 2)
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([])
    await tryFrom(matchingId, 1)
    await watchLeaks(server)
    await tryFrom(matchingId, 1)
    await Promise.all([watchLeaks(server), watchLeaks(server)])
    expect(await suspected(profileId)).toEqual([['CODE_DEVICES', 3, 'SUSPECTED']])
    const [newest, ...older] = await notices('CODE_DEVICES')
    expect(newest).toMatchObject({ iccid, profileId, value: 3, hours: 24, count: 1 })
    expect(older).toHaveLength(before)
  })

  test('is in the timeline with the device that tried it last, is found by its query, and a rule can replace it', async () => {
    const { matchingId, profileId, iccid } = await scene.order()
    const action = { kind: 'AGAIN' } as const
    const fields = { name: 'Replace', when: { events: ['LEAK_SUSPECTED'] as const }, actions: [action] }
    const { id: ruleId } = await owner.ask(rule.add, {
      fields: { ...fields, when: { events: [...fields.when.events] } },
    })
    await tryFrom(matchingId, 3)
    await watchLeaks(server)
    await watchLeaks(server)
    const found = async () =>
      (await owner.ask(fleet.list, { filter: { query: 'leak:open' } })).items.map((one) => one.iccid)
    expect(await found()).toContain(iccid)
    const { items } = await owner.ask(fleet.timeline, { id: profileId })
    const [tried] = items.filter(({ type, eid }) => type !== 'LEAK_SUSPECTED' && eid !== null)
    expect(items.filter(({ type }) => type === 'LEAK_SUSPECTED')).toMatchObject([
      {
        actor: 'system',
        eid: tried!.eid,
        text: 'The activation code may have leaked: 3 devices tried it within 24 hours.',
      },
    ])
    await wait(1_000)
    await runAllRules(server)
    expect((await owner.ask(rule.log, { filter: { ruleId } })).items).toMatchObject([{ state: 'DONE', profileId }])
    await wakeOperations(server)
    const state = async () => (await owner.ask(leak.list, { filter: { profileId } })).items.map((one) => one.state)
    await expect.poll(state).toEqual(['REPLACED'])
    expect(await found()).not.toContain(iccid)
    await owner.ask(rule.remove, { id: ruleId, version: 1 })
  })

  test('is not found by its query once it is said to be fine', async () => {
    const { matchingId, profileId, iccid } = await scene.order()
    await tryFrom(matchingId, 3)
    await watchLeaks(server)
    const found = async () =>
      (await owner.ask(fleet.list, { filter: { query: `leak:open iccid:${iccid}` } })).items.map((one) => one.id)
    expect(await found()).toEqual([profileId])
    await owner.ask(leak.dismiss, { profileId })
    expect(await found()).toEqual([])
  })

  test('is not suspected for devices that tried it long before', async () => {
    const { matchingId, profileId } = await scene.order()
    await tryFrom(matchingId, 2)
    await watchLeaks(server)
    await wait(25 * HOUR_MS)
    await tryFrom(matchingId, 1)
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([])
  })

  test('raises another notification after these hours if it goes on', async () => {
    const { matchingId, iccid } = await scene.order()
    await tryFrom(matchingId, 3)
    await watchLeaks(server)
    await wait(25 * HOUR_MS)
    await tryFrom(matchingId, 4)
    await watchLeaks(server)
    expect((await notices('CODE_DEVICES')).filter((one) => one.iccid === iccid)).toHaveLength(2)
  })

  test('shares the notification with others that are found at once', async () => {
    const codes = [await scene.order(), await scene.order(), await scene.order()]
    for (const { matchingId } of codes) await tryFrom(matchingId, 3)
    await tryFrom(codes[1]!.matchingId, 2)
    const before = (await notices('CODE_DEVICES')).length
    await watchLeaks(server)
    const found = await notices('CODE_DEVICES')
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({ count: 3, value: 5, iccid: codes[1]!.iccid })
  })

  test('is forgotten when it is replaced', async () => {
    const { matchingId, profileId } = await scene.order()
    await tryFrom(matchingId, 3)
    await watchLeaks(server)
    await wait(60_000)
    await replace(profileId)
    expect(await suspected(profileId)).toEqual([['CODE_DEVICES', 3, 'REPLACED']])
    await wait(60_000)
    const { matchingId: next } = await scene.shown(profileId)
    await tryFrom(next, 2)
    await watchLeaks(server)
    expect(await suspected(profileId), 'what tried the old code does not count').toEqual([
      ['CODE_DEVICES', 3, 'REPLACED'],
    ])
    await tryFrom(next, 1)
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([['CODE_DEVICES', 3, 'SUSPECTED']])
  })

  test('that someone says is fine raises no notification any more', async () => {
    const { matchingId, profileId, iccid } = await scene.order()
    await tryFrom(matchingId, 3)
    await watchLeaks(server)
    expect(await owner.ask(leak.dismiss, { profileId })).toEqual({ dismissed: 1 })
    expect(await owner.ask(leak.dismiss, { profileId })).toEqual({ dismissed: 0 })
    await wait(25 * HOUR_MS)
    await tryFrom(matchingId, 5)
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([['CODE_DEVICES', 3, 'DISMISSED']])
    expect((await notices('CODE_DEVICES')).filter((one) => one.iccid === iccid)).toHaveLength(1)
    const inState = async (state: leak.LeakState) =>
      (await owner.ask(leak.list, { filter: { state: [state] } })).items.map((one) => one.profileId)
    expect(await inState('DISMISSED')).toContain(profileId)
    expect(await inState('SUSPECTED')).not.toContain(profileId)
    const log = await owner.ask(audit.list, { filter: { action: ['profile.leakDismissed'] } })
    expect(log.items[0]).toMatchObject({ objectId: profileId })
  })

  test('is not watched without a level, nor is a code of a campaign', async () => {
    const { matchingId, profileId, iccid } = await scene.order()
    const fields = { name: 'Fair', configurationId: await scene.configured({ name: 'Fair' }) }
    const { id } = await owner.ask(campaign.add, { fields: { ...fields, confirmationCode: { mode: 'none' } } })
    const pooled = await Promise.all([1, 2, 3, 4].map(() => scene.order({}, fields.configurationId)))
    for (const one of pooled) await owner.ask(campaign.fill, { id, filter: { iccid: one.iccid } })
    const { version } = await owner.ask(campaign.get, { id })
    await owner.ask(campaign.start, { id, version })
    const { activationCode } = await owner.ask(campaign.get, { id })
    await tryFrom(activationCode!.split('$')[2]!, 4)
    await watchLeaks(server)
    for (const one of pooled) expect(await suspected(one.profileId)).toEqual([])
    const set = (levels: number[], version: number) =>
      owner.ask(notice.setThreshold, {
        kind: 'CODE_DEVICES',
        version,
        fields: { ...defaultThreshold('CODE_DEVICES'), levels },
      })
    const off = await set([], 0)
    await tryFrom(matchingId, 4)
    await watchLeaks(server)
    expect(await suspected(profileId), iccid).toEqual([])
    await set([3], off.version)
    await tryFrom(matchingId, 1)
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([['CODE_DEVICES', 5, 'SUSPECTED']])
  })

  test('is seen and dismissed by a limited member in its groups only', async () => {
    const [inside, outside] = [await scene.order(), await scene.order()]
    for (const { matchingId } of [inside, outside]) await tryFrom(matchingId, 3)
    await watchLeaks(server)
    const groupId = await addTestGroup({ owner }, 'Oslo')
    await moveIntoGroup({ owner }, { ids: [inside.profileId], groupId })
    const member = await limitedMember({ ...enterprise, owner }, [groupId])
    expect((await member.ask(leak.list, {})).items).toMatchObject([{ profileId: inside.profileId }])
    expect((await member.refusal(leak.dismiss, { profileId: outside.profileId })).code).toBe('19404')
    expect(await member.ask(leak.dismiss, { profileId: inside.profileId })).toEqual({ dismissed: 1 })
  })
})

/** Visitors open the public page of a code from these addresses. */
async function visitFrom(profileId: string, addresses: readonly string[]): Promise<void> {
  const slug = (await scene.shown(profileId)).link!.split('/').at(-1)!
  for (const one of addresses)
    await stranger().ask(delivery.publicCode, { slug }, { headers: { 'x-forwarded-for': one } })
}

describe('a code that is tried from many networks', () => {
  const loopback = (count: number) => Array.from({ length: count }, (_, number) => `127.${number + 1}.0.1`)

  test('by devices is suspected', async () => {
    const [near, wide] = [await scene.order(), await scene.order()]
    await tryAt(near.matchingId, ['127.9.0.1', '127.9.0.2', '127.9.1.1', '127.9.2.1', '127.9.3.1', '127.9.4.1'])
    await tryAt(wide.matchingId, loopback(6))
    await watchLeaks(server)
    expect(await suspected(near.profileId)).toEqual([])
    expect(await suspected(wide.profileId)).toEqual([['CODE_NETWORKS', 6, 'SUSPECTED']])
    expect((await notices('CODE_NETWORKS'))[0]).toMatchObject({ iccid: wide.iccid, value: 6, count: 1 })
  })

  test('by visitors of its page is suspected, and only their networks are stored', async () => {
    const [near, wide] = [await scene.order(), await scene.order()]
    await visitFrom(near.profileId, [
      '198.51.100.1',
      '198.51.7.9',
      '::ffff:198.51.3.3',
      '2001:db8:1::1',
      '2001:db8:f::2',
    ])
    const networks = ['200.10', '201.10', '202.10', '203.10', '2001:db8', '2001:db9']
    await visitFrom(wide.profileId, [
      '200.10.0.1',
      '201.10.0.1',
      '202.10.0.1',
      '203.10.0.1',
      '2001:db8::1',
      '2001:db9::1',
    ])
    await visitFrom(wide.profileId, ['200.10.77.3'])
    await watchLeaks(server)
    expect(await suspected(near.profileId)).toEqual([])
    expect(await suspected(wide.profileId)).toEqual([['CODE_NETWORKS', 6, 'SUSPECTED']])
    const stored = await server.db.tenantRead(enterprise.id, (db) =>
      db.selectFrom('code_page_network').select('network').execute(),
    )
    expect(stored.map(({ network }) => network).toSorted()).toEqual(['198.51', '2001:db8', ...networks].toSorted())
  })

  test('by devices and visitors is suspected when both together are enough', async () => {
    const { profileId, matchingId } = await scene.order()
    await tryAt(matchingId, loopback(3))
    await visitFrom(profileId, ['200.10.0.1', '201.10.0.1'])
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([])
    await visitFrom(profileId, ['202.10.0.1'])
    await watchLeaks(server)
    expect(await suspected(profileId)).toEqual([['CODE_NETWORKS', 6, 'SUSPECTED']])
  })
})
