import { type InputOf, problems } from '@simwright/contract'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import * as operation from '@simwright/contract/provisioning/operation'
import { type OperationKind, operationKinds } from '@simwright/contract/provisioning/operation-kind'
import { computeEidCheckDigits } from '@simwright/ids'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { foldAll } from '../../../testing/fold.ts'
import { configured, generated, operated, profileOf } from '../../../testing/generated.ts'
import { deliveredTo, enabled, installed, moved } from '../../../testing/moved.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { readXlsx } from '../../profiles/source/xlsx.ts'
import { wakeOperations } from './jobs.ts'
import { KINDS } from './kinds.ts'
import { insertOperation } from './queries.ts'
import { runOperation } from './run.ts'
import { mustBeWithinLimit } from './service.ts'

const EID = `890490320000000000000000000000${computeEidCheckDigits('890490320000000000000000000000')}`

let t: TestServer
let enterprise: TestEnterprise
let owner: Client
let configurationId: string
let rows: Subscriber[]
let batchId: string
let stock: Subscriber[]
let idOf: Map<string, string>

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
  owner = enterprise.owner
  configurationId = await configured(owner)
  stock = newSubscribers(220)
  batchId = (await generated(owner, { configurationId, rows: stock })).id
  const first = await owner.ask(fleet.list, { filter: { batchId }, limit: 200 })
  const second = await owner.ask(fleet.list, { filter: { batchId }, limit: 200, cursor: first.next! })
  idOf = new Map([...first.items, ...second.items].map(({ iccid, id }) => [iccid, id]))
})

/** Each test has profiles of its own. */
beforeEach(() => {
  rows = stock.splice(0, 6)
})

type Selection = InputOf<typeof operation.start>['selection']
type Operation = InputOf<typeof operation.start>['operation']
const ours = () => ({ ids: rows.map(({ ICCID }) => idOf.get(ICCID!)!) })
const profileAt = (index: number) => profileOf(owner, rows[index]!.ICCID)

/** Copies of a profile with the same activation code. */
const copyProfile = (iccid: string, copies = 1_000) => sql`
  with made as (insert into profile (enterprise_id, id, iccid, imsi, spn, status, status_at, order_state, order_state_at, activation_code_id,
    matching_id, configuration_id, configuration_version, batch_id, created_by, created_at)
  select enterprise_id, gen_random_uuid(), iccid || n, imsi, spn, status, status_at, order_state, order_state_at,
    activation_code_id, matching_id, configuration_id, configuration_version, batch_id, created_by, created_at
  from profile, generate_series(1, ${copies}::int) n where iccid = ${iccid} returning *)
  insert into profile_place (enterprise_id, profile_id, created_at) select enterprise_id, id, created_at from made`

async function ended(id: string): Promise<operation.RunningOperation> {
  let last: operation.RunningOperation | undefined
  for await (const event of owner.events(operation.progress, { id })) last = event
  return last!
}

async function done(what: Operation, selection?: Selection, count?: number) {
  const { id } = await owner.ask(operation.start, {
    operation: what,
    selection: selection ?? ours(),
    ...(count ? { count } : {}),
  })
  return await ended(id)
}

/** Stores an operation that no process has begun yet. */
async function waiting(what: Operation, selection: Selection): Promise<string> {
  const [id, at] = [t.server.random.uuid(), t.clock.now()]
  const selected = {
    ...operation.start.input.shape.selection.parse(selection),
    asOf: at.toISOString(),
    timeZone: 'UTC',
  }
  const { given } = KINDS[what.kind].open(what)
  const row = { id, kind: what.kind, given, sealedCode: null, selection: selected, userId: enterprise.ownerId, at }
  await t.server.db.tenantTx(enterprise.id, (db) => insertOperation(db, row))
  return id
}

const undone = async (id: string) => await ended((await owner.ask(operation.undo, { id })).id)

async function enable(index: number): Promise<void> {
  const { id: profileId } = await profileAt(index)
  await moved(t, { enterpriseId: enterprise.id, profileId }, [deliveredTo('Acme'), installed, enabled])
}

