import type { InputOf, PermissionId } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as keys from '@simwright/contract/programs/keys'
import * as block from '@simwright/contract/provisioning/block'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import * as contract from '@simwright/contract/provisioning/rule'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleRestores } from '../../../jobs/restored.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, operated, profileOf } from '../../../testing/generated.ts'
import { limitedMember } from '../../../testing/limited-member.ts'
import { deliveredTo, installed, moved, TEST_EID } from '../../../testing/moved.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { recordRestore } from '../../platform/restores/service.ts'
import { lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { rebuildRollups } from '../../profiles/rollup/service.ts'
import { wakeOperations } from '../operations/jobs.ts'
import { actForRules } from './act.ts'
import { CHAIN_END } from './chain.ts'
import { runAllRules } from './jobs.ts'
import { ENDED } from './own-condition.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const t = await testServer({ background: 'queue' })
const { server, clock } = t

let enterprise: TestEnterprise
let owner: Client
let rows: Subscriber[]
let ids: string[]
let tags: Record<'T1' | 'T2' | 'T3' | 'T4' | 'T5', string>

let stock: Subscriber[]
let configurationId: string

beforeAll(async () => {
  enterprise = await t.enterprise()
  owner = enterprise.owner
  configurationId = await configured(owner)
  stock = newSubscribers(120)
  await generated(owner, { configurationId, rows: stock })
  const added = ['T1', 'T2', 'T3', 'T4', 'T5'].map(async (name) => {
    return [name, (await owner.ask(tag.add, { fields: { name } })).id] as const
  })
  tags = Object.fromEntries(await Promise.all(added)) as typeof tags
})

/** Each test has profiles of its own, and no rules of others. */
beforeEach(async () => {
  rows = stock.splice(0, 4)
  ids = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
  for (const { id, version } of (await owner.ask(contract.list, {})).items)
    await owner.ask(contract.remove, { id, version })
  await runAllRules(server)
  clock.moveMs(1)
})

/** Advances the clock; the owner signs in again. */
async function wait(milliseconds: number): Promise<void> {
  clock.moveMs(milliseconds)
  owner = await t.sessionIn(owner, enterprise.id)
}

type Fields = InputOf<typeof contract.add>['fields']

const NOTIFY = { kind: 'NOTIFY', text: '' } as const
const addTag = (tagId: string) => ({ kind: 'TAG', tagId }) as const
const onInstalled = { events: ['INSTALLED'] } satisfies Fields['when']
const onEdited = { events: ['EDITED'] } satisfies Fields['when']

const add = async (fields: Omit<Fields, 'name'> & { name?: string }, by = owner) =>
  (await by.ask(contract.add, { fields: { name: 'Rule', ...fields } })).id
const get = (id: string) => owner.ask(contract.get, { id })
const log = async (ruleId: string) => (await owner.ask(contract.log, { filter: { ruleId } })).items
const statesOf = async (ruleId: string) => (await log(ruleId)).map(({ state }) => state).toSorted()
const tagsOf = async (index: number) =>
  (await owner.ask(fleet.detail, { id: ids[index]! })).tags.map(({ name }) => name)
const install = (index: number) =>
  moved(t, { enterpriseId: enterprise.id, profileId: ids[index]! }, [deliveredTo('Kite'), installed])
const tagged = (index: number, tagId: string) =>
  owner.ask(operation.change, { profileId: ids[index]!, operation: addTag(tagId), previous: null })
const noticesOf = async (ruleId: string) =>
  (await owner.ask(notice.list, {})).items.filter(({ facts }) => 'ruleId' in facts && facts.ruleId === ruleId)

/** Installs a profile in a transaction that is committed later. */
function openLate(index: number) {
  const [written, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = server.db.tenantTx(enterprise.id, async (db) => {
    const [row] = await lockProfiles(db, enterprise.id, [ids[index]!])
    const cause = { enterpriseId: enterprise.id, at: clock.now(), newId: server.random.uuid }
    await move(db, { ...cause, actor: { kind: 'device' } }, [{ row: row!, transition: installed }])
    written.resolve()
    await committing.promise
  })
  const commit = async () => {
    committing.resolve()
    await done
  }
  return { written: written.promise, commit }
}

describe('a rule', () => {
  test('acts once on an event, with an entry in the log, the audit log and the timeline', async () => {
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1), { ...NOTIFY, text: 'Well done.' }] })
    await install(0)
    await runAllRules(server)
    await runAllRules(server)
    expect(await tagsOf(0)).toEqual(['T1'])
    expect(await tagsOf(1)).toEqual([])
    expect(await log(id)).toMatchObject([
      { state: 'DONE', profileId: ids[0], iccid: rows[0]!.ICCID, event: 'INSTALLED', depth: 1, ruleName: 'Rule' },
    ])
    expect(await get(id)).toMatchObject({ actedToday: 1, waiting: 0, state: 'ACTIVE' })
    expect((await get(id)).sentence).toBe('When a profile is installed, then add the tag "T1" and notify the members.')
    const entries = await owner.ask(audit.list, { filter: { objectId: id } })
    expect(entries.items.map(({ action }) => action)).toEqual(['rule.acted', 'rule.added'])
    expect(await noticesOf(id)).toMatchObject([
      { kind: 'RULE_MATCHED', facts: { ruleId: id, name: 'Rule', text: 'Well done.', count: 1, profileId: ids[0] } },
    ])
    const events = await server.db.tenantTx(enterprise.id, (db) =>
      db
        .selectFrom('profile_event')
        .select(['type', 'rule_depth'])
        .where('profile_id', '=', ids[0]!)
        .where('rule_id', '=', id)
        .execute(),
    )
    expect(events).toEqual([{ type: 'EDITED', rule_depth: 1 }])
    const [newest] = (await owner.ask(fleet.timeline, { id: ids[0]! })).items
    expect(newest).toMatchObject({ type: 'EDITED', actor: 'user', ruleId: id, ruleName: 'Rule' })
  })

  test('does not act on what happened before it was saved', async () => {
    await install(0)
    clock.moveMs(1)
    const id = await add({ when: onInstalled, actions: [NOTIFY] })
    await runAllRules(server)
    expect(await log(id)).toEqual([])
  })

  test('loses no event that is committed late, and none that happens while it reads', async () => {
    const id = await add({ when: onInstalled, actions: [NOTIFY] })
    await moved(t, { enterpriseId: enterprise.id, profileId: ids[0]! }, [deliveredTo('Kite')])
    const late = openLate(0)
    await late.written
    clock.moveMs(1000)
    await install(1)
    await runAllRules(server)
    expect((await log(id)).map(({ profileId }) => profileId)).toEqual([ids[1]])
    await late.commit()
    clock.moveMs(60_000)
    await runAllRules(server)
    expect((await log(id)).map(({ profileId }) => profileId).toSorted()).toEqual([ids[0], ids[1]].toSorted())
  })

  test('acts on the profiles that its trial run lists', async () => {
    const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Tried' } })
    const operation = { kind: 'GROUP', groupId } as const
    await operated(owner, { operation, selection: { ids } })
    clock.moveMs(1)
    const id = await add({
      when: { events: ['INSTALLED', 'EDITED'] },
      conditions: { groupIds: [groupId], withoutTagIds: [tags.T2] },
      actions: [NOTIFY],
    })
    await tagged(1, tags.T2)
    await tagged(2, tags.T1)
    for (const index of [0, 1]) await install(index)
    clock.moveMs(1000)
    const { when, conditions, actions } = await get(id)
    const tried = await owner.ask(contract.trial, { definition: { when, conditions, actions } })
    await runAllRules(server)
    const eventsOf = (items: readonly { eventId: string }[]) => items.map(({ eventId }) => eventId).toSorted()
    // the move into the group, before the rule was saved, is in the trial run only
    const earlier = ids.length - 1
    expect(eventsOf(tried.items.slice(0, -earlier))).toEqual(eventsOf(await log(id)))
    expect(tried).toMatchObject({ profiles: 3, matches: 2 + earlier, capped: false })
  })

  test('waits some days, and does not act if something has happened since', async () => {
    const when = { events: ['DOWNLOADED'], afterDays: 2, without: ['INSTALLED'] } satisfies Fields['when']
    const id = await add({ when, actions: [addTag(tags.T1)] })
    for (const index of [0, 1])
      await moved(t, { enterpriseId: enterprise.id, profileId: ids[index]! }, [deliveredTo('Kite')])
    await wait(DAY_MS)
    await moved(t, { enterpriseId: enterprise.id, profileId: ids[1]! }, [installed])
    await runAllRules(server)
    expect(await log(id)).toEqual([])
    await wait(DAY_MS)
    await runAllRules(server)
    await wait(HOUR_MS)
    await runAllRules(server)
    expect(await log(id)).toMatchObject([{ state: 'DONE', profileId: ids[0], event: 'DOWNLOADED' }])
    expect(await tagsOf(0)).toEqual(['T1'])
  })

  test('keeps to its limit per hour: the rest waits, and the members are notified once', async () => {
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)], hourlyLimit: 2 })
    for (const index of [0, 1, 2]) await install(index)
    await runAllRules(server)
    await actForRules(server, enterprise.id)
    expect(await statesOf(id)).toEqual(['DONE', 'DONE', 'WAITING'])
    expect(await noticesOf(id)).toMatchObject([{ kind: 'RULE_LIMITED', facts: { limit: 2, waiting: 1 } }])
    await wait(HOUR_MS + 1)
    await runAllRules(server)
    expect(await statesOf(id)).toEqual(['DONE', 'DONE', 'DONE'])
  })

  test('that is paused drops what waits, and acts on what happens after it is resumed', async () => {
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)], hourlyLimit: 1 })
    for (const index of [0, 1]) await install(index)
    await runAllRules(server)
    await owner.ask(contract.pause, { id })
    await wait(HOUR_MS + 1)
    await install(2)
    await runAllRules(server)
    expect(await statesOf(id)).toEqual(['DONE', 'DROPPED'])
    clock.moveMs(1)
    await owner.ask(contract.resume, { id })
    await install(3)
    await runAllRules(server)
    expect(await statesOf(id)).toEqual(['DONE', 'DONE', 'DROPPED'])
    expect(await tagsOf(3)).toEqual(['T1'])
  })

  test('that ends its own condition acts once on a profile, however many of its events are read together', async () => {
    const { id: attributeId } = await owner.ask(attribute.add, {
      fields: { word: 'welcomed', name: 'Welcomed', kind: 'text' },
    })
    const id = await add({
      when: onEdited,
      conditions: { withoutTagIds: [tags.T5] },
      actions: [addTag(tags.T5), { ...NOTIFY, text: 'First' }],
    })
    const other = await add({
      name: 'Attribute',
      when: onEdited,
      conditions: { attributes: [{ attributeId, test: 'empty' }] },
      actions: [{ kind: 'ATTRIBUTE', attributeId, value: 'yes' }, NOTIFY],
    })
    for (const name of ['T1', 'T2', 'T3'] as const) await tagged(0, tags[name])
    await tagged(1, tags.T1)
    clock.moveMs(1000)
    const { when, conditions, actions } = await get(id)
    const tried = await owner.ask(contract.trial, { definition: { when, conditions, actions } })
    expect(tried.items.filter(({ profileId }) => profileId === ids[0])).toHaveLength(1)
    await runAllRules(server)
    for (const ruleId of [id, other]) {
      expect(await statesOf(ruleId)).toEqual(['DONE', 'DONE', 'SKIPPED', 'SKIPPED'])
      expect(await get(ruleId)).toMatchObject({ actedToday: 2, waiting: 0 })
    }
    const skipped = (await log(id)).filter(({ state }) => state === 'SKIPPED')
    expect(skipped.map(({ reasons }) => reasons)).toEqual([[ENDED], [ENDED]])
  })

  test('that does not fit a profile says why', async () => {
    await tagged(0, tags.T1)
    clock.moveMs(1)
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)] })
    await install(0)
    await runAllRules(server)
    expect(await log(id)).toMatchObject([{ state: 'SKIPPED', actedAt: null, reasons: ['Has this tag already.'] }])
  })
})

