import type { PermissionId } from '@simwright/contract'
import * as comment from '@simwright/contract/insight/comment'
import * as team from '@simwright/contract/people/team'
import * as audit from '@simwright/contract/platform/audit'
import * as notice from '@simwright/contract/platform/notice'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as apiKey from '@simwright/contract/programs/keys'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as sample from '@simwright/contract/provisioning/sample'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { configured, generated, profileOf } from '../../../testing/generated.ts'
import { addTestGroup, limitedMember, moveIntoGroup } from '../../../testing/limited-member.ts'
import { ordered } from '../../../testing/purchase.ts'
import { offerTransfers } from '../../../testing/seller.ts'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'
import { newSubscribers } from '../../../testing/subscriber.ts'
import { addSecondFactor, openTestVisit } from '../../../testing/visit.ts'
import { mailNotices } from '../../platform/notices/jobs.ts'

let t: TestServer
let enterprise: TestEnterprise
let owner: Client
let ann: Client
let viewer: Client
let configurationId: string
let profiles: string[]

const personOf = ({ token = '' }: Client): { userId: string; email: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

beforeAll(async () => {
  t = await testServer({ background: 'queue' })
  enterprise = await t.enterprise()
  owner = enterprise.owner
  ann = await enterprise.member('Operator')
  viewer = await enterprise.member('Viewer')
  configurationId = await configured(owner)
  const rows = newSubscribers(6)
  await generated(owner, { configurationId, rows })
  profiles = await Promise.all(rows.map(async ({ ICCID }) => (await profileOf(owner, ICCID)).id))
})

// nobody reaches the limit per minute by accident
beforeEach(() =>
  t.server.db.tenantTx(enterprise.id, (db) => db.updateTable('comment').set({ created_at: LONG_AGO }).execute()),
)
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

const onProfile = (index: number) => ({ kind: 'PROFILE' as const, objectId: profiles[index]! })
const add = async (index: number, text: string, by = owner) =>
  (await by.ask(comment.add, { ...onProfile(index), text })).id
const list = async (index: number, by = owner) => (await by.ask(comment.list, onProfile(index))).items
const mentions = async (by: Client) =>
  (await by.ask(notice.list, { kinds: ['COMMENT_MENTION'] })).items.map(({ facts }) => facts)

describe('a comment', () => {
  test('is listed newest first, with who wrote it and what the reader may do with it', async () => {
    const first = await add(0, '  Arrived with\nthe courier.  ')
    await add(0, 'Installed at the customer.', ann)
    const [newest, oldest] = await list(0)
    expect(oldest).toMatchObject({ id: first, text: 'Arrived with\nthe courier.', mayEdit: true, mayDelete: true })
    expect(newest).toMatchObject({ text: 'Installed at the customer.', mayEdit: false, mayDelete: true, version: 1 })
    expect((await list(0, ann)).map(({ mayEdit, mayDelete }) => [mayEdit, mayDelete])).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await list(0, viewer)).every(({ mayEdit, mayDelete }) => !mayEdit && !mayDelete)).toBe(true)
  })

  test('is changed by its author only, with the newest version, and says when', async () => {
    const id = await add(1, 'Frist')
    expect((await ann.refusal(comment.edit, { id, version: 1, text: 'Mine' })).code).toBe('19403')
    await owner.ask(comment.edit, { id, version: 1, text: 'First' })
    expect(await owner.ask(comment.get, { id })).toMatchObject({
      text: 'First',
      editedAt: expect.any(String),
      version: 2,
    })
    expect((await owner.refusal(comment.edit, { id, version: 1, text: 'Late' })).code).toBe('19412')
  })

  test('that is deleted says who did it, and its text is gone everywhere', async () => {
    const SECRET = 'The customer is Mary Miller'
    const id = await add(2, `${SECRET}.`, ann)
    await owner.ask(comment.remove, { id, version: 1 })
    const [gone] = await list(2)
    expect(gone).toMatchObject({ id, text: '', deletedAt: expect.any(String), mayEdit: false, mayDelete: false })
    expect(gone!.deletedBy).not.toBe('')
    expect((await ann.refusal(comment.edit, { id, version: 2, text: 'Again' })).code).toBe('19404')
    const log = await owner.ask(audit.list, { limit: 200 })
    expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['comment.added', 'comment.removed']))
    expect(JSON.stringify(log)).not.toContain('Miller')
    const rows = await t.server.db.tenantRead(enterprise.id, (db) => db.selectFrom('comment').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain('Miller')
  })

  test('is possible on a batch, a campaign and an order', async () => {
    const { items } = await owner.ask(batch.list, {})
    const { id: campaignId } = await owner.ask(campaign.add, {
      fields: { name: 'Spring', configurationId, confirmationCode: { mode: 'none' } },
    })
    await offerTransfers(enterprise)
    const { id: orderId } = await ordered(owner)
    for (const object of [
      { kind: 'BATCH', objectId: items[0]!.id },
      { kind: 'CAMPAIGN', objectId: campaignId },
      { kind: 'ORDER', objectId: orderId },
    ] as const) {
      await owner.ask(comment.add, { ...object, text: `On a ${object.kind}` })
      expect((await owner.ask(comment.list, object)).items).toMatchObject([{ text: `On a ${object.kind}` }])
    }
    const order = { kind: 'ORDER', objectId: orderId } as const
    expect((await ann.refusal(comment.list, order)).code, 'an operator sees no orders').toBe('19404')
    expect((await ann.refusal(comment.add, { ...order, text: 'x' })).code).toBe('19404')
    expect((await owner.refusal(comment.list, { ...order, kind: 'BATCH' })).code).toBe('19404')
  })

  test.each([
    ['without text', ' \n '],
    ['that is too long', 'x'.repeat(4_001)],
    ['whose text changes its direction', 'a\u202Eb'],
    ['with too many mentions', Array.from({ length: 21 }, () => `@[${crypto.randomUUID()}]`).join(' ')],
  ])('%s is refused', async (_name, text) => {
    expect((await owner.refusal(comment.add, { ...onProfile(0), text })).code).toBe('19400')
  })

  test('of a person is refused when there are too many in a minute', async () => {
    for (let number = 0; number < comment.COMMENTS_A_MINUTE; number += 1) await add(3, `Number ${number}`, ann)
    expect((await ann.refusal(comment.add, { ...onProfile(3), text: 'One too many' })).code).toBe('19429')
    await add(3, 'Someone else may')
    const page = await owner.ask(comment.list, { ...onProfile(3), limit: 15 })
    expect(page).toMatchObject({ total: 21, items: { length: 15 } })
    const rest = await owner.ask(comment.list, { ...onProfile(3), limit: 15, cursor: page.next! })
    expect(rest).toMatchObject({ next: null, items: { length: 6 } })
    expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(21)
  })

  test('is refused on an object that has the maximum', async () => {
    const { userId } = personOf(owner)
    const row = (number: number) => ({
      enterprise_id: enterprise.id,
      id: crypto.randomUUID(),
      object_kind: 'PROFILE',
      object_id: profiles[4]!,
      text: `Number ${number}`,
      created_by: userId,
      created_at: LONG_AGO,
    })
    await t.server.db.tenantTx(enterprise.id, (db) =>
      db
        .insertInto('comment')
        .values(Array.from({ length: comment.COMMENTS_PER_OBJECT }, (_, number) => row(number)) as never)
        .execute(),
    )
    const refused = await owner.refusal(comment.add, { ...onProfile(4), text: 'One too many' })
    expect(refused).toMatchObject({ code: '14150', message: 'This profile has 1000 comments, which is the maximum.' })
  })

  test('is read, but not written, by viewers and by staff who visit', async () => {
    const id = await add(0, 'For all')
    expect((await viewer.refusal(comment.add, { ...onProfile(0), text: 'x' })).code).toBe('19403')
    const staff = await t.staff()
    await addSecondFactor(t, staff)
    const visit = await openTestVisit(staff, enterprise.id)
    const [seen] = (await visit.ask(comment.list, onProfile(0))).items
    expect(seen).toMatchObject({ id, text: 'For all', mayEdit: false, mayDelete: false })
    expect((await visit.refusal(comment.add, { ...onProfile(0), text: 'x' })).code).toBe('18101')
    expect((await visit.refusal(comment.remove, { id, version: 1 })).code).toBe('18101')
  })

  test('by an API key names the key, and needs its scope', async () => {
    const keyOf = async (name: string, scopes: PermissionId[]) => {
      const fields = { name, scopes, addresses: [] }
      return owner.withKey((await owner.ask(apiKey.add, { kind: 'PERSONAL', days: 30, fields })).key)
    }
    const reader = await keyOf('Reader', ['Fleet_View'])
    expect((await reader.refusal(comment.add, { ...onProfile(0), text: 'x' })).code).toBe('17007')
    const writer = await keyOf('Robot', ['Fleet_View', 'Comment_Create'])
    const { id } = await writer.ask(comment.add, { ...onProfile(0), text: 'Checked by a script' })
    expect(await owner.ask(comment.get, { id })).toMatchObject({ keyName: 'Robot' })
  })

  test('goes with its object', async () => {
    const beginner = await t.signUpAndIn()
    const [found] = (await beginner.ask(fleet.list, { limit: 1 })).items
    const { id } = await beginner.ask(comment.add, { kind: 'PROFILE', objectId: found!.id, text: 'Only a sample' })
    const left = async () =>
      await t.server.db.systemTx((db) => db.selectFrom('comment').select('id').where('id', '=', id).execute())
    expect(await left()).toHaveLength(1)
    await beginner.ask(sample.remove, {})
    expect(await left()).toEqual([])
  })
})

