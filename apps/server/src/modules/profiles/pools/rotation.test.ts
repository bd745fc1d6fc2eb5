import * as configuration from '@simwright/contract/profiles/configuration'
import * as block from '@simwright/contract/provisioning/block'
import { deleteProfile } from '@simwright/euicc'
import { digestConfirmationCode, hashConfirmationCode } from '@simwright/rsp'
import { expect, test } from 'vitest'
import { generated, outcomesOf } from '../../../testing/generated.ts'
import { SUCCESS } from '../../../testing/hand-device.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { freeLapsed } from './jobs.ts'

const scene = await smdpScene()
const { server, enterprise, device, shown, timeline, phones, clock } = scene
const rotating = await scene.configured({ name: 'Rotating', rotation: true, maxDownloadAttempts: 3 })

type Made = { profileId: string; activationCode: string; matchingId: string; iccid: string }

const signedIn = () => scene.sessionIn(enterprise.owner, enterprise.id)

/** Profiles of one batch whose codes rotate: each can download any of them. */
async function rotation(rows: readonly Subscriber[], configurationId = rotating): Promise<Made[]> {
  const owner = await signedIn()
  const { id } = await generated(owner, { configurationId, rows })
  const made = await outcomesOf(owner, id)
  return made.map(({ profileId, activationCode, iccid }) => ({
    profileId: profileId!,
    activationCode: activationCode!,
    matchingId: activationCode!.split('$')[2]!,
    iccid,
  }))
}

/** A batch of one. */
const single = (configurationId = rotating) => scene.order({}, configurationId)

const bound = device()
const own = newSubscribers(2)
const twice = newSubscribers(2)
const redownloads = await scene.configured({ name: 'Rotating again', rotation: true, maxRedownloads: 1 })
const [three, two, four, tied, renewed] = await Promise.all([
  rotation(newSubscribers(3)),
  rotation(newSubscribers(2), redownloads),
  rotation(newSubscribers(4)),
  rotation([
    { ...own[0], EID: bound.eid },
    { ...own[1], CONFIRMATION_CODE: '1234' },
  ]),
  rotation(twice),
])

test('each new device gets a different profile of the batch, that of the code first; none when all are used', async () => {
  const made = three
  const all = [phones.phone(), phones.phone(), phones.phone(), phones.phone()]
  const { activationCode } = made[1]!
  const first = await all[0]!.download(activationCode)
  expect(first).toMatchObject({ outcome: 'installed', iccid: made[1]!.iccid })
  const others = [await all[1]!.download(activationCode), await all[2]!.download(activationCode)]
  expect(others.map((result) => 'iccid' in result && result.iccid).toSorted()).toEqual(
    [made[0]!.iccid, made[2]!.iccid].toSorted(),
  )
  expect(await all[3]!.download(activationCode)).toMatchObject({ outcome: 'refused-by-server' })
  expect(await shown(made[1]!.profileId)).toMatchObject({ status: 'INSTALLED', eid: all[0]!.eid })
})