const newGroup = async (name: string) => (await owner.ask(group.add, { fields: { name } })).id

const groupNamed = async (id: string) => {
  await foldAll(t.server)
  return await owner.ask(group.get, { id })
}

describe('a preview, or a start that is refused,', () => {
  test('counts the profiles to change, and the excluded ones by reason', async () => {
    await enable(1)
    const preview = await owner.ask(operation.preview, { operation: { kind: 'REMOVE' }, selection: ours() })
    expect(preview).toEqual({ total: 6, fits: 5, excluded: [{ reason: 'Installed on a device.', count: 1 }] })
    const { text } = await owner.file(operation.excluded, { operation: { kind: 'REMOVE' }, selection: ours() })
    expect(text.trim().split('\r\n')).toEqual([
      'ICCID,STATUS,REASON',
      `${rows[1]!.ICCID},ENABLED,Installed on a device.`,
    ])
  })

  test('refuses a filter with a misspelled field, which would select all profiles', async () => {
    const selection = { filter: { groupID: await newGroup('Nobody') } } as Selection
    const { code, obj } = await owner.refusal(operation.start, { operation: { kind: 'REMOVE' }, selection })
    expect([code, obj]).toMatchObject([problems.invalid.code, { faults: [{ path: 'selection.filter.groupID' }] }])
  })

  test('lists for one profile the operations that cannot change it', async () => {
    const fresh = await profileAt(0)
    const { items, delivery } = await owner.ask(operation.unfit, { profileId: fresh.id })
    expect({ items, delivery }).toEqual({
      items: [{ kind: 'FREE', reason: 'Not bound to a device.' }],
      delivery: null,
    })
    await enable(1)
    const inUse = await owner.ask(operation.unfit, { profileId: (await profileAt(1)).id })
    expect(inUse.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['AGAIN', 'REMOVE', 'BIND', 'EXPIRY', 'CONFIRMATION', 'ATTEMPTS']),
    )
    expect(inUse.items).toContainEqual({ kind: 'REMOVE', reason: 'Installed on a device.' })
    const stranger = await (await t.enterprise()).owner.refusal(operation.unfit, { profileId: fresh.id })
    expect(stranger.code).toBe(problems.not_found.code)
  })

  test('changes the group and the notes of one profile at once, unless they changed in the meantime', async () => {
    const { id: profileId } = await profileAt(0)
    const groupId = await newGroup('In place')
    const move = { profileId, operation: { kind: 'GROUP' as const, groupId }, previous: null }
    await owner.ask(operation.change, move)
    const notes = { kind: 'NOTES' as const, notes: 'Lent to Grace' }
    await owner.ask(operation.change, { profileId, operation: notes, previous: null })
    expect(await profileAt(0)).toMatchObject({ groupId, notes: 'Lent to Grace' })
    const late = { profileId, operation: { ...notes, notes: 'Mine' }, previous: null }
    expect((await owner.refusal(operation.change, late)).code).toBe(problems.changed_meanwhile.code)
    const unknown = { ...move, operation: { ...move.operation, groupId: profileId }, previous: groupId }
    expect((await owner.refusal(operation.change, unknown)).code).toBe(problems.not_found.code)
    expect(await profileAt(0)).toMatchObject({ groupId, notes: 'Lent to Grace' })
    await owner.ask(operation.change, { ...move, operation: { kind: 'GROUP', groupId: null }, previous: groupId })
    expect(await profileAt(0)).toMatchObject({ groupId: null })
    const { items } = await owner.ask(audit.list, { filter: { action: ['profile.changed'] }, limit: 3 })
    expect(items).toMatchObject([
      { before: { group: 'In place' }, after: { kind: 'GROUP', given: null } },
      { before: null, after: { kind: 'NOTES', given: 'Lent to Grace' } },
      { before: null, after: { kind: 'GROUP', given: groupId, group: 'In place' } },
    ])
  })

  test('selects by a filter with exceptions', async () => {
    const { id } = await profileAt(0)
    const selection = { filter: { imsi: rows[0]!.IMSI!.slice(0, 12), query: 'status:available' }, except: [id] }
    const with_ = await owner.ask(operation.preview, {
      operation: { kind: 'FREE' },
      selection: { ...selection, except: [] },
    })
    const without = await owner.ask(operation.preview, { operation: { kind: 'FREE' }, selection })
    expect(with_.total - without.total).toBe(1)
  })

  const parameters: {
    [K in OperationKind]: (
      groupId: string,
      tagId: string,
      attributeId: string,
    ) => Omit<Extract<Operation, { kind: K }>, 'kind'>
  } = {
    AGAIN: () => ({}),
    REMOVE: () => ({}),
    GROUP: (groupId) => ({ groupId }),
    TAG: (_, tagId) => ({ tagId }),
    UNTAG: (_, tagId) => ({ tagId }),
    ATTRIBUTE: (_, __, attributeId) => ({ attributeId, value: 'Seen' }),
    NOTES: () => ({ notes: 'In the van' }),
    BIND: () => ({ eid: EID }),
    FREE: () => ({}),
    EXPIRY: () => ({ expiresAt: new Date(t.clock.now().getTime() + 86_400_000).toISOString() }),
    CONFIRMATION: () => ({ mode: 'none' }),
    ATTEMPTS: () => ({}),
    RECYCLE: () => ({}),
    RECYCLE_TIME: () => ({ recycleAt: null }),
  }
  test('needs a call that only reads, for each kind', async () => {
    const groupId = await newGroup('To be previewed')
    const { id: tagId } = await owner.ask(tag.add, { fields: { name: 'To be previewed' } })
    const fields = { word: 'previewed', name: 'Previewed', kind: 'text' } as const
    const { id: attributeId } = await owner.ask(attribute.add, { fields })
    for (const kind of operationKinds) {
      const what = { kind, ...parameters[kind](groupId, tagId, attributeId) } as Operation
      expect((await owner.ask(operation.preview, { operation: what, selection: ours() })).total, kind).toBe(6)
    }
  })

  test.each([
    ['an invalid EID', { kind: 'BIND', eid: '123' }, '19400'],
    ['a time that has passed', { kind: 'EXPIRY', expiresAt: '2020-01-01T00:00:00Z' }, '19400'],
    ['an unknown group', { kind: 'GROUP', groupId: crypto.randomUUID() }, '19404'],
    ['notes that are too long', { kind: 'NOTES', notes: 'x'.repeat(501) }, '19400'],
  ] as const)('is refused for %s', async (_name, what, code) => {
    expect((await owner.refusal(operation.start, { operation: what, selection: ours() })).code).toBe(code)
  })

  test('is refused without the permission', async () => {
    const developer = await enterprise.member('Developer')
    const selection = ours()
    expect((await developer.refusal(operation.start, { operation: { kind: 'REMOVE' }, selection })).code).toBe('19403')
  })

  test('finds no profiles of another enterprise', async () => {
    const other = await t.enterprise()
    const selection = ours()
    expect((await other.owner.ask(operation.preview, { operation: { kind: 'REMOVE' }, selection })).total).toBe(0)
  })
})

