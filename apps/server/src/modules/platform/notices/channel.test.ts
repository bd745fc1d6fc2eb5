import * as team from '@simwright/contract/people/team'
import * as notice from '@simwright/contract/platform/notice'
import {
  type News,
  type NoticeChannel,
  type NoticeKind,
  noticeKindNames,
  noticeKindRow,
  noticeWords,
} from '@simwright/contract/platform/notice-kind'
import * as webhook from '@simwright/contract/programs/webhook'
import { describe, expect, test } from 'vitest'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { sampleFacts } from '../../../testing/notice-facts.ts'
import { type Client, injectInto, testServer } from '../../../testing/server.ts'
import { mailNotices } from './jobs.ts'
import { notifyMembers, notifyPerson } from './service.ts'

const t = await testServer({ background: 'none' })
const { owner: caller, id: enterpriseId, member } = await t.enterprise('Harbour Mobile')
const owner = caller.by(injectInto(t.app))
const staff = (await t.staff()).by(injectInto(t.app))

// notifications are put into the outbox only while an endpoint wants events
await owner.ask(webhook.add, { fields: { name: 'Programs', url: null, kinds: ['NOTICE'] } })

const payloadOf = ({ token = '' }: Client): { userId: string; email: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const clientOf = (kind: NoticeKind) => (noticeKindRow(kind).audience === 'staff' ? staff : owner)

const newsOf = (kind: NoticeKind) => ({ kind, facts: sampleFacts[kind] }) as News

const format = { appName: 'Simwright', time: (iso: string) => iso, amount: String }

async function notify(news: News, userId: string): Promise<void> {
  const { audience } = noticeKindRow(news.kind)
  if (audience === 'person') await notifyPerson(t.server, t.server.db.global, { userId, news })
  else {
    const id = audience === 'staff' ? STAFF_ENTERPRISE_ID : enterpriseId
    await t.server.db.tenantTx(id, (db) => notifyMembers(t.server, db, { news }))
  }
}

/** Sends a notification of the kind and the mails that are due. @returns how often it appears in each channel */
async function appearances(kind: NoticeKind, client = clientOf(kind)): Promise<Record<NoticeChannel, number>> {
  const { userId, email } = payloadOf(client)
  await t.server.db.global.deleteFrom('notice').execute()
  await t.server.db.global.deleteFrom('mail_message').execute()
  const news = newsOf(kind)
  await notify(news, userId)
  await mailNotices(t.server)
  const letters = await t.letters(email)
  for (const letter of letters)
    expect(letter).toMatchObject({ kind: 'NOTICE', subject: noticeWords(news, format).title })
  const sent = await t.server.db.tenantTx(enterpriseId, (db) =>
    db.deleteFrom('outbox').where('topic', '=', 'notice').returning('payload').execute(),
  )
  for (const { payload } of sent) expect(payload).toEqual(news)
  return { BELL: (await client.ask(notice.list, {})).items.length, MAIL: letters.length, WEBHOOK: sent.length }
}

const channelsOf = async (client: Client, kind: NoticeKind) =>
  (await client.ask(notice.choices, {})).kinds.find((one) => one.kind === kind)?.channels

const states = [true, false]

test.each(noticeKindNames)('a notification of the kind %s is switched on and off by channel', async (kind) => {
  const client = clientOf(kind)
  const { channels } = noticeKindRow(kind)
  const standard = { BELL: channels.BELL === 'off' ? 0 : 1, MAIL: channels.MAIL === 'off' ? 0 : 1, WEBHOOK: 0 }
  expect(await appearances(kind)).toEqual(standard)
  for (const BELL of states)
    for (const MAIL of states) {
      // each value with each value of the others, one by one
      const WEBHOOK = BELL !== MAIL
      for (const [channel, isOn] of Object.entries({ BELL, MAIL, WEBHOOK }) as [NoticeChannel, boolean][])
        if (!['always', 'never'].includes(channels[channel])) await client.ask(notice.choose, { kind, channel, isOn })
        else expect((await client.refusal(notice.choose, { kind, channel, isOn })).obj.faults).toBeDefined()
      const isOn = {
        BELL: BELL || channels.BELL === 'always',
        MAIL: MAIL || channels.MAIL === 'always',
        WEBHOOK: WEBHOOK && channels.WEBHOOK !== 'never',
      }
      expect(await channelsOf(client, kind)).toEqual(isOn)
      expect(await appearances(kind)).toEqual({
        BELL: Number(isOn.BELL),
        MAIL: Number(isOn.MAIL),
        WEBHOOK: Number(isOn.WEBHOOK),
      })
    }
  // back to the default, for the other tests
  await t.server.db.global.deleteFrom('notice_choice').execute()
})

test.each(noticeKindNames)('the words of the kind %s are complete', (kind) => {
  const { title, text } = noticeWords(newsOf(kind), format)
  expect(`${title} ${text ?? ''}`).not.toMatch(/undefined|null|NaN|\{/)
})

describe('the choice', () => {
  test('is of one user in one enterprise account', async () => {
    const admin = await member('Admin')
    await admin.ask(notice.choose, { kind: 'PLAN_ENDED', channel: 'BELL', isOn: false })
    expect(await channelsOf(owner, 'PLAN_ENDED')).toEqual({ BELL: true, MAIL: true, WEBHOOK: false })
    expect(await channelsOf(admin, 'PLAN_ENDED')).toEqual({ BELL: false, MAIL: true, WEBHOOK: false })
    expect((await appearances('PLAN_ENDED', admin)).BELL).toBe(0)
  })

  test('has only the kinds that the user can get', async () => {
    const kindsOf = async (client: Client) => (await client.ask(notice.choices, {})).kinds.map(({ kind }) => kind)
    const finance = await kindsOf(await member('Finance'))
    expect(finance).toContain('USAGE_REACHED')
    expect(finance).not.toContain('CAMPAIGN_LOW')
    const operator = await kindsOf(await member('Operator'))
    expect(operator).toContain('CAMPAIGN_LOW')
    expect(operator).not.toContain('USAGE_REACHED')
    for (const one of [finance, operator])
      expect(one.filter((kind) => noticeKindRow(kind).audience === 'staff')).toEqual([])
    const ofStaff = await kindsOf(staff)
    expect(ofStaff.filter((kind) => noticeKindRow(kind).audience === 'members')).toEqual([])
    const viewer = await member('Viewer')
    const refused = await viewer.refusal(notice.choose, { kind: 'USAGE_REACHED', channel: 'MAIL', isOn: true })
    expect(refused.status).toBe(404)
  })
})

describe('a notification goes to', () => {
  test('members whose role has the permission, built in or their own, and to no others', async () => {
    const { id: roleId } = await owner.ask(team.addRole, {
      name: 'Plan',
      permissions: ['Subscription_View', 'Subscription_Edit'],
    })
    const [operator, viewer] = [await member('Operator'), await member('Viewer')]
    const own = await member('Viewer')
    await t.server.db.tenantTx(enterpriseId, (db) =>
      db
        .updateTable('member')
        .set({ built_in_role: null, role_id: roleId })
        .where('user_id', '=', payloadOf(own).userId)
        .execute(),
    )
    expect(await appearances('USAGE_REACHED', own)).toEqual({ BELL: 1, MAIL: 1, WEBHOOK: 0 })
    for (const client of [operator, viewer])
      expect(await appearances('USAGE_REACHED', client)).toEqual({ BELL: 0, MAIL: 0, WEBHOOK: 0 })
  })

  test('nobody who has left before its mail is due', async () => {
    const leaving = await member('Admin')
    const { userId, email } = payloadOf(leaving)
    const news = newsOf('PLAN_ENDED')
    await t.server.db.tenantTx(enterpriseId, async (db) => {
      await notifyMembers(t.server, db, { news })
      await db.updateTable('member').set({ state: 'INACTIVE' }).where('user_id', '=', userId).execute()
    })
    await mailNotices(t.server)
    expect(await t.letters(email)).toEqual([])
  })
})
