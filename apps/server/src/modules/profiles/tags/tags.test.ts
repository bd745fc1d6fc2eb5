import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as operation from '@simwright/contract/provisioning/operation'
import { beforeAll, describe, expect, test } from 'vitest'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { addTestGroup, limitedMember } from '../../../testing/limited-member.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { clearTags } from './jobs.ts'

let t: TestServer
let enterprise: TestEnterprise
let rows: Subscriber[]
let ids: string[]

beforeAll(async () => {
  t = await testServer({ background: 'queue' })
  enterprise = await t.enterprise()
  const configurationId = await configured(enterprise.owner)
  rows = newSubscribers(8)
  await generated(enterprise.owner, { configurationId, rows })
  ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(enterprise.owner, ICCID)).id))
})

const add = async (name: string, color: tag.NewTag['color'] = 'blue') =>
  (await enterprise.owner.ask(tag.add, { fields: { name, color } })).id
const tagged = (index: number, tagId: string, kind: 'TAG' | 'UNTAG' = 'TAG') =>
  enterprise.owner.ask(operation.change, { profileId: ids[index]!, operation: { kind, tagId }, previous: null })
const tagsOf = async (index: number) =>
  (await enterprise.owner.ask(fleet.detail, { id: ids[index]! })).tags.map(({ name }) => name)
const found = async (query: string) =>
  (await enterprise.owner.ask(fleet.list, { filter: { query } })).items.map(({ id }) => ids.indexOf(id)).toSorted()
const tagNamed = async (name: string, counts = false) =>
  (await enterprise.owner.ask(tag.list, { counts })).items.find((one) => one.name === name)

const run = async (kind: 'TAG' | 'UNTAG', tagId: string, selected: readonly number[]) => {
  const { id } = await enterprise.owner.ask(operation.start, {
    operation: { kind, tagId },
    selection: { ids: selected.map((index) => ids[index]!) },
  })
  return await ended(id)
}

async function ended(id: string): Promise<operation.RunningOperation> {
  let last: operation.RunningOperation | undefined
  for await (const event of enterprise.owner.events(operation.progress, { id })) last = event
  return last!
}

const reasons = async (id: string) =>
  (await enterprise.owner.file(operation.result, { id, only: 'failed' })).text.trim().split('\r\n').slice(1)

describe('a tag', () => {
  test('has a name and a color, and is listed by name with its profiles', async () => {
    const id = await add('Vans', 'green')
    await add('kiosks')
    await tagged(0, id)
    const { items } = await enterprise.owner.ask(tag.list, { counts: true })
    expect(items).toMatchObject([
      { name: 'kiosks', color: 'blue', profiles: 0 },
      { name: 'Vans', color: 'green', profiles: 1, capped: false, version: 1 },
    ])
    expect((await tagNamed('Vans'))!.profiles).toBeNull()
  })

  test.each([
    ['a name that another tag has, in a different case', { name: 'VANS' }, '14018'],
    ['no name', { name: ' ' }, '19400'],
    ['a name that is too long', { name: 'x'.repeat(41) }, '19400'],
    ['a comma, which separates tags in files', { name: 'one, two' }, '19400'],
    ['the reserved name "none"', { name: 'None' }, '19400'],
    ['an unknown color', { name: 'Odd', color: 'mauve' }, '19400'],
  ])('is refused for %s', async (_name, fields, code) => {
    expect((await enterprise.owner.refusal(tag.add, { fields: fields as never })).code).toBe(code)
  })

  test('is renamed and recolored on all its profiles, only with its newest version', async () => {
    const id = await add('Old name')
    await tagged(1, id)
    const fields = { name: 'New name', color: 'red' } as const
    expect(await enterprise.owner.ask(tag.edit, { id, version: 1, fields })).toEqual({ version: 2 })
    expect((await enterprise.owner.refusal(tag.edit, { id, version: 1, fields })).code).toBe('19412')
    const used = await enterprise.owner.refusal(tag.edit, { id, version: 2, fields: { ...fields, name: 'vans' } })
    expect(used.code).toBe('14018')
    expect((await profileOf(enterprise.owner, rows[1]!.ICCID)).tags).toEqual([{ id, ...fields }])
  })

  test('of another enterprise account is not found', async () => {
    const id = await add('Ours')
    const other = (await t.enterprise()).owner
    expect((await other.refusal(tag.remove, { id, version: 1 })).code).toBe('19404')
    expect((await other.ask(tag.list, {})).items).toEqual([])
    expect((await other.refusal(fleet.list, { filter: { query: 'tag:Ours' } })).code).toBe('19400')
    expect((await other.ask(fleet.list, { filter: { query: `tag:${id}` } })).items).toEqual([])
  })

  test('is read-only for users without the edit permission', async () => {
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(tag.add, { fields: { name: 'Mine' } })).code).toBe('19403')
    expect((await viewer.ask(tag.list, {})).items.length).toBeGreaterThan(0)
  })
})

