import { connect } from 'node:net'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as webhook from '@simwright/contract/programs/webhook'
import * as operation from '@simwright/contract/provisioning/operation'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { deleteProfile, disableProfile, enableProfile } from '@simwright/euicc'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { generated } from '../../../testing/generated.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { spreadOutbox } from '../../programs/webhooks/spread.ts'
import { recycleDue } from './jobs.ts'
import { appletKey, readMessage, writeMessage } from './message.ts'
import { selectRecycleState } from './queries.ts'

const scene = await smdpScene({ isOwn: true })
const { server, enterprise, phones, order, device, shown, timeline, clock } = scene
const DAY_MS = 24 * 60 * 60_000

beforeAll(() => server.bip.listen(server))

/** Signed in again whenever the clock was advanced. */
let owner = enterprise.owner
async function passes(milliseconds: number): Promise<void> {
  await scene.wait(milliseconds)
  owner = await scene.sessionIn(owner, enterprise.id)
  await recycleDue(server)
}

async function does(what: Parameters<typeof owner.ask<typeof operation.start>>[1]['operation'], profileId: string) {
  const { id } = await owner.ask(operation.start, { operation: what, selection: { ids: [profileId] } })
  for await (const _ of owner.events(operation.progress, { id }));
  return await owner.ask(operation.get, { id })
}

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString()
const setTime = (profileId: string, recycleAt: string | null) => does({ kind: 'RECYCLE_TIME', recycleAt }, profileId)
const log = async (profileId: string) => (await owner.ask(recycle.log, { filter: { profileId } })).items
const steps = async (profileId: string) => (await log(profileId)).map(({ step }) => step)
const stateOf = async (id: string) => {
  const { status, orderState, recycleStatus, recycleReason } = await shown(id)
  return `${status} ${orderState} ${recycleStatus} ${recycleReason ?? '-'}`
}

beforeAll(() => owner.ask(webhook.add, { fields: { name: 'Recycled', url: null, kinds: ['RECYCLE'] } }))

/** What webhooks sent about the profile. */
async function sentOf(profileId: string): Promise<Record<string, string>[]> {
  while (await spreadOutbox(server));
  return await server.db.tenantTx(enterprise.id, async (db) => {
    const { rows } = await sql<{ body: string }>`
      select body from webhook_delivery where iccid = (select iccid from profile where id = ${profileId})
      order by sequence`.execute(db)
    return rows.map(({ body }) => JSON.parse(body))
  })
}

/** The message that the applet of the profile would send, with the key from its package. */
async function message(profileId: string, counter: number): Promise<Uint8Array> {
  const found = await server.db.tenantTx(enterprise.id, (db) => selectRecycleState(db, profileId))
  const key = appletKey(server.keys.recycle, found!.order_id)
  return writeMessage({ iccid: found!.iccid, counter, reason: 'EXPIRE_TIME' }, key)
}

/** Sends bytes to the port like a device. @returns all answers until the connection ends */
function sends(...pieces: Uint8Array[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.ports.bip, '127.0.0.1')
    const answer: Buffer[] = []
    socket.on('data', (piece) => answer.push(piece as Buffer))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(answer).toString('hex')))
    for (const piece of pieces) socket.write(piece)
    socket.end()
  })
}

async function installed() {
  const ordered = await order()
  const phone = phones.phone()
  await phone.download(ordered.activationCode)
  return { ...ordered, phone }
}

const TAKEN = '0100'
const REFUSED = '0101'

