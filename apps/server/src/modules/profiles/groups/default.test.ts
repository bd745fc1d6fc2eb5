import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as groupDefault from '@simwright/contract/profiles/group-default'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as recycle from '@simwright/contract/provisioning/recycle'
import { plainStyle } from '@simwright/qr'
import { beforeAll, expect, test } from 'vitest'
import { configured, profileOf } from '../../../testing/generated.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'

const DAY_MS = 24 * 60 * 60_000

let t: TestServer
let enterprise: TestEnterprise
let owner: TestEnterprise['owner']
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  owner = enterprise.owner
  configurationId = await configured(owner)
})

const newGroup = async (name: string, defaults: Partial<groupDefault.GroupDefaults>) => {
  const { id } = await owner.ask(group.add, { fields: { name } })
  await owner.ask(groupDefault.set, { id, version: 0, defaults })
  return id
}

const single = (more: object = {}) => {
  const [{ ICCID: iccid, IMSI: imsi }] = newSubscribers(1) as [Required<Subscriber>]
  return { iccid, imsi, makeKeys: true, ...more }
}

test('a code that is generated into a group has its configuration and recycle time', async () => {
  await newGroup('Meters', { configurationId, recycleDays: 90 })
  const { iccid } = await owner.ask(batch.single, single({ group: 'meters' }))
  const made = await profileOf(owner, iccid)
  expect(made).toMatchObject({ configurationId, groupName: 'Meters', recycleStatus: 'SCHEDULED' })
  const at = new Date(t.clock.now().getTime() + 90 * DAY_MS).toISOString()
  expect(await owner.ask(recycle.profile, { id: made.id })).toMatchObject({ at })
  const [{ ICCID: firstIccid, IMSI: firstImsi }] = newSubscribers(2) as [Required<Subscriber>]
  const { batchId } = await owner.ask(batch.startRange, { firstIccid, firstImsi, count: 2, group: 'Meters' })
  for await (const _ of owner.events(batch.progress, { id: batchId }));
  expect(await owner.ask(batch.get, { id: batchId })).toMatchObject({ configurationId, succeeded: 2 })
})

test('what the call names has priority, and a group without a configuration needs one', async () => {
  const other = await configured(owner, { name: 'Other network' })
  await newGroup('Vans', { configurationId, recycleDays: 10 })
  const { iccid } = await owner.ask(batch.single, single({ group: 'Vans', configurationId: other }))
  expect(await profileOf(owner, iccid)).toMatchObject({ configurationId: other })
  await newGroup('Empty', {})
  for (const more of [{ group: 'Empty' }, { group: 'Unknown' }, {}]) {
    const { obj } = await owner.refusal(batch.single, single(more))
    expect(obj.faults).toMatchObject([{ path: 'configurationId' }])
  }
  const plain = await owner.ask(batch.single, single({ configurationId }))
  expect(await profileOf(owner, plain.iccid)).toMatchObject({ recycleStatus: 'NONE' })
})

test('a mail has the text of the group, unless it has its own', async () => {
  await newGroup('Mailed', { configurationId, mailMessage: 'Welcome to the district network.' })
  const { profileId } = await owner.ask(batch.single, single({ group: 'Mailed' }))
  const send = async (message: string, email: string) => {
    await owner.ask(delivery.sendMails, { selection: { ids: [profileId] }, recipients: [{ email }], message })
    const [letter] = await t.letters(email)
    return letter!.text
  }
  expect(await send('', 'one@example.com')).toContain('Welcome to the district network.')
  const own = await send('Hello from us.', 'two@example.com')
  expect(own).toContain('Hello from us.')
  expect(own).not.toContain('district network')
})

test('a public page and a mail have the QR style of the group', async () => {
  const presets = await owner.ask(delivery.presets, {})
  const style = { ...plainStyle, foreground: '#003399' }
  const { id: qrPresetId } = await owner.ask(delivery.addPreset, { fields: { name: 'Blue', style, logoId: null } })
  expect(presets.items).toEqual([])
  const id = await newGroup('Styled', { configurationId, qrPresetId })
  const { profileId } = await owner.ask(batch.single, single({ group: 'Styled' }))
  const { link } = await owner.ask(fleet.detail, { id: profileId })
  const slug = link!.split('/').at(-1)!
  const page = async () => await t.stranger().ask(delivery.publicCode, { slug })
  expect((await page()).look).toMatchObject({ style: { foreground: '#003399' } })
  await owner.ask(groupDefault.set, { id, version: 1, defaults: { configurationId } })
  expect((await page()).look).toBeNull()
})

test('defaults are refused for an unknown configuration, and for a version that is not the newest', async () => {
  const id = await newGroup('Versions', { recycleDays: 5 })
  const { obj } = await owner.refusal(groupDefault.set, { id, version: 1, defaults: { recycleDays: 0 } })
  expect(obj.faults).toMatchObject([{ path: 'defaults.recycleDays' }])
  const unknown = { configurationId: id }
  expect((await owner.refusal(groupDefault.set, { id, version: 1, defaults: unknown })).code).toBe('19404')
  expect((await owner.refusal(groupDefault.set, { id, version: 0, defaults: {} })).code).toBe('19412')
  expect(await owner.ask(groupDefault.get, { id })).toMatchObject({ version: 1, defaults: { recycleDays: 5 } })
})
