import { problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as credential from '@simwright/contract/programs/credential'
import { beforeAll, expect, test } from 'vitest'
import { configured } from '../../../testing/generated.ts'
import { OpenApiClient } from '../../../testing/open-api-client.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { suppliedPackage } from '../../../testing/supplied-package.ts'

const t = await testServer()
const SUCCESS = '00000'

let owner: Client
let client: OpenApiClient
let other: OpenApiClient

beforeAll(async () => {
  const enterprise = await t.enterprise('Shop owner')
  owner = enterprise.owner
  await configured(owner)
  client = new OpenApiClient(t.url, await owner.ask(credential.create, { name: 'Shop' }))
  const second = await t.enterprise('Someone else')
  other = new OpenApiClient(t.url, await second.owner.ask(credential.create, { name: 'Else' }))
  const fields: (typeof attribute.add.input._input.fields)[] = [
    { word: 'contract', name: 'Contract', kind: 'text' },
    { word: 'seats', name: 'Seats', kind: 'number' },
  ]
  for (const one of fields) await owner.ask(attribute.add, { fields: one })
})

async function generated(more: object = {}): Promise<string> {
  const [row] = newSubscribers(1)
  const sent = { configName: 'Test network', iccid: row!.ICCID!, imsi: row!.IMSI!, ki: row!.KI!, opc: row!.OPC! }
  const { code, msg } = await client.call('/ac/generate', { ...sent, ...more })
  expect([code, msg]).toEqual([SUCCESS, ''])
  return sent.iccid
}

const change = (iccid: string, input: object) => client.call('/profile/traits/change', { iccid, ...input })

async function detail(iccid: string) {
  const { obj } = await client.call('/profile/detail', { iccid })
  return { tags: obj.tags, attributes: obj.attributes }
}

const eventsOf = async (iccid: string) => {
  const [profile] = (await owner.ask(fleet.list, { filter: { iccid } })).items
  return (await owner.ask(fleet.timeline, { id: profile!.id })).items
}

test('tags and attributes of a batch and of a supplied package are those that were sent, and the detail has them', async () => {
  const rows = newSubscribers(2)
  const metaDatas = rows.map((row, index) => ({
    iccid: row.ICCID!,
    imsi: row.IMSI!,
    ki: row.KI!,
    opc: row.OPC!,
    ...(index === 0 ? { tags: ['Pilot'], attributes: { seats: 4 } } : {}),
  }))
  const { obj } = await client.call('/ac/generateByBatch', { configName: 'Test network', metaDatas })
  const info = async () => (await client.call('/batch/info', { batchCode: obj.batchCode })).obj.batchTaskInfo.status
  await expect.poll(info).toBe('COMPLETE')
  expect(await detail(rows[0]!.ICCID!)).toEqual({ tags: ['Pilot'], attributes: { seats: '4' } })
  expect(await detail(rows[1]!.ICCID!)).toEqual({ tags: [], attributes: {} })

  await configured(owner, { name: 'Supplied', type: 'UPP', algorithm: undefined, hplmn: undefined })
  const [row] = newSubscribers(1)
  const upp = suppliedPackage({ iccid: row!.ICCID!, imsi: row!.IMSI! })
  const sent = { configName: 'Supplied', iccid: row!.ICCID!, imsi: row!.IMSI!, upp }
  const made = await client.call('/ac/generateByUpp', { ...sent, tags: 'Pilot', attributes: { contract: 'C-3' } })
  expect([made.code, made.msg]).toEqual([SUCCESS, ''])
  expect(await detail(row!.ICCID!)).toEqual({ tags: ['Pilot'], attributes: { contract: 'C-3' } })
})

test('a call changes tags and attributes of a profile, and what it does not name stays', async () => {
  const iccid = await generated({ tags: ['Pilot', 'Old'], attributes: { contract: 'C-1', seats: 2 } })
  const answer = await change(iccid, { addTags: 'New one', removeTags: ['old', 'Unknown'], attributes: { seats: 3 } })
  const after = { tags: ['New one', 'Pilot'], attributes: { contract: 'C-1', seats: '3' } }
  expect(answer).toMatchObject({ code: SUCCESS, obj: { iccid, ...after } })
  expect(await detail(iccid)).toEqual(after)
  const cleared = await change(iccid, { attributes: { contract: null, seats: '' } })
  expect(cleared.obj.attributes).toEqual({})

  const texts = (await eventsOf(iccid)).map(({ text }) => text)
  for (const part of ['New one', 'Old', 'Contract', 'Seats']) expect(texts.join('\n')).toContain(part)
  const { items } = await owner.ask(audit.list, { filter: { action: ['profile.changed'], actor: ['KEY'] } })
  expect(items.filter(({ objectName }) => objectName === iccid)).toHaveLength(5)
})

test('a repeated call changes nothing, and says what the profile has', async () => {
  const iccid = await generated({ tags: ['Pilot'], attributes: { seats: 2 } })
  const before = await eventsOf(iccid)
  const answer = await change(iccid, { addTags: ['pilot'], removeTags: 'Other', attributes: { seats: '2.0' } })
  expect(answer).toMatchObject({ code: SUCCESS, obj: { tags: ['Pilot'], attributes: { seats: '2' } } })
  expect(await eventsOf(iccid)).toEqual(before)
})

test('a fault is named at its field, and then nothing is changed and no tag is created', async () => {
  const iccid = await generated({ tags: ['Pilot'] })
  const id = (await owner.ask(attribute.add, { fields: { word: 'site', name: 'Site', kind: 'text', required: true } }))
    .id
  const wrong = await change(iccid, {
    addTags: ['Never created'],
    removeTags: ['Pilot'],
    attributes: { seats: 'many', nothing: '1', site: '' },
  })
  expect(wrong.obj.faults.map(({ path }: { path: string }) => path)).toEqual([
    'attributes.seats',
    'attributes.nothing',
    'attributes.site',
  ])
  const reserved = await change(iccid, { addTags: ['none'], attributes: { contract: 'C-5' } })
  expect(reserved.obj.faults).toMatchObject([{ path: 'addTags.0' }])
  expect(await detail(iccid)).toEqual({ tags: ['Pilot'], attributes: {} })
  const { items } = await owner.ask(tag.list, {})
  expect(items.map(({ name }) => name)).not.toContain('Never created')
  await owner.ask(attribute.remove, { id, version: 1 })
})

test('a profile with 20 tags gets another one in place of one that the same call removes', async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `t${index}`)
  const iccid = await generated({ tags })
  const full = await change(iccid, { addTags: 'One more' })
  expect(full.code).toBe(problems.profile_unfit.code)
  const replaced = await change(iccid, { addTags: 'One more', removeTags: 't7' })
  expect(replaced.obj.tags).toHaveLength(20)
  expect(replaced.obj.tags).toContain('One more')
})

test('a profile of another enterprise account is not available, and stays as it is', async () => {
  const iccid = await generated()
  const foreign = await other.call('/profile/traits/change', { iccid, addTags: 'Theirs' })
  expect(foreign).toMatchObject({ status: 404, code: problems.iccid_unavailable.code })
  expect(await detail(iccid)).toEqual({ tags: [], attributes: {} })
})