describe('a rule has the rights of the member who saved it', () => {
  const demote = (userId: string, change: { built_in_role?: string; state?: 'INACTIVE' }) =>
    server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('member').set(change).where('user_id', '=', userId).execute(),
    )

  test.each([
    ['RIGHT_LOST', { built_in_role: 'Viewer' }],
    ['OWNER_GONE', { state: 'INACTIVE' as const }],
  ] as const)('and stops with %s', async (reason, change) => {
    const operator = await enterprise.member('Operator')
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)] }, operator)
    await install(0)
    await demote(operator.user.userId, change)
    await runAllRules(server)
    expect(await tagsOf(0)).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'STOPPED', stopReason: reason })
    expect(await noticesOf(id)).toMatchObject([{ kind: 'RULE_STOPPED', facts: { ruleId: id, reason } }])
    await owner.ask(contract.resume, { id })
    clock.moveMs(1)
    await install(1)
    await runAllRules(server)
    expect(await tagsOf(1)).toEqual(['T1'])
  })

  const keyWith = async (kind: 'PERSONAL' | 'SERVICE', scopes: PermissionId[]) => {
    const fields = { name: `${kind} ${scopes.length}`, scopes }
    const { id, key } = await owner.ask(keys.add, { kind, days: 30, fields })
    return { id, program: t.stranger().withKey(key) }
  }

  test.each(['PERSONAL', 'SERVICE'] as const)('a %s key has its scopes, checked when it acts', async (kind) => {
    const { id: keyId, program } = await keyWith(kind, ['Rule_Edit', 'Fleet_Edit'])
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)] }, program)
    const name = `${kind} 2`
    expect(await get(id)).toMatchObject({ savedKey: name })
    await install(0)
    await runAllRules(server)
    expect(await tagsOf(0)).toEqual(['T1'])
    const row = (await owner.ask(keys.list, {})).items.find((one) => one.id === keyId)!
    const fields = { name, scopes: ['Rule_Edit' as const], addresses: [] }
    await owner.ask(keys.edit, { id: keyId, version: row.version, fields })
    clock.moveMs(1000)
    await install(1)
    await runAllRules(server)
    expect(await tagsOf(1)).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'STOPPED', stopReason: 'RIGHT_LOST' })
    await owner.ask(contract.resume, { id })
    expect(await get(id)).toMatchObject({ state: 'ACTIVE', savedKey: null })
  })

  test('a key ends what it saved when it is revoked', async () => {
    const { id: keyId, program } = await keyWith('SERVICE', ['Rule_Edit', 'Fleet_Edit', 'Rule_View'])
    const id = await add({ when: onInstalled, actions: [addTag(tags.T1)] }, program)
    await owner.ask(keys.revoke, { id: keyId })
    await install(0)
    await runAllRules(server)
    expect(await tagsOf(0)).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'STOPPED', stopReason: 'KEY_GONE' })
  })

  test('so nobody saves a rule with an action that needs more', async () => {
    const developer = await enterprise.member('Developer')
    const fields = { name: 'More', when: onInstalled, actions: [NOTIFY] }
    expect((await developer.refusal(contract.add, { fields })).status).toBe(403)
  })

  test('and members who see only some groups have none', async () => {
    await wait(0)
    const { id } = await owner.ask(group.add, { fields: { name: 'Oslo' } })
    const limited = await limitedMember({ ...enterprise, owner }, [id])
    expect((await limited.refusal(contract.list, {})).status).toBe(403)
  })
})

