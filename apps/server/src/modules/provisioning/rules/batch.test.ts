import type { InputOf } from '@simwright/contract'
import * as notice from '@simwright/contract/platform/notice'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as batch from '@simwright/contract/provisioning/batch'
import * as contract from '@simwright/contract/provisioning/rule'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleRestores } from '../../../jobs/restored.ts'
import { configured, generated, operated, profileOf } from '../../../testing/generated.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { recordRestore } from '../../platform/restores/service.ts'
import { runAllRules } from './jobs.ts'

const t = await testServer({ background: 'queue' })
const { server, clock } = t

let enterprise: TestEnterprise
let owner: Client
let configurationId: string
let tagId: string

beforeAll(async () => {
  enterprise = await t.enterprise()
  owner = enterprise.owner
  configurationId = await configured(owner)
  tagId = (await owner.ask(tag.add, { fields: { name: 'Checked' } })).id
})

beforeEach(async () => {
  for (const { id, version } of (await owner.ask(contract.list, {})).items)
    await owner.ask(contract.remove, { id, version })
  await runAllRules(server)
  clock.moveMs(1)
})

type Fields = InputOf<typeof contract.add>['fields']

const NOTIFY = { kind: 'NOTIFY', text: 'Look at it.' } as const
const DONE = { events: ['BATCH_DONE'] } satisfies Fields['when']
const FAULTY = { events: ['BATCH_PARTLY_FAILED', 'BATCH_FAILED'] } satisfies Fields['when']

const add = async (fields: Omit<Fields, 'name'>) =>
  (await owner.ask(contract.add, { fields: { name: 'Batches', ...fields } })).id
const log = async (ruleId: string) => (await owner.ask(contract.log, { filter: { ruleId } })).items
const noticesOf = async (ruleId: string) =>
  (await owner.ask(notice.list, {})).items.filter(({ facts }) => 'ruleId' in facts && facts.ruleId === ruleId)

/** A batch of so many profiles; of those that exist already, the row fails. */
async function batchOf(count: number, existing: readonly Subscriber[] = []) {
  const rows = newSubscribers(count)
  clock.moveMs(1)
  const made = await generated(owner, { configurationId, rows: [...rows, ...existing] })
  clock.moveMs(1)
  return { ...made, rows }
}

const tagsOf = async ({ ICCID }: Subscriber) => (await profileOf(owner, ICCID)).tags.map(({ name }) => name)