describe('an operation', () => {
  test('deletes the profiles that no device holds, excludes the others, and can be undone', async () => {
    await enable(2)
    const groupId = await newGroup('Doomed')
    await done({ kind: 'GROUP', groupId })
    const removed = await done({ kind: 'REMOVE' })
    expect(removed).toMatchObject({ process: 'COMPLETE', total: 6, succeeded: 5, failed: 1, canUndo: true })
    const { text } = await owner.file(operation.result, { id: removed.id, only: 'failed' })
    expect(text).toContain(`${rows[2]!.ICCID},LEFT,Installed on a device.`)
    expect((await owner.ask(fleet.list, { filter: { iccid: rows[0]!.ICCID! } })).items).toEqual([])
    const gone = await owner.ask(fleet.list, { filter: { iccid: rows[0]!.ICCID!, status: ['REMOVED'] } })
    expect(gone.items[0]).toMatchObject({ status: 'REMOVED', orderState: 'Unavailable', groupName: null })
    expect((await groupNamed(groupId)).statuses).toEqual({ ENABLED: 1 })

    const { id } = await owner.ask(operation.undo, { id: removed.id })
    expect(await ended(id)).toMatchObject({ succeeded: 5, failed: 0, undoes: removed.id, canUndo: false })
    expect(await profileAt(0)).toMatchObject({ status: 'AVAILABLE', orderState: 'Released', groupName: 'Doomed' })
    expect((await groupNamed(groupId)).statuses).toEqual({ AVAILABLE: 5, ENABLED: 1 })
    expect((await owner.refusal(operation.undo, { id: removed.id })).code).toBe('13024')
    const { items } = await owner.ask(fleet.timeline, { id: (await profileAt(0)).id })
    expect(items.slice(0, 2).map(({ type }) => type)).toEqual(['RESTORED', 'REMOVED'])
  })

  test('lets a deleted ICCID be imported again', async () => {
    await done({ kind: 'REMOVE' })
    const again = await generated(owner, { configurationId, rows: rows.slice(0, 1) })
    expect(again).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await profileAt(0)).status).toBe('AVAILABLE')
  })

  test('sets notes; undo skips profiles that were changed again meanwhile', async () => {
    const noted = await done({ kind: 'NOTES', notes: 'spare' })
    await done({ kind: 'NOTES', notes: 'mine' }, { ids: [(await profileAt(3)).id] })
    const { id } = await owner.ask(operation.undo, { id: noted.id })
    expect(await ended(id)).toMatchObject({ succeeded: 5, failed: 1 })
    expect([(await profileAt(0)).notes, (await profileAt(3)).notes]).toEqual([null, 'mine'])
    const { text } = await owner.file(operation.result, { id, only: 'failed' })
    expect(text).toContain('Changed again in the meantime.')
  })

  test('binds to an EID and releases from it, also in the directory that devices query', async () => {
    const one = { ids: [(await profileAt(4)).id] }
    const linked = () =>
      t.server.db.global.selectFrom('linked_order_directory').select('eid').where('eid', '=', EID).execute()
    await done({ kind: 'BIND', eid: EID }, one)
    expect((await profileAt(4)).eid).toBe(EID)
    expect(await linked()).toHaveLength(1)
    expect(await done({ kind: 'BIND', eid: EID }, one)).toMatchObject({ succeeded: 0, failed: 1 })
    await done({ kind: 'FREE' }, one)
    expect([(await profileAt(4)).eid, await linked()]).toEqual([null, []])
  })

  test('sets when codes expire, and resets attempts', async () => {
    const { id } = await profileAt(5)
    const expiresAt = new Date(t.clock.now().getTime() + 86_400_000).toISOString()
    const set = await done({ kind: 'EXPIRY', expiresAt }, { ids: [id] })
    expect((await owner.ask(fleet.detail, { id })).expiresAt).toBe(expiresAt)
    await ended((await owner.ask(operation.undo, { id: set.id })).id)
    expect((await owner.ask(fleet.detail, { id })).expiresAt).toBeNull()
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('download_order').set({ attempts: 3 }).where('profile_id', '=', id).execute(),
    )
    expect(await done({ kind: 'ATTEMPTS' }, { ids: [id] })).toMatchObject({ succeeded: 1, canUndo: false })
    expect((await owner.ask(fleet.detail, { id })).attempts).toBe(0)
  })

  test('moves no profile into a group that was deleted meanwhile', async () => {
    const [lab, desk] = [await newGroup('Lost lab'), await newGroup('Lost desk')]
    const { ids: all } = ours()
    const [one, other] = [{ ids: all.slice(0, 2) }, { ids: all.slice(2) }]
    await done({ kind: 'GROUP', groupId: lab }, one)
    const out = await done({ kind: 'GROUP', groupId: null }, one)
    await done({ kind: 'GROUP', groupId: desk }, other)
    const removal = await done({ kind: 'REMOVE' }, other)
    const late = await waiting({ kind: 'GROUP', groupId: desk }, one)
    for (const id of [lab, desk]) await owner.ask(group.remove, { id, version: 1 })
    const gone = { operation: { kind: 'GROUP' as const, groupId: desk }, selection: one }
    expect((await owner.refusal(operation.start, gone)).code).toBe('19404')

    expect(await undone(out.id)).toMatchObject({ succeeded: 0, failed: 2 })
    expect(await undone(removal.id)).toMatchObject({ succeeded: 4, failed: 0 })
    await runOperation(t.server, { enterpriseId: enterprise.id, id: late })
    expect(await ended(late)).toMatchObject({ succeeded: 0, failed: 2 })
    expect((await owner.file(operation.result, { id: late })).text).toContain('The group was deleted in the meantime.')
    const groups = await Promise.all(rows.map((_, index) => profileAt(index)))
    expect(groups.map(({ groupName }) => groupName)).toEqual(Array(6).fill(null))
  })

  test('selects nothing if a group in its selection was deleted before it begins', async () => {
    const id = await newGroup('Short-lived')
    const late = await waiting({ kind: 'NOTES', notes: 'x' }, { filter: { query: 'group:Short-lived' } })
    await owner.ask(group.remove, { id, version: 1 })
    await runOperation(t.server, { enterpriseId: enterprise.id, id: late })
    expect(await ended(late)).toMatchObject({ process: 'COMPLETE', total: 0 })
  })

  test('writes an event for each profile, and audit entries of its start and its end', async () => {
    const { id } = await done({ kind: 'NOTES', notes: 'counted' })
    const events = await owner.ask(fleet.profileLog, { filter: { type: ['EDITED'], iccid: rows[0]!.ICCID! } })
    expect(events.items[0]).toMatchObject({ text: 'Notes changed.', actor: 'user' })
    const written = await owner.ask(audit.list, { filter: { objectId: id } })
    expect(written.items).toMatchObject([
      {
        action: 'operation.finished',
        after: { kind: 'NOTES', given: 'counted', succeeded: 6, failed: 0 },
        actorKind: 'PERSON',
        actorId: enterprise.ownerId,
      },
      { action: 'operation.started', after: { kind: 'NOTES', rows: 6, given: 'counted' } },
    ])
  })

  test('has the name of the group in its audit entries, also when it is undone', async () => {
    const groupId = await newGroup('Warehouse Oslo')
    const { id } = await done({ kind: 'GROUP', groupId })
    const undo = await owner.ask(operation.undo, { id })
    await ended(undo.id)
    const entries = await owner.ask(audit.list, { filter: { action: ['operation.finished'] }, limit: 2 })
    expect(entries.items).toMatchObject([
      { objectId: undo.id, after: { group: 'Warehouse Oslo', undoes: id, succeeded: 6 } },
      { objectId: id, after: { group: 'Warehouse Oslo', succeeded: 6 } },
    ])
  })

  test('is in the progress stream of all running operations', async () => {
    const { id: profileId } = await profileAt(0)
    const selection = ours()
    const { id, events } = await t.server.db.tenantTx(enterprise.id, async (db) => {
      await db.selectFrom('profile').select('id').where('id', '=', profileId).forUpdate().execute()
      const begun = await owner.ask(operation.start, { operation: { kind: 'NOTES', notes: 'slow' }, selection })
      const followed = owner.events(operation.progress, {})
      expect((await followed.next()).value).toMatchObject({ id: begun.id, process: 'PROCESSING', succeeded: 0 })
      return { id: begun.id, events: followed }
    })
    let last: operation.RunningOperation | undefined
    for await (const event of events) last = event
    expect(last).toMatchObject({ id, process: 'COMPLETE', succeeded: 6 })
  })

  test('notifies the user who started it of its end, with the number of profiles not changed', async () => {
    await enable(1)
    const { id } = await done({ kind: 'REMOVE' })
    const { items } = await owner.ask(notice.list, { limit: 1 })
    const facts = { operationId: id, operation: 'REMOVE', isUndo: false, succeeded: 5, failed: 1, canceled: false }
    expect(items[0]).toMatchObject({ kind: 'OPERATION_DONE', facts })
    expect((await (await enterprise.member('Admin')).ask(notice.list, {})).items).toEqual([])
  })

  test('that changes nothing is reported as failed; one on a single profile sends no notification', async () => {
    await done({ kind: 'FREE' })
    const { items } = await owner.ask(notice.list, { limit: 1 })
    expect(items[0]).toMatchObject({ kind: 'OPERATION_FAILED', facts: { operation: 'FREE', succeeded: 0, failed: 6 } })
    await done({ kind: 'NOTES', notes: 'alone' }, { ids: [(await profileAt(0)).id] })
    expect((await owner.ask(notice.list, { limit: 1 })).items[0]!.id).toBe(items[0]!.id)
  })

  test('on a thousand or more profiles requires their number', async () => {
    await t.server.db.tenantTx(enterprise.id, (db) => copyProfile(rows[0]!.ICCID!).execute(db))
    const asked = { operation: { kind: 'NOTES', notes: '' }, selection: { filter: { batchId } } } as const
    const { fits } = await owner.ask(operation.preview, asked)
    expect(fits).toBeGreaterThanOrEqual(1000)
    const refusal = await owner.refusal(operation.start, asked)
    expect(refusal).toMatchObject({
      code: '13023',
      message: `The selection now has ${fits} profiles. Check it, then try again.`,
    })
    expect((await owner.refusal(operation.start, { ...asked, count: fits - 1 })).code).toBe('13023')
    const { id } = await owner.ask(operation.start, { ...asked, count: fits })
    expect(await ended(id)).toMatchObject({ total: fits, succeeded: fits })
  })
})

