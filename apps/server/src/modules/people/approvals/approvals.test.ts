import { type InputOf, problems } from '@simwright/contract'
import * as team from '@simwright/contract/people/team'
import * as approval from '@simwright/contract/platform/approval'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as apiKey from '@simwright/contract/programs/keys'
import * as batch from '@simwright/contract/provisioning/batch'
import * as operation from '@simwright/contract/provisioning/operation'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Refused } from '../../../testing/client.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { type Client, type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { readKeyCaller } from '../../programs/keys/service.ts'
import { wakeOperations } from '../../provisioning/operations/jobs.ts'
import { runApprovals } from './jobs.ts'

const t = await testServer({ background: 'queue' })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let enterprise: TestEnterprise
let owner: Client
let admin: Client
let configurationId: string

beforeEach(async () => {
  enterprise = await t.enterprise()
  owner = enterprise.owner
  admin = await enterprise.member('Admin')
  configurationId = await configured(owner)
})

type Rules = InputOf<typeof approval.setPolicy>['fields']['rules']

async function guard(rules: Rules, more: Partial<InputOf<typeof approval.setPolicy>['fields']> = {}): Promise<void> {
  const { version } = await owner.ask(approval.policy, {})
  await owner.ask(approval.setPolicy, { version, fields: { rules, windowMinutes: 0, ...more } })
}

const work = () => runApprovals(t.server, { readKeyCaller })

/** Time passes; sessions stay. */
async function passes(ms: number): Promise<void> {
  t.clock.moveMs(ms)
  owner = await t.sessionIn(owner, enterprise.id)
  admin = await t.sessionIn(admin, enterprise.id)
}

async function profiles(count: number): Promise<string[]> {
  const rows = newSubscribers(count)
  await generated(owner, { configurationId, rows })
  return await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
}

const idOf = (refused: Refused) => (refused.obj.approval as { id: string }).id
const NEEDED = problems.approval_needed.code

/** Asks for something that needs approval. @returns the id of the request */
async function asked(by: Client, ids: readonly string[], kind: 'REMOVE' | 'RECYCLE' = 'REMOVE'): Promise<string> {
  const refused = await by.refusal(operation.start, { operation: { kind }, selection: { ids: [...ids] } })
  expect(refused.code).toBe(NEEDED)
  return idOf(refused)
}

async function approve(by: Client, id: string, comment = ''): Promise<void> {
  const { version } = await by.ask(approval.get, { id })
  await by.ask(approval.approve, { id, version, comment })
}

async function worked(): Promise<void> {
  await work()
  await wakeOperations(t.server)
  const { items } = await owner.ask(operation.list, {})
  for (const { id, process } of items)
    if (process === 'PROCESSING') for await (const _ of owner.events(operation.progress, { id }));
}

const left = async () => (await owner.ask(fleet.list, { filter: {} })).total
const stateOf = async (id: string) => (await owner.ask(approval.get, { id })).state
const auditedOf = async (object: string) =>
  (await owner.ask(audit.list, { filter: {}, limit: 200 })).items
    .filter((entry) => entry.objectId === object)
    .map(({ action }) => action)
    .toReversed()