describe('a rule stops', () => {
  test('when something that it refers to is deleted', async () => {
    const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'Short-lived' } })
    const id = await add({ when: onInstalled, conditions: { tagIds: [tagId] }, actions: [NOTIFY] })
    await owner.ask(tag.remove, { id: tagId, version: 1 })
    clock.moveMs(60_000)
    await runAllRules(server)
    expect(await get(id)).toMatchObject({ state: 'STOPPED', stopReason: 'REFERENCE_GONE' })
    expect((await get(id)).sentence).toContain('"deleted"')
    expect((await owner.refusal(contract.resume, { id })).status).toBe(400)
  })

  test('a chain of rules after three', async () => {
    const steps = [tags.T1, tags.T2, tags.T3, tags.T4, tags.T5]
    const chain = await Promise.all(
      steps.slice(1).map((next, index) =>
        add({
          name: `Step ${index}`,
          when: onEdited,
          conditions: { tagIds: [steps[index]!], withoutTagIds: [next] },
          actions: [addTag(next)],
        }),
      ),
    )
    await tagged(0, tags.T1)
    for (let round = 0; round < 6; round += 1) {
      clock.moveMs(1000)
      await runAllRules(server)
    }
    expect(await tagsOf(0)).toEqual(['T1', 'T2', 'T3', 'T4'])
    expect(await log(chain[2]!)).toMatchObject([{ state: 'DONE', depth: 3 }])
    expect(await log(chain[3]!)).toMatchObject([{ state: 'SKIPPED', depth: 4, reasons: [CHAIN_END] }])
  })

  test('rules that feed each other end', async () => {
    const [on, off] = [
      await add({ name: 'On', when: onEdited, conditions: { withoutTagIds: [tags.T1] }, actions: [addTag(tags.T1)] }),
      await add({
        name: 'Off',
        when: onEdited,
        conditions: { tagIds: [tags.T1] },
        actions: [{ kind: 'UNTAG', tagId: tags.T1 }],
      }),
    ]
    await tagged(0, tags.T2)
    for (let round = 0; round < 8; round += 1) {
      clock.moveMs(1000)
      await runAllRules(server)
    }
    expect([await statesOf(on), await statesOf(off)].flat().toSorted()).toEqual(['DONE', 'DONE', 'DONE', 'SKIPPED'])
  })
})

