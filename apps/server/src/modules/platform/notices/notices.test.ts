import * as live from '@simwright/contract/insight/live'
import * as account from '@simwright/contract/people/account'
import * as team from '@simwright/contract/people/team'
import * as notice from '@simwright/contract/platform/notice'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { describe, expect, test } from 'vitest'
import { dropExpired } from '../../../jobs/retention.ts'
import { createOwnedObjects } from '../../../testing/contract-entry.ts'
import { type Client, testServer } from '../../../testing/server.ts'
import { subscriberCsv, subscribers } from '../../../testing/subscriber.ts'
import { insertMember } from '../tenancy/service.ts'
import { notifyMembers, notifyPerson } from './service.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60_000

const noticesOf = async (client: Client) => (await client.ask(notice.list, {})).items

/** A notice of the user alone or, with an enterprise account, one that is shown only there. */
async function notify(userId: string, text: string, more: { enterpriseId?: string; once?: string } = {}) {
  t.clock.moveMs(1)
  const { enterpriseId, once } = more
  if (enterpriseId === undefined) {
    const news = { kind: 'ACCOUNT_CHANGED', facts: { change: text } } as const
    await notifyPerson(t.server, t.server.db.global, { userId, once, news, ownLetter: true })
    return
  }
  const news = { kind: 'PLAN_ENDED', facts: { plan: text } } as const
  await t.server.db.tenantTx(enterpriseId, (db) => notifyMembers(t.server, db, { once, news }))
}

describe('a notice', () => {
  test('is visible to its user only; the list is sorted by time and paged', async () => {
    const { owner, ownerId, member } = await t.enterprise()
    for (const change of ['one', 'two', 'three']) await notify(ownerId, change)
    expect(await noticesOf(await member('Admin'))).toEqual([])
    const first = await owner.ask(notice.list, { limit: 2 })
    expect(first.items).toMatchObject([{ facts: { change: 'three' } }, { facts: { change: 'two' }, isRead: false }])
    const second = await owner.ask(notice.list, { limit: 2, cursor: first.next ?? '' })
    expect(second).toMatchObject({ items: [{ facts: { change: 'one' } }], next: null })
  })

  test('of one enterprise account is not shown in another', async () => {
    const { owner, ownerId, id } = await t.enterprise()
    const { id: otherId } = await t.enterprise()
    const added = { id: t.server.random.uuid(), userId: ownerId, role: 'Owner', at: t.clock.now() }
    await t.server.db.tenantTx(otherId, (db) => insertMember(db, added))
    await notify(ownerId, 'here', { enterpriseId: id })
    await notify(ownerId, 'elsewhere', { enterpriseId: otherId })
    await notify(ownerId, 'anywhere')
    expect((await noticesOf(owner)).map(({ facts }) => facts)).toEqual([{ change: 'anywhere' }, { plan: 'here' }])
    const there = await t.sessionIn(owner, otherId)
    expect((await noticesOf(there)).map(({ facts }) => facts)).toEqual([{ change: 'anywhere' }, { plan: 'elsewhere' }])
  })

  test('can be listed by kind, and unread only', async () => {
    const { owner, ownerId, id } = await t.enterprise()
    await notify(ownerId, 'one')
    await notify(ownerId, 'PRO', { enterpriseId: id })
    await notify(ownerId, 'two')
    const changes = async (filter: { kinds?: ['ACCOUNT_CHANGED']; unread?: true; limit?: number; cursor?: string }) => {
      const { items, next } = await owner.ask(notice.list, filter)
      return { next, shown: items.map(({ facts }) => Object.values(facts)[0]) }
    }
    expect((await changes({ kinds: ['ACCOUNT_CHANGED'] })).shown).toEqual(['two', 'one'])
    const first = await changes({ kinds: ['ACCOUNT_CHANGED'], limit: 1 })
    const second = await changes({ kinds: ['ACCOUNT_CHANGED'], limit: 1, cursor: first.next ?? '' })
    expect([first.shown, second.shown, second.next]).toEqual([['two'], ['one'], null])
    const newest = (await noticesOf(owner))[0]!
    await owner.ask(notice.read, { id: newest.id })
    expect((await changes({ unread: true })).shown).toEqual(['PRO', 'one'])
    expect((await changes({ kinds: ['ACCOUNT_CHANGED'], unread: true })).shown).toEqual(['one'])
    // a cursor belongs to its filter
    expect((await owner.refusal(notice.list, { unread: true, cursor: first.next ?? '' })).status).toBe(400)
  })

  test('with a name is added only once', async () => {
    const { owner, ownerId } = await t.enterprise()
    await notify(ownerId, 'first', { once: 'trial' })
    await notify(ownerId, 'second', { once: 'trial' })
    expect(await noticesOf(owner)).toHaveLength(1)
  })

  test('can be marked as read by its user only, one or all', async () => {
    const { owner, ownerId, member } = await t.enterprise()
    await notify(ownerId, 'one')
    await notify(ownerId, 'two')
    const [newest] = await noticesOf(owner)
    await (await member('Admin')).ask(notice.read, { id: newest?.id })
    await (await member('Admin')).ask(notice.read, {})
    expect((await noticesOf(owner)).map(({ isRead }) => isRead)).toEqual([false, false])
    await owner.ask(notice.read, { id: newest?.id })
    expect((await noticesOf(owner)).map(({ isRead }) => isRead)).toEqual([true, false])
    await owner.ask(notice.read, {})
    expect((await noticesOf(owner)).map(({ isRead }) => isRead)).toEqual([true, true])
  })

  test('is deleted after 90 days', async () => {
    const { owner, ownerId } = await t.enterprise()
    await notify(ownerId, 'old')
    await notify(ownerId, 'young')
    const [young, old] = await noticesOf(owner)
    const created_at = new Date(t.clock.now().getTime() - 91 * DAY_MS)
    await t.server.db.global.updateTable('notice').set({ created_at }).where('id', '=', old!.id).execute()
    await dropExpired(t.server)
    expect((await noticesOf(owner)).map(({ id }) => id)).toEqual([young?.id])
  })

  test('is pushed to open pages at once', async () => {
    const { owner, ownerId } = await t.enterprise()
    const stop = new AbortController()
    const states = owner.events(live.session, {}, { signal: stop.signal })
    expect((await states.next()).value).toMatchObject({ unread: 0, newestNotice: null })
    await notify(ownerId, 'now')
    const { value } = await states.next()
    expect(value).toMatchObject({ unread: 1, newestNotice: expect.any(String) })
    await owner.ask(notice.read, {})
    expect((await states.next()).value).toMatchObject({ unread: 0, newestNotice: value?.newestNotice })
    stop.abort()
  })
})