describe('an operation that is interrupted', () => {
  /** As after a kill: `NOTES` is done up to this line, and the lease of its process is expired or still valid. */
  async function interrupted(nextLine: number, holder: 'gone' | 'there', more: { attempts?: number } = {}) {
    const { id } = await done({ kind: 'NOTES', notes: 'cut' })
    await t.server.db.tenantTx(enterprise.id, async (db) => {
      const open = db.updateTable('operation_row').set({ before: null, reason: null }).where('operation_id', '=', id)
      const rows = await open.where('line', '>=', nextLine).returning('profile_id').execute()
      const ids = rows.map(({ profile_id }) => profile_id!)
      await db.updateTable('profile').set({ notes: null }).where('id', 'in', ids).execute()
      await db.deleteFrom('profile_event').where('profile_id', 'in', ids).where('type', '=', 'EDITED').execute()
      const until = Date.now() + (holder === 'gone' ? -1_000 : 600_000)
      const lease = { lease_holder: t.server.random.uuid(), lease_until: new Date(until) }
      const checkpoint = { next_line: nextLine, succeeded: nextLine - 1, failed: 0, completed_at: null }
      const set = { process: 'PROCESSING', ...checkpoint, ...lease, ...more } as const
      await db.updateTable('operation').set(set).where('id', '=', id).execute()
    })
    return id
  }

  const reasonsOf = async (id: string) => {
    const { text } = await owner.file(operation.result, { id, only: 'failed' })
    return text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[2])
  }

  test('by a kill continues at its checkpoint: every row is done exactly once', async () => {
    const id = await interrupted(4, 'gone')
    await wakeOperations(t.server)
    expect(await ended(id)).toMatchObject({ process: 'COMPLETE', total: 6, succeeded: 6, failed: 0 })
    const events = await owner.ask(fleet.profileLog, { filter: { type: ['EDITED'] }, limit: 200 })
    const ours = new Set(rows.map(({ ICCID }) => ICCID))
    expect(events.items.filter(({ iccid }) => ours.has(iccid))).toHaveLength(6)
  })

  test('by a user leaves the other rows unchanged with the reason; the changed rows can be undone', async () => {
    const id = await interrupted(3, 'there')
    expect((await owner.ask(operation.get, { id })).process).toBe('PROCESSING')
    await owner.ask(operation.cancel, { id })
    await releaseLease(id)
    await wakeOperations(t.server)
    expect(await ended(id)).toMatchObject({
      process: 'COMPLETE',
      succeeded: 2,
      failed: 4,
      canceled: true,
      canUndo: true,
    })
    expect(await reasonsOf(id)).toEqual(Array(4).fill('The operation was canceled.'))
    const undone = await ended((await owner.ask(operation.undo, { id })).id)
    expect(undone).toMatchObject({ total: 2, succeeded: 2 })
    expect((await owner.refusal(operation.cancel, { id })).code).toBe('13024')
  })

  test('too often at the same chunk is given up, and its rows have the reason', async () => {
    const id = await interrupted(6, 'gone', { attempts: 10 })
    await wakeOperations(t.server)
    expect(await ended(id)).toMatchObject({ process: 'COMPLETE', succeeded: 5, failed: 1 })
    expect(await reasonsOf(id)).toEqual(['Could not be changed. Please write to us and quote the time.'])
  })

  test('by nothing is not run twice: only the process with the lease works on it', async () => {
    const id = await interrupted(4, 'there')
    await runOperation(t.server, { enterpriseId: enterprise.id, id })
    expect(await owner.ask(operation.get, { id })).toMatchObject({ process: 'PROCESSING', succeeded: 3 })
    await releaseLease(id)
    await wakeOperations(t.server)
    expect(await ended(id)).toMatchObject({ succeeded: 6 })
  })

  const releaseLease = (id: string) =>
    t.server.db.tenantTx(enterprise.id, (db) =>
      db.updateTable('operation').set({ lease_holder: null, lease_until: null }).where('id', '=', id).execute(),
    )
})

