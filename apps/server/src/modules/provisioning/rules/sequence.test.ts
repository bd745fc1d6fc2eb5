import * as audit from '@simwright/contract/platform/audit'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as operation from '@simwright/contract/provisioning/operation'
import * as contract from '@simwright/contract/provisioning/rule'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { brokenInvariants } from '../../../testing/lifecycle-invariant.ts'
import { testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { runAllRules } from './jobs.ts'

const TAGS = 4
const PROFILES = 3

const t = await testServer({ background: 'queue' })
const enterprise = await t.enterprise()
const { owner } = enterprise
const configurationId = await configured(owner)
const tagIds: string[] = []
for (let n = 0; n < TAGS; n += 1) tagIds.push((await owner.ask(tag.add, { fields: { name: `Tag ${n}` } })).id)

const tagIndex = fc.nat(TAGS - 1)
const action = fc.record({ kind: fc.constantFrom('TAG' as const, 'UNTAG' as const), tag: tagIndex })
const rule = fc.record({
  has: fc.option(tagIndex, { nil: undefined }),
  lacks: fc.option(tagIndex, { nil: undefined }),
  actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  hourlyLimit: fc.constantFrom(1, 100),
})
const step = fc.oneof(
  fc.record({ do: fc.constant('change' as const), profile: fc.nat(PROFILES - 1), action }),
  fc.record({ do: fc.constant('run' as const) }),
  fc.record({ do: fc.constant('pause' as const), rule: fc.nat(2) }),
)

let cases = 0

test('any sequence of changes and rules ends, acts once for each event, and leaves counters, tags and log consistent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      async (rules, steps) => {
        const rows = newSubscribers(PROFILES)
        await generated(owner, { configurationId, rows })
        const ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
        const ruleIds: string[] = []
        for (const { has, lacks, actions, hourlyLimit } of rules) {
          const fields = {
            name: `Rule ${++cases}`,
            when: { events: ['EDITED' as const] },
            conditions: {
              tagIds: has === undefined ? [] : [tagIds[has]!],
              withoutTagIds: lacks === undefined ? [] : [tagIds[lacks]!],
            },
            actions: actions.map(({ kind, tag }) => ({ kind, tagId: tagIds[tag]! })),
            hourlyLimit,
          }
          ruleIds.push((await owner.ask(contract.add, { fields })).id)
        }
        for (const one of steps) {
          t.clock.moveMs(100)
          if (one.do === 'run') await runAllRules(t.server)
          else if (one.do === 'pause') {
            const id = ruleIds[one.rule]
            if (id !== undefined) await owner.ask(contract.pause, { id })
          } else {
            const { kind, tag } = one.action
            const change = { kind, tagId: tagIds[tag]! }
            // a tag that the profile has already, or lacks, is refused
            await owner
              .ask(operation.change, { profileId: ids[one.profile]!, operation: change, previous: null })
              .catch(() => undefined)
          }
        }
        // a chain has three rules at most
        for (let round = 0; round < 5; round += 1) {
          t.clock.moveMs(100)
          await runAllRules(t.server)
        }
        await expectConsistent(ruleIds, ids)
        for (const id of ruleIds) await owner.ask(contract.pause, { id })
      },
    ),
    { numRuns: Number(process.env.PROPERTY_CASES ?? 50) > 100 ? 60 : 4 },
  )
})

async function expectConsistent(ruleIds: readonly string[], ids: readonly string[]): Promise<void> {
  await foldAll(t.server)
  expect(await t.server.db.tenantTx(enterprise.id, brokenInvariants)).toEqual([])
  const { rows, events } = await t.server.db.tenantTx(enterprise.id, async (db) => ({
    rows: await db
      .selectFrom('rule_run')
      .select(['rule_id', 'profile_id', 'event_id', 'depth', 'state'])
      .where('rule_id', 'in', [...ruleIds])
      .execute(),
    events: await db
      .selectFrom('profile_event')
      .selectAll()
      .where('profile_id', 'in', [...ids])
      .execute(),
  }))
  const keys = rows.map(({ rule_id, profile_id, event_id }) => [rule_id, profile_id, event_id].join(' '))
  expect(new Set(keys).size).toBe(keys.length)
  expect(Math.max(0, ...events.map(({ rule_depth }) => rule_depth ?? 0))).toBeLessThanOrEqual(contract.CHAIN_MAX)
  for (const { depth, state } of rows) if (depth > contract.CHAIN_MAX) expect(state).toBe('SKIPPED')
  // the tags of a profile are what its events say
  for (const id of ids) {
    const expected = new Set<string>()
    const changes = events.filter((one) => one.profile_id === id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const { text_id, text_values } of changes) {
      const name = (text_values as { tag?: string } | null)?.tag ?? ''
      if (text_id === 'tagged') expected.add(name)
      if (text_id === 'untagged') expected.delete(name)
    }
    const { tags } = await owner.ask(fleet.detail, { id })
    expect(tags.map(({ name }) => name).toSorted()).toEqual([...expected].toSorted())
  }
  // each rule that acted has entries for as many profiles as its log
  for (const id of ruleIds) {
    const { items } = await owner.ask(audit.list, { filter: { objectId: id } })
    const acted = items.flatMap(({ action, after }) =>
      action === 'rule.acted' ? [Number((after as { profiles?: number } | null)?.profiles ?? 0)] : [],
    )
    const done = rows.filter(({ rule_id, state }) => rule_id === id && state === 'DONE').length
    expect(acted.reduce((sum, count) => sum + count, 0)).toBe(done)
  }
}
