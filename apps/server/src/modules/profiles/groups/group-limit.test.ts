import { problems } from '@simwright/contract'
import * as dashboard from '@simwright/contract/insight/dashboard'
import * as live from '@simwright/contract/insight/live'
import * as search from '@simwright/contract/insight/search'
import * as team from '@simwright/contract/people/team'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as version from '@simwright/contract/profiles/configuration-version'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as operation from '@simwright/contract/provisioning/operation'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GroupId, ProfileId } from '../../../db/row-id.ts'
import { foldAll } from '../../../testing/fold.ts'
import { addTestGroup, limitedMember } from '../../../testing/limited-member.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'

const t = await testServer()

let enterprise: TestEnterprise
let configurationId: string
/** Oslo is seen by the limited member, Bergen and what is in no group are not. */
let oslo: string
let bergen: string
let limited: Client

let next = 0
const numbers = () => {
  next += 1
  return { iccid: `89440123456789${String(10_000 + next)}`, imsi: `0010100000${String(10_000 + next)}` }
}

/** Generates a profile by the client. */
const generate = async (client: Client, groupName?: string) => {
  const { profileId, iccid } = await client.ask(batch.single, {
    configurationId,
    ...numbers(),
    makeKeys: true,
    ...(groupName ? { group: groupName } : {}),
  })
  return { id: profileId, iccid }
}

const listed = async (client: Client, filter: Record<string, unknown> = {}) =>
  (await client.ask(fleet.list, { filter })).items.map(({ iccid }) => iccid).toSorted()

const fold = () => foldAll(t.server)

const run = async (client: Client, input: typeof operation.start.input._input) => {
  const { id } = await client.ask(operation.start, input)
  for await (const _ of client.events(operation.progress, { id }));
  return await client.ask(operation.get, { id })
}

let osloProfile: { id: string; iccid: string }
let bergenProfile: { id: string; iccid: string }
let looseProfile: { id: string; iccid: string }

beforeAll(async () => {
  enterprise = await t.enterprise('Fjord')
  const fields = {
    name: 'Standard',
    type: 'Regular' as const,
    profileName: 'Fjord',
    serviceProviderName: 'Fjord',
    algorithm: 'MILENAGE' as const,
    hplmn: [{ plmn: '00101', access: ['E-UTRAN' as const] }],
    confirmationCode: { mode: 'none' as const },
  }
  configurationId = (await enterprise.owner.ask(configuration.add, { fields })).id
  oslo = await addTestGroup(enterprise, 'Oslo')
  bergen = await addTestGroup(enterprise, 'Bergen')
  osloProfile = await generate(enterprise.owner, 'Oslo')
  bergenProfile = await generate(enterprise.owner, 'Bergen')
  looseProfile = await generate(enterprise.owner)
  limited = await limitedMember(enterprise, [oslo])
})

