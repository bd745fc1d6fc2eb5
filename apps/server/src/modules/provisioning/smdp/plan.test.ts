import * as plan from '@simwright/contract/platform/plan'
import { deleteProfile } from '@simwright/euicc'
import type { InstallErrorReason } from '@simwright/rsp'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { givePlan } from '../../platform/plans/service.ts'

const scene = await smdpScene({ plan: 'DEMO' })
const { server, clock, enterprise, device, order, hand, shown, timeline, phones } = scene

const REFUSED = '8.2/1.2'
const DAY_MS = 24 * 60 * 60_000

const downloads = async () => (await enterprise.owner.ask(plan.queryOrder, {})).downloads

/** Gives the enterprise another plan with new counters. */
async function setPlan(name: 'BASIC' | 'PRO' | 'LAB'): Promise<void> {
  await givePlan(server, {
    enterpriseId: enterprise.id,
    plan: name,
    endsAt: new Date(clock.now().getTime() + 20 * DAY_MS),
  })
}

/** Sets the number of downloads that are left. */
async function setDownloadsLeft(left: number): Promise<void> {
  await server.db.tenantTx(enterprise.id, async (db) => {
    const running = db.updateTable('plan_order').where('kind', '=', 'GIVEN').where('state', '=', 'ACTIVE')
    const downloads = sql<number>`${left}::integer + (select coalesce(sum(used), 0) from plan_use where order_id = plan_order.id)`
    await running.set({ downloads, extra_download_cents: null }).execute()
  })
}

async function suspend(state: 'ACTIVE' | 'SUSPENDED'): Promise<void> {
  await server.db.tenantTx(enterprise.id, (db) => db.updateTable('enterprise').set({ state }).execute())
}

test('plan DEMO allows one profile; the next is refused at AuthenticateClient, with the reason only in the portal', async () => {
  const [first, second] = [await order(), await order()]
  expect(await phones.phone().download(first.activationCode)).toMatchObject({ outcome: 'installed' })
  expect(await downloads()).toMatchObject({ total: 1, used: 1, available: 0, installations: 1 })
  const said = await device().ask(second.matchingId)
  expect(said.verdict).toBe(REFUSED)
  expect(said.message).not.toMatch(/plan/i)
  expect((await timeline(second.profileId))[0]).toMatchObject({
    type: 'REFUSED',
    text: 'Refused: no downloads are left in the plan DEMO. Have an owner choose the plan BASIC on the Subscription page.',
    subjectCode: '8.2',
    reasonCode: '1.2',
  })
  expect(await shown(second.profileId)).toMatchObject({ status: 'AVAILABLE', attempts: 0 })
})

test('of concurrent devices with one download left, exactly one gets its profile', async () => {
  await setPlan('BASIC')
  for (let round = 0; round < 4; round += 1) {
    await setDownloadsLeft(1)
    const orders = [await order(), await order(), await order()]
    const devices = orders.map(() => device())
    const offers = await Promise.all(orders.map(({ matchingId }, i) => devices[i]!.offered(matchingId)))
    const said = await Promise.all(offers.map((offer, i) => devices[i]!.prepare(offer)))
    expect(said.map(({ verdict }) => verdict).toSorted()).toEqual([REFUSED, REFUSED, SUCCESS])
    expect((await downloads()).available).toBe(0)
    const refused = orders[said.findIndex(({ verdict }) => verdict === REFUSED)]!
    expect(await shown(refused.profileId)).toMatchObject({ status: 'AVAILABLE', downloads: 0 })
  }
})

test('a retry of the same device is not charged, and is served when no downloads are left', async () => {
  await setPlan('BASIC')
  await setDownloadsLeft(1)
  const { matchingId, iccid } = await order()
  const one = device()
  for (let round = 0; round < 3; round += 1) {
    const offer = await one.offered(matchingId)
    expect((await one.prepare(offer)).verdict).toBe(SUCCESS)
    expect(await downloads()).toMatchObject({ available: 0, used: 1 })
    if (round === 2) await hand.notify(one.result(offer, iccid))
  }
  expect(await downloads()).toMatchObject({ used: 1, installations: 1 })
})