describe('while an operation waits', () => {
  test('a profile that changes is skipped and named in the result', async () => {
    const { id: profileId } = await profileAt(2)
    const selection = ours()
    const id = await t.server.db.tenantTx(enterprise.id, async (db) => {
      await db.selectFrom('profile').select('id').where('id', '=', profileId).forUpdate().execute()
      const begun = await owner.ask(operation.start, { operation: { kind: 'REMOVE' }, selection })
      const held = { status: 'ENABLED', order_state: 'Installed' } as const
      await db.updateTable('profile').set(held).where('id', '=', profileId).execute()
      return begun.id
    })
    expect(await ended(id)).toMatchObject({ succeeded: 5, failed: 1 })
    expect((await owner.file(operation.result, { id, only: 'failed' })).text).toContain(
      `${rows[2]!.ICCID},LEFT,Installed on a device.`,
    )
  })

  test('undo skips profiles that another user changed, and a second undo is refused', async () => {
    const admin = await enterprise.member('Admin')
    const { id } = await done({ kind: 'NOTES', notes: 'first' })
    await operated(admin, { operation: { kind: 'NOTES', notes: 'second' }, selection: ours() })
    const undone = await ended((await owner.ask(operation.undo, { id })).id)
    expect(undone).toMatchObject({ succeeded: 0, failed: 6 })
    expect((await admin.refusal(operation.undo, { id })).code).toBe('13024')
    expect((await profileAt(0)).notes).toBe('second')
  })
})