describe('a rule of batches', () => {
  test('acts once on the end of a batch, and once on each of its profiles', async () => {
    const id = await add({ when: DONE, actions: [NOTIFY, { kind: 'TAG', tagId }] })
    const { id: batchId, code, rows } = await batchOf(3)
    await runAllRules(server)
    await runAllRules(server)
    const ends = await log(id)
    expect(ends.filter(({ profileId }) => profileId === null)).toMatchObject([
      { state: 'DONE', event: 'BATCH_DONE', batchId, batchCode: code, iccid: null, depth: 1 },
    ])
    const ofProfiles = ends.filter(({ profileId }) => profileId !== null)
    expect(ofProfiles.map(({ iccid }) => iccid).toSorted()).toEqual(rows.map(({ ICCID }) => ICCID!).toSorted())
    for (const run of ofProfiles) expect(run).toMatchObject({ state: 'DONE', batchId, batchCode: code })
    for (const row of rows) expect(await tagsOf(row)).toEqual(['Checked'])
    expect(await noticesOf(id)).toMatchObject([
      { kind: 'RULE_MATCHED', facts: { count: 1, batchId, batchCode: code, profileId: null, event: 'BATCH_DONE' } },
    ])
    expect((await owner.ask(contract.get, { id })).sentence).toBe(
      'When a batch ends without a failed row, then notify the members and add the tag "Checked" for each of its profiles.',
    )
  })

  test('starts on how the batch ended, with at least so many failed rows', async () => {
    const { rows } = await batchOf(2)
    const id = await add({ when: FAULTY, conditions: { failedRows: 2 }, actions: [NOTIFY] })
    const done = (await owner.ask(contract.add, { fields: { name: 'Done', when: DONE, actions: [NOTIFY] } })).id
    const one = await batchOf(1, rows.slice(0, 1))
    const two = await batchOf(1, rows)
    const all = await batchOf(0, rows)
    await runAllRules(server)
    expect((await log(id)).map(({ batchCode, event }) => [batchCode, event]).toSorted()).toEqual(
      [
        [two.code, 'BATCH_PARTLY_FAILED'],
        [all.code, 'BATCH_FAILED'],
      ].toSorted(),
    )
    expect(one.failed).toBe(1)
    expect(await log(done)).toEqual([])
  })

  test('with a group is about batches of which a profile is in it', async () => {
    const { id: groupId } = await owner.ask(group.add, { fields: { name: 'Oslo' } })
    const id = await add({ when: DONE, conditions: { groupIds: [groupId] }, actions: [NOTIFY] })
    const [first, second] = newSubscribers(2) as [Subscriber, Subscriber]
    await batchOf(1)
    const { code } = await generated(owner, {
      configurationId,
      rows: [{ ...first, GROUP: 'Oslo' } as Subscriber, second],
    })
    clock.moveMs(1)
    await runAllRules(server)
    expect((await log(id)).map(({ batchCode }) => batchCode)).toEqual([code])
  })

  test('acts on no single code, and on nothing that was before it', async () => {
    await batchOf(1)
    const id = await add({ when: DONE, actions: [NOTIFY] })
    const [row] = newSubscribers(1) as [Required<Subscriber>]
    await owner.ask(batch.single, { configurationId, iccid: row.ICCID, imsi: row.IMSI, makeKeys: true })
    await runAllRules(server)
    expect(await log(id)).toEqual([])
  })

  test('waits for the limit per hour, and goes on with the same batch', async () => {
    const id = await add({ when: DONE, hourlyLimit: 2, actions: [{ kind: 'TAG', tagId }] })
    await batchOf(3)
    await runAllRules(server)
    const states = async () => (await log(id)).map(({ state }) => state).toSorted()
    expect(await states()).toEqual(['DONE', 'DONE', 'WAITING', 'WAITING'])
    clock.moveMs(61 * 60_000)
    owner = await t.sessionIn(owner, enterprise.id)
    await runAllRules(server)
    expect(await states()).toEqual(['DONE', 'DONE', 'DONE', 'DONE'])
  })

  test('whose batch has no profiles says so', async () => {
    const { rows } = await batchOf(1)
    const id = await add({ when: FAULTY, actions: [{ kind: 'TAG', tagId }] })
    await batchOf(0, rows)
    await runAllRules(server)
    expect(await log(id)).toMatchObject([{ state: 'SKIPPED', reasons: ['The batch has no profiles.'] }])
  })

  test('is not started by a restore', async () => {
    const id = await add({ when: DONE, actions: [NOTIFY] })
    await batchOf(1)
    const at = clock.now()
    await recordRestore(server.db.global, { id: server.random.uuid(), rowsOf: at, at })
    await settleRestores(server)
    clock.moveMs(1)
    await runAllRules(server)
    expect(await log(id)).toEqual([])
  })

  test('ends a chain: codes that a rule generates again are a batch of the next depth', async () => {
    const again = { kind: 'AGAIN' } as const
    const first = newSubscribers(1)
    await generated(owner, { configurationId, rows: first })
    clock.moveMs(1)
    const { id: profileId } = await profileOf(owner, first[0]!.ICCID)
    const id = await add({ when: DONE, actions: [NOTIFY] })
    await operated(owner, { operation: again, selection: { ids: [profileId] } })
    clock.moveMs(1)
    await runAllRules(server)
    expect(await log(id)).toMatchObject([{ depth: 1, event: 'BATCH_DONE' }])
  })
})

test('a dry run counts batches and their profiles', async () => {
  const { rows, code } = await batchOf(2)
  await batchOf(1, rows)
  const when = { events: ['BATCH_PARTLY_FAILED'] } as const
  const tried = (actions: Fields['actions']) =>
    owner.ask(contract.trial, { definition: { when: { ...when, events: [...when.events] }, actions } })
  const notified = await tried([NOTIFY])
  expect(notified).toMatchObject({ capped: false, profiles: 0 })
  expect(notified.batches).toBe(notified.matches)
  expect(notified.batches).toBeGreaterThan(0)
  expect(notified.items[0]).toMatchObject({ event: 'BATCH_PARTLY_FAILED', profileId: null, iccid: null })
  expect(notified.items.map(({ batchCode }) => batchCode)).not.toContain(code)
  expect((await tried([{ kind: 'TAG', tagId }])).profiles).toBeGreaterThan(0)
})

test.each([
  [{ when: { events: ['BATCH_DONE', 'INSTALLED'] }, actions: [NOTIFY] }, 'when.events'],
  [{ when: { events: ['BATCH_DONE'], afterDays: 2 }, actions: [NOTIFY] }, 'when.afterDays'],
  [{ when: DONE, conditions: { regions: ['NO'] }, actions: [NOTIFY] }, 'conditions.regions'],
  [{ when: DONE, actions: [{ kind: 'BLOCK' }] }, 'actions.0.kind'],
  [{ when: { events: ['INSTALLED'] }, conditions: { failedRows: 1 }, actions: [NOTIFY] }, 'conditions.failedRows'],
] as [Omit<Fields, 'name'>, string][])(
  'what does not fit a batch is refused at its field: %j',
  async (fields, path) => {
    const { obj } = await owner.refusal(contract.add, { fields: { name: 'Batches', ...fields } })
    expect((obj.faults as { path: string }[]).map((one) => one.path)).toEqual([`fields.${path}`])
  },
)