describe('the actions', () => {
  test('block the device, notify webhooks, and say which events have no device', async () => {
    const actions = [
      { kind: 'BLOCK', note: 'By a rule' },
      { kind: 'WEBHOOK', text: '' },
    ] as const
    const id = await add({ when: { events: ['INSTALLED', 'EDITED'] }, actions: [...actions] })
    await moved(t, { enterpriseId: enterprise.id, profileId: ids[0]!, deviceEid: TEST_EID }, [
      deliveredTo('Kite'),
      installed,
    ])
    await tagged(1, tags.T3)
    await runAllRules(server)
    const { items } = await owner.ask(block.list, {})
    expect(items).toMatchObject([{ kind: 'EID', value: TEST_EID, note: 'By a rule' }])
    expect((await log(id)).map(({ reasons }) => reasons).toSorted()).toEqual([[], ['The event has no device.']])
  })

  test('generate a new code, and a rule for that event sends it', async () => {
    const again = await add({ name: 'Again', when: onEdited, actions: [{ kind: 'AGAIN' }] })
    const email = 'customer@example.com'
    const send = await add({
      name: 'Send',
      when: { events: ['GENERATED_AGAIN'] },
      actions: [{ kind: 'SEND', email, attributeId: null, message: 'Your new code' }],
    })
    const before = (await owner.ask(fleet.detail, { id: ids[0]! })).activationCode
    await tagged(0, tags.T3)
    await runAllRules(server)
    expect(await statesOf(again)).toEqual(['DONE'])
    clock.moveMs(1000)
    await wakeOperations(server)
    await expect.poll(async () => (await owner.ask(fleet.detail, { id: ids[0]! })).activationCode).not.toBe(before)
    clock.moveMs(1000)
    await runAllRules(server)
    expect(await log(send)).toMatchObject([{ state: 'DONE', depth: 2, event: 'GENERATED_AGAIN' }])
    const { items } = await owner.ask(delivery.mails, { filter: { profileId: ids[0]! } })
    expect(items.map(({ recipient }) => recipient)).toEqual([email])
  })

  test('send the code to the address in an attribute; a profile without one is left out', async () => {
    const { id: attributeId } = await owner.ask(attribute.add, {
      fields: { word: 'contact', name: 'Contact', kind: 'text', choices: [], required: false },
    })
    const email = 'contact@example.com'
    const operation = { kind: 'ATTRIBUTE', attributeId, value: email } as const
    await operated(owner, { operation, selection: { ids: [ids[0]!] } })
    clock.moveMs(1)
    const id = await add({
      when: onEdited,
      actions: [{ kind: 'SEND', email: '', attributeId, message: '' }],
    })
    for (const index of [0, 1]) await tagged(index, tags.T3)
    await runAllRules(server)
    const ends = (await log(id)).map(({ profileId, state, reasons }) => ({ profileId, state, reasons }))
    expect(ends).toContainEqual({ profileId: ids[0], state: 'DONE', reasons: [] })
    expect(ends).toContainEqual({ profileId: ids[1], state: 'SKIPPED', reasons: ['It has no e-mail address.'] })
  })
})

