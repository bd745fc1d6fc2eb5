import { createHmac } from 'node:crypto'
import { type PermissionId, problems } from '@simwright/contract'
import * as notice from '@simwright/contract/platform/notice'
import * as apiKey from '@simwright/contract/programs/keys'
import * as webhook from '@simwright/contract/programs/webhook'
import { deleteProfile, disableProfile, enableProfile } from '@simwright/euicc'
import { describe, expect, test } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import type { Client } from '../../../testing/client.ts'
import { type Receiver, receiver } from '../../../testing/receiver.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { receive } from './attempt.ts'
import { selectEndpoint } from './endpoint-queries.ts'
import { sendDue } from './jobs.ts'

const scene = await smdpScene({
  settings: { CALL_LOOPBACK: 'on' },
  background: 'none',
})
const { server, clock, phones, order } = scene

const SECOND_MS = 1_000
const HOUR_MS = 3600 * SECOND_MS

type Enterprise = typeof scene.enterprise

/** An endpoint for all kinds, and the calls of the portal about it. */
async function hooked(fields: Partial<webhook.WebhookFields> & { url: string | null }, enterprise?: Enterprise) {
  const at = enterprise ?? (await scene.another())
  const kinds = [...webhook.webhookKinds]
  const added = await at.owner.ask(webhook.add, { fields: { name: 'Programs', kinds, ...fields } })
  const { id } = added
  const own = async () => await scene.sessionIn(at.owner, at.id)
  return {
    ...added,
    enterprise: at,
    tests: async (count = 1) => {
      const owner = await own()
      for (let sent = 0; sent < count; sent += 1) await owner.ask(webhook.test, { id })
    },
    shown: async () => (await (await own()).ask(webhook.list, {})).items.find((one) => one.id === id)!,
    deliveries: async () => (await (await own()).ask(webhook.deliveries, { filter: { endpointId: id } })).items,
    details: async (deliveryId: string) => await (await own()).ask(webhook.delivery, { id: deliveryId }),
    own,
  }
}

async function passes(ms: number): Promise<void> {
  clock.moveMs(ms)
  await sendDue(server)
}

const bodies = ({ calls }: Receiver) => calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const sequences = (from: Receiver) => bodies(from).map(({ sequence }) => sequence)

