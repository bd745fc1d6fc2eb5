import { randomUUID } from 'node:crypto'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { describe, expect, test } from 'vitest'
import { clientCertificate } from '../../../testing/client-certificate.ts'
import { es2plusScene } from '../../../testing/es2plus-scene.ts'
import { receiver } from '../../../testing/receiver.ts'
import { notifyOperators } from './jobs.ts'

const scene = await es2plusScene({ settings: { CALL_LOOPBACK: 'on' } })
const { server, clock, hand, phones } = scene
const hook = await receiver()
const no = (status: number) => hook.answers((response) => void response.writeHead(status).end())
no(204)
const operator = await scene.operator(undefined, { callbackUrl: hook.url })
// registered now, because that needs a fresh proof of identity
const silent = await scene.operator()
const rival = await receiver()
// the newest certificate of the operator, whose key is not proven
await registerUnproven(operator.oid)
// an operator that leaves, and its successor, who has proven nothing
const left = await receiver()
left.answers((response) => void response.writeHead(503).end())
const leaving = await scene.operator(undefined, { callbackUrl: left.url })
await registerUnproven(leaving.oid)

async function registerUnproven(requester: string): Promise<void> {
  clock.moveMs(1)
  const { pem: certificate } = clientCertificate('Unproven', { at: server.clock.now() })
  const fields = { name: 'Unproven', callbackUrl: rival.url, requester, certificate }
  await scene.enterprise.owner.ask(es2plus.register, fields)
}

const codeOf = (matchingId: string) => `LPA:1$${server.smdp.address}$${matchingId}`

/** Forgets earlier calls. */
async function released(more: object = {}) {
  const { iccid, profileId } = await scene.stocked()
  const matchingId = randomUUID().toUpperCase()
  await operator.expect('downloadOrder', { iccid })
  await operator.expect('confirmOrder', { iccid, releaseFlag: true, matchingId, ...more })
  await notifyOperators(server)
  hook.calls.length = 0
  return { iccid, profileId, matchingId }
}

const bodies = () => hook.calls.map(({ body }) => JSON.parse(body))
const points = () =>
  bodies().map(({ notificationPointId: point, notificationPointStatus: { status, statusCodeData: code } }) =>
    code ? `${point} ${status} ${code.subjectCode}/${code.reasonCode}` : `${point} ${status}`,
  )

/** The newest certificate of an operator on the Operators screen. */
async function shown({ oid }: { oid: string }) {
  const { items } = await scene.enterprise.owner.ask(es2plus.list, {})
  return items.find(({ requester }) => requester === oid)
}