describe('a mention', () => {
  test('by id or address notifies the person once, without the text, also after changes', async () => {
    const { userId, email } = personOf(ann)
    const before = (await mentions(ann)).length
    await t.server.db.global.deleteFrom('mail_message').execute()
    const id = await add(5, `Please check, @${email}. SECRET WORD`)
    const [shown] = await list(5)
    expect(shown!.text).toBe(`Please check, @[${userId}]. SECRET WORD`)
    expect(shown!.mentions).toMatchObject([{ userId, name: expect.stringMatching(/./) }])
    await owner.ask(comment.edit, { id, version: 1, text: `@[${userId}] once more` })
    const received = await mentions(ann)
    expect(received).toHaveLength(before + 1)
    expect(received[0]).toMatchObject({ commentId: id, objectKind: 'PROFILE', objectId: profiles[5] })
    await mailNotices(t.server)
    const letters = await t.letters(email)
    expect(letters).toHaveLength(1)
    expect(JSON.stringify(letters)).not.toContain('SECRET WORD')
  })

  test('that a change adds notifies only that person; nobody notifies oneself', async () => {
    const [first, second] = [personOf(ann), personOf(viewer)]
    const counts = async () => [
      (await mentions(ann)).length,
      (await mentions(viewer)).length,
      (await mentions(owner)).length,
    ]
    const id = await add(5, `@[${first.userId}] and me, @[${personOf(owner).userId}]`)
    const before = await counts()
    await owner.ask(comment.edit, { id, version: 1, text: `@[${first.userId}] @[${second.userId}]` })
    expect(await counts()).toEqual([before[0], before[1]! + 1, before[2]])
    expect(before[2]).toBe(0)
  })

  test('of someone who may not see the object is refused, and names the person', async () => {
    const groupId = await addTestGroup(enterprise, 'Oslo')
    await moveIntoGroup(enterprise, { ids: [profiles[1]!], groupId })
    const limited = await limitedMember(enterprise, [groupId])
    const { userId } = personOf(limited)
    const finance = await enterprise.member('Finance')
    await add(1, `@[${userId}] this is yours`)
    expect(await mentions(limited)).toHaveLength(1)
    for (const hidden of [userId, personOf(finance).userId]) {
      const refused = await owner.refusal(comment.add, { ...onProfile(2), text: `@[${hidden}] look` })
      expect(refused.code).toBe('14151')
      expect(refused.message).toMatch(/^\w+ \w+ may not see this profile, and so cannot be mentioned here\.$/)
    }
    expect(await mentions(limited)).toHaveLength(1)
    const { items } = await owner.ask(comment.people, onProfile(2))
    expect(items.map((one) => one.userId)).toEqual(expect.arrayContaining([personOf(ann).userId]))
    expect(items.map((one) => one.userId)).not.toEqual(expect.arrayContaining([userId]))
    expect((await owner.ask(comment.people, onProfile(1))).items.map((one) => one.userId)).toContain(userId)
    expect((await list(1, limited)).length).toBeGreaterThan(0)
    for (const call of [comment.list, comment.people])
      expect((await limited.refusal(call as typeof comment.list, onProfile(2))).code).toBe('19404')
    expect((await limited.refusal(comment.add, { ...onProfile(2), text: 'x' })).code).toBe('19404')
    const [other] = await list(2)
    expect((await limited.refusal(comment.get, { id: other!.id })).code).toBe('19404')
  })

  test('of nobody is refused with the address', async () => {
    const refused = await owner.refusal(comment.add, { ...onProfile(0), text: 'Ask @nobody@example.com, please' })
    expect(refused.obj.faults).toMatchObject([
      { path: 'text', text: 'No active member has the address nobody@example.com. Write it without @.' },
    ])
    const stranger = personOf((await t.enterprise()).owner).userId
    expect((await owner.refusal(comment.add, { ...onProfile(0), text: `@[${stranger}]` })).code).toBe('19400')
    await add(0, 'Write to mary@example.com')
  })

  test('of someone who left keeps the name, and the comment can still be changed', async () => {
    const leaver = await enterprise.member('Operator')
    const { userId, email } = personOf(leaver)
    const id = await add(0, `Ask @[${userId}]`)
    const written = await add(0, 'I leave', leaver)
    const { items } = await owner.ask(team.list, { filter: { search: email } })
    await owner.ask(team.remove, { id: items[0]!.id })
    const shown = await list(0)
    expect(shown.find((one) => one.id === id)!.mentions[0]!.name).toMatch(/\w+ \w+/)
    expect(shown.find((one) => one.id === written)!.createdBy).toMatch(/\w+ \w+/)
    await owner.ask(comment.edit, { id, version: 1, text: `Asked @[${userId}]` })
    expect((await owner.refusal(comment.add, { ...onProfile(0), text: `@[${userId}]` })).code).toBe('19400')
  })
})

