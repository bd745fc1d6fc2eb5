import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as erasure from '@simwright/contract/provisioning/erasure'
import * as operation from '@simwright/contract/provisioning/operation'
import { deleteProfile } from '@simwright/euicc'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { generated } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { eraseDueKeys } from './jobs.ts'

const scene = await smdpScene({ isOwn: true })
const { server, enterprise, phones, order, shown, timeline, clock } = scene
/** Codes that can be downloaded again, by any device. */
const reusable = await scene.configured({ name: 'Reusable', maxRedownloads: 3, allowDeviceChange: true })
const DAY_MS = 24 * 60 * 60_000

/** Signed in again whenever the clock was advanced. */
let owner = enterprise.owner
async function passes(days: number): Promise<void> {
  await scene.wait(days * DAY_MS)
  owner = await scene.sessionIn(owner, enterprise.id)
  await eraseDueKeys(server)
}

async function installed() {
  const ordered = await order({}, reusable)
  const phone = phones.phone()
  await phone.download(ordered.activationCode)
  return { ...ordered, phone }
}

async function deletes(phone: ReturnType<typeof phones.phone>, iccid: string): Promise<void> {
  await deleteProfile(phone, iccid)
}

async function setDays(days: number | null): Promise<void> {
  const { version } = await owner.ask(erasure.get, {})
  await owner.ask(erasure.set, { days, version })
}

const hasKeys = async (profileId: string) =>
  await server.db.tenantTx(enterprise.id, async (db) => {
    const { rows } = await sql`select from profile_key where profile_id = ${profileId}`.execute(db)
    return rows.length === 1
  })

async function does(what: Parameters<typeof owner.ask<typeof operation.start>>[1]['operation'], profileId: string) {
  const { id } = await owner.ask(operation.start, { operation: what, selection: { ids: [profileId] } })
  for await (const _ of owner.events(operation.progress, { id }));
  const { succeeded } = await owner.ask(operation.get, { id })
  return { succeeded, result: await (await owner.send(operation.result, { id })).text() }
}

describe('keys of an installed profile', () => {
  test('are kept unless the enterprise account has them erased', async () => {
    const { profileId } = await installed()
    await passes(400)
    expect(await hasKeys(profileId)).toBe(true)
    expect(await shown(profileId)).toMatchObject({ keysErasedAt: null })
  })

  test('are erased so many days after the installation, with an event and one audit entry', async () => {
    const [early, waiting] = [await installed(), await order()]
    await setDays(7)
    await passes(6)
    const late = await installed()
    expect(await hasKeys(early.profileId)).toBe(true)
    await passes(1)
    expect(await hasKeys(early.profileId)).toBe(false)
    expect(await shown(early.profileId)).toMatchObject({
      keysErasedAt: clock.now().toISOString(),
      status: 'INSTALLED',
    })
    expect((await timeline(early.profileId)).map(({ type }) => type)).toContain('KEYS_ERASED')
    expect([await hasKeys(late.profileId), await hasKeys(waiting.profileId)]).toEqual([true, true])
    await passes(0)
    const { items } = await owner.ask(audit.list, { filter: { action: ['profile.keysErased'] } })
    expect(items).toHaveLength(2)
    await passes(6)
    expect([await hasKeys(late.profileId), await hasKeys(waiting.profileId)]).toEqual([false, true])
  })

  test('count from the last installation', async () => {
    await setDays(7)
    const { profileId, activationCode, iccid, phone } = await installed()
    await passes(4)
    await deletes(phone, iccid)
    await phone.download(activationCode)
    await passes(4)
    expect(await hasKeys(profileId)).toBe(true)
    await passes(3)
    expect(await hasKeys(profileId)).toBe(false)
  })

  test('stay while a time to recycle is set', async () => {
    await setDays(7)
    const { profileId } = await installed()
    await does(
      { kind: 'RECYCLE_TIME', recycleAt: new Date(clock.now().getTime() + 90 * DAY_MS).toISOString() },
      profileId,
    )
    await passes(8)
    expect(await hasKeys(profileId)).toBe(true)
  })
})

describe('a profile without keys', () => {
  async function erased() {
    await setDays(7)
    const one = await installed()
    await passes(8)
    expect(await hasKeys(one.profileId)).toBe(false)
    return one
  }

  test('is not available again after its device deleted it, and cannot be generated again or recycled', async () => {
    const { profileId, iccid, phone } = await erased()
    for (const kind of ['RECYCLE'] as const) {
      const { succeeded, result } = await does({ kind }, profileId)
      expect([succeeded, result]).toEqual([0, expect.stringContaining('Its keys were erased')])
    }
    await deletes(phone, iccid)
    expect(await shown(profileId)).toMatchObject({ status: 'DELETED' })
    const { succeeded, result } = await does({ kind: 'AGAIN' }, profileId)
    expect([succeeded, result]).toEqual([0, expect.stringContaining('Its keys were erased')])
    const { items } = await owner.ask(operation.unfit, { profileId })
    expect(items).toContainEqual({ kind: 'AGAIN', reason: expect.stringContaining('Its keys were erased') })
    const previewed = { operation: { kind: 'AGAIN' } as const, selection: { ids: [profileId] } }
    expect(await owner.ask(operation.preview, previewed)).toEqual({
      total: 1,
      fits: 0,
      excluded: [{ reason: expect.stringContaining('Its keys were erased'), count: 1 }],
    })
    const excluded = await (await owner.send(operation.excluded, previewed)).text()
    expect(excluded).toContain('Its keys were erased')
    const refused = await owner.refusal(fleet.profilePackage, { id: profileId })
    expect(refused.message).toMatch(/keys .* were erased/i)
  })

  test('of a lost device is not available again', async () => {
    const { profileId } = await erased()
    expect(await owner.ask(fleet.setFree, { id: profileId })).toEqual({ available: false })
    expect((await timeline(profileId))[0]).toMatchObject({
      type: 'SET_FREE',
      text: expect.stringMatching(/keys were erased, so it gets no new activation code\.$/),
    })
  })

  test('gets new keys from a file that has them', async () => {
    const { profileId, iccid, phone } = await erased()
    await deletes(phone, iccid)
    const { imsi, configurationId } = await shown(profileId)
    const [row] = newSubscribers(1)
    const rows = [{ ...row!, ICCID: iccid, IMSI: imsi }]
    await generated(owner, { configurationId, generateAgain: true, rows })
    expect(await hasKeys(profileId)).toBe(true)
    expect(await shown(profileId)).toMatchObject({ status: 'AVAILABLE', keysErasedAt: null })
  })
})

describe('the setting', () => {
  test('is refused for a version that is not the newest, and for other numbers of days', async () => {
    const { version } = await owner.ask(erasure.get, {})
    expect((await owner.refusal(erasure.set, { days: 3, version: version + 1 })).code).toBe('19412')
    for (const days of [0, 366, 1.5]) expect((await owner.refusal(erasure.set, { days, version })).code).toBe('19400')
  })

  test('counts the profiles that lose their keys first', async () => {
    const before = await owner.ask(erasure.preview, { days: 1 })
    await setDays(null)
    await installed()
    await passes(2)
    expect(await owner.ask(erasure.preview, { days: 1 })).toEqual({ ...before, profiles: before.profiles + 1 })
  })
})