describe('the tags of a profile', () => {
  test('are added and removed one by one, with an event and an entry of the audit log for each', async () => {
    const [one, other] = [await add('Pilot'), await add('Spare part')]
    await tagged(2, one)
    await tagged(2, other)
    expect(await tagsOf(2)).toEqual(['Pilot', 'Spare part'])
    await tagged(2, one, 'UNTAG')
    expect(await tagsOf(2)).toEqual(['Spare part'])
    const { items } = await enterprise.owner.ask(fleet.timeline, { id: ids[2]! })
    expect(items.slice(0, 3).map(({ text }) => text)).toEqual([
      'Tag "Pilot" removed.',
      'Tag "Spare part" added.',
      'Tag "Pilot" added.',
    ])
    const log = await enterprise.owner.ask(audit.list, { filter: { action: ['profile.changed'] }, limit: 1 })
    expect(log.items).toMatchObject([{ after: { kind: 'UNTAG', name: 'Pilot' } }])
  })

  test('are at most 20, and the 21st is refused with the reason', async () => {
    for (let number = 1; number <= 20; number += 1) await tagged(3, await add(`Number ${number}`))
    const refused = await enterprise.owner.refusal(operation.change, {
      profileId: ids[3]!,
      operation: { kind: 'TAG', tagId: await add('One too many') },
      previous: null,
    })
    expect(refused.message).toContain('Has 20 tags already.')
    expect(await tagsOf(3)).toHaveLength(20)
  })

  test('are columns of the export', async () => {
    const { text } = await enterprise.owner.file(fleet.exportCsv, { selection: { ids: [ids[2]!] } })
    const [head, line] = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
    expect(line![head!.indexOf('TAGS')]).toBe('Spare part')
  })

  test('are seen and changed by a limited member on the profiles of its groups only', async () => {
    const group = await addTestGroup(enterprise, 'Oslo')
    const id = await add('Harbor')
    await enterprise.owner.ask(operation.change, {
      profileId: ids[4]!,
      operation: { kind: 'GROUP', groupId: group },
      previous: null,
    })
    await tagged(4, id)
    await tagged(5, id)
    const member = await limitedMember(enterprise, [group])
    const { items } = await member.ask(fleet.list, { filter: { query: 'tag:harbor' } })
    expect(items).toMatchObject([{ id: ids[4], tags: [{ name: 'Harbor' }] }])
    expect(await member.ask(fleet.count, { filter: { query: 'tag:harbor' }, exact: true })).toMatchObject({ total: 1 })
    const counted = (await member.ask(tag.list, { counts: true })).items.find(({ name }) => name === 'Harbor')
    expect(counted!.profiles).toBe(1)
    const untag = { operation: { kind: 'UNTAG', tagId: id } as const, previous: null }
    await member.ask(operation.change, { profileId: ids[4]!, ...untag })
    expect((await member.refusal(operation.change, { profileId: ids[5]!, ...untag })).code).toBe('19404')
    expect([await tagsOf(4), await tagsOf(5)]).toEqual([[], ['Harbor']])
    expect((await member.refusal(tag.remove, { id, version: 1 })).code).not.toBe('0')
  })

  test('stay with a deleted profile, which no list and no count of the tag has meanwhile', async () => {
    const id = await add('Returns')
    await tagged(6, id)
    const { id: removal } = await enterprise.owner.ask(operation.start, {
      operation: { kind: 'REMOVE' },
      selection: { ids: [ids[6]!] },
    })
    await ended(removal)
    expect(await found('tag:returns')).toEqual([])
    expect((await tagNamed('Returns', true))!.profiles).toBe(0)
    expect(await found('tag:returns status:removed')).toEqual([6])
    await ended((await enterprise.owner.ask(operation.undo, { id: removal })).id)
    expect(await found('tag:returns')).toEqual([6])
    expect(await tagsOf(6)).toEqual(['Returns'])
  })
})