test('a final installation failure refunds the download once; a retryable one does not', async () => {
  await setPlan('BASIC')
  await setDownloadsLeft(1)
  const { matchingId, iccid } = await order()
  const one = device()
  const failed = async (errorReason: InstallErrorReason) => {
    const offer = await one.offered(matchingId)
    await one.prepare(offer)
    const finalResult = { kind: 'error', value: { bppCommandId: 'loadProfileElements', errorReason } } as const
    const result = one.result(offer, iccid, { finalResult })
    for (const _ of ['first', 'again']) await hand.notify(result)
  }
  await failed('installFailedDueToInterruption')
  expect(await downloads()).toMatchObject({ used: 1, available: 0 })
  await failed('installFailedDueToPEProcessingError')
  expect(await downloads()).toMatchObject({ used: 0, available: 1, installations: 0 })
})

test('a terminal cancellation after the package refunds the download', async () => {
  await setPlan('BASIC')
  const { matchingId } = await order()
  const one = device()
  const offer = await one.offered(matchingId)
  await one.prepare(offer)
  expect((await downloads()).used).toBe(1)
  await one.cancel(offer, { reason: 'endUserRejection' })
  expect((await downloads()).used).toBe(0)
})

test('a re-download is not charged, and is refused above the monthly limit', async () => {
  await setPlan('BASIC')
  await setDownloadsLeft(1)
  const many = await scene.configured({ name: 'Re-downloads', maxRedownloads: 3 })
  const { activationCode, iccid, profileId } = await order({}, many)
  const phone = phones.phone()
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
  await deleteProfile(phone, iccid)
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
  expect(await downloads()).toMatchObject({ used: 1, available: 0 })
  await deleteProfile(phone, iccid)
  await server.db.tenantTx(enterprise.id, (db) =>
    db
      .updateTable('plan_order')
      .set({ plan: 'DEFAULT' })
      .where('state', '=', 'ACTIVE')
      .where('kind', '=', 'GIVEN')
      .execute(),
  )
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'refused-by-server' })
  expect((await timeline(profileId))[0]!.text).toBe(
    'Refused: no re-downloads of this code are left this month in the plan DEFAULT. Wait for the next month, or have an owner choose the plan BASIC on the Subscription page.',
  )
  await scene.wait(31 * DAY_MS)
  expect(await phone.download(activationCode)).toMatchObject({ outcome: 'installed' })
})

test('a plan with extra downloads continues above its limit and reports the excess', async () => {
  await setPlan('PRO')
  await setDownloadsLeft(1)
  const [included, extra] = [await order(), await order()]
  expect(await phones.phone().download(included.activationCode)).toMatchObject({ outcome: 'installed' })
  await server.db.tenantTx(enterprise.id, (db) =>
    db
      .updateTable('plan_order')
      .set({ extra_download_cents: 60 })
      .where('state', '=', 'ACTIVE')
      .where('kind', '=', 'GIVEN')
      .execute(),
  )
  expect(await phones.phone().download(extra.activationCode)).toMatchObject({ outcome: 'installed' })
  const owner = await scene.sessionIn(enterprise.owner, enterprise.id)
  expect((await owner.ask(plan.queryOrder, {})).downloads).toMatchObject({ total: 1, available: 0, exceeded: 1 })
})

test('a suspended enterprise account is refused all downloads and retries; notifications are still accepted', async () => {
  await setPlan('LAB')
  const [fresh, begun] = [await order(), await order()]
  const one = device()
  const offer = await one.offered(begun.matchingId)
  expect((await one.prepare(offer)).verdict).toBe(SUCCESS)
  const other = device()
  const late = await other.offered(fresh.matchingId)
  await suspend('SUSPENDED')
  expect((await device().ask(fresh.matchingId)).verdict).toBe(REFUSED)
  expect((await other.prepare(late)).verdict).toBe(REFUSED)
  expect((await one.ask(begun.matchingId)).verdict).toBe(REFUSED)
  expect(await hand.notify(one.result(offer, begun.iccid))).toBe(204)
  await suspend('ACTIVE')
  const owner = await scene.sessionIn(enterprise.owner, enterprise.id)
  expect((await owner.ask(plan.queryOrder, {})).downloads.used).toBe(1)
  expect((await device().ask(fresh.matchingId)).verdict).toBe(SUCCESS)
})