describe('a bulk operation that needs approval', () => {
  test('is a request first, and is done for the listed profiles after another person approved', async () => {
    await guard([{ operation: 'REMOVE' }])
    const ids = await profiles(3)
    const id = await asked(owner, ids.slice(0, 2))
    expect(await left()).toBe(3)
    expect(await admin.ask(approval.get, { id })).toMatchObject({
      sentence: 'Delete: 2 profiles',
      amount: 2,
      objects: 2,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: 'PENDING',
      mode: 'AUTO',
      requestedBy: 'Sample Owner',
      canDecide: true,
      isOwn: false,
    })
    const { items } = await admin.ask(approval.objects, { id })
    expect(items.map(({ profileId }) => profileId).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await work()
    expect((await admin.ask(notice.list, {})).items[0]).toMatchObject({ kind: 'APPROVAL_ASKED' })
    expect(await admin.ask(approval.waiting, {})).toEqual({ count: 1 })
    await approve(admin, id, 'Fine.')
    await worked()
    expect(await left()).toBe(1)
    expect(await stateOf(id)).toBe('DONE')
    expect(await auditedOf(id)).toEqual(['approval.requested', 'approval.approved', 'approval.executed'])
    expect((await owner.ask(notice.list, {})).items.map(({ kind }) => kind)).toContain('APPROVAL_ENDED')
  })

  test('is asked for once, however often it is repeated', async () => {
    await guard([{ operation: 'REMOVE' }])
    const ids = await profiles(1)
    expect(await asked(owner, ids)).toBe(await asked(owner, ids))
    expect((await owner.ask(approval.list, {})).total).toBe(1)
  })

  test('is done once, although two approve and two processes work at once', async () => {
    await guard([{ operation: 'REMOVE' }])
    const other = await enterprise.member('Admin')
    const id = await asked(owner, await profiles(2))
    const { version } = await admin.ask(approval.get, { id })
    const decisions = await Promise.allSettled([
      admin.ask(approval.approve, { id, version }),
      other.ask(approval.approve, { id, version }),
    ])
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all([work(), work()])
    expect((await owner.ask(operation.list, {})).total).toBe(1)
    expect(await stateOf(id)).toBe('DONE')
  })

  test('does nothing if a profile changed after the request, and names it', async () => {
    await guard([{ operation: 'REMOVE' }])
    const ids = await profiles(3)
    const id = await asked(owner, ids)
    await generatedAgain(ids[0]!)
    await approve(admin, id)
    await worked()
    const shown = await owner.ask(approval.get, { id })
    expect(shown).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(/^1 of the profiles changed/) })
    expect(shown.changed).toHaveLength(1)
    expect(await left()).toBe(3)
    expect(await auditedOf(id)).toContain('approval.failed')
  })

  test('expires, and is not done after that', async () => {
    await guard([{ operation: 'REMOVE' }], { expiryHours: 1 })
    const ids = await profiles(1)
    const id = await asked(owner, ids)
    await passes(HOUR_MS)
    const { version } = await admin.ask(approval.get, { id })
    expect((await admin.refusal(approval.approve, { id, version })).code).toBe(problems.approval_over.code)
    await work()
    expect(await stateOf(id)).toBe('EXPIRED')
    expect(await left()).toBe(1)
    expect(await asked(owner, ids)).not.toBe(id)
  })

  test('can be refused, with a comment', async () => {
    await guard([{ operation: 'REMOVE' }])
    const id = await asked(owner, await profiles(1))
    const { version } = await admin.ask(approval.get, { id })
    await admin.ask(approval.refuse, { id, version, comment: 'They are still sold.' })
    await worked()
    expect(await owner.ask(approval.get, { id })).toMatchObject({
      state: 'REFUSED',
      decisionComment: 'They are still sold.',
    })
    expect(await left()).toBe(1)
  })

  test('starts after the window, in which requester and approver can withdraw', async () => {
    await guard([{ operation: 'REMOVE' }], { windowMinutes: 5 })
    const [one, two, three] = (await profiles(3)) as [string, string, string]
    const [byOwner, byAdmin, kept] = [await asked(owner, [one]), await asked(owner, [two]), await asked(owner, [three])]
    for (const id of [byOwner, byAdmin, kept]) await approve(admin, id)
    await worked()
    expect(await left()).toBe(3)
    expect((await owner.refusal(operation.start, remove([kept ? three : one]))).code).toBe(NEEDED)
    await owner.ask(approval.cancel, { id: byOwner })
    await admin.ask(approval.cancel, { id: byAdmin })
    const stranger = await enterprise.member('Admin')
    expect((await stranger.refusal(approval.cancel, { id: kept })).code).toBe(problems.forbidden.code)
    await passes(5 * MINUTE_MS)
    await worked()
    expect([await stateOf(byOwner), await stateOf(byAdmin), await stateOf(kept)]).toEqual([
      'CANCELED',
      'CANCELED',
      'DONE',
    ])
    expect(await left()).toBe(2)
  })
})

const remove = (ids: string[]) => ({ operation: { kind: 'REMOVE' as const }, selection: { ids } })

/** Gives a profile another activation code, which needs no approval here. */
async function generatedAgain(profileId: string): Promise<void> {
  const { id } = await owner.ask(operation.start, { operation: { kind: 'AGAIN' }, selection: { ids: [profileId] } })
  for await (const _ of owner.events(operation.progress, { id }));
}

