import { problems } from '@simwright/contract'
import * as behavior from '@simwright/contract/people/behavior'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { describe, expect, test } from 'vitest'
import { configured, generated } from '../../../testing/generated.ts'
import { addTestGroup, limitedMember } from '../../../testing/limited-member.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'

const t = await testServer()
const { owner } = await t.enterprise()

const json = JSON.stringify

async function saved(client: Client, moduleName: behavior.BehaviorModule) {
  const { configs } = await client.ask(behavior.query, { moduleNames: [moduleName] })
  const [one] = configs
  return one && { config: JSON.parse(one.moduleConfig) as unknown, version: one.version }
}

describe('the settings of a user', () => {
  test('are empty at first, then what was saved, with defaults', async () => {
    const { owner } = await t.enterprise()
    expect(await owner.ask(behavior.query, {})).toEqual({ configs: [] })
    const view = { id: 'v1', name: 'Idle phones', filter: 'status=AVAILABLE' }
    const moduleConfig = json({ columns: { imsi: false }, limit: 100, views: [view] })
    expect(await owner.ask(behavior.save, { moduleName: 'fleet', moduleConfig, version: 0 })).toEqual({ version: 1 })
    expect(await saved(owner, 'fleet')).toEqual({
      config: { columns: { imsi: false }, limit: 100, views: [view] },
      version: 1,
    })
    await owner.ask(behavior.save, { moduleName: 'qr', moduleConfig: json({ color: '#204060' }) })
    expect((await saved(owner, 'qr'))?.config).toMatchObject({ color: '#204060', logoSize: 0 })
  })

  test('are visible to that user only', async () => {
    const { owner, member } = await t.enterprise()
    const colleague = await member('Viewer')
    await owner.ask(behavior.save, { moduleName: 'privacy', moduleConfig: json({ isOn: true }) })
    expect(await saved(colleague, 'privacy')).toBeUndefined()
  })

  test('apply in another enterprise account only if they are personal', async () => {
    const other = await owner.ask(enterprise.add, { name: 'Second Harbour' })
    await owner.ask(behavior.save, { moduleName: 'privacy', moduleConfig: json({ isOn: true }) })
    await owner.ask(behavior.save, { moduleName: 'batches', moduleConfig: json({ limit: 25 }) })
    const there = await t.sessionIn(owner, other.id)
    expect((await saved(there, 'privacy'))?.config).toEqual({ isOn: true })
    expect(await saved(there, 'batches')).toBeUndefined()
    await there.ask(behavior.save, { moduleName: 'batches', moduleConfig: json({ limit: 200 }), version: 0 })
    expect((await saved(owner, 'batches'))?.config).toMatchObject({ limit: 25 })
  })

  test('drop unknown fields, and keep control characters', async () => {
    const moduleConfig = json({ isOn: false, secret: 'x'.repeat(100) })
    await owner.ask(behavior.save, { moduleName: 'privacy', moduleConfig })
    expect((await saved(owner, 'privacy'))?.config).toEqual({ isOn: false })
    await owner.ask(behavior.save, { moduleName: 'tours', moduleConfig: json({ seen: ['a\u0001b"\\'] }) })
    expect((await saved(owner, 'tours'))?.config).toEqual({ seen: ['a\u0001b"\\'] })
    const unwritable = { moduleName: 'tours', moduleConfig: json({ seen: ['a\u0000b'] }) } as const
    await expect(owner.ask(behavior.save, unwritable)).rejects.toMatchObject({ code: problems.invalid.code })
  })
})

describe('parallel saves', () => {
  test('the second of two saves of one version is refused, and can be repeated with the new version', async () => {
    const { owner } = await t.enterprise()
    const save = (seen: string[], version?: number) =>
      owner.ask(behavior.save, { moduleName: 'tours', moduleConfig: json({ seen }), version })
    await save(['start'], 0)
    await expect(save(['feedback'], 0)).rejects.toMatchObject({ code: problems.changed_meanwhile.code })
    expect(await save(['start', 'feedback'], 1)).toEqual({ version: 2 })
    await expect(save([], 1)).rejects.toMatchObject({ code: problems.changed_meanwhile.code })
    expect((await saved(owner, 'tours'))?.config).toEqual({ seen: ['start', 'feedback'] })
  })

  test('of several saves of one version one succeeds', async () => {
    const { owner } = await t.enterprise()
    const save = () => owner.ask(behavior.save, { moduleName: 'roles', moduleConfig: '{"limit":25}', version: 0 })
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, save))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('without a version the last save wins', async () => {
    const { owner } = await t.enterprise()
    for (const limit of [25, 50, 100])
      await owner.ask(behavior.save, { moduleName: 'roles', moduleConfig: json({ limit }) })
    expect(await saved(owner, 'roles')).toEqual({ config: { columns: {}, limit: 100, views: [] }, version: 3 })
  })
})