describe('a bulk operation', () => {
  test('adds a tag, says which profiles had it, and undo takes it from the others only', async () => {
    const id = await add('Depot')
    await tagged(0, id)
    const added = await run('TAG', id, [0, 1, 2])
    expect(added).toMatchObject({ given: 'Depot', succeeded: 2, failed: 1, canUndo: true })
    expect(await reasons(added.id)).toEqual([expect.stringContaining('Has this tag already.')])
    expect(await found('tag:depot')).toEqual([0, 1, 2])
    await tagged(1, id, 'UNTAG')
    await ended((await enterprise.owner.ask(operation.undo, { id: added.id })).id)
    expect(await found('tag:depot')).toEqual([0])
  })

  test('removes a tag, and undo gives it back without the changes made meanwhile', async () => {
    const [id, other] = [await add('Route 7'), await add('Route 8')]
    await run('TAG', id, [0, 1])
    const removed = await run('UNTAG', id, [0, 1, 2])
    expect(removed).toMatchObject({ succeeded: 2, failed: 1 })
    await tagged(0, other)
    await ended((await enterprise.owner.ask(operation.undo, { id: removed.id })).id)
    expect(await found('tag:"route 7"')).toEqual([0, 1])
    expect(await tagsOf(0)).toEqual(expect.arrayContaining(['Route 7', 'Route 8']))
  })

  test('whose tag is deleted before it runs changes nothing, and says so', async () => {
    const id = await add('Passing')
    const { version } = (await tagNamed('Passing'))!
    await enterprise.owner.ask(tag.remove, { id, version })
    const start = { operation: { kind: 'TAG', tagId: id } as const, selection: { ids: [ids[0]!] } }
    expect((await enterprise.owner.refusal(operation.start, start)).code).toBe('19404')
  })
})

describe('the filter', () => {
  test('finds profiles with a tag, any of several, all of several, and none', async () => {
    const [north, south] = [await add('North'), await add('South')]
    await tagged(0, north)
    await tagged(1, north)
    await tagged(1, south)
    await tagged(2, south)
    expect(await found('tag:north')).toEqual([0, 1])
    expect(await found(`tag:${south}`)).toEqual([1, 2])
    expect(await found('tag:NORTH,south')).toEqual([0, 1, 2])
    expect(await found('tag:north tag:south')).toEqual([1])
    expect(await found('tag:none')).toEqual([4, 7])
    expect(await found('tag:south,none')).toEqual([1, 2, 4, 7])
    expect(await enterprise.owner.ask(fleet.count, { filter: { query: 'tag:north' }, exact: true })).toMatchObject({
      total: 2,
    })
  })

  test('says that a deleted tag does not exist, so a saved view loses nothing', async () => {
    const id = await add('Leaving')
    await tagged(0, id)
    await enterprise.owner.ask(tag.remove, { id, version: 1 })
    const refused = await enterprise.owner.refusal(fleet.list, { filter: { query: 'tag:leaving' } })
    expect(refused.obj.faults).toMatchObject([{ text: 'There is no tag named "leaving".' }])
  })
})

describe('a deleted tag', () => {
  test('is hidden at once, and its profiles lose it in the background', async () => {
    const id = await add('Short-lived')
    await tagged(0, id)
    const before = await tagsOf(0)
    await enterprise.owner.ask(tag.remove, { id, version: 1 })
    expect(await tagsOf(0)).toEqual(before.filter((name) => name !== 'Short-lived'))
    await clearTags(t.server)
    expect(await found(`tag:${id}`)).toEqual([])
    await add('short-lived')
  })

  test('that is merged into another leaves it to its profiles, each once, and the filter finds them meanwhile', async () => {
    const [from, into, last] = [await add('Lorry'), await add('Truck'), await add('Vehicle')]
    await tagged(0, from)
    await tagged(1, from)
    await tagged(1, into)
    await enterprise.owner.ask(tag.merge, { id: from, version: 1, intoId: into })
    const shown = async () => [await found('tag:truck'), (await tagsOf(1)).filter((name) => /Lorry|Truck/.test(name))]
    expect(await shown()).toEqual([[0, 1], ['Truck']])
    await clearTags(t.server)
    expect(await shown()).toEqual([[0, 1], ['Truck']])
    expect((await tagNamed('Truck', true))!.profiles).toBe(2)
    await enterprise.owner.ask(tag.merge, { id: into, version: 1, intoId: last })
    await clearTags(t.server)
    expect(await found('tag:vehicle')).toEqual([0, 1])
    const itself = { id: last, version: 1, intoId: last }
    expect((await enterprise.owner.refusal(tag.merge, itself)).code).toBe('19404')
  })
})