describe('nobody approves a request of their own', () => {
  beforeEach(() => guard([{ operation: 'REMOVE' }]))

  const whyNot = async (by: Client, id: string) => {
    const { version } = await owner.ask(approval.get, { id })
    return await by.refusal(approval.approve, { id, version })
  }

  async function keyOf(by: Client, kind: 'PERSONAL' | 'SERVICE'): Promise<Client> {
    const scopes = ['Fleet_Delete', 'Fleet_View', 'Approval_View', 'Approval_Decide'] as const
    const fields = { name: `${kind} ${t.server.random.uuid()}`, scopes: [...scopes], addresses: [] }
    const { key } = await by.ask(apiKey.add, { kind, isTest: false, days: 30, fields })
    return by.withKey(key)
  }

  test('not in a session, nor by a key of their own, nor by a service key of anyone', async () => {
    const id = await asked(owner, await profiles(1))
    for (const by of [
      owner,
      await keyOf(owner, 'PERSONAL'),
      await keyOf(owner, 'SERVICE'),
      await keyOf(admin, 'SERVICE'),
    ])
      expect((await whyNot(by, id)).code).toBe(problems.approval_own.code)
    expect(await stateOf(id)).toBe('PENDING')
  })

  test('what a key asks for is a request of its creator; the key does the work with the rights of then', async () => {
    const program = await keyOf(owner, 'PERSONAL')
    const id = await asked(program, await profiles(1))
    expect((await whyNot(owner, id)).code).toBe(problems.approval_own.code)
    expect(await admin.ask(approval.get, { id })).toMatchObject({ requestedByKey: expect.stringMatching(/^PERSONAL/) })
    await (await keyOf(admin, 'PERSONAL')).ask(approval.approve, { id, version: 1 })
    await worked()
    expect(await stateOf(id)).toBe('DONE')
  })

  test('a key that was revoked in the meantime does nothing', async () => {
    const program = await keyOf(owner, 'PERSONAL')
    const id = await asked(program, await profiles(1))
    const { items } = await owner.ask(apiKey.list, {})
    await owner.ask(apiKey.revoke, { id: items[0]!.id })
    await approve(admin, id)
    await worked()
    expect(await stateOf(id)).toBe('FAILED')
    expect(await left()).toBe(1)
  })

  test('not by a second account of the same person', async () => {
    const id = await asked(owner, await profiles(1))
    const second = await enterprise.member('Admin')
    const change = async (set: object, userId: string) =>
      await t.server.db.global.updateTable('user_account').set(set).where('id', '=', userId).execute()
    const { email } = await t.server.db.global
      .selectFrom('user_account')
      .select('email')
      .where('id', '=', enterprise.ownerId)
      .executeTakeFirstOrThrow()
    const { version } = await owner.ask(approval.get, { id })
    const twin = { id, version }
    await change({ email: email.replace('@', '+second@') }, second.user.userId)
    const refused = await second.refusal(approval.approve, twin)
    expect(refused.message).toMatch(/belong to the same person/)
    await change({ email: 'someone.else@example.com' }, second.user.userId)
    for (const [userId, source] of [
      [enterprise.ownerId, t.server.random.uuid()],
      [second.user.userId, t.server.random.uuid()],
    ] as const)
      await t.server.db.global
        .insertInto('user_identity')
        .values({
          id: t.server.random.uuid(),
          user_id: userId,
          source_id: source,
          source_name: 'Provider',
          subject: 'person-4711',
          email: `${source}@example.com`,
          created_at: t.clock.now(),
          last_used_at: t.clock.now(),
        })
        .execute()
    expect((await second.refusal(approval.approve, twin)).message).toMatch(/belong to the same person/)
    expect(await admin.ask(approval.approve, twin)).toMatchObject({ version: version + 1 })
  })

  test('not by someone who joined after the request', async () => {
    const id = await asked(owner, await profiles(1))
    t.clock.moveMs(1_000)
    const late = await enterprise.member('Admin')
    expect((await whyNot(late, id)).message).toMatch(/joined after/)
  })

  test('not by someone without the permission for the operation, or without a recent proof of identity', async () => {
    const id = await asked(owner, await profiles(1))
    const operator = await enterprise.member('Operator')
    expect((await operator.refusal(approval.approve, { id, version: 1 })).code).toBe(problems.forbidden.code)
    t.clock.moveMs(11 * MINUTE_MS)
    expect((await admin.refusal(approval.approve, { id, version: 1 })).code).toBe(problems.step_up_needed.code)
  })
})