describe('saving refuses', () => {
  const invalid = problems.invalid.code
  const refusals: Record<string, [string, string, string | undefined]> = {
    'an unknown module': ['weather', '{}', 'moduleName'],
    'invalid JSON': ['fleet', '{', 'moduleConfig'],
    'JSON that is not an object': ['fleet', '[]', 'moduleConfig'],
    'a wrong type': ['privacy', '{"isOn":"yes"}', 'moduleConfig.isOn'],
    'a page size that is not offered': ['fleet', '{"limit":1000}', 'moduleConfig.limit'],
    'a view without a name': [
      'fleet',
      json({ views: [{ id: '1', name: ' ', filter: '' }] }),
      'moduleConfig.views.0.name',
    ],
    'too many views': [
      'fleet',
      json({ views: Array.from({ length: 31 }, (_, i) => ({ id: `${i}`, name: 'x', filter: '' })) }),
      'moduleConfig.views',
    ],
    'an invalid color': ['qr', json({ color: 'red;}' }), 'moduleConfig.color'],
    'a too long value': ['tours', json({ seen: [], pad: 'x'.repeat(behavior.BEHAVIOR_MAX_LENGTH) }), 'moduleConfig'],
  }

  for (const [what, [moduleName, moduleConfig, path]] of Object.entries(refusals)) {
    test(what, async () => {
      const refusal = await owner.refusal(behavior.save, { moduleName: moduleName as 'fleet', moduleConfig })
      expect(refusal.code).toBe(invalid)
      expect(refusal.obj.faults).toMatchObject([{ path }])
    })
  }

  test('an unknown module in a query', async () => {
    expect((await owner.refusal(behavior.query, { moduleNames: ['weather' as 'fleet'] })).code).toBe(invalid)
  })
})

test('recent and pinned items of a limited member have nothing of another group, and no batch of another member', async () => {
  const enterprise = await t.enterprise()
  const { owner } = enterprise
  const configurationId = await configured(owner, { name: 'Recent' })
  const groups = [await addTestGroup(enterprise, 'Own'), await addTestGroup(enterprise, 'Other')]
  const rows = newSubscribers(3).map((row, index) => ({ ...row, GROUP: ['Own', 'Other', ''][index]! }))
  await generated(owner, { configurationId, rows })
  const idOf = async (iccid: string) => (await owner.ask(fleet.list, { filter: { iccid } })).items[0]!.id
  const recents: behavior.BehaviorConfig<'palette'>['recent'] = [
    { kind: 'page', id: '/fleet', label: 'Fleet' },
    { kind: 'configuration', id: configurationId, label: 'Recent' },
    { kind: 'batch', id: (await owner.ask(batch.list, {})).items[0]!.id, label: 'Batch' },
    { kind: 'profile', id: 'no id', label: 'Damaged' },
    { kind: 'group', id: groups[0]!, label: 'Own' },
    { kind: 'group', id: groups[1]!, label: 'Other' },
  ]
  for (const { ICCID } of rows) recents.push({ kind: 'profile', id: await idOf(ICCID!), label: ICCID! })
  const labels = async (client: Client) => {
    const items = { recent: recents.slice(0, 8), pinned: recents }
    await client.ask(behavior.save, { moduleName: 'palette', moduleConfig: json(items) })
    const { recent, pinned } = (await saved(client, 'palette'))!.config as behavior.BehaviorConfig<'palette'>
    expect(pinned.slice(0, recent.length)).toEqual(recent)
    return pinned.map(({ label }) => label)
  }
  expect(await labels(owner)).toHaveLength(recents.length)
  const limited = await limitedMember(enterprise, [groups[0]!])
  expect(await labels(limited)).toEqual(['Fleet', 'Recent', 'Own', rows[0]!.ICCID])
})
