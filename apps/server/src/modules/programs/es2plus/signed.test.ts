import { randomUUID } from 'node:crypto'
import * as credential from '@simwright/contract/programs/credential'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { describe, expect, test } from 'vitest'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { es2plusScene, SUCCESS } from '../../../testing/es2plus-scene.ts'
import { type Forged, OpenApiClient } from '../../../testing/open-api-client.ts'

/** Codes as the guide has them: a customer's program knows no constants of the project. */
const OK = '00000'
const SIGNATURE_WRONG = '17102'
const TIMESTAMP_OFF = '17103'
const REQUEST_ID_USED = '17104'
const ORDER_REFUSED = '17304'

const scene = await es2plusScene()
const { stocked, shown, timeline, phones, profileType } = scene
const operator = await scene.operator()
const sibling = await scene.operator()
const keys = await scene.enterprise.owner.ask(credential.create, { name: 'Signed' })
const client = new OpenApiClient(scene.url, keys)
const stranger = new OpenApiClient(
  scene.url,
  await (await scene.another()).owner.ask(credential.create, { name: 'Stranger' }),
)
const callsOfOrders = ['confirmOrder', 'cancelOrder', 'releaseProfile', 'expiredOrder'] as const
const all = ['downloadOrder', ...callsOfOrders]

const send = (name: string, members: object, forged: Forged = {}, by = client) =>
  by.call(`/gsma/rsp2/es2plus/${name}`, members, { onHost: true, ...forged })

/** `00000`, or the code of the problem; for a refusal of ES2+, subject and reason. */
async function ask(name: string, members: object, forged: Forged = {}, by = client): Promise<string> {
  const { code, obj } = await send(name, members, forged, by)
  return code === ORDER_REFUSED ? `${obj.subjectCode}/${obj.reasonCode}` : code
}

async function states(profileId: string) {
  const { status, orderState } = await shown(profileId)
  return `${status} ${orderState}`
}

const newMatchingId = () => `OP-${randomUUID().toUpperCase()}`
const as = (oid: string) => ({ header: { functionRequesterIdentifier: oid } })

async function ordered(more: object = {}) {
  const profile = await stocked()
  expect(await ask('downloadOrder', { iccid: profile.iccid, ...more })).toBe(OK)
  return profile
}

async function confirmed(more: object = {}, order: object = {}) {
  const profile = await ordered(order)
  const matchingId = newMatchingId()
  const members = { ...order, iccid: profile.iccid, matchingId, releaseFlag: true, ...more }
  expect(await ask('confirmOrder', members)).toBe(OK)
  return { ...profile, matchingId }
}

describe('a right signature', () => {
  test('orders and confirms on the host and under /api/v1, and a device downloads', async () => {
    const { iccid, profileId } = await stocked()
    const order = await send('downloadOrder', { iccid })
    expect(order).toMatchObject({ status: 200, success: true, code: OK })
    expect(order.obj).toEqual({ header: { functionExecutionStatus: { status: SUCCESS } }, iccid })
    expect(await states(profileId)).toBe('AVAILABLE Allocated')
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'ORDERED', actor: 'user', actorName: 'Signed' })
    const matchingId = newMatchingId()
    const members = { iccid, releaseFlag: true, matchingId }
    const { code, obj } = await send('confirmOrder', members, { onHost: false })
    expect([code, obj.matchingId, obj.smdpAddress]).toEqual([OK, matchingId, scene.server.smdp.address])
    const result = await phones.phone().download(`LPA:1$${obj.smdpAddress}$${matchingId}`)
    expect(result).toMatchObject({ outcome: 'installed', iccid })
  })

  test('orders a profile by the name of its configuration', async () => {
    await stocked()
    const { obj } = await send('downloadOrder', { profileType })
    expect(obj.iccid).toMatch(/^\d{20}$/)
  })

  test('releases, cancels and ends an order', async () => {
    const { iccid, profileId, matchingId } = await confirmed({ releaseFlag: false })
    expect(await states(profileId)).toBe('AVAILABLE Confirmed')
    expect(await ask('releaseProfile', { iccid })).toBe(OK)
    expect(await states(profileId)).toBe('AVAILABLE Released')
    expect(await ask('expiredOrder', { iccid, matchingId })).toBe(OK)
    expect(await states(profileId)).toBe('EXPIRED Error')
    expect(await ask('cancelOrder', { iccid, matchingId, finalProfileStatusIndicator: 'Unavailable' })).toBe(OK)
    expect(await states(profileId)).toBe('CANCELED Unavailable')
    expect(await ask('downloadOrder', { iccid })).toBe('8.2.1/3.3')
  })

  test('a refusal has subject and reason code in obj and in the message', async () => {
    const { iccid } = await stocked()
    const { status, code, msg, obj } = await send('releaseProfile', { iccid })
    expect([status, code]).toEqual([409, ORDER_REFUSED])
    expect(obj).toMatchObject({ subjectCode: '8.2.1', reasonCode: '3.5', message: expect.any(String) })
    expect(msg).toBe(`8.2.1/3.5: ${obj.message}`)
    for (const name of all) expect(await ask(name, { ...full, iccid: '8999999999999999990' })).toBe('8.2.1/3.9')
  })
})