describe('a notice is sent when', () => {
  test('a batch of the user has ended, with or without a code', async () => {
    const enterprise = await t.enterprise()
    const { owner } = enterprise
    const { configurationId } = await createOwnedObjects(enterprise)
    const content = subscriberCsv(subscribers(3, 4_000))
    for (const [kind, succeeded] of [
      ['BATCH_DONE', 3],
      ['BATCH_FAILED', 0],
    ] as const) {
      const { id: sourceId } = await owner.upload(source.upload, { configurationId }, { name: 'file.csv', content })
      const begun = await owner.ask(batch.start, { sourceId })
      for await (const event of owner.events(batch.progress, { id: begun.batchId }))
        if (event.process === 'COMPLETE') break
      const [latest] = await noticesOf(owner)
      const facts = { batchId: begun.batchId, code: begun.code, succeeded, failed: 3 - succeeded }
      expect(latest).toMatchObject({ kind, facts })
    }
  })

  test('a user is invited, and to the inviter when the user has joined', async () => {
    const { owner } = await t.enterprise('Harbour Mobile')
    const guest = await t.signUpAndIn()
    const { email } = guest.person
    t.clock.moveMs(1)
    await owner.ask(team.invite, { emails: [email], roleId: 'Viewer' })
    const invited = { kind: 'INVITED', facts: { enterpriseName: 'Harbour Mobile', invitedBy: 'Sample Owner' } }
    expect(await noticesOf(guest)).toMatchObject([invited])
    const token = new URL(await t.lastLink(email)).searchParams.get('token') ?? ''
    await t.stranger().ask(team.acceptInvitation, { token })
    expect(await noticesOf(owner)).toMatchObject([{ kind: 'JOINED', facts: { name: 'Ada Byron' } }])
  })

  test('the password was changed', async () => {
    const person = await t.signUpAndIn()
    const { password } = person.person
    await person.ask(account.changePassword, { oldPassword: password, newPassword: 'Other-Harbour-9' })
    expect(await noticesOf(person)).toMatchObject([{ kind: 'ACCOUNT_CHANGED' }])
  })
})