test('a failure between the action and the log undoes both, and the next run does both once', async () => {
  const id = await add({ when: onInstalled, actions: [addTag(tags.T1), NOTIFY] })
  await install(0)
  const failing = { ...server, random: { ...server.random, uuid: failAfter(6, server.random.uuid) } }
  await runAllRules(failing).catch(() => undefined)
  const [first] = await log(id)
  const isTagged = (await tagsOf(0)).includes('T1')
  expect(isTagged).toBe(first?.state === 'DONE')
  await runAllRules(server)
  expect([await tagsOf(0), await statesOf(id), (await noticesOf(id)).length]).toEqual([['T1'], ['DONE'], 1])
})

/** The function, which throws from this call on. */
function failAfter<T>(calls: number, call: () => T): () => T {
  let left = calls
  return () => {
    if (left === 0) throw new Error('killed')
    left -= 1
    return call()
  }
}

test('more matches than one transaction takes are all acted on', async () => {
  const many = newSubscribers(210)
  const { id: batchId } = await generated(owner, { configurationId, rows: many })
  clock.moveMs(1000)
  const id = await add({
    when: onEdited,
    conditions: { withoutTagIds: [tags.T4] },
    actions: [addTag(tags.T4)],
    hourlyLimit: 10_000,
  })
  const done = await operated(owner, {
    operation: addTag(tags.T1),
    selection: { filter: { batchId } },
    count: 210,
  })
  expect(done.succeeded).toBe(210)
  clock.moveMs(1000)
  await runAllRules(server)
  expect(await get(id)).toMatchObject({ actedToday: 210, waiting: 0 })
  const { total } = await owner.ask(fleet.list, { filter: { batchId, query: 'tag:T4' } })
  expect(total).toBe(210)
  // 200 and 10 of them together, not one at a time after a failure
  const entries = await owner.ask(audit.list, { filter: { objectId: id, action: ['rule.acted'] } })
  expect(entries.items).toHaveLength(2)
})