describe('rights are checked again when the work starts', () => {
  beforeEach(() => guard([{ operation: 'REMOVE' }], { windowMinutes: 5 }))

  async function approvedBy(requester: Client): Promise<string> {
    const id = await asked(requester, await profiles(1))
    await approve(admin, id)
    return id
  }

  const memberIdOf = async (of: Client) => {
    const { items } = await owner.ask(team.list, {})
    return items.find(({ email }) => email === of.user.email)!
  }

  async function failed(id: string): Promise<string | null> {
    await passes(5 * MINUTE_MS)
    await worked()
    const { state, reason } = await owner.ask(approval.get, { id })
    expect(state).toBe('FAILED')
    expect(await left()).toBe(1)
    return reason
  }

  test('those of the approver', async () => {
    const id = await approvedBy(owner)
    const { id: memberId, version } = await memberIdOf(admin)
    await owner.ask(team.changeRole, { id: memberId, version, roleId: 'Operator' })
    expect(await failed(id)).toMatch(/may not do this any more/)
  })

  test('those of the requester, and that the requester is still a member', async () => {
    const operator = await enterprise.member('Operator')
    const viewer = await enterprise.member('Operator')
    const [one, two] = [await asked(operator, await profiles(1)), await asked(viewer, await profiles(1))]
    await approve(admin, one)
    await approve(admin, two)
    await owner.ask(team.changeRole, { ...versioned(await memberIdOf(operator)), roleId: 'Viewer' })
    await owner.ask(team.deactivate, { id: (await memberIdOf(viewer)).id })
    await passes(5 * MINUTE_MS)
    await worked()
    expect([await stateOf(one), await stateOf(two)]).toEqual(['FAILED', 'FAILED'])
    expect(await left()).toBe(2)
  })

  test('and that the account is not suspended', async () => {
    const id = await approvedBy(owner)
    const suspend = (state: 'SUSPENDED' | 'ACTIVE') =>
      t.server.db.tenantTx(enterprise.id as never, (db) => db.updateTable('enterprise').set({ state }).execute())
    await suspend('SUSPENDED')
    await passes(5 * MINUTE_MS)
    await work()
    await suspend('ACTIVE')
    expect(await stateOf(id)).toBe('FAILED')
    expect(await left()).toBe(1)
  })
})

const versioned = ({ id, version }: { id: string; version: number }) => ({ id, version })