test('an interrupted device keeps its profile until its session ends; then the next device gets it', async () => {
  const only = await single()
  const [one, two] = [device(), device()]
  const offer = await one.offered(only.matchingId)
  expect((await two.ask(only.matchingId)).verdict).toBe('8.2.6/3.8')
  expect((await one.ask(only.matchingId)).verdict).toBe(SUCCESS)
  await scene.wait(10 * 60_000 + 1)
  await freeLapsed(server)
  expect((await timeline(only.profileId))[0]).toMatchObject({ type: 'SET_FREE', eid: one.eid })
  expect((await one.prepare(offer)).verdict).toBe('8.10.1/3.9')
  expect((await two.ask(only.matchingId)).verdict).toBe(SUCCESS)
  expect(await shown(only.profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released', attempts: 0 })
})

test('a profile whose reservation has lapsed goes to the next device even before the sweep', async () => {
  const only = await single()
  const one = device()
  await one.offered(only.matchingId)
  clock.moveMs(10 * 60_000 + 1)
  const two = device()
  expect((await two.prepare(await two.offered(only.matchingId))).verdict).toBe(SUCCESS)
  expect((await one.ask(only.matchingId)).verdict).toBe('8.2.6/3.8')
})

test('a device that cancels, for any reason, releases the profile for the next one', async () => {
  const only = await single()
  for (const reason of ['endUserRejection', 'pprNotAllowed', 'postponed'] as const) {
    const one = device()
    const offer = await one.offered(only.matchingId)
    expect((await one.cancel(offer, { reason })).verdict).toBe(SUCCESS)
    expect(await shown(only.profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released' })
  }
  const next = device()
  expect((await next.prepare(await next.offered(only.matchingId))).verdict).toBe(SUCCESS)
})

test('a device with a profile gets no second one; after deleting it, it gets the same one again', async () => {
  const made = two
  const phone = phones.phone()
  const { activationCode } = made[0]!
  const first = await phone.download(activationCode)
  expect(first).toMatchObject({ outcome: 'installed', iccid: made[0]!.iccid })
  const again = await phone.download(activationCode)
  expect(again).toMatchObject({ outcome: 'refused-by-server', subjectCode: '8.8.5', reasonCode: '6.4' })
  await deleteProfile(phone, made[0]!.iccid)
  expect(await phone.download(made[1]!.activationCode)).toMatchObject({ outcome: 'installed', iccid: made[0]!.iccid })
})

test('attempts and wrong confirmation codes are counted per device', async () => {
  const configurationId = await scene.configured({
    name: 'Rotating with a code',
    rotation: true,
    maxDownloadAttempts: 3,
    confirmationCode: { mode: 'fixed', code: '4711' },
  })
  const only = await single(configurationId)
  const one = device()
  for (let n = 0; n < 3; n += 1) expect((await one.ask(only.matchingId)).verdict).toBe(SUCCESS)
  expect((await one.ask(only.matchingId)).verdict).toBe('8.8.5/6.4')
  await scene.wait(10 * 60_000 + 1)
  const two = device()
  const offer = await two.offered(only.matchingId)
  const said = async (code: string) => {
    const hashCc = hashConfirmationCode(digestConfirmationCode(code), offer.transactionId)
    return (await two.prepare(offer, { hashCc })).verdict
  }
  for (let n = 0; n < 4; n += 1) expect(await said('1111')).toBe('8.2.7/3.8')
  expect(await said('1111')).toBe('8.2.7/6.4')
  expect(await shown(only.profileId)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released' })
  expect((await two.ask(only.matchingId)).verdict).toBe('8.8.5/6.4')
  const three = device()
  const last = await three.offered(only.matchingId)
  const hashCc = hashConfirmationCode(digestConfirmationCode('4711'), last.transactionId)
  expect((await three.prepare(last, { hashCc })).verdict).toBe(SUCCESS)
})

test('concurrent devices get different profiles', async () => {
  const made = four
  const results = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = device()
      const opened = await one.open()
      const said = await one.authenticate(opened, { matchingId: made[0]!.matchingId })
      return said.verdict
    }),
  )
  expect(results.toSorted()).toEqual(['8.2.6/3.8', '8.2.6/3.8', ...Array(4).fill(SUCCESS)])
})

test('a row with its own EID or confirmation code does not rotate', async () => {
  const made = tied
  expect((await device().ask(made[0]!.matchingId)).verdict).toBe('8.1.1/3.8')
  expect((await bound.ask(made[0]!.matchingId)).verdict).toBe(SUCCESS)
  expect((await device().ask(made[1]!.matchingId)).verdict).toBe(SUCCESS)
})

test('a blocked device gets no profile and uses none up', async () => {
  const only = await single()
  const one = device()
  await (await signedIn()).ask(block.add, { kind: 'EID', values: [one.eid] })
  expect((await one.ask(only.matchingId)).verdict).toBe('8.1.1/3.8')
  expect(await phones.phone().download(only.activationCode)).toMatchObject({ outcome: 'installed', iccid: only.iccid })
})

test('a profile that is generated again leaves the pool of its old batch', async () => {
  const before = renewed
  await generated(await signedIn(), { configurationId: rotating, rows: [twice[1]!], generateAgain: true })
  expect((await device().ask(before[1]!.matchingId)).verdict).toBe('8.2.6/3.8')
  expect((await device().ask(before[0]!.matchingId)).verdict).toBe(SUCCESS)
  expect((await device().ask(before[0]!.matchingId)).verdict).toBe('8.2.6/3.8')
})

test('rotation excludes random confirmation codes', async () => {
  const fields = {
    name: 'Random',
    type: 'Regular',
    profileName: 'Random',
    algorithm: 'MILENAGE',
    confirmationCode: { mode: 'random' },
    rotation: true,
  } as const
  const owner = await signedIn()
  const refused = await owner.refusal(configuration.add, { fields })
  expect(refused.obj.faults).toMatchObject([{ path: 'fields.rotation' }])
})
