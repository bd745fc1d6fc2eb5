import { problems } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as client from '@simwright/contract/people/client'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as plan from '@simwright/contract/platform/plan'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as batch from '@simwright/contract/provisioning/batch'
import { findIccid } from '@simwright/ids'
import { describe, expect, test } from 'vitest'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { configured } from '../../../testing/generated.ts'
import { deliveredTo, moved } from '../../../testing/moved.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { assignIccids, releaseIccids } from '../../profiles/lifecycle/service.ts'

const t = await testServer()
const staff = await t.staff()
const colleague = await t.staff()
const support = await t.staff('Platform support')
const DAY_MS = 24 * 60 * 60_000

const namesOf = async (search: string) =>
  (await staff.ask(client.list, { filter: { search } })).items.map(({ name }) => name)
const unknown = crypto.randomUUID()

describe('the search', () => {
  test('finds a client by the mail domain of a member, whole, with or without @', async () => {
    const person = { email: 'grace@harbour.example', companyName: 'Harbour Mobile' }
    await t.signUpAndIn(person)
    await t.signUpAndIn({ email: 'ada@pier.example', companyName: 'See harbour.example Ltd' })
    expect(await namesOf('@Harbour.example')).toContain('Harbour Mobile')
    expect(await namesOf('harbour.example')).toEqual(['See harbour.example Ltd', 'Harbour Mobile'])
    expect(await namesOf('arbour.example')).toEqual(['See harbour.example Ltd'])
  })

  test('finds a client by a domain that it has proved, and by the code of an order', async () => {
    const { id } = await t.enterprise('Proved Mobile', 'DEMO')
    await t.server.db.systemTx((db) =>
      db.insertInto('sso_domain_directory').values({ domain: 'proved.example', enterprise_id: id }).execute(),
    )
    expect(await namesOf('proved.example')).toEqual(['Proved Mobile'])
    const { code } = await t.server.db.systemTx((db) =>
      db.selectFrom('plan_order').select('code').where('enterprise_id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await namesOf(code)).toEqual(['Proved Mobile'])
    expect(await namesOf('0'.repeat(20))).toEqual([])
  })
})

test('the details have usage with its limits, and the first answers of the survey', async () => {
  const survey = { industry: 'MVNO', heard: 'Event' } as const
  const owner = t.stranger()
  const person = { firstName: 'Mary', lastName: 'Jackson', companyName: 'Wind Mobile', email: 'mary@wind.example' }
  await owner.ask(account.register, { ...person, password: 'Quiet-Harbour-7', survey })
  const token = new URL(await t.lastLink(person.email)).searchParams.get('token') ?? ''
  await owner.ask(account.verify, { token })
  const [row] = (await staff.ask(client.list, { filter: { search: 'Wind Mobile' } })).items
  const details = await support.ask(client.get, { id: row!.id })
  expect(details).toMatchObject({
    plan: 'DEMO',
    usage: { used: 0 },
    installations: 0,
    iccids: 0,
    limits: { configurations: 3, iccids: 20, members: 5 },
    survey: { name: 'Mary Jackson', answers: survey },
  })
  expect((await staff.ask(client.get, { id: (await t.enterprise()).id })).survey).toBeNull()
})

test('the members have their role and last sign-in, who signed in last first', async () => {
  const { id, owner, member } = await t.enterprise('Crew Mobile')
  const { id: roleId } = await owner.ask(team.addRole, { name: 'Desk', permissions: ['Fleet_View'] })
  await owner.ask(team.invite, { emails: ['new@crew.example'], roleId })
  t.clock.moveMs(60_000)
  await member('Viewer')
  const { items, total } = await support.ask(client.members, { id })
  expect(total).toBe(3)
  expect(items).toMatchObject([
    { role: 'Viewer', state: 'ACTIVE', signedInAt: t.clock.now().toISOString() },
    { role: 'Owner', state: 'ACTIVE', secondFactor: false, signedInAt: expect.any(String) },
    { role: 'Desk', state: 'INVITED', name: '', email: 'new@crew.example', signedInAt: null },
  ])
  expect((await staff.refusal(client.members, { id: unknown })).code).toBe(problems.not_found.code)
  t.clock.moveMs(-60_000)
})

describe('notes', () => {
  test('are written and seen by staff, newest first, and deleted by their author alone', async () => {
    const { id } = await t.enterprise('Noted Mobile')
    await staff.ask(client.addNote, { id, fields: { text: ' Calls on Mondays. ' } })
    t.clock.moveMs(1_000)
    await colleague.ask(client.addNote, { id, fields: { text: 'Wants EID push.' } })
    const { items, total } = await staff.ask(client.notes, { id })
    expect([total, items.map(({ text, own }) => [text, own])]).toEqual([
      2,
      [
        ['Wants EID push.', false],
        ['Calls on Mondays.', true],
      ],
    ])
    expect((await support.ask(client.notes, { id })).items.map(({ own }) => own)).toEqual([false, false])
    const [theirs, mine] = items
    expect((await staff.refusal(client.removeNote, { id, noteId: theirs!.id })).code).toBe(problems.forbidden.code)
    await staff.ask(client.removeNote, { id, noteId: mine!.id })
    expect((await staff.refusal(client.removeNote, { id, noteId: mine!.id })).code).toBe(problems.not_found.code)
    expect((await staff.ask(client.notes, { id })).items.map(({ text }) => text)).toEqual(['Wants EID push.'])
  })

  test("are in the audit log of the staff, and not in the client's", async () => {
    const { id, owner } = await t.enterprise('Quiet Mobile')
    await staff.ask(client.addNote, { id, fields: { text: 'Pays late.' } })
    const [note] = (await staff.ask(client.notes, { id })).items
    await staff.ask(client.removeNote, { id, noteId: note!.id })
    const object = { objectId: id, objectName: 'Quiet Mobile', actorKind: 'STAFF' }
    const filter = { objectId: id }
    expect((await staff.ask(audit.list, { filter })).items).toMatchObject([
      { ...object, action: 'enterprise.noteRemoved', before: { text: 'Pays late.' } },
      { ...object, action: 'enterprise.noteAdded', after: { text: 'Pays late.' } },
    ])
    const theirs = await owner.ask(audit.list, {})
    expect(JSON.stringify(theirs)).not.toContain('Pays late.')
  })

  test("cannot be read by the client's own transactions", async () => {
    const { id } = await t.enterprise('Curious Mobile')
    await staff.ask(client.addNote, { id, fields: { text: 'Secret.' } })
    const reading = t.server.db.tenantTx(id, (db) => db.selectFrom('client_note').selectAll().execute())
    await expect(reading).rejects.toThrow(/permission denied/)
  })

  test('have 1 to 2,000 characters, belong to a client, and are written by staff who may edit', async () => {
    const { id } = await t.enterprise()
    for (const text of ['', '  ', 'x'.repeat(2001)])
      expect((await staff.refusal(client.addNote, { id, fields: { text } })).code).toBe(problems.invalid.code)
    const fields = { text: 'x'.repeat(2000) }
    await staff.ask(client.addNote, { id, fields })
    const [note] = (await staff.ask(client.notes, { id })).items
    for (const other of [unknown, STAFF_ENTERPRISE_ID])
      expect((await staff.refusal(client.addNote, { id: other, fields })).code).toBe(problems.not_found.code)
    expect((await support.refusal(client.addNote, { id, fields })).code).toBe(problems.forbidden.code)
    expect((await support.refusal(client.removeNote, { id, noteId: note!.id })).code).toBe(problems.forbidden.code)
    const elsewhere = { id: (await t.enterprise()).id, noteId: note!.id }
    expect((await staff.refusal(client.removeNote, elsewhere)).code).toBe(problems.not_found.code)
  })
})

describe('extending the free trial', () => {
  test('moves the end of a running trial, and is in the audit log of the client', async () => {
    const { id, owner } = await t.enterprise('Trial Mobile', 'DEMO')
    const { endsAt } = await owner.ask(plan.startTrial, {})
    const extended = await staff.ask(client.extendTrial, { id, fields: { days: 7 } })
    expect(Date.parse(extended.endsAt!) - Date.parse(endsAt)).toBe(7 * DAY_MS)
    expect((await owner.ask(plan.queryOrder, {})).endsAt).toBe(extended.endsAt)
    const [entry] = (await owner.ask(audit.list, { filter: { action: ['order.trialExtended'] } })).items
    expect(entry).toMatchObject({ actorKind: 'STAFF', after: { days: 7 } })
  })

  test('makes one that has not started longer, and one that has ended active again', async () => {
    const { id, owner } = await t.enterprise('Later Mobile', 'DEMO')
    expect(await staff.ask(client.extendTrial, { id, fields: { days: 5 } })).toEqual({ endsAt: null })
    expect((await owner.ask(plan.queryOrder, {})).trial.days).toBe(20)
    await owner.ask(plan.startTrial, {})
    t.clock.moveMs(30 * DAY_MS)
    const later = await t.staff()
    const { endsAt } = await later.ask(client.extendTrial, { id, fields: { days: 3 } })
    expect(Date.parse(endsAt!) - t.clock.now().getTime()).toBe(3 * DAY_MS)
    expect((await later.ask(client.get, { id })).kind).toBe('TRIAL')
    t.clock.moveMs(-30 * DAY_MS)
  })

  test('is refused for support, for unknown clients, and beyond 1 to 90 days', async () => {
    const { id } = await t.enterprise()
    for (const days of [0, 91, 1.5])
      expect((await staff.refusal(client.extendTrial, { id, fields: { days } })).code).toBe(problems.invalid.code)
    const fields = { days: 90 }
    expect((await support.refusal(client.extendTrial, { id, fields })).code).toBe(problems.forbidden.code)
    for (const other of [unknown, STAFF_ENTERPRISE_ID])
      expect((await staff.refusal(client.extendTrial, { id: other, fields })).code).toBe(problems.not_found.code)
    const [own] = (await staff.ask(enterprise.list, {})).items
    expect(own!.id).toBe(STAFF_ENTERPRISE_ID)
  })
})

describe('the ICCIDs of a client', () => {
  const holder = async () => {
    const enterprise = await t.enterprise()
    return { ...enterprise, configurationId: await configured(enterprise.owner) }
  }
  type Holder = Awaited<ReturnType<typeof holder>>
  const inputs = (count: number) =>
    newSubscribers(count).map(({ ICCID: iccid, IMSI: imsi }) => ({ iccid: iccid!, imsi: imsi!, makeKeys: true }))
  const generate = ({ owner, configurationId }: Holder, input: ReturnType<typeof inputs>[number]) =>
    owner.ask(batch.single, { ...input, configurationId })
  const refusalOf = async ({ owner, configurationId }: Holder, input: ReturnType<typeof inputs>[number]) =>
    (await owner.refusal(batch.single, { ...input, configurationId })).code
  const download = ({ id }: TestEnterprise, profileId: string) =>
    moved(t, { enterpriseId: id, profileId }, [deliveredTo('Test')])

  test('are moved by staff with a proof, and neither client sees who the other is', async () => {
    const [squatter, rightful] = [await holder(), await holder()]
    const [first, second, onDevice] = inputs(3)
    const { profileId } = await generate(squatter, first!)
    await generate(squatter, second!)
    await download(squatter, (await generate(squatter, onDevice!)).profileId)
    const numbers = { firstIccid: first!.iccid, count: 3 }
    const range = { configurationId: rightful.configurationId, firstImsi: first!.imsi, ...numbers }
    const preview = async () => await rightful.owner.ask(batch.previewRange, range)
    expect(await preview()).toMatchObject({ total: 3, existing: 0, taken: 3 })
    const found = await staff.ask(client.findIccids, { id: rightful.id, fields: numbers })
    expect(found).toMatchObject({ own: 0, free: 0, holders: [{ id: squatter.id, count: 3, onDevices: 1 }] })
    const fields = { ...numbers, proof: 'Letter 17 of the numbering authority', downloaded: 'leave' as const }
    expect((await support.refusal(client.moveIccids, { id: rightful.id, fields })).code).toBe(problems.forbidden.code)

    expect(await staff.ask(client.moveIccids, { id: rightful.id, fields })).toEqual({ moved: 2, left: 1 })

    expect(await preview()).toMatchObject({ existing: 0, taken: 1 })
    expect(await refusalOf(squatter, first!)).toBe(problems.iccid_taken.code)
    expect((await squatter.owner.ask(fleet.timeline, { id: profileId })).items[0]).toMatchObject({ type: 'REMOVED' })
    const third = await holder()
    expect(await refusalOf(third, first!)).toBe(problems.iccid_taken.code)
    await generate(rightful, first!)
    expect(await refusalOf(rightful, onDevice!)).toBe(problems.iccid_taken.code)
    const all = { ...fields, downloaded: 'move' as const }
    expect(await staff.ask(client.moveIccids, { id: rightful.id, fields: all })).toEqual({ moved: 1, left: 0 })
    await generate(rightful, onDevice!)
    expect((await squatter.owner.ask(plan.queryOrder, {})).iccids.used).toBe(0)
    expect((await rightful.owner.ask(plan.queryOrder, {})).iccids.used).toBe(2)
    const action = ['enterprise.iccidsMoved', 'enterprise.iccidsReleased', 'enterprise.iccidsAssigned'] as const
    const entries = async (who: typeof staff) => (await who.ask(audit.list, { filter: { action: [...action] } })).items
    const [, moving] = await entries(staff)
    expect(moving!.after).toMatchObject({ iccids: 2, first: first!.iccid, last: second!.iccid, proof: fields.proof })
    for (const [one, other] of [
      [squatter, rightful],
      [rightful, squatter],
    ] as const) {
      const shown = JSON.stringify(await entries(one.owner))
      expect(shown).toContain(first!.iccid)
      expect(shown).not.toContain(other.id)
    }
  })

  test('are free when they were released', async () => {
    const former = await holder()
    const [one] = inputs(1)
    const { profileId } = await generate(former, one!)
    const fields = { firstIccid: one!.iccid, count: 1 }
    const find = async () => await staff.ask(client.findIccids, { id: former.id, fields })
    expect(await find()).toMatchObject({ own: 1, free: 0 })
    const released = [{ profile_id: profileId as never, iccid: one!.iccid as never }]
    await t.server.db.tenantTx(former.id, async (db) => await releaseIccids(db, released))
    expect(await find()).toMatchObject({ own: 0, free: 1, holders: [] })
  })

  test('are not moved if the client has generated them since they were listed as unused', async () => {
    const [client, rightful] = [await holder(), await t.enterprise()]
    const [one] = inputs(1)
    const { profileId } = await generate(client, one!)
    const assigned = (deleted: string[]) =>
      t.server.db.systemTx((db) =>
        assignIccids(db, { from: client.id, to: rightful.id }, { iccids: [findIccid(one!.iccid)!], deleted }),
      )
    expect(await assigned([])).toEqual([])
    expect(await assigned([profileId])).toEqual([findIccid(one!.iccid)])
  })

  test.each([
    ['firstIccid', { firstIccid: '89x' }],
    ['count', { count: 0 }],
    ['count', { count: 10_001 }],
    ['proof', { proof: ' ' }],
  ])('are not moved with an invalid %s', async (field, change) => {
    const fields = {
      firstIccid: '8944010000000000001',
      count: 1,
      proof: 'Letter',
      downloaded: 'leave',
      ...change,
    } as const
    const refusal = await staff.refusal(client.moveIccids, { id: (await t.enterprise()).id, fields })
    expect((refusal.obj.faults as { path: string }[]).map(({ path }) => path)).toEqual([`fields.${field}`])
  })
})
