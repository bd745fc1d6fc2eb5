import { problems } from '@simwright/contract'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { expect, test } from 'vitest'
import { fingerprint } from '../../../testing/fingerprint.ts'
import { smdpScene } from '../../../testing/smdp-scene.ts'
import { decodeMessage, segmentsOf } from './message.ts'

const scene = await smdpScene()
const { server, enterprise, order } = scene
const { owner } = enterprise
const support = await scene.staff('Platform support')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

async function simulated(kind: 'GENUINE' | 'FORGED') {
  const { profileId } = await order()
  const { message } = await owner.ask(recycle.simulate, { id: profileId, kind })
  const [stored] = (await support.ask(recycle.messages, { limit: 1 })).items
  expect(stored!.raw).toBe(message)
  return stored!
}

/** Of the tables that a message can change. */
async function prints() {
  const { bip_message, recycle_log, profile, download_order, profile_event } = await fingerprint(server.db)
  return { bip_message, recycle_log, profile, download_order, profile_event }
}

/** Stores what an earlier version of the portal would have decoded. */
async function store(
  raw: Uint8Array,
  decoded: { iccid: string | null; counter: number | null; reason: string | null },
) {
  const id = server.random.uuid()
  const row = {
    id,
    at: server.clock.now(),
    address: '203.0.113.7',
    raw: Buffer.from(raw),
    outcome: 'MALFORMED',
  } as const
  const values = { ...row, ...decoded, simulated: false, enterprise_id: null }
  await server.db.global.insertInto('bip_message').values(values).execute()
  return id
}

test('the messages of one client are listed by its id, with its name', async () => {
  const mine = await simulated('FORGED')
  const other = await scene.another()
  expect(mine.client).toEqual({ id: enterprise.id, name: expect.any(String) })
  await store(new Uint8Array(3), { iccid: null, counter: null, reason: null })
  const of = async (client: string) => (await support.ask(recycle.messages, { filter: { client } })).items
  expect((await of(enterprise.id)).map(({ client }) => client?.id)).toEqual([enterprise.id])
  expect(await of(other.id)).toEqual([])
  const all = await support.ask(recycle.messages, {})
  expect(all.items.map(({ client }) => client)).toContain(null)
})

test('the choice of clients has those with messages, and the chosen one', async () => {
  await simulated('FORGED')
  const { id } = await scene.another()
  const clients = async (chosen?: string) =>
    (await support.ask(recycle.messageClients, { chosen })).items.map((one) => one.id)
  expect(await clients()).toEqual([enterprise.id])
  expect(await clients(id)).toEqual([id, enterprise.id])
})

test('a stored message is decoded again from its bytes, and checked with the key of the current order', async () => {
  const genuine = await simulated('GENUINE')
  const now = { iccid: genuine.iccid, counter: 1, reason: 'EXPIRE_TIME' }
  expect(await support.ask(recycle.message, { id: genuine.id })).toEqual(genuine)
  const again = await support.ask(recycle.decodeAgain, { id: genuine.id })
  expect(again).toMatchObject({ stored: now, now, fault: null, isGenuine: true })
  expect(again.segments.map(({ name }) => name)).toEqual(recycle.messageSegments)
  expect(again.segments.map((segment) => segment.hex).join('')).toBe(genuine.raw)
  const forged = await simulated('FORGED')
  expect(await support.ask(recycle.decodeAgain, { id: forged.id })).toMatchObject({ fault: null, isGenuine: false })
})

test('the difference to what was stored is shown, and nothing is changed', async () => {
  const { raw, iccid } = await simulated('FORGED')
  const id = await store(Buffer.from(raw, 'hex'), { iccid: null, counter: null, reason: null })
  const before = await prints()
  const again = await support.ask(recycle.decodeAgain, { id })
  expect(again.stored).toEqual({ iccid: null, counter: null, reason: null })
  expect(again.now).toEqual({ iccid, counter: 1, reason: 'EXPIRE_TIME' })
  expect(await prints()).toEqual(before)
  expect((await support.ask(recycle.message, { id })).iccid).toBeNull()
})

test('the first rule that a malformed message breaks is named, with its bytes by segment', async () => {
  const { raw } = await simulated('FORGED')
  const changed = (change: (bytes: Buffer) => Uint8Array) => change(Buffer.from(raw, 'hex'))
  expect(decodeMessage(changed((bytes) => bytes.subarray(1)))).toBe('LENGTH')
  expect(decodeMessage(changed((bytes) => bytes.fill(2, 0, 1)))).toBe('VERSION')
  expect(decodeMessage(changed((bytes) => bytes.fill(9, 15, 16)))).toBe('REASON')
  expect(decodeMessage(changed((bytes) => bytes.fill(0, 11, 15)))).toBe('COUNTER')
  expect(decodeMessage(changed((bytes) => bytes.fill(0xff, 1, 11)))).toBe('ICCID')
  const short = changed((bytes) => bytes.subarray(0, 13))
  const id = await store(short, { iccid: null, counter: null, reason: null })
  const again = await support.ask(recycle.decodeAgain, { id })
  expect(again).toMatchObject({ fault: 'LENGTH', isGenuine: null, now: { iccid: null } })
  expect(again.segments.map(({ name }) => name)).toEqual(['version', 'iccid', 'counter'])
  expect(
    segmentsOf(short)
      .map(({ bytes }) => hex(bytes))
      .join(''),
  ).toBe(hex(short))
})

test('is for platform staff', async () => {
  const { id } = await simulated('FORGED')
  for (const endpoint of [recycle.message, recycle.decodeAgain])
    expect((await owner.refusal(endpoint, { id })).code).toBe(problems.forbidden.code)
  expect((await owner.refusal(recycle.messageClients, {})).code).toBe(problems.forbidden.code)
  for (const endpoint of [recycle.message, recycle.decodeAgain])
    expect((await support.refusal(endpoint, { id: crypto.randomUUID() })).code).toBe(problems.not_found.code)
})