describe('a limited member', () => {
  test('sees the profiles of its groups in lists, counts and searches, and nothing else', async () => {
    expect(await listed(limited)).toEqual([osloProfile.iccid])
    expect(await listed(limited, { groupId: bergen })).toEqual([])
    expect(await listed(limited, { groupId: 'none' })).toEqual([])
    expect(await listed(limited, { status: ['AVAILABLE'] })).toEqual([osloProfile.iccid])
    expect(await limited.ask(fleet.count, { filter: {}, exact: true })).toMatchObject({ total: 1 })
    expect(await limited.ask(fleet.count, { filter: { search: '894401' } })).toMatchObject({ total: 1 })
    expect(await listed(limited, { search: '894401' })).toEqual([osloProfile.iccid])
    const found = await limited.ask(search.query, { text: '8944012345' })
    expect(found.profiles.map(({ iccid }) => iccid)).toEqual([osloProfile.iccid])
    expect((await limited.refusal(fleet.detail, { id: bergenProfile.id })).code).toBe(problems.not_found.code)
    expect((await limited.refusal(fleet.timeline, { id: looseProfile.id })).code).toBe(problems.not_found.code)
    expect((await limited.ask(group.list, {})).items.map(({ name }) => name)).toEqual(['Oslo'])
  })

  test('finds only its profiles and events by facts that share an index', async () => {
    expect(await listed(limited, { query: 'protection:none' })).toEqual(await listed(limited))
    expect(await listed(limited, { query: 'protection:pgp' })).toEqual([])
    const { items } = await limited.ask(fleet.profileLog, { filter: { configurationId } })
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ iccid }) => iccid))).toEqual(new Set(await listed(limited)))
    const { items: versions } = await limited.ask(version.list, { id: configurationId })
    expect(versions[0]!.profiles).toBe((await listed(limited)).length)
  })

  test('exports the profiles of its groups only, also events', async () => {
    const { text: file } = await limited.file(fleet.exportCsv, { selection: { filter: {} } })
    expect([file.includes(osloProfile.iccid), file.includes(bergenProfile.iccid)]).toEqual([true, false])
    const { text: log } = await limited.file(fleet.exportLog, { filter: {} })
    expect([log.includes(osloProfile.iccid), log.includes(looseProfile.iccid)]).toEqual([true, false])
  })

  test('gets the figures of its groups', async () => {
    await fold()
    const summary = await limited.ask(dashboard.summary, {})
    expect(summary.availableToday).toBe(1)
    expect((await enterprise.owner.ask(dashboard.summary, {})).availableToday).toBe(3)
    const { points } = await limited.ask(dashboard.range, { range: { preset: '7d' } })
    expect(points.reduce((sum, { generated }) => sum + generated, 0)).toBe(1)
  })

  test('generates into its only group; with several, it must name one', async () => {
    const own = await generate(limited)
    expect(await listed(enterprise.owner, { groupId: oslo })).toContain(own.iccid)
    const both = await limitedMember(enterprise, [oslo, bergen])
    const input = { configurationId, ...numbers(), makeKeys: true }
    const refused = await both.refusal(batch.single, input)
    expect([refused.code, refused.message]).toEqual([
      problems.group_needed.code,
      'You see only some groups. Choose one of them for the profiles: Bergen, Oslo.',
    ])
    const elsewhere = await limited.refusal(batch.single, { ...input, group: 'Bergen' })
    expect(elsewhere.code).toBe(problems.group_needed.code)
    await both.ask(batch.single, { ...input, group: 'bergen' })
    expect((await listed(both)).some((iccid) => iccid.startsWith(input.iccid))).toBe(true)
    expect((await enterprise.owner.ask(group.list, {})).items).toHaveLength(2)
  })

  test('generates a range into a named group', async () => {
    const both = await limitedMember(enterprise, [oslo, bergen])
    const numbers = { firstIccid: '8944012345678990000F', firstImsi: '001010000099000' }
    const range = { configurationId, ...numbers, count: 3 }
    expect((await both.refusal(batch.startRange, range)).code).toBe(problems.group_needed.code)
    expect((await both.refusal(batch.startRange, { ...range, group: 'Elsewhere' })).code).toBe(
      problems.group_needed.code,
    )
    const { batchId } = await both.ask(batch.startRange, { ...range, group: 'Bergen' })
    for await (const _ of both.events(batch.progress, { id: batchId }));
    expect(await both.ask(batch.get, { id: batchId })).toMatchObject({ succeeded: 3, failed: 0 })
    expect((await listed(limited)).some((iccid) => iccid.startsWith('894401234567899'))).toBe(false)
  })

  test('does not learn of a profile elsewhere that has the ICCID', async () => {
    const { code } = await limited.refusal(batch.single, {
      configurationId,
      iccid: bergenProfile.iccid,
      imsi: '001010000077777',
      makeKeys: true,
    })
    expect(code).toBe(problems.iccid_taken.code)
    const numbers = { firstIccid: bergenProfile.iccid, firstImsi: '001010000077777', count: 1 }
    const preview = await limited.ask(batch.previewRange, { configurationId, ...numbers })
    expect(preview).toMatchObject({ total: 1, existing: 0, taken: 1, deleted: 0 })
    const use = await limited.ask(batch.rangeUse, { kind: 'ICCID', first: bergenProfile.iccid, count: 1 })
    expect(use).toMatchObject({ used: 0, taken: 1, free: 0 })
  })

  test('changes only profiles of its groups, by ids and by "all that match"', async () => {
    const ids = [osloProfile.id, bergenProfile.id, looseProfile.id]
    const byIds = await run(limited, { operation: { kind: 'NOTES', notes: 'seen' }, selection: { ids } })
    expect(byIds).toMatchObject({ succeeded: 1 })
    const all = await run(limited, {
      operation: { kind: 'NOTES', notes: 'all' },
      selection: { filter: {}, except: [] },
    })
    const inOslo = await listed(enterprise.owner, { groupId: oslo })
    expect(all.succeeded).toBe(inOslo.length)
    expect((await enterprise.owner.ask(fleet.detail, { id: bergenProfile.id })).notes).toBeNull()
  })

  test('moves profiles only between its groups', async () => {
    const selection = { ids: [osloProfile.id] }
    const into = (groupId: string | null) => ({ operation: { kind: 'GROUP' as const, groupId }, selection })
    expect((await limited.refusal(operation.start, into(bergen))).code).toBe(problems.not_found.code)
    expect((await limited.refusal(operation.start, into(null))).code).toBe(problems.group_needed.code)
    const both = await limitedMember(enterprise, [oslo, bergen])
    expect(await run(both, into(bergen))).toMatchObject({ succeeded: 1 })
    expect(await listed(limited)).not.toContain(osloProfile.iccid)
    expect(await run(both, into(oslo))).toMatchObject({ succeeded: 1 })
  })

  test('is limited while its operation runs, by the limit of that time', async () => {
    const worker = await limitedMember(enterprise, [oslo, bergen])
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .updateTable('member')
        .set({ group_limit: [oslo] })
        .where('group_limit', 'is not', null)
        .execute(),
    )
    const done = await run(worker, {
      operation: { kind: 'NOTES', notes: 'late' },
      selection: { ids: [bergenProfile.id] },
    })
    expect(done).toMatchObject({ succeeded: 0 })
  })

  test('sees own operations and batches only', async () => {
    const mine = await run(limited, {
      operation: { kind: 'NOTES', notes: 'mine' },
      selection: { ids: [osloProfile.id] },
    })
    const theirs = await run(enterprise.owner, {
      operation: { kind: 'NOTES', notes: 'theirs' },
      selection: { ids: [bergenProfile.id] },
    })
    const ids = (await limited.ask(operation.list, {})).items.map(({ id }) => id)
    expect([ids.includes(mine.id), ids.includes(theirs.id)]).toEqual([true, false])
    expect((await limited.refusal(operation.undo, { id: theirs.id })).code).toBe(problems.not_found.code)
  })

  test('sees a campaign while all its profiles are in its groups', async () => {
    const { owner } = enterprise
    const mine = await generate(owner, 'Oslo')
    const fields = { name: 'Summer', configurationId, confirmationCode: { mode: 'none' as const } }
    const { id } = await owner.ask(campaign.add, { fields })
    expect((await limited.refusal(campaign.get, { id })).code).toBe(problems.not_found.code)
    await owner.ask(campaign.fill, { id, filter: { search: mine.iccid } })
    expect((await limited.ask(campaign.get, { id })).counts.profiles).toBe(1)
    const theirs = await generate(owner, 'Bergen')
    await owner.ask(campaign.fill, { id, filter: { search: theirs.iccid } })
    expect((await limited.refusal(campaign.get, { id })).code).toBe(problems.not_found.code)
    expect((await limited.ask(campaign.list, {})).items).toEqual([])
    expect((await limited.ask(fleet.detail, { id: mine.id })).campaignName).toBeNull()
  })

  test('gets a new limit by the live stream', async () => {
    const member = await limitedMember(enterprise, [oslo])
    const states: unknown[] = []
    const watch = (async () => {
      for await (const { groups } of member.events(live.session, {})) {
        states.push(groups?.map(({ name }) => name))
        if (states.length === 2) return
      }
    })()
    await expect.poll(() => states.length).toBe(1)
    const { items } = await enterprise.owner.ask(team.list, { limit: 200 })
    const set = ({ id, version }: team.Member) =>
      enterprise.owner.ask(team.setGroups, { id, version, groups: [bergen] })
    await Promise.all(items.filter(({ groups }) => groups !== null).map(set))
    await watch
    expect(states).toEqual([['Oslo'], ['Bergen']])
  })
})

