import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import { beforeAll, describe, expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, operated, profileOf } from '../../../testing/generated.ts'
import { deletedForAnother, deliveredTo, installed, moved } from '../../../testing/moved.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

let t: TestServer
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner)
})

const add = (fields: group.NewGroup | { name: string }) => enterprise.owner.ask(group.add, { fields })
const groupNamed = async (name: string) => {
  await foldAll(t.server)
  return (await enterprise.owner.ask(group.list, {})).items.find((one) => one.name === name)
}

describe('a group', () => {
  test('has a name, a color and notes, and is listed by name', async () => {
    await add({ name: 'Vans', color: 'green', notes: 'Depot north' })
    await add({ name: 'kiosks' })
    const { items } = await enterprise.owner.ask(group.list, {})
    expect(items.map(({ name }) => name)).toEqual(['kiosks', 'Vans'])
    expect(items[1]).toMatchObject({ color: 'green', notes: 'Depot north', profiles: 0, statuses: {}, version: 1 })
  })

  test.each([
    ['a name that another group has, in a different case', { name: 'VANS' }, '14001'],
    ['no name', { name: ' ' }, '19400'],
    ['a name that is too long', { name: 'x'.repeat(65) }, '19400'],
    ['the reserved name "none"', { name: 'None' }, '19400'],
    ['an unknown color', { name: 'Odd', color: 'mauve' }, '19400'],
  ])('is refused for %s', async (_name, fields, code) => {
    expect((await enterprise.owner.refusal(group.add, { fields: fields as never })).code).toBe(code)
  })

  test('is renamed only with its newest version', async () => {
    const { id } = await add({ name: 'Old name' })
    const fields = { name: 'New name', color: 'red', notes: '' } as const
    expect(await enterprise.owner.ask(group.edit, { id, version: 1, fields })).toEqual({ version: 2 })
    expect((await enterprise.owner.refusal(group.edit, { id, version: 1, fields })).code).toBe('19412')
    const used = await enterprise.owner.refusal(group.edit, { id, version: 2, fields: { ...fields, name: 'vans' } })
    expect(used.code).toBe('14001')
  })

  test('of another enterprise account is not found', async () => {
    const { id } = await add({ name: 'Ours' })
    const other = (await t.enterprise()).owner
    expect((await other.refusal(group.get, { id })).code).toBe('19404')
    expect((await other.refusal(group.remove, { id, version: 1 })).code).toBe('19404')
    expect((await other.ask(group.list, {})).items).toEqual([])
    expect((await other.refusal(fleet.list, { filter: { query: 'group:Ours' } })).code).toBe('19400')
  })

  test('is read-only for users without the edit permission', async () => {
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(group.add, { fields: { name: 'Mine' } })).code).toBe('19403')
    expect((await viewer.ask(group.list, {})).items.length).toBeGreaterThan(0)
  })

  test('loses its profiles when it is deleted, and its name can be used again', async () => {
    const rows = newSubscribers(3).map((row) => ({ ...row, GROUP: 'Passing' }))
    await generated(enterprise.owner, { configurationId, rows })
    const passing = (await groupNamed('Passing'))!
    expect(passing).toMatchObject({ profiles: 3, statuses: { AVAILABLE: 3 } })
    await enterprise.owner.ask(group.remove, { id: passing.id, version: passing.version })
    expect((await profileOf(enterprise.owner, rows[0]!.ICCID)).groupId).toBeNull()
    const [leaving] = (await enterprise.owner.ask(operation.list, {})).items
    for await (const _ of enterprise.owner.events(operation.progress, { id: leaving!.id }));
    const withoutGroup = await enterprise.owner.ask(fleet.list, {
      filter: { query: 'group:none', iccid: rows[0]!.ICCID! },
    })
    expect(withoutGroup.total).toBe(1)
    await add({ name: 'Passing' })
    expect((await groupNamed('Passing'))?.profiles).toBe(0)
  })
})

/** A device of this brand downloads the profile. */
async function downloaded(iccid: string | undefined, brand: string): Promise<void> {
  const { id: profileId } = await profileOf(enterprise.owner, iccid)
  await moved(t, { enterpriseId: enterprise.id, profileId }, [deliveredTo(brand)])
}

/** The device deletes the profile, and another one downloads it. */
async function downloadedAgain(iccid: string | undefined, brand: string): Promise<void> {
  const { id: profileId } = await profileOf(enterprise.owner, iccid)
  const again = { kind: 'availableAgain', eid: null, orderId: t.server.random.uuid(), lastSequence: -1 } as const
  await moved(t, { enterpriseId: enterprise.id, profileId }, [installed, deletedForAnother, again, deliveredTo(brand)])
}

describe('the dashboard of a group', () => {
  const figuresOf = async (id: string) => {
    await foldAll(t.server)
    return await enterprise.owner.ask(group.figures, { id })
  }

  test('counts the events of profiles while they were in it, and their current status', async () => {
    const rows = newSubscribers(3).map((row) => ({ ...row, GROUP: 'North' }))
    await generated(enterprise.owner, { configurationId, rows })
    const { id: north } = (await groupNamed('North'))!
    const { id: south } = await add({ name: 'South' })
    await downloaded(rows[0]!.ICCID, 'Acme')
    await downloaded(rows[1]!.ICCID, 'Orbis / Co')
    const { id: profileId } = await profileOf(enterprise.owner, rows[1]!.ICCID)
    await operated(enterprise.owner, { operation: { kind: 'GROUP', groupId: south }, selection: { ids: [profileId] } })
    await downloadedAgain(rows[1]!.ICCID, 'Acme')
    expect(await figuresOf(north)).toMatchObject({
      downloadsToday: { value: 2 },
      redownloadsMonth: { value: 0 },
      availableToday: 1,
      brands: [{ brand: 'Acme', count: 1 }],
    })
    expect(await figuresOf(south)).toMatchObject({
      downloadsToday: { value: 1 },
      redownloadsMonth: { value: 1 },
      statuses: [{ status: 'DOWNLOADED', count: 1 }],
      brands: [{ brand: 'Acme', count: 1 }],
    })
    const { points } = await enterprise.owner.ask(group.trend, { id: north, by: 'month', periods: 1 })
    expect(points).toMatchObject([{ generated: 3, downloads: 2, installs: 0, errors: 0 }])
  })

  test('is not found for a deleted group', async () => {
    const { id } = await add({ name: 'Short' })
    await enterprise.owner.ask(group.remove, { id, version: 1 })
    expect((await enterprise.owner.refusal(group.figures, { id })).code).toBe('19404')
    expect((await enterprise.owner.refusal(group.trend, { id })).code).toBe('19404')
  })
})

describe('the column GROUP of a file', () => {
  test('adds profiles to existing groups, and creates missing ones', async () => {
    const rows = newSubscribers(4)
    const given = ['Vans', 'vans', 'From the file', undefined]
    await generated(enterprise.owner, {
      configurationId,
      rows: rows.map((row, index) => (given[index] ? { ...row, GROUP: given[index] } : row)),
    })
    const groups = await Promise.all(
      rows.map(async ({ ICCID }) => (await profileOf(enterprise.owner, ICCID)).groupName),
    )
    expect(groups).toEqual(['Vans', 'Vans', 'From the file', null])
    expect((await groupNamed('Vans'))?.profiles).toBe(2)
    expect((await groupNamed('From the file'))?.color).toBe('gray')
  })
})