/** Both signatures of a call, computed from the published rules alone. */
function expectedSignatures({ calls: [call] }: Receiver, secret: string) {
  const { headers, body } = call!
  const h = (name: string) => String(headers[name])
  const plain = createHmac('sha256', secret)
    .update(h('timestamp') + h('request-id') + h('access-key') + body)
    .digest('hex')
    .toUpperCase()
  const standard = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${h('webhook-id')}.${h('webhook-timestamp')}.${body}`)
    .digest('base64')
  return { plain, standard: `v1,${standard}` }
}

describe('a download', () => {
  test('is sent step by step, in order, signed in both forms', async () => {
    const hook = await receiver()
    const { secret, accessKey } = await hooked({ url: hook.url }, scene.enterprise)
    const { activationCode, iccid, matchingId } = await order()
    const phone = phones.phone()
    await phone.download(activationCode)
    for (const change of [enableProfile, disableProfile, deleteProfile]) await change(phone, iccid)
    await sendDue(server)

    const types = bodies(hook).map(({ notificationType }) => notificationType)
    expect(types).toEqual(['DOWNLOADED', 'INSTALLED', 'ENABLE', 'DISABLE', 'DELETE'])
    expect(sequences(hook)).toEqual([1, 2, 3, 4, 5])
    const [downloaded, installed] = bodies(hook)
    const common = {
      type: 'PROFILE_EVENT_NOTIFICATION',
      eid: phone.eid,
      iccid,
      timestamp: String(clock.now().getTime()),
      matchingId,
      configName: expect.any(String),
      clientIp: '127.0.0.1',
      notificationStatus: { status: 'SUCCESS' },
    }
    expect(downloaded).toMatchObject({ ...common, installedTimes: 0 })
    expect(installed).toMatchObject({ ...common, installedTimes: 1, notificationType: 'INSTALLED' })
    expect(Object.keys(installed!).filter((key) => key !== 'deviceName')).toEqual([
      ...['type', 'eid', 'iccid', 'timestamp', 'matchingId', 'configName', 'clientIp', 'installedTimes'],
      ...['notificationType', 'notificationStatus', 'sequence'],
    ])

    const { headers } = hook.calls[0]!
    const { plain, standard } = expectedSignatures(hook, secret)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'access-key': accessKey,
      'sign-method': 'SHA256',
      signature: plain,
      'webhook-signature': standard,
      timestamp: String(clock.now().getTime()),
      'webhook-timestamp': String(Math.floor(clock.now().getTime() / 1000)),
    })
    expect(headers['request-id']).toBe(headers['webhook-id'])
    expect(new Set(hook.calls.map((call) => call.headers['webhook-id'])).size).toBe(5)
  })

  test('that is refused is sent with the reason', async () => {
    const hook = await receiver()
    await hooked({ url: hook.url }, scene.enterprise)
    const { activationCode } = await order({ confirmationCode: '4711' })
    await phones.phone().download(activationCode, { confirmationCode: '0000' })
    await sendDue(server)
    const failed = { status: 'FAILED', message: expect.stringMatching(/\w/) }
    expect(bodies(hook)).toMatchObject([{ notificationType: 'DOWNLOADED', notificationStatus: failed }])
  })
})

describe('an endpoint', () => {
  test('gets nothing older than itself, only its kinds, and nothing of other enterprise accounts', async () => {
    const [late, few, other] = [await receiver(), await receiver(), await receiver()]
    const { activationCode, iccid } = await order()
    const phone = phones.phone()
    await hooked({ url: few.url, kinds: ['INSTALLED', 'DISABLE'] }, scene.enterprise)
    await hooked({ url: other.url })
    await phone.download(activationCode)
    clock.moveMs(1)
    await hooked({ url: late.url }, scene.enterprise)
    await enableProfile(phone, iccid)
    await sendDue(server)
    expect(bodies(late).map(({ notificationType }) => notificationType)).toEqual(['ENABLE'])
    expect(bodies(few).map(({ notificationType }) => notificationType)).toEqual(['INSTALLED'])
    expect(sequences(few)).toEqual([1])
    expect(other.calls).toEqual([])
  })

  test('shows its secret once; a rotation signs with both until the chosen hour', async () => {
    const hook = await receiver()
    const { id, secret, tests, own, shown } = await hooked({ url: hook.url })
    const rotated = await (await own()).ask(webhook.rotate, { id, hours: 1 })
    expect(JSON.stringify(await shown())).not.toContain('whsec_')
    await tests()
    await sendDue(server)
    const [old, current] = [expectedSignatures(hook, secret), expectedSignatures(hook, rotated.secret)]
    expect(hook.calls[0]!.headers).toMatchObject({
      signature: current.plain,
      'previous-signature': old.plain,
      'webhook-signature': `${current.standard} ${old.standard}`,
    })
    clock.moveMs(HOUR_MS)
    hook.calls.length = 0
    await tests()
    await sendDue(server)
    const after = expectedSignatures(hook, rotated.secret)
    expect(hook.calls[0]!.headers).toMatchObject({ signature: after.plain, 'webhook-signature': after.standard })
    expect(hook.calls[0]!.headers).not.toHaveProperty('previous-signature')
  })

  test('that is paused gets its events later; a deleted one gets none', async () => {
    const hook = await receiver()
    const { id, tests, own, deliveries } = await hooked({ url: hook.url })
    await (await own()).ask(webhook.setState, { id, state: 'PAUSED' })
    await tests(2)
    await sendDue(server)
    expect(hook.calls).toEqual([])
    await (await own()).ask(webhook.setState, { id, state: 'ACTIVE' })
    await sendDue(server)
    expect(sequences(hook)).toEqual([1, 2])
    await tests()
    await (await own()).ask(webhook.remove, { id })
    await sendDue(server)
    expect(hook.calls).toHaveLength(2)
    expect((await deliveries())[0]).toMatchObject({ state: 'NOT_SENT', endpointName: null })
  })

  test('beyond the number of the plan is refused', async () => {
    const { owner } = await scene.another('Small', 'DEMO')
    const fields = { name: 'One', url: null, kinds: ['INSTALLED' as const] }
    await owner.ask(webhook.add, { fields })
    expect(await owner.refusal(webhook.add, { fields })).toMatchObject({ status: 409, code: '17201' })
  })
})

/** From one attempt to the next, in milliseconds: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const SCHEDULE_MS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * SECOND_MS)

describe('a receiver', () => {
  test('that is dead gets each event ten times by the schedule, then is switched off with a notification', async () => {
    const hook = await receiver()
    hook.answers((response) => void response.writeHead(500).end('down'))
    const { id, tests, shown, own } = await hooked({ url: hook.url })
    await tests()
    for (const [index, delay] of SCHEDULE_MS.entries()) {
      if (delay > 0) {
        await passes(delay - 1)
        expect(hook.calls).toHaveLength(index)
        await passes(1)
      } else await sendDue(server)
      expect(hook.calls).toHaveLength(index + 1)
    }
    expect(new Set(hook.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(hook.calls.map(({ body }) => body)).size).toBe(1)
    expect(await shown()).toMatchObject({ state: 'OFF', offReason: 'EXHAUSTED' })
    const { items } = await (await own()).ask(notice.list, {})
    expect(items).toMatchObject([{ kind: 'WEBHOOK_OFF', facts: { endpointId: id, reason: 'EXHAUSTED' } }])
    await passes(30 * HOUR_MS)
    expect(hook.calls).toHaveLength(10)
    const refused = await (await own()).refusal(webhook.test, { id })
    expect(refused.code).toBe('17202')
  })

  test('that redirects has failed; the new place is not called', async () => {
    const [hook, elsewhere] = [await receiver(), await receiver()]
    hook.answers((response) => void response.writeHead(302, { location: elsewhere.url }).end())
    const { tests, deliveries } = await hooked({ url: hook.url })
    await tests()
    await sendDue(server)
    expect(await deliveries()).toMatchObject([
      { state: 'WAITING', attempts: 1, lastStatus: 302, lastFault: 'It answered 302; redirects are not followed.' },
    ])
    hook.answers((response) => void response.end())
    await passes(5 * SECOND_MS)
    expect(await deliveries()).toMatchObject([{ state: 'DELIVERED', attempts: 2, lastStatus: 200, nextAt: null }])
    expect(elsewhere.calls).toEqual([])
  })

  test('that answers 410 is switched off at once; what waits is not sent', async () => {
    const hook = await receiver()
    hook.answers((response) => void response.writeHead(410).end())
    const { tests, shown, deliveries, own, id } = await hooked({ url: hook.url })
    await tests(3)
    await sendDue(server)
    expect(hook.calls).toHaveLength(1)
    expect(await shown()).toMatchObject({ state: 'OFF', offReason: 'GONE', waiting: 0 })
    const states = (await deliveries()).map(({ sequence, state }) => [sequence, state])
    expect(states).toEqual([
      [3, 'NOT_SENT'],
      [2, 'NOT_SENT'],
      [1, 'FAILED'],
    ])
    hook.answers((response) => void response.end())
    await (await own()).ask(webhook.setState, { id, state: 'ACTIVE' })
    await passes(48 * HOUR_MS)
    expect(hook.calls).toHaveLength(1)
  })

  test('that never answers, or answers without end, costs a bounded time and size', async () => {
    const hook = await receiver()
    hook.answers((_, { body }) => void body)
    const { tests, deliveries, details } = await hooked({ url: hook.url })
    await tests()
    await sendDue({ ...server, limits: { ...server.limits, webhookMs: 400 } })
    expect(await deliveries()).toMatchObject([
      { state: 'WAITING', lastStatus: null, lastFault: expect.stringContaining('did not answer in time') },
    ])

    let written = 0
    const chunk = Buffer.alloc(64 * 1024, 'x')
    hook.answers((response) => {
      const write = () => {
        while (!response.destroyed && written < 1024 ** 3) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    await passes(5 * SECOND_MS)
    const [{ id, state } = { id: '', state: '' }] = await deliveries()
    expect(state).toBe('DELIVERED')
    expect(written).toBeLessThan(32 * 1024 ** 2)
    expect((await details(id)).tries[0]!.answer).toBe('x'.repeat(4096))
  })

  test('that fails for one event gets the next ones at once, and retries later', async () => {
    const hook = await receiver()
    hook.answers((response, { body }) => void response.writeHead(body.includes('"sequence":1}') ? 503 : 200).end())
    const { tests } = await hooked({ url: hook.url })
    await tests(3)
    await sendDue(server)
    expect(sequences(hook)).toEqual([1, 2, 3])
    hook.answers((response) => void response.end())
    await passes(5 * SECOND_MS)
    expect(sequences(hook)).toEqual([1, 2, 3, 1])
  })

  test('gets first attempts one after the other, in order, also from two processes at once', async () => {
    const hook = await receiver()
    let open = 0
    let most = 0
    hook.answers((response) => {
      most = Math.max(most, ++open)
      setTimeout(() => {
        open -= 1
        response.end()
      }, 1)
    })
    const { tests } = await hooked({ url: hook.url })
    await tests(40)
    await Promise.all([sendDue(server), sendDue(server)])
    expect(sequences(hook)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(most).toBe(1)
  })

  test('whose plan has no webhooks any more gets nothing', async () => {
    const hook = await receiver()
    const { tests, enterprise } = await hooked({ url: hook.url })
    await tests()
    await server.db.systemTx((db) =>
      db.updateTable('plan_order').set({ plan: 'BASIC' }).where('enterprise_id', '=', enterprise.id).execute(),
    )
    await sendDue(server)
    expect(hook.calls).toEqual([])
  })
})

describe('the log', () => {
  test('shows request, answer and time of each attempt to those who may edit', async () => {
    const hook = await receiver()
    hook.answers((response) => void response.writeHead(404).end('nobody here'))
    const { tests, deliveries, details, enterprise } = await hooked({ url: hook.url })
    await tests()
    await sendDue(server)
    const [{ id } = { id: '' }] = await deliveries()
    const { body, tries } = await details(id)
    expect(body).toBe(hook.calls[0]!.body)
    expect(tries).toMatchObject([{ url: hook.url, status: 404, fault: 'It answered 404.', answer: 'nobody here' }])
    expect(tries[0]!.requestHeaders).toMatchObject({ 'webhook-id': id, 'Sign-Method': 'SHA256' })
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.ask(webhook.deliveries, {})).items).toHaveLength(1)
    expect((await viewer.refusal(webhook.delivery, { id })).status).toBe(403)
  })

  test('is deleted with its month, when all of it is older than 30 days', async () => {
    const { tests, deliveries } = await hooked({ url: null })
    await tests()
    await sendDue(server)
    expect(await deliveries()).toHaveLength(1)
    clock.moveMs(62 * 24 * HOUR_MS)
    await dropExpired(server)
    expect(await deliveries()).toEqual([])
  })

  test('replays one delivery or a range, with the same id and body, beside the order', async () => {
    const hook = await receiver()
    const { id, tests, own, deliveries } = await hooked({ url: hook.url })
    await tests(3)
    await sendDue(server)
    const first = (await deliveries()).at(-1)!
    expect(await (await own()).ask(webhook.replay, { ids: [first.id] })).toEqual({ count: 1 })
    await sendDue(server)
    expect(sequences(hook)).toEqual([1, 2, 3, 1])
    expect(hook.calls[3]!.headers['webhook-id']).toBe(first.id)
    const range = { endpointId: id, from: first.at, to: new Date(clock.now().getTime() + 1).toISOString() }
    expect(await (await own()).ask(webhook.replay, { ...range, state: ['FAILED'] })).toEqual({ count: 0 })
    expect(await (await own()).ask(webhook.replay, { ...range, state: ['DELIVERED'] })).toEqual({ count: 3 })
    await sendDue(server)
    expect(hook.calls).toHaveLength(7)
  })
})

describe('the receiver in the portal', () => {
  test('stores what arrives with both signatures verified, and answers the chosen status', async () => {
    const { id, tests, own, shown, deliveries } = await hooked({ url: null })
    await tests()
    await sendDue(server)
    const owner = await own()
    expect((await owner.ask(webhook.arrivals, { endpointId: id })).items).toMatchObject([
      { plainValid: true, standardValid: true, answered: 200, body: expect.stringContaining('"TEST"') },
    ])
    const { version, name, kinds } = await shown()
    await owner.ask(webhook.edit, { id, version, fields: { name, url: null, kinds, benchStatus: 410 } })
    await tests()
    await sendDue(server)
    expect(await shown()).toMatchObject({ state: 'OFF', offReason: 'GONE' })
    expect((await deliveries())[0]).toMatchObject({ state: 'FAILED', lastStatus: 410 })
  })

  test('programs read what arrived from a number on: each event once and in order, notifications left out', async () => {
    const hook = await hooked({ url: null, name: 'Bench' })
    const owner = await hook.own()
    const program = await listener(owner)
    expect(await program.ask(webhook.receivers, {})).toEqual({
      items: [{ id: hook.id, name: 'Bench', state: 'ACTIVE' }],
    })
    const listen = async (after?: number) =>
      await program.ask(webhook.listen, { endpointId: hook.id, ...(after === undefined ? {} : { after }) })
    await hook.tests(2)
    await sendDue(server)
    expect(await listen()).toEqual({ items: [], last: 2, more: false, missed: 0 })
    expect(await listen(2)).toEqual({ items: [], last: 2, more: false, missed: 0 })
    expect(await listen(1)).toMatchObject({ items: [{ standardValid: true }], last: 2, missed: 0 })

    const key = { enterpriseId: hook.enterprise.id, endpointId: hook.id }
    const endpoint = await server.db.tenantRead(key.enterpriseId, (db) => selectEndpoint(db, key.endpointId))
    const arrive = (body: object) => receive(server, endpoint!, { headers: {}, body: JSON.stringify(body) })
    await arrive({ type: 'NOTIFICATION', kind: 'INVOICE' })
    await arrive({ type: 'TEST', sequence: 9 })
    const heard = await listen(2)
    expect(heard.items.map(({ body }) => JSON.parse(body))).toEqual([{ type: 'TEST', sequence: 9 }])
    expect(heard).toMatchObject({ last: 4, missed: 0 })
    const forOwner = await owner.ask(webhook.listen, { endpointId: hook.id, after: 2 })
    expect(forOwner.items).toHaveLength(2)

    const others = await listener(await (await hooked({ url: null })).own())
    expect((await others.refusal(webhook.listen, { endpointId: hook.id, after: 0 })).status).toBe(404)
    const noScope = await listener(owner, 'Fleet_View')
    expect((await noScope.refusal(webhook.listen, { endpointId: hook.id })).code).toBe(problems.key_scope.code)
  })

  test('a reader misses no event of those that arrive at the same time, and learns how many were deleted', async () => {
    const hook = await hooked({ url: null })
    const program = await listener(await hook.own())
    const { id: enterpriseId } = hook.enterprise
    const endpoint = await server.db.tenantRead(enterpriseId, (db) => selectEndpoint(db, hook.id))
    const count = 250
    const arrivals = Array.from({ length: count }, async (_, at) => {
      await receive(server, endpoint!, { headers: {}, body: JSON.stringify({ type: 'TEST', at }) })
    })
    const heard: number[] = []
    let after = 0
    while (heard.length < count) {
      const { items, last, missed } = await program.ask(webhook.listen, { endpointId: hook.id, after })
      expect(missed).toBe(0)
      heard.push(...items.map(({ body }) => (JSON.parse(body) as { at: number }).at))
      if (last === count) break
      after = last
    }
    await Promise.all(arrivals)
    expect(heard.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at))

    const old = { endpointId: hook.id, after: count - 3 }
    clock.moveMs(25 * HOUR_MS)
    await dropExpired(server)
    expect(await (await listener(await hook.own())).ask(webhook.listen, old)).toEqual({
      items: [],
      last: count,
      more: false,
      missed: 3,
    })
  })
})

/** A program that may read what arrived at the receivers in the portal. */
async function listener(owner: Client, scope: PermissionId = 'Profile_Log_View') {
  const fields = { name: `Listener ${crypto.randomUUID()}`, scopes: [scope], addresses: [] }
  const { key } = await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 7, fields })
  return scene.stranger().withKey(key)
}