/** Every member that any call needs. */
const full = { releaseFlag: true, finalProfileStatusIndicator: 'Available' }

test('a call for an operator whose key is not proven is refused', async () => {
  const oid = '2.999.60'
  const { pem: certificate } = clientCertificate('Unproven', { oid, at: scene.server.clock.now() })
  const fields = { name: 'Unproven', callbackUrl: null, requester: '', certificate }
  await scene.enterprise.owner.ask(es2plus.register, fields)
  const { iccid } = await stocked()
  expect(await ask('downloadOrder', { iccid, ...as(oid) })).toBe('1.1/1.2')
})

describe('a wrong signature', () => {
  test.each(all)('%s is refused with 401, and changes nothing', async (name) => {
    const { iccid, profileId, matchingId } = await confirmed({ releaseFlag: name !== 'releaseProfile' })
    const before = [await states(profileId), (await timeline(profileId)).length]
    const members = { ...full, iccid, matchingId }
    const forgeries: [Forged, string][] = [
      [{ signature: '00'.repeat(32) }, SIGNATURE_WRONG],
      [{ sentBody: JSON.stringify({ ...members, iccid: `${iccid} ` }) }, SIGNATURE_WRONG],
      [{ accessKey: 'AKUNKNOWN' }, SIGNATURE_WRONG],
      [{ timestamp: scene.server.clock.now().getTime() - 11 * 60_000 }, TIMESTAMP_OFF],
    ]
    for (const [forged, code] of forgeries) {
      const answer = await send(name, members, forged)
      expect([answer.status, answer.code]).toEqual([401, code])
    }
    expect([await states(profileId), (await timeline(profileId)).length]).toEqual(before)
  })
})

describe('a RequestID', () => {
  test.each(all)('%s is refused when its RequestID was used, and changes nothing', async (name) => {
    const spent = await stocked()
    const requestId = randomUUID()
    expect(await ask('downloadOrder', { iccid: spent.iccid }, { requestId })).toBe(OK)
    const order = name === 'downloadOrder' ? await stocked() : await ordered()
    const before = await states(order.profileId)
    const { status, code } = await send(name, { ...full, iccid: order.iccid }, { requestId })
    expect([status, code]).toEqual([409, REQUEST_ID_USED])
    expect(await states(order.profileId)).toBe(before)
  })

  test('of a refused order is free for the call that mends it', async () => {
    const { iccid } = await stocked()
    const requestId = randomUUID()
    expect(await ask('downloadOrder', { iccid, profileType: 'No such type' }, { requestId })).toBe('8.2.5/3.9')
    expect(await ask('downloadOrder', { iccid, profileType }, { requestId })).toBe(OK)
  })

  test('ten calls at the same time with one RequestID order one profile', async () => {
    for (let count = 0; count < 10; count += 1) await stocked()
    const requestId = randomUUID()
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => ask('downloadOrder', { profileType }, { requestId })),
    )
    expect(codes.toSorted()).toEqual([OK, ...Array.from({ length: 9 }, () => REQUEST_ID_USED)])
  })
})

describe("another operator's ICCID", () => {
  test.each(all)('%s of another enterprise account is refused in every state, and learns nothing', async (name) => {
    const eid = scene.nextEid()
    const profiles = [await stocked(), await ordered({ eid }), await confirmed()]
    const answers = []
    for (const { iccid, profileId } of profiles) {
      const before = [await states(profileId), (await timeline(profileId)).length]
      const { status, code, obj, msg } = await send(name, { ...full, iccid }, {}, stranger)
      answers.push({ status, code, msg, ...obj, requestId: undefined })
      expect([await states(profileId), (await timeline(profileId)).length]).toEqual(before)
    }
    const [first] = answers
    expect(first).toMatchObject({ code: ORDER_REFUSED, subjectCode: '8.2.1', reasonCode: '1.2' })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test.each(callsOfOrders)('%s with the identifier of another operator of the account is refused', async (name) => {
    const { iccid, profileId, matchingId } = await confirmed({ ...as(operator.oid) }, as(operator.oid))
    const before = await states(profileId)
    const members = { ...full, iccid, matchingId }
    expect(await ask(name, { ...members, ...as(sibling.oid) })).toBe('8.2.1/1.2')
    expect(await ask(name, { ...members, ...as('2.999.77') })).toBe('1.1/1.2')
    expect(await states(profileId)).toBe(before)
  })

  test('the order of an operator can be canceled for the enterprise account, and by the operator', async () => {
    for (const header of [{}, as(operator.oid)]) {
      const { iccid, matchingId } = await confirmed({ ...as(operator.oid) }, as(operator.oid))
      const members = { iccid, matchingId, finalProfileStatusIndicator: 'Available', ...header }
      expect(await ask('cancelOrder', members)).toBe(OK)
    }
  })

  test("the credential's order is not open to a certificate's operator", async () => {
    const { iccid, matchingId } = await confirmed()
    const members = { iccid, matchingId, finalProfileStatusIndicator: 'Available' }
    expect((await operator.client.call('cancelOrder', members)).verdict).toBe('8.2.1/1.2')
  })
})