describe('handleDownloadProgressInfo', () => {
  test('reports each step of a download once, in order, with the installation result', async () => {
    const { iccid, matchingId } = await released()
    const phone = phones.phone()
    await phone.download(codeOf(matchingId))
    await notifyOperators(server)
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success', '3 Executed-Success', '4 Executed-Success'])
    const [first, , last] = bodies()
    expect(first).toMatchObject({
      header: { functionRequesterIdentifier: '2.999.10', functionCallIdentifier: expect.any(String) },
      iccid,
      eid: phone.eid,
      profileType: scene.profileType,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    expect(first).not.toHaveProperty('resultData')
    expect(Buffer.from(last.resultData, 'base64').subarray(0, 2).toString('hex')).toBe('bf27')
    expect(hook.calls[0]!.headers['x-admin-protocol']).toMatch(/^gsma\/rsp\/v2\./)
    expect(new Set(bodies().map(({ header }) => header.functionCallIdentifier)).size).toBe(3)
  })

  test('nothing is sent to a certificate whose key is not proven', async () => {
    const { matchingId } = await released()
    await scene.device().ask(matchingId)
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success'])
    expect(rival.calls).toEqual([])
  })

  test('reports a failed eligibility check, and a wrong confirmation code', async () => {
    const { matchingId } = await released({ confirmationCode: '4711' })
    const device = scene.device()
    const offer = await device.offered(matchingId)
    await device.prepare(offer, { hashCc: new Uint8Array(32) })
    await device.cancel(offer, { reason: 'postponed' })
    await device.ask(matchingId)
    await device.ask(matchingId)
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success', '2 Failed 8.2.7/3.8', '1 Executed-Success', '1 Failed 8.8.5/6.4'])
  })

  test('does not report a cancellation that was signed for another server', async () => {
    const { matchingId } = await released()
    const device = scene.device()
    const offer = await device.offered(matchingId)
    expect((await device.cancel(offer, { smdpOid: '2.999.99' })).verdict).toBe('8.8/3.10')
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success'])
  })

  test('reports a final cancellation, and a failed installation with its result', async () => {
    const canceled = await released()
    const device = scene.device()
    await device.cancel(await device.offered(canceled.matchingId), { reason: 'endUserRejection' })
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success', '2 Failed 8.8.5/3.8'])
    const failed = await released()
    const offer = await device.offered(failed.matchingId)
    await device.prepare(offer)
    const value = { bppCommandId: 'loadProfileElements', errorReason: 'installFailedDueToPEProcessingError' } as const
    await hand.notify(device.result(offer, failed.iccid, { finalResult: { kind: 'error', value } }))
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success', '3 Executed-Success', '4 Failed 8.2.10/4.2'])
    expect(bodies()[2].resultData).toEqual(expect.any(String))
  })

  test('a receiver that is down gets everything later, on the schedule, with the same identifiers', async () => {
    const { matchingId } = await released()
    no(503)
    await phones.phone().download(codeOf(matchingId))
    await notifyOperators(server)
    const failed = bodies().map(({ header }) => header.functionCallIdentifier)
    expect(failed).toHaveLength(3)
    expect(await shown(operator)).toMatchObject({
      waiting: 3,
      lastAttempt: { status: 503, fault: 'It answered 503; 204 is expected.' },
    })
    no(204)
    await notifyOperators(server)
    expect(bodies()).toHaveLength(3)
    clock.moveMs(5_000)
    await notifyOperators(server)
    // retries are made at the same time
    const sent = bodies().map(({ header }) => header.functionCallIdentifier)
    expect(sent.slice(3).toSorted()).toEqual(failed.toSorted())
    expect(points().slice(3).toSorted()).toEqual(['1 Executed-Success', '3 Executed-Success', '4 Executed-Success'])
    clock.moveMs(3600_000)
    await notifyOperators(server)
    expect(bodies()).toHaveLength(6)
  })

  test('a notification that a killed process had taken is sent by another one', async () => {
    const { matchingId } = await released()
    await scene.device().ask(matchingId)
    const taken = await server.db.systemTx((db) =>
      db
        .updateTable('es2plus_progress')
        .set({ next_at: new Date(clock.now().getTime() + 60_000) })
        .where('state', '=', 'WAITING')
        .returning('id')
        .execute(),
    )
    expect(taken).toHaveLength(1)
    await notifyOperators(server)
    expect(bodies()).toHaveLength(0)
    clock.moveMs(60_000)
    await notifyOperators(server)
    expect(points()).toEqual(['1 Executed-Success'])
  })

  test('what waits is given up when only a certificate without proof remains', async () => {
    const { iccid } = await scene.stocked()
    await leaving.expect('downloadOrder', { iccid })
    const { matchingId } = await leaving.expect('confirmOrder', { iccid, releaseFlag: true })
    await scene.device().ask(matchingId)
    await notifyOperators(server)
    expect(left.calls).toHaveLength(1)
    await scene.enterprise.owner.ask(es2plus.remove, { id: leaving.id })
    expect(await shown(leaving)).toMatchObject({ waiting: 0 })
    clock.moveMs(3600_000)
    await notifyOperators(server)
    expect([left.calls.length, rival.calls.length]).toEqual([1, 0])
  })

  test('an order of an operator without a callback URL, or of the portal, is reported to nobody', async () => {
    const { iccid } = await scene.stocked()
    await silent.expect('downloadOrder', { iccid })
    const { matchingId } = await silent.expect('confirmOrder', { iccid, releaseFlag: true })
    hook.calls.length = 0
    await scene.device().ask(matchingId)
    await scene.device().ask((await scene.order()).matchingId)
    await notifyOperators(server)
    expect(hook.calls).toHaveLength(0)
  })
})
