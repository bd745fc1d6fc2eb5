import * as approval from '@simwright/contract/platform/approval'
import * as audit from '@simwright/contract/platform/audit'
import * as tag from '@simwright/contract/profiles/tag'
import * as operation from '@simwright/contract/provisioning/operation'
import * as rule from '@simwright/contract/provisioning/rule'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { readKeyCaller } from '../../programs/keys/service.ts'
import { wakeOperations } from '../../provisioning/operations/jobs.ts'
import { runAllRules } from '../../provisioning/rules/jobs.ts'
import { runApprovals } from './jobs.ts'

const PROFILES = 3

const t = await testServer({ background: 'queue' })
const enterprise = await t.enterprise()
const { owner } = enterprise
const admin = await enterprise.member('Admin')
const people = [owner, admin]
const configurationId = await configured(owner)
const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'Seen' } })
await owner.ask(rule.add, {
  fields: {
    name: 'Recycle',
    when: { events: ['EDITED'] },
    conditions: { tagIds: [tagId] },
    actions: [{ kind: 'RECYCLE' }],
  },
})
await owner.ask(approval.setPolicy, {
  version: 0,
  fields: { rules: [{ operation: 'REMOVE' }, { operation: 'RECYCLE' }], windowMinutes: 0 },
})

const who = fc.nat(1)
const profile = fc.nat(PROFILES - 1)
const step = fc.oneof(
  fc.record({
    do: fc.constant('start' as const),
    who,
    profile,
    kind: fc.constantFrom('REMOVE', 'RECYCLE', 'TAG', 'UNTAG'),
  }),
  fc.record({ do: fc.constantFrom('approve', 'refuse', 'cancel'), who, request: fc.nat(3) }),
  fc.record({ do: fc.constantFrom('work', 'rules') }),
  fc.record({ do: fc.constant('undo' as const), who, operation: fc.nat(2) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const settle = async () => {
  await runApprovals(t.server, { readKeyCaller })
  await wakeOperations(t.server)
  const { items } = await owner.ask(operation.list, {})
  for (const { id, process } of items)
    if (process === 'PROCESSING') for await (const _ of owner.events(operation.progress, { id }));
}

async function take(one: Step, ids: readonly string[]): Promise<unknown> {
  if (one.do === 'work') return await settle()
  if (one.do === 'rules') return await runAllRules(t.server)
  const by = people['who' in one ? one.who : 0]!
  if (one.do === 'start' && 'kind' in one) {
    const { kind } = one
    const wanted =
      kind === 'TAG' || kind === 'UNTAG' ? ({ kind, tagId } as const) : { kind: kind as 'REMOVE' | 'RECYCLE' }
    return await by.ask(operation.start, { operation: wanted, selection: { ids: [ids[one.profile]!] } })
  }
  if (one.do === 'undo' && 'operation' in one) {
    const { items } = await by.ask(operation.list, { limit: 3 })
    const id = items[one.operation]?.id
    return id && (await by.ask(operation.undo, { id }))
  }
  if (!('request' in one)) return
  const { items } = await by.ask(approval.list, { limit: 4 })
  const chosen = items[one.request]
  if (!chosen) return
  const { id, version } = chosen
  if (one.do === 'cancel') return await by.ask(approval.cancel, { id })
  return await by.ask(one.do === 'approve' ? approval.approve : approval.refuse, { id, version })
}

test('any sequence of operations, rules, decisions and undo does nothing guarded without an approved request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
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
      expect(await t.server.db.tenantTx(enterprise.id as never, brokenInvariants)).toEqual([])
      await expectOnlyApproved()
    }),
    { numRuns: Number(process.env.PROPERTY_CASES ?? 50) > 100 ? 60 : 6 },
  )
})

/** Each guarded operation has one request that another person approved, and each such request was done once. */
async function expectOnlyApproved(): Promise<void> {
  const counted = await t.server.db.tenantTx(enterprise.id as never, async (db) => {
    const { rows } = await sql<{ operations: number; done: number; own: number; removed: number }>`
      select (select count(*)::int from operation where kind in ('REMOVE', 'RECYCLE') and undoes is null) as operations,
        (select count(*)::int from approval_request where state = 'DONE') as done,
        (select count(*)::int from approval_request where decided_by = person_id) as own`.execute(db)
    return rows[0]!
  })
  expect(counted.operations).toBe(counted.done)
  expect(counted.own).toBe(0)
  const { items } = await owner.ask(audit.list, { filter: {}, limit: 200 })
  const executed = items.filter(({ action }) => action === 'approval.executed')
  for (const { objectId } of executed)
    expect(items.some((one) => one.objectId === objectId && one.action === 'approval.approved')).toBe(true)
}