describe('the limit of a day', () => {
  test('counts what a person does in parts, also by a key and in any way', async () => {
    await guard([{ operation: 'GENERATE', over: 5 }])
    await profiles(3)
    await profiles(2)
    const rows = newSubscribers(1)
    const single = { configurationId, iccid: rows[0]!.ICCID!, imsi: rows[0]!.IMSI!, makeKeys: true }
    expect((await owner.refusal(batch.single, single)).code).toBe(NEEDED)
    await passes(24 * HOUR_MS)
    await owner.ask(batch.single, single)
  })

  test('is the same for both of two calls at once', async () => {
    await guard([{ operation: 'REMOVE', over: 3 }])
    const ids = await profiles(4)
    const outcomes = await Promise.allSettled([
      owner.ask(operation.start, remove(ids.slice(0, 2))),
      owner.ask(operation.start, remove(ids.slice(2))),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('what only the requester can use is repeated by the requester', () => {
  test('a new API key: the secret is in the answer of the repeated call, once', async () => {
    await guard([{ operation: 'KEY_NEW' }])
    const fields = { name: 'Warehouse', scopes: ['Fleet_View' as const], addresses: [] }
    const input = { kind: 'PERSONAL' as const, isTest: false, days: 30, fields }
    const id = idOf(await owner.refusal(apiKey.add, input))
    expect(await admin.ask(approval.get, { id })).toMatchObject({ mode: 'REPEAT' })
    await approve(admin, id)
    await work()
    expect(await stateOf(id)).toBe('APPROVED')
    expect((await owner.refusal(apiKey.add, { ...input, days: 31 })).code).toBe(NEEDED)
    expect(await owner.ask(apiKey.add, input)).toMatchObject({ key: expect.any(String) })
    expect(await stateOf(id)).toBe('DONE')
    expect((await owner.refusal(apiKey.add, { ...input, fields: { ...fields, name: 'Other' } })).code).toBe(NEEDED)
  })
})

describe('the rules', () => {
  test('cannot be switched on by an account with one possible approver', async () => {
    const alone = await t.enterprise()
    const set = { version: 0, fields: { rules: [{ operation: 'REMOVE' as const }] } }
    expect((await alone.owner.refusal(approval.setPolicy, set)).code).toBe(problems.approval_too_few.code)
    await alone.member('Operator')
    expect((await alone.owner.refusal(approval.setPolicy, set)).code).toBe(problems.approval_too_few.code)
    await alone.member('Admin')
    expect(await alone.owner.ask(approval.setPolicy, set)).toEqual({ version: 1 })
  })

  test('are stricter at once, and looser only after approval', async () => {
    await guard([{ operation: 'REMOVE' }])
    await guard([{ operation: 'REMOVE' }, { operation: 'GENERATE', over: 10 }])
    const { version } = await owner.ask(approval.policy, {})
    const looser: Rules[] = [
      [],
      [{ operation: 'REMOVE' }],
      [
        { operation: 'REMOVE', over: 1 },
        { operation: 'GENERATE', over: 10 },
      ],
    ]
    const requests: string[] = []
    for (const rules of looser)
      requests.push(idOf(await owner.refusal(approval.setPolicy, { version, fields: { rules, windowMinutes: 0 } })))
    const strict = [{ operation: 'REMOVE' as const }, { operation: 'GENERATE' as const, over: 10 }]
    for (const more of [
      { windowMinutes: 60 },
      { expiryHours: 1 },
      { approvers: [enterprise.ownerId, admin.user.userId] },
    ])
      expect(
        (await owner.refusal(approval.setPolicy, { version, fields: { rules: strict, windowMinutes: 0, ...more } }))
          .code,
      ).toBe(NEEDED)
    await approve(admin, requests[0]!)
    await work()
    expect(await owner.ask(approval.policy, {})).toMatchObject({ rules: [], version: version + 1 })
    await approve(admin, requests[1]!)
    await work()
    expect(await stateOf(requests[1]!)).toBe('FAILED')
  })

  test('name approvers: then no others can approve', async () => {
    const other = await enterprise.member('Admin')
    await guard([{ operation: 'REMOVE' }], { approvers: [enterprise.ownerId, other.user.userId] })
    const id = await asked(owner, await profiles(1))
    expect((await admin.refusal(approval.approve, { id, version: 1 })).code).toBe(problems.approval_own.code)
    await approve(other, id)
  })

  test('can be switched off by an owner after 72 hours if nobody is left who can approve, and all are notified', async () => {
    await guard([{ operation: 'REMOVE' }])
    const { version } = await owner.ask(approval.policy, {})
    expect((await owner.refusal(approval.askOff, { version })).code).toBe(problems.approval_possible.code)
    const { items } = await owner.ask(team.list, {})
    const viewer = await enterprise.member('Viewer')
    await owner.ask(team.deactivate, { id: items.find(({ self }) => !self)!.id })
    expect(await owner.ask(approval.policy, {})).toMatchObject({ isStuck: true })
    const asking = await owner.ask(approval.askOff, { version })
    expect((await viewer.ask(notice.list, {})).items[0]).toMatchObject({ kind: 'APPROVAL_OFF' })
    t.clock.moveMs(71 * HOUR_MS)
    await work()
    owner = await t.sessionIn(owner, enterprise.id)
    expect(await owner.ask(approval.policy, {})).toMatchObject({ version: asking.version })
    t.clock.moveMs(HOUR_MS)
    await work()
    owner = await t.sessionIn(owner, enterprise.id)
    expect(await owner.ask(approval.policy, {})).toMatchObject({ rules: [], offDueAt: null })
  })
})

test('a member sees requests of others only with the permission', async () => {
  await guard([{ operation: 'REMOVE' }])
  const operator = await enterprise.member('Operator')
  const [own, foreign] = [await asked(operator, await profiles(1)), await asked(owner, await profiles(1))]
  const { items } = await operator.ask(approval.list, {})
  expect(items.map(({ id }) => id)).toEqual([own])
  expect((await operator.refusal(approval.get, { id: foreign })).code).toBe(problems.not_found.code)
  expect((await owner.ask(approval.list, { filter: { which: 'waiting' } })).items.map(({ id }) => id)).toEqual([own])
  expect((await owner.ask(approval.list, { filter: { which: 'mine' } })).items.map(({ id }) => id)).toEqual([foreign])
})
