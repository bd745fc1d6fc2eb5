import { problems } from '@simwright/contract'
import * as dashboard from '@simwright/contract/insight/dashboard'
import * as home from '@simwright/contract/insight/home'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as sample from '@simwright/contract/provisioning/sample'
import { isEid, isIccid } from '@simwright/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured } from '../../../testing/generated.ts'
import { handDevices } from '../../../testing/hand-device.ts'
import { testPhones } from '../../../testing/phone.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { sampleConfigurations, sampleNumbers, sampleProfiles } from './story.ts'

const t = await testServer()
const phones = await testPhones(t)
const hand = handDevices(t, phones)
let owner: Client

const single = (configurationId: string) => {
  const [row] = newSubscribers(1)
  return { configurationId, iccid: row!.ICCID!, imsi: row!.IMSI!, makeKeys: true }
}

const enterpriseIdOf = ({ token = '' }: Client) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { enterpriseId: string }).enterpriseId

beforeAll(async () => {
  owner = await t.signUpAndIn()
})

describe('the sample data of a new user', () => {
  test('is three configurations and a few profiles with their histories, all marked', async () => {
    const configurations = await owner.ask(configuration.list, {})
    expect(configurations.items.map(({ sample, frozen }) => [sample, frozen])).toEqual(Array(3).fill([true, false]))
    const profiles = await owner.ask(fleet.list, {})
    expect(profiles.items).toHaveLength(sampleProfiles.length)
    expect(profiles.items.every((row) => row.sample && isIccid(row.iccid) && (!row.eid || isEid(row.eid)))).toBe(true)
    const batches = await owner.ask(batch.list, {})
    expect(batches.items.map((row) => [row.sample, row.succeeded === row.total])).toEqual(Array(3).fill([true, true]))
    for (const { id, status } of profiles.items) {
      const { items } = await owner.ask(fleet.timeline, { id })
      expect(items.map(({ at }) => at)).toEqual(
        items
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      )
      expect(items.every(({ at }) => Date.parse(at) <= t.clock.now().getTime())).toBe(true)
      expect(items[0]!.type).toBe({ AVAILABLE: 'GENERATED', ERROR: 'INSTALL_FAILED' }[status as string] ?? status)
      await owner.ask(fleet.detail, { id })
    }
  })

  test('is not attributed to the user', async () => {
    const by = 'Sample data'
    const configurations = await owner.ask(configuration.list, {})
    for (const { id } of configurations.items)
      expect(await owner.ask(configuration.get, { id })).toMatchObject({ createdBy: by })
    const batches = await owner.ask(batch.list, {})
    expect(batches.items.map(({ createdBy }) => createdBy)).toEqual(Array(3).fill(by))
    const profiles = await owner.ask(fleet.list, {})
    expect(new Set(profiles.items.map(({ createdBy }) => createdBy))).toEqual(new Set([by]))
    const { items } = await owner.ask(fleet.profileLog, { limit: 200 })
    const people = items.filter(({ actor }) => actor === 'user').map(({ actorName }) => actorName)
    expect(new Set(people)).toEqual(new Set([by]))
    expect((await owner.ask(fleet.makers, {})).items).toEqual([])
  })

  test('counts against no limit, and completes no step of the guide', async () => {
    expect(await owner.ask(plan.queryOrder, {})).toMatchObject({
      samples: true,
      configurations: { used: 0 },
      downloads: { used: 0 },
    })
    const { steps, codes, downloads } = await owner.ask(home.overview, {})
    expect(Object.values(steps)).toEqual([false, false, false, false])
    expect([...codes, ...downloads].every(({ count }) => count === 0)).toBe(true)
  })

  test('cannot be reached by a device, a public link or a notification', async () => {
    const { items } = await owner.ask(fleet.list, { filter: { status: ['AVAILABLE'] } })
    const { matchingId, iccid, id } = items[0]!
    const device = hand.device(sampleNumbers(90).eid)
    expect((await device.ask(matchingId)).verdict).toBe('8.2.6/3.8')
    const { slug } = await t.server.db.tenantTx(enterpriseIdOf(owner), (db) =>
      db.selectFrom('activation_code').select('slug').where('profile_id', '=', id).executeTakeFirstOrThrow(),
    )
    expect((await owner.ask(fleet.detail, { id })).link).toBe(null)
    expect((await t.stranger().refusal(delivery.publicCode, { slug })).code).toBe(problems.code_gone.code)
    await hand.notify(device.notification('delete', { iccid, seqNumber: 1 }))
    expect((await owner.ask(fleet.detail, { id })).status).toBe('AVAILABLE')
  })

  test('reserves its ICCIDs', async () => {
    const own = await configured(owner)
    const { iccid } = sampleNumbers(0)
    const refusal = await owner.refusal(batch.single, { ...single(own), iccid })
    expect(refusal.obj.faults).toMatchObject([{ path: 'iccid' }])
  })

  test('exists separately in each enterprise of a user', async () => {
    await owner.ask(enterprise.add, { name: 'Second' })
    const { items } = await owner.ask(enterprise.list, {})
    const second = await t.sessionIn(owner, items.find(({ name }) => name === 'Second')!.id)
    expect((await second.ask(fleet.list, {})).items.every((row) => row.sample)).toBe(true)
    expect((await second.ask(fleet.list, {})).total).toBe(sampleProfiles.length)
  })
})