test('generating more than 100,000 again at once is refused, naming the limit; moving to a group has no limit', () => {
  mustBeWithinLimit('AGAIN', 100_000)
  expect(() => mustBeWithinLimit('AGAIN', 100_001)).toThrow(
    expect.objectContaining({
      faults: [
        {
          path: 'selection',
          rule: 'too_many',
          text: 'Up to 100,000 profiles can be generated at once. Narrow the selection.',
        },
      ],
    }),
  )
  mustBeWithinLimit('GROUP', 1_000_000)
})

describe('an operation of several chunks', () => {
  test('runs from both ends, and continues at both checkpoints', async () => {
    await t.server.db.tenantTx(enterprise.id, (db) => copyProfile(rows[0]!.ICCID!, 4_500).execute(db))
    const groupId = await newGroup('Thousands')
    const { id, total, succeeded } = await done(
      { kind: 'GROUP', groupId },
      { filter: { iccid: rows[0]!.ICCID! } },
      4_501,
    )
    expect({ total, succeeded }).toEqual({ total: 4_501, succeeded: 4_501 })
    expect((await groupNamed(groupId)).profiles).toBe(4_501)
    const inGroup = { filter: { groupId } }
    expect((await owner.ask(fleet.count, { ...inGroup, exact: true })).total).toBe(4_501)

    // as if the process had been killed with the 500 lines in the middle not done
    await t.server.db.tenantTx(enterprise.id, async (db) => {
      await sql`
        update operation set process = 'PROCESSING', next_line = 2001, last_line = 2500, succeeded = 4001
        where id = ${id}`.execute(db)
      await sql`
        update profile_place set group_id = null where profile_id in (
          select profile_id from operation_row where operation_id = ${id} and line in (1, 2001, 2500, 2501))`.execute(
        db,
      )
    })
    await runOperation(t.server, { enterpriseId: enterprise.id, id })
    expect(await owner.ask(operation.get, { id })).toMatchObject({ process: 'COMPLETE', succeeded: 4_501, failed: 0 })
    expect((await owner.ask(fleet.count, { ...inGroup, exact: true })).total, 'all except lines 1 and 2501').toBe(4_499)
  })
})

