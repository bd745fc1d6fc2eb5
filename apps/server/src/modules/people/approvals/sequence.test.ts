import * as approval from '@simwright/contract/platform/approval'
import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as apiKey from '@simwright/contract/programs/keys'
import * as operation from '@simwright/contract/provisioning/operation'
import type { Operation } from '@simwright/contract/provisioning/operation-kind'
import * as rule from '@simwright/contract/provisioning/rule'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { brokenInvariants, brokenRollups } from '../../../testing/lifecycle-invariant.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { readKeyCaller } from '../../programs/keys/service.ts'
import { wakeOperations } from '../../provisioning/operations/jobs.ts'
import { runAllRules } from '../../provisioning/rules/jobs.ts'
import { runApprovals } from './jobs.ts'

const PROFILES = 4
/** No sequence sets a higher limit of a day. */
const LIMIT_MAX = 3

const t = await testServer({ background: 'queue' })
const enterprise = await t.enterprise()
const { owner } = enterprise
const admin = await enterprise.member('Admin')
const configurationId = await configured(owner)
const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'Seen' } })
const { id: otherTagId } = await owner.ask(tag.add, { fields: { name: 'Moved' } })
const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Harbor' } })
const { key } = await owner.ask(apiKey.add, {
  kind: 'PERSONAL',
  isTest: false,
  days: 300,
  fields: {
    name: 'Program',
    scopes: ['Fleet_View', 'Fleet_Edit', 'Fleet_Delete', 'Group_Edit', 'Generate_Ac_View'],
    addresses: ['127.0.0.1', '::1'],
  },
})
const people: readonly Client[] = [owner, admin, owner.withKey(key)]

/** Two that feed each other, and one that does what is guarded. */
const ruleIds: string[] = []
for (const fields of [
  {
    name: 'Recycle what is seen',
    when: { events: ['EDITED' as const] },
    conditions: { tagIds: [tagId] },
    actions: [{ kind: 'RECYCLE' as const }],
  },
  {
    name: 'Move',
    when: { events: ['EDITED' as const] },
    conditions: { withoutTagIds: [otherTagId] },
    actions: [
      { kind: 'TAG' as const, tagId: otherTagId },
      { kind: 'GROUP' as const, groupId },
    ],
  },
  {
    name: 'Move back',
    when: { events: ['EDITED' as const] },
    conditions: { groupIds: [groupId] },
    actions: [{ kind: 'GROUP' as const, groupId: null }],
  },
])
  ruleIds.push((await owner.ask(rule.add, { fields })).id)

await owner.ask(approval.setPolicy, {
  version: 0,
  fields: { rules: [{ operation: 'REMOVE' }, { operation: 'RECYCLE', over: 1 }], windowMinutes: 0 },
})

const KINDS = ['REMOVE', 'RECYCLE', 'RECYCLE_TIME', 'NO_RECYCLE_TIME', 'TAG', 'UNTAG', 'GROUP', 'NOTES'] as const

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      who: fc.nat(2),
      profiles: fc.uniqueArray(fc.nat(PROFILES - 1), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom(...KINDS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'approve' as const, 'refuse' as const, 'cancel' as const),
      who: fc.nat(1),
      request: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), who: fc.nat(2), operation: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'rules' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'resume' as const), which: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      who: fc.nat(1),
      remove: fc.nat(LIMIT_MAX),
      recycle: fc.nat(LIMIT_MAX),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type StepOf<D extends Step['do']> = Extract<Step, { do: D }>

/** Lets all background work end. */
const settle = async () => {
  await runApprovals(t.server, { readKeyCaller })
  await wakeOperations(t.server)
  const { items } = await owner.ask(operation.list, {})
  for (const { id, process } of items)
    if (process === 'PROCESSING') for await (const _ of owner.events(operation.progress, { id }));
}