describe('a profile on a device', () => {
  test('is in stock again when it is due and its applet confirms; forged and replayed messages change nothing', async () => {
    const { profileId, iccid, phone, activationCode } = await installed()
    await setTime(profileId, inDays(1))
    expect(await stateOf(profileId)).toBe('INSTALLED Installed SCHEDULED EXPIRE_TIME')
    await passes(DAY_MS - 1)
    expect(await steps(profileId)).toEqual(['SET'])
    await passes(1)
    expect(await stateOf(profileId)).toBe('INSTALLED Installed SCHEDULED EXPIRE_TIME')
    expect(await owner.ask(recycle.profile, { id: profileId })).toMatchObject({ isHeld: true, waitsUntil: inDays(7) })

    const genuine = await message(profileId, 1)
    const forged = Uint8Array.from(genuine)
    forged[31]! ^= 1
    const before = await shown(profileId)
    expect(await sends(forged)).toBe(REFUSED)
    const raised = Uint8Array.from(genuine)
    raised[14] = 9
    expect(await sends(raised)).toBe(REFUSED)
    expect(await shown(profileId)).toEqual(before)

    expect(await sends(genuine.subarray(0, 7), genuine.subarray(7))).toBe(TAKEN)
    expect(await stateOf(profileId)).toBe('AVAILABLE Available RECYCLED EXPIRE_TIME')
    const after = await shown(profileId)
    expect(after.eid).toBeNull()
    expect(await sends(genuine)).toBe(REFUSED)
    expect(await shown(profileId)).toEqual(after)
    expect(await steps(profileId)).toEqual([
      'MESSAGE_REFUSED',
      'RECYCLED',
      'MESSAGE_REFUSED',
      'MESSAGE_REFUSED',
      'BEGUN',
      'SET',
    ])
    const [replay, done] = await log(profileId)
    expect(replay!.text).toMatch(/replay/)
    expect(done).toMatchObject({ iccid, eid: phone.eid, actor: 'device', address: '127.0.0.1', reason: 'EXPIRE_TIME' })
    expect((await timeline(profileId))[0]).toMatchObject({ type: 'RECYCLED', actor: 'device', eid: phone.eid })
    expect(await sentOf(profileId)).toMatchObject([
      { iccid, eid: phone.eid, orderId: done!.orderId, status: 'Success' },
    ])
    expect(await phones.phone().download(activationCode)).toMatchObject({ outcome: 'refused-by-server' })
    expect(await sends(await message(profileId, 2))).toBe(TAKEN)
    expect(await shown(profileId)).toEqual(after)
  })

  test('fails to recycle without a confirmation within 7 days; a late confirmation still counts', async () => {
    const { profileId } = await installed()
    await does({ kind: 'RECYCLE' }, profileId)
    expect(await stateOf(profileId)).toBe('INSTALLED Installed SCHEDULED MANUAL')
    await passes(7 * DAY_MS - 1)
    expect(await steps(profileId)).toEqual(['BEGUN'])
    await passes(1)
    expect(await stateOf(profileId)).toBe('INSTALLED Installed FAILED MANUAL')
    expect(await sentOf(profileId)).toMatchObject([{ status: 'Failed' }])
    await passes(100 * DAY_MS)
    expect(await stateOf(profileId)).toBe('INSTALLED Installed FAILED MANUAL')
    expect(await sends(await message(profileId, 1))).toBe(TAKEN)
    expect(await stateOf(profileId)).toBe('AVAILABLE Available RECYCLED MANUAL')
  })

  test('has the fields of its version of the configuration', async () => {
    const id = await scene.configured({ name: 'Two versions', profileName: 'First' })
    const { fields } = await owner.ask(configuration.get, { id })
    await owner.ask(configuration.edit, { id, version: 1, fields: { ...fields, profileName: 'Second' } })
    const { profileId } = await order({}, id)
    const found = await server.db.tenantTx(enterprise.id, (db) => selectRecycleState(db, profileId))
    expect(found!.fields).toMatchObject({ profileName: 'Second' })
  })

  test('is recycled by the delete notification too, unless it is not due and has re-downloads left', async () => {
    const configurationId = await scene.configured({ name: 'Five more', maxRedownloads: 5 })
    const deleted = async (begun: boolean) => {
      const ordered = await order({}, configurationId)
      const phone = phones.phone()
      await phone.download(ordered.activationCode)
      if (begun) await does({ kind: 'RECYCLE' }, ordered.profileId)
      else await setTime(ordered.profileId, inDays(30))
      await deleteProfile(phone, ordered.iccid)
      return await stateOf(ordered.profileId)
    }
    expect(await deleted(true)).toBe('AVAILABLE Available RECYCLED MANUAL')
    expect(await deleted(false)).toBe('AVAILABLE Released SCHEDULED EXPIRE_TIME')
    const { profileId, phone, iccid } = await installed()
    await setTime(profileId, inDays(30))
    await deleteProfile(phone, iccid)
    expect(await stateOf(profileId)).toBe('AVAILABLE Available RECYCLED DEVICE_DELETED')
  })

  test('is deleted after its applet confirmed: the notification is of its eUICC and that download, and changes nothing', async () => {
    const about = async (profileId: string) =>
      (await timeline(profileId))
        .filter(({ type }) => type === 'DELETED' || type === 'NOTIFICATION_REFUSED')
        .map(({ type, eid, text }) => ({ type, eid, text }))
    const recycled = async () => {
      const one = await installed()
      await enableProfile(one.phone, one.iccid)
      await does({ kind: 'RECYCLE' }, one.profileId)
      expect(await sends(await message(one.profileId, 1))).toBe(TAKEN)
      return one
    }
    const leave = async ({ phone, iccid }: Awaited<ReturnType<typeof installed>>) => {
      await disableProfile(phone, iccid)
      await deleteProfile(phone, iccid)
    }
    const text = 'An eUICC whose download had ended deleted the profile. Nothing else changed.'

    const stocked = await recycled()
    const before = await shown(stocked.profileId)
    await leave(stocked)
    const entries = (eid: string) => [
      { type: 'DELETED', eid, text },
      {
        type: 'NOTIFICATION_REFUSED',
        eid,
        text: 'The eUICC of an ended download reported "disable"; nothing changed.',
      },
    ]
    expect(await about(stocked.profileId)).toEqual(entries(stocked.phone.eid))
    expect(await shown(stocked.profileId)).toEqual(before)

    const again = await recycled()
    const { configurationId } = await shown(again.profileId)
    await generated(owner, { configurationId, rows: [again.subscriber], generateAgain: true })
    const next = phones.phone()
    expect(await next.download((await shown(again.profileId)).activationCode!)).toMatchObject({ outcome: 'installed' })
    const held = await shown(again.profileId)
    expect(held).toMatchObject({ status: 'INSTALLED', eid: next.eid })
    await leave(again)
    expect(await about(again.profileId)).toEqual(entries(again.phone.eid))
    expect(await shown(again.profileId)).toEqual(held)
  })

  test('that is generated again refuses messages of its earlier download', async () => {
    const { profileId, subscriber } = await installed()
    await does({ kind: 'RECYCLE' }, profileId)
    const old = await message(profileId, 7)
    expect(await sends(await message(profileId, 1))).toBe(TAKEN)
    const { configurationId, acFormat } = await shown(profileId)
    expect(acFormat).toBe('NONE')
    await generated(owner, { configurationId, rows: [subscriber], generateAgain: true })
    expect(await stateOf(profileId)).toBe('AVAILABLE Released NONE -')
    expect(await shown(profileId)).toMatchObject({ acFormat: 'AC_LINK' })
    expect(await sends(old)).toBe(REFUSED)
    expect(await stateOf(profileId)).toBe('AVAILABLE Released NONE -')
  })
})