describe('an export', () => {
  const csvOf = async (by: Client, sent: object) => await (await by.send(comment.exportCsv, sent)).text()

  test('has the comments of one object, or all that the caller sees, with names and without deleted ones', async () => {
    const id = await add(5, 'A comment that goes')
    await owner.ask(comment.remove, { id, version: 1 })
    await add(5, 'Exported, with "quotes"')
    await add(3, 'On another profile')
    const one = await csvOf(owner, onProfile(5))
    expect(one).toContain('KIND,OBJECT,CREATED,CREATED_BY,API_KEY,EDITED,TEXT')
    expect(one).toContain('"Exported, with ""quotes"""')
    expect(one).not.toContain('A comment that goes')
    expect(one.split('\r\n').filter((line) => line.endsWith(','))).toEqual([])
    expect(one).not.toContain('On another profile')
    const all = await csvOf(viewer, {})
    expect(all).toContain('"Exported, with ""quotes"""')
    expect(all).toContain('On another profile')
    const { items } = await owner.ask(audit.list, { filter: { action: ['comment.exported'] } })
    expect(items).toHaveLength(2)
  })

  test('of an object that the caller does not see is refused', async () => {
    const stranger = (await t.enterprise()).owner
    expect((await stranger.refusal(comment.exportCsv, onProfile(4))).code).toBe('19404')
    expect(await csvOf(stranger, {})).not.toContain('On another profile')
  })

  test('is about profiles that a query of Fleet finds, and other accounts do not', async () => {
    const stranger = (await t.enterprise()).owner
    const found = async (by: Client) =>
      (await by.ask(fleet.list, { filter: { query: 'comments:yes' } })).items.map((row) => row.id)
    await add(3, 'Found by a query')
    expect(await found(owner)).toContain(profiles[3])
    expect(await found(stranger)).toEqual([])
  })
})