function operationOf(kind: (typeof KINDS)[number]): Operation {
  switch (kind) {
    case 'RECYCLE_TIME':
      return { kind, recycleAt: new Date(t.clock.now().getTime() + 30 * 86_400_000).toISOString() }
    case 'NO_RECYCLE_TIME':
      return { kind: 'RECYCLE_TIME', recycleAt: null }
    case 'TAG':
    case 'UNTAG':
      return { kind, tagId }
    case 'GROUP':
      return { kind, groupId }
    case 'NOTES':
      return { kind, notes: `at ${t.clock.now().getTime()}` }
    default:
      return { kind }
  }
}

async function decide({ do: what, who, request }: StepOf<'approve' | 'refuse' | 'cancel'>): Promise<unknown> {
  const by = people[who]!
  const { items } = await by.ask(approval.list, { limit: 4 })
  const chosen = items[request]
  if (!chosen) return
  const { id, version } = chosen
  if (what === 'cancel') return await by.ask(approval.cancel, { id })
  return await by.ask(what === 'approve' ? approval.approve : approval.refuse, { id, version })
}

async function take(one: Step, ids: readonly string[]): Promise<unknown> {
  switch (one.do) {
    case 'work':
      return await settle()
    case 'rules':
      return await runAllRules(t.server)
    case 'pause':
    case 'resume':
      return await owner.ask(one.do === 'pause' ? rule.pause : rule.resume, { id: ruleIds[one.which]! })
    case 'limit': {
      const { version } = await owner.ask(approval.policy, {})
      const rules = [
        { operation: 'REMOVE' as const, over: one.remove },
        { operation: 'RECYCLE' as const, over: one.recycle },
      ]
      return await people[one.who]!.ask(approval.setPolicy, { version, fields: { rules, windowMinutes: 0 } })
    }
    case 'undo': {
      const by = people[one.who]!
      const { items } = await owner.ask(operation.list, { limit: 3 })
      const id = items[one.operation]?.id
      return id && (await by.ask(operation.undo, { id }))
    }
    case 'start': {
      const selection = { ids: one.profiles.map((nth) => ids[nth]!) }
      return await people[one.who]!.ask(operation.start, { operation: operationOf(one.kind), selection })
    }
    default:
      return await decide(one)
  }
}

test('any sequence of operations, rules, decisions and undo does nothing guarded without an approved request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const rows = newSubscribers(PROFILES)
      await generated(owner, { configurationId, rows })
      const ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
      for (const one of steps) {
        t.clock.moveMs(100)
        // what is refused changes nothing
        await take(one, ids).catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'Refused') throw error
        })
      }
      await settle()
      await foldAll(t.server)
      expect(await inEnterprise(brokenInvariants)).toEqual([])
      expect(await inEnterprise(brokenRollups)).toEqual([])
      await expectCounted()
      await expectAudited()
      await expectOnlyApproved()
    }),
    { numRuns: Number(process.env.PROPERTY_CASES ?? 50) > 100 ? 60 : 8 },
  )
})

type InTx = Parameters<typeof t.server.db.tenantTx>[1]

const inEnterprise = async <T>(work: (db: Parameters<InTx>[0]) => Promise<T>) =>
  await t.server.db.tenantTx(enterprise.id as never, work)