test('the sample configurations are complete, and fit demo mode', () => {
  for (const fields of sampleConfigurations) {
    const { maxDownloadAttempts, oplmn, fplmn, hplmn, serviceProviderName } = ConfigurationFields.parse(fields)
    expect(maxDownloadAttempts).toBeLessThanOrEqual(5)
    expect(oplmn.length).toBeLessThanOrEqual(1)
    expect(fplmn.length).toBeLessThanOrEqual(5)
    expect(hplmn.length * serviceProviderName.length).toBeGreaterThan(0)
  }
})

test('a sample configuration generates a real code, whose ICCID is held until a device downloads it', async () => {
  const client = await t.signUpAndIn()
  const { items } = await client.ask(configuration.list, { sort: { by: 'name', direction: 'asc' } })
  const held = async () => (await client.ask(plan.queryOrder, {})).iccids
  expect(await held()).toEqual({ used: 0, max: 20 })
  const made = await client.ask(batch.single, single(items[0]!.id))
  expect(await held()).toEqual({ used: 1, max: 20 })
  expect(await phones.phone().download(made.activationCode)).toMatchObject({ outcome: 'installed' })
  expect(await held()).toEqual({ used: 0, max: 20 })
})

test('an edited sample configuration becomes a real one, and counts from then on', async () => {
  const client = await t.signUpAndIn()
  const { items } = await client.ask(configuration.list, {})
  const { fields, version, id } = await client.ask(configuration.get, { id: items[0]!.id })
  await client.ask(configuration.edit, { id, version, fields: { ...fields, profileName: 'Ours' } })
  expect(await client.ask(configuration.get, { id })).toMatchObject({ sample: false })
  expect((await client.ask(plan.queryOrder, {})).configurations.used).toBe(1)
  await client.ask(sample.remove, {})
  expect((await client.ask(configuration.list, {})).items.map((row) => row.id)).toEqual([id])
})

describe('the dashboard', () => {
  test('shows the sample data until there is a real profile', async () => {
    const client = await t.signUpAndIn()
    const summary = await client.ask(dashboard.summary, {})
    expect(summary.sample).toBe(true)
    expect(summary.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(sampleProfiles.length)
    expect(summary.brands.map(({ brand }) => brand)).toContain('Apple')
    const { points } = await client.ask(dashboard.range, { range: { preset: '30d' } })
    expect(points.reduce((sum, point) => sum + point.downloads, 0)).toBe(6)
    await client.ask(batch.single, single((await client.ask(configuration.list, {})).items[0]!.id))
    await foldAll(t.server)
    expect((await client.ask(dashboard.summary, {})).sample).toBe(false)
    expect((await client.ask(dashboard.summary, {})).statuses).toEqual([{ status: 'AVAILABLE', count: 1 }])
  })
})

test('Fleet hides sample data by default once there is a real profile; a search still finds it', async () => {
  const client = await t.signUpAndIn()
  const [sampleOne] = (await client.ask(fleet.list, {})).items
  const { items } = await client.ask(configuration.list, { sort: { by: 'name', direction: 'asc' } })
  const made = await client.ask(batch.single, single(items[0]!.id))
  expect((await client.ask(fleet.list, {})).items.map(({ id }) => id)).toEqual([made.profileId])
  expect(await client.ask(fleet.list, {})).toMatchObject({ total: 1 })
  expect(await client.ask(fleet.count, { filter: {}, exact: true })).toMatchObject({ total: 1 })
  const found = await client.ask(fleet.list, { filter: { search: sampleOne!.iccid } })
  expect(found.items.map(({ id }) => id)).toEqual([sampleOne!.id])
  expect((await client.ask(fleet.list, { filter: { query: 'status:error' } })).items).toEqual([])
})

describe('the sample data', () => {
  test('is removed by one call, and real data stays', async () => {
    const client = await t.signUpAndIn()
    const { items } = await client.ask(configuration.list, {})
    const made = await client.ask(batch.single, single(items[0]!.id))
    expect(await client.ask(sample.remove, {})).toEqual({ profiles: sampleProfiles.length, configurations: 3 })
    expect((await client.ask(fleet.list, {})).items.map(({ id }) => id)).toEqual([made.profileId])
    expect((await client.ask(configuration.list, {})).items).toEqual([])
    expect((await client.ask(batch.list, {})).items.map(({ id }) => id)).toEqual([made.batchId])
    expect((await client.ask(fleet.profileLog, {})).items.map(({ type }) => type)).toEqual(['GENERATED'])
    expect((await client.ask(plan.queryOrder, {})).samples).toBe(false)
    expect(await client.ask(sample.remove, {})).toEqual({ profiles: 0, configurations: 0 })
  })

  test('can be removed only with the permission to delete profiles', async () => {
    const { member } = await t.enterprise()
    expect((await (await member('Viewer')).refusal(sample.remove, {})).code).toBe(problems.forbidden.code)
  })
})