test('a rebuild of figures triggers no rule', async () => {
  const id = await add({ when: { events: ['GENERATED', 'INSTALLED'] }, actions: [NOTIFY] })
  await install(0)
  await runAllRules(server)
  await foldAll(server)
  await rebuildRollups(server, enterprise.id)
  clock.moveMs(60_000)
  await runAllRules(server)
  expect(await statesOf(id)).toEqual(['DONE'])
})

test('after a restore rules go on with what happens from then on', async () => {
  const id = await add({ when: onInstalled, actions: [addTag(tags.T1)], hourlyLimit: 1 })
  for (const index of [0, 1]) await install(index)
  await runAllRules(server)
  await install(2)
  clock.moveMs(1000)
  const at = clock.now()
  await recordRestore(server.db.global, { id: server.random.uuid(), rowsOf: at, at })
  await settleRestores(server)
  await wait(2 * HOUR_MS)
  await runAllRules(server)
  expect(await statesOf(id)).toEqual(['DONE', 'DROPPED'])
  await install(3)
  await runAllRules(server)
  expect(await statesOf(id)).toEqual(['DONE', 'DONE', 'DROPPED'])
})

describe('a list of rules', () => {
  test('has them by name, with those of a state', async () => {
    const second = await add({ name: 'beta', when: onInstalled, actions: [NOTIFY] })
    await add({ name: 'Alpha', when: onInstalled, actions: [NOTIFY] })
    await owner.ask(contract.pause, { id: second })
    const names = async (filter: object) => (await owner.ask(contract.list, { filter })).items.map(({ name }) => name)
    expect(await names({})).toEqual(['Alpha', 'beta'])
    expect(await names({ state: ['PAUSED'] })).toEqual(['beta'])
    expect(await names({ search: 'al' })).toEqual(['Alpha'])
    const used = await owner.refusal(contract.add, {
      fields: { name: 'ALPHA', when: onInstalled, actions: [NOTIFY] },
    })
    expect(used.status).toBe(409)
  })

  test('does not have a deleted rule, whose log stays', async () => {
    const id = await add({ when: onInstalled, actions: [NOTIFY] })
    await install(0)
    await runAllRules(server)
    await owner.ask(contract.remove, { id, version: 1 })
    expect((await owner.ask(contract.list, {})).items).toEqual([])
    expect(await statesOf(id)).toEqual(['DONE'])
  })
})