/** What the portal counts by tag, group and status is what the rows are. */
async function expectCounted(): Promise<void> {
  const rows = await inEnterprise(async (db) => {
    const listed = sql`from profile p join profile_place g on g.enterprise_id = p.enterprise_id and g.profile_id = p.id
      left join profile_trait r on r.enterprise_id = p.enterprise_id and r.profile_id = p.id
      where p.enterprise_id = ${db.enterpriseId} and not p.sample`
    const counted = await sql<{ seen: number; moved: number; all: number }>`
      select count(*) filter (where ${tagId}::uuid = any(r.tags))::int as seen,
        count(*) filter (where ${otherTagId}::uuid = any(r.tags))::int as moved, count(*)::int as all ${listed}`.execute(
      db,
    )
    const statuses = await sql<{ status: string; count: number }>`
      select p.status, count(*)::int as count ${listed} and g.group_id = ${groupId}::uuid group by 1`.execute(db)
    return { ...counted.rows[0]!, statuses: Object.fromEntries(statuses.rows.map((one) => [one.status, one.count])) }
  })
  const { items: tags } = await owner.ask(tag.list, { counts: true })
  const profilesOf = (id: string) => tags.find((one) => one.id === id)?.profiles
  const { items: groups } = await owner.ask(group.list, {})
  const harbor = groups.find(({ id }) => id === groupId)!
  const found = async (query: string) => (await owner.ask(fleet.count, { filter: { query }, exact: true })).total
  const shown = {
    seen: profilesOf(tagId),
    moved: profilesOf(otherTagId),
    all: await found(''),
    statuses: harbor.statuses,
    profiles: harbor.profiles,
    found: [await found('tag:seen'), await found('tag:moved'), await found('group:harbor')],
  }
  const profiles = Object.values(rows.statuses).reduce((sum, count) => sum + count, 0)
  expect(shown).toEqual({ ...rows, profiles, found: [rows.seen, rows.moved, profiles] })
}

/** The chain of the audit log is whole, and it has each step of each request. */
async function expectAudited(): Promise<void> {
  const { firstBad, checked } = await owner.ask(audit.verify, {})
  expect(firstBad).toBeNull()
  expect(checked).toBeGreaterThan(0)
  const { rows } = await inEnterprise(async (db) =>
    sql<{ id: string; state: string; decidedBy: string | null; actions: string[] }>`
      select r.id, r.state, r.decided_by as "decidedBy", array_agg(e.action || coalesce(' ' || case when e.action = 'approval.approved'
        then e.actor_id::text end, '') order by e.number) as actions
      from approval_request r left join audit_entry e on e.enterprise_id = r.enterprise_id and e.object_id = r.id::text
      group by 1, 2, 3`.execute(db),
  )
  for (const { state, decidedBy, actions } of rows) {
    const approved = [`approval.requested`, `approval.approved ${decidedBy}`]
    const steps: Record<string, readonly string[][]> = {
      PENDING: [['approval.requested']],
      APPROVED: [approved],
      REFUSED: [['approval.requested', 'approval.refused']],
      CANCELED: [
        ['approval.requested', 'approval.canceled'],
        [...approved, 'approval.canceled'],
      ],
      DONE: [[...approved, 'approval.executed']],
      FAILED: [[...approved, 'approval.failed']],
    }
    expect(steps[state], state).toContainEqual(actions)
  }
}

type Guarded = { operation: string; done: number; approved: number; within: number; mostWithin: number; own: number }

/** What was done to profiles is what another person approved, and what was within the limit of a day. */
async function expectOnlyApproved(): Promise<void> {
  const { rows } = await inEnterprise(async (db) =>
    sql<Guarded>`
      with happened as (
        select 'REMOVE' as operation, count(*)::int as done from profile_event where type = 'REMOVED'
        union all
        select 'RECYCLE', count(*)::int from profile_event
        where text_id in ('recycleSet', 'recyclePutBack', 'recycleBegun', 'recycledUnused') and actor = 'user'
      )
      select h.operation, h.done,
        coalesce((select sum(amount) from approval_request r where r.operation = h.operation and state = 'DONE'), 0)::int
          as approved,
        coalesce((select sum(amount) from approval_use u where u.operation = h.operation), 0)::int as within,
        coalesce((select max(amount) from approval_use u where u.operation = h.operation), 0)::int as "mostWithin",
        (select count(*)::int from approval_request r where decided_by = person_id) as own
      from happened h`.execute(db),
  )
  expect(rows).toHaveLength(2)
  for (const one of rows) {
    expect(one.done, JSON.stringify(one)).toBeLessThanOrEqual(one.approved + one.within)
    expect(one.mostWithin).toBeLessThanOrEqual(LIMIT_MAX)
    expect(one.own).toBe(0)
  }
  const removed = rows.find(({ operation: name }) => name === 'REMOVE')!
  expect(removed.done, JSON.stringify(removed)).toBe(removed.approved + removed.within)
}