describe('a profile on no device', () => {
  test('is in stock at once; its code is invalid until it is generated again', async () => {
    const { profileId, matchingId } = await order()
    await setTime(profileId, inDays(1))
    await passes(DAY_MS)
    expect(await stateOf(profileId)).toBe('AVAILABLE Available RECYCLED EXPIRE_TIME')
    expect((await device().ask(matchingId)).verdict).toBe('8.2.6/3.8')
    expect(await does({ kind: 'RECYCLE' }, profileId)).toMatchObject({ succeeded: 0, failed: 1 })
  })

  test('can get another recycle time, none, or the previous one by undo', async () => {
    const { profileId } = await order()
    const first = inDays(3)
    await setTime(profileId, first)
    const second = await setTime(profileId, inDays(5))
    expect(second.canUndo).toBe(true)
    const { id } = await owner.ask(operation.undo, { id: second.id })
    for await (const _ of owner.events(operation.progress, { id }));
    expect(await shown(profileId)).toMatchObject({ recycleStatus: 'SCHEDULED', recycleAt: first })
    await setTime(profileId, null)
    await passes(4 * DAY_MS)
    expect(await stateOf(profileId)).toBe('AVAILABLE Released NONE -')
    expect(await steps(profileId)).toEqual(['TAKEN_BACK', 'TAKEN_BACK', 'SET', 'SET'])
    const past = await owner.refusal(operation.start, {
      operation: { kind: 'RECYCLE_TIME', recycleAt: inDays(-1) },
      selection: { ids: [profileId] },
    })
    expect(past.code).toBe('19400')
  })
})