describe('a group that is deleted', () => {
  test('leaves the limits; a limit without a group shows nothing', async () => {
    const tromso = await addTestGroup(enterprise, 'Tromso')
    const profile = await generate(enterprise.owner, 'Tromso')
    const member = await limitedMember(enterprise, [tromso])
    expect(await listed(member)).toEqual([profile.iccid])
    const { items } = await enterprise.owner.ask(group.list, {})
    const { version } = items.find(({ id }) => id === tromso)!
    await enterprise.owner.ask(group.remove, { id: tromso, version })
    expect(await listed(member)).toEqual([])
    expect(await member.ask(fleet.count, { filter: {}, exact: true })).toMatchObject({ total: 0 })
    expect((await member.refusal(batch.single, { configurationId, ...numbers(), makeKeys: true })).code).toBe(
      problems.groups_gone.code,
    )
    expect((await member.refusal(group.get, { id: tromso })).code).toBe(problems.not_found.code)
  })
})

describe('a member limited to two groups', () => {
  const tenant = t.server.db.tenantTx
  const groups = () => [oslo, bergen] as GroupId[]

  test('does not count sample data that the list hides', async () => {
    const member = await limitedMember(enterprise, groups())
    const before = await member.ask(fleet.list, {})
    expect(before.total).toBe(before.items.length)
    const sample = await generate(enterprise.owner, 'Bergen')
    await tenant(enterprise.id, (db) =>
      db
        .updateTable('profile')
        .set({ sample: true })
        .where('id', '=', sample.id as ProfileId)
        .execute(),
    )
    const after = await member.ask(fleet.list, {})
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
    expect(after.total).toBe(before.total)
    const page = await member.ask(fleet.list, { limit: 1 })
    expect([page.items.length, page.total]).toEqual([1, before.total])
  })

  test('has a capped count from the counters of large groups, unless the page shows all', async () => {
    await fold()
    const member = await limitedMember(enterprise, groups())
    const setCount = (change: (count: RawBuilder<number>) => RawBuilder<number>) =>
      tenant(enterprise.id, (db) =>
        db
          .updateTable('current_count')
          .set({ count: change(sql<number>`count`) })
          .where('metric', '=', 'status')
          .where('dimension', '=', 'AVAILABLE')
          .where('group_id', '=', bergen as GroupId)
          .execute(),
      )
    await setCount((count) => sql`${count} + 30000`)
    expect(await member.ask(fleet.list, { limit: 1 })).toMatchObject({ total: 10_000, capped: true })
    const { items, total, capped } = await member.ask(fleet.list, {})
    expect([total, capped]).toEqual([items.length, false])
    await setCount((count) => sql`${count} - 30000`)
  })
})