describe('a list of ICCIDs', () => {
  const file = (content: string | Uint8Array) => ({ name: 'list.csv', content })

  test('moves profiles into a group; the result names unknown ICCIDs', async () => {
    const groupId = await newGroup('Listed')
    const content = `ICCID,NAME\n${rows[0]!.ICCID},a\n"${rows[1]!.ICCID}",b\n8944999999999999999,c\n`
    const { id, total } = await owner.upload(operation.moveListed, { groupId }, file(content))
    expect(total).toBe(3)
    expect(await ended(id)).toMatchObject({ succeeded: 2, failed: 1, given: 'Listed' })
    expect((await groupNamed(groupId)).profiles).toBe(2)
    expect((await owner.file(operation.result, { id, only: 'failed' })).text).toContain('No profile has this ICCID.')
  })

  test('refuses a file that is not text, and reads only the first cell of an endless line', async () => {
    const groupId = await newGroup('Odd files')
    for (const content of [`ICCID\n8944\u0000\n`, Buffer.from('ICCID\n8944\n', 'utf16le'), Buffer.from([0x38, 0xff])])
      await expect(owner.upload(operation.moveListed, { groupId }, file(content))).rejects.toMatchObject({
        code: problems.file_kind_unknown.code,
      })
    const endless = await owner.upload(
      operation.moveListed,
      { groupId },
      file(`${rows[0]!.ICCID},${'9'.repeat(8_000_000)}`),
    )
    expect(await ended(endless.id)).toMatchObject({ succeeded: 1, failed: 0 })
  })
})