describe('the port', () => {
  test('gives every invalid message the same answer, and logs it for the staff', async () => {
    const { profileId } = await order()
    const genuine = await message(profileId, 1)
    const wrong = (change: (bytes: Uint8Array) => void) => {
      const bytes = Uint8Array.from(genuine)
      change(bytes)
      return bytes
    }
    expect(await sends(new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'))).toBe(REFUSED)
    expect(await sends(wrong((bytes) => bytes.fill(0x11, 1, 11)))).toBe(REFUSED)
    expect(await sends(wrong((bytes) => (bytes[15] = 9)))).toBe(REFUSED)
    expect(await sends(wrong((bytes) => bytes.fill(0, 11, 15)))).toBe(REFUSED)
    expect(await sends(genuine.subarray(0, 20))).toBe('')
    expect(await stateOf(profileId)).toBe('AVAILABLE Released NONE -')
    const staff = await scene.staff()
    const { items } = await staff.ask(recycle.messages, { limit: 3 })
    expect(items.map(({ outcome }) => outcome)).toEqual(['MALFORMED', 'MALFORMED', 'UNKNOWN'])
    expect((await owner.refusal(recycle.messages, {})).code).toBe('19403')
  })

  test('limits messages about one profile', async () => {
    const { profileId } = await order()
    const forged = await message(profileId, 1)
    forged[20]! ^= 1
    const ten = Array.from({ length: 10 }, () => forged)
    const answers: string[] = []
    // the limit resets each minute: 50 messages exceed the limit of two minutes
    for (let sent = 0; sent < 5; sent++) answers.push(await sends(...ten))
    expect(answers[0]).toBe(REFUSED.repeat(10))
    expect(answers.filter((answer) => answer.endsWith('0102')).length).toBeGreaterThan(0)
  })
})

describe('the simulator', () => {
  test('sends what the applet would; only a genuine message recycles', async () => {
    const { profileId } = await installed()
    const simulate = (kind: 'GENUINE' | 'FORGED' | 'REPLAYED', send = true) =>
      owner.ask(recycle.simulate, { id: profileId, kind, send })
    expect(await simulate('FORGED')).toMatchObject({ outcome: 'FORGED', answer: REFUSED })
    const shownOnly = await simulate('GENUINE', false)
    expect(shownOnly).toMatchObject({ answer: null, outcome: null })
    expect(readMessage(Buffer.from(shownOnly.message, 'hex'))).toMatchObject({ counter: 1, reason: 'EXPIRE_TIME' })
    expect(await stateOf(profileId)).toBe('INSTALLED Installed NONE -')
    expect(await simulate('GENUINE')).toMatchObject({ outcome: 'RECYCLED', answer: TAKEN })
    expect(await simulate('REPLAYED')).toMatchObject({ outcome: 'REPLAYED' })
  })

  test('requires a profile for test devices, and the permission to edit', async () => {
    const { profileId } = await order()
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(recycle.simulate, { id: profileId, kind: 'GENUINE' })).code).toBe('19403')
    await server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('download_order').set({ device_trust: 'live' }).where('profile_id', '=', profileId).execute(),
    )
    expect((await owner.refusal(recycle.simulate, { id: profileId, kind: 'GENUINE' })).code).toBe('15201')
    expect(await stateOf(profileId)).toBe('AVAILABLE Released NONE -')
  })
})

test('the log can be filtered and exported, and shows only this enterprise', async () => {
  const filter = { step: ['RECYCLED' as const], reason: ['MANUAL' as const] }
  const { items, total } = await owner.ask(recycle.log, { filter, limit: 1 })
  expect(items).toHaveLength(1)
  expect(total).toBeGreaterThan(1)
  const next = await owner.ask(recycle.log, {
    filter,
    limit: 1,
    cursor: (await owner.ask(recycle.log, { filter, limit: 1 })).next!,
  })
  expect(next.items[0]!.id < items[0]!.id).toBe(true)
  const { text } = await owner.file(recycle.exportLog, { filter: { iccid: items[0]!.iccid } })
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toBe('TIME,ICCID,EID,STEP,REASON,DUE,BY,ADDRESS,ORDER_ID,TEXT')
  expect(lines.slice(1).every((line) => line.includes(items[0]!.iccid))).toBe(true)
  const { owner: other } = await scene.another()
  expect((await other.ask(recycle.log, {})).items).toEqual([])
  const finance = await enterprise.member('Finance')
  expect((await finance.refusal(recycle.log, {})).code).toBe('19403')
})