describe('the export', () => {
  test('has every profile of the selection with its identifiers', async () => {
    const { text } = await owner.file(fleet.exportCsv, { selection: ours() })
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[0]).toContain('ICCID,IMSI,MSISDN,EID,STATUS')
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[0])
        .sort(),
    ).toEqual(rows.map(({ ICCID }) => ICCID).sort())
    const codes = await owner.file(fleet.exportCsv, { form: 'codes', selection: ours() })
    expect(codes.text).toContain((await profileAt(0)).activationCode)
  })

  test('can be a workbook, with each identifier as text', async () => {
    const response = await owner.send(fleet.exportCsv, { format: 'xlsx', selection: ours() })
    const cells: string[][] = []
    await readXlsx(new Uint8Array(await response.arrayBuffer()), (record) => cells.push(record.cells))
    expect(cells[0]!.slice(0, 2)).toEqual(['ICCID', 'IMSI'])
    const iccids = cells.slice(1).map(([iccid]) => iccid)
    expect(iccids.sort()).toEqual(rows.map(({ ICCID }) => ICCID).sort())
  })

  test('is refused without its permission', async () => {
    const viewer = await enterprise.member('Viewer')
    expect((await viewer.refusal(fleet.exportCsv, { selection: ours() })).code).toBe('19403')
  })
})
