import * as account from '@simwright/contract/people/account'
import * as notice from '@simwright/contract/platform/notice'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/server.ts'
import { nextLocalHour } from './digest-time.ts'
import { mailNotices } from './jobs.ts'
import { notifyMembers, notifyPerson } from './service.ts'

const t = await testServer({ background: 'none' })

const goTo = (time: string) => t.clock.moveMs(Date.parse(time) - t.clock.now().getTime())

/** An owner in Berlin with a digest at 7, and a function that notifies the owner. */
async function reader(timeZone: string, hour: number) {
  const { owner, ownerId: userId, id: enterpriseId } = await t.enterprise('Harbour Mobile')
  const { firstName, lastName } = await owner.ask(account.me, {})
  await owner.ask(account.edit, { firstName, lastName, timeZone })
  const { digest } = await owner.ask(notice.setDigest, { hour })
  const { email } = await owner.ask(account.me, {})
  return {
    owner,
    digest,
    notify: async (plan: string) => {
      const news = { kind: 'PLAN_ENDED', facts: { plan } } as const
      return await t.server.db.tenantTx(enterpriseId, (db) => notifyMembers(t.server, db, { news, ownLetter: true }))
    },
    change: async (change: string) => {
      const news = { kind: 'ACCOUNT_CHANGED', facts: { change } } as const
      return await notifyPerson(t.server, t.server.db.global, { userId, news, ownLetter: true })
    },
    digests: async () => {
      await mailNotices(t.server)
      return (await t.letters(email)).filter(({ kind }) => kind === 'DIGEST')
    },
    letters: async () => {
      await mailNotices(t.server)
      return await t.letters(email)
    },
  }
}

test.each([
  ['before summer time begins', '2027-03-26T12:00:00Z', '2027-03-27T06:00:00.000Z'],
  ['on the day on which it begins', '2027-03-27T12:00:00Z', '2027-03-28T05:00:00.000Z'],
  ['after it has begun', '2027-03-28T12:00:00Z', '2027-03-29T05:00:00.000Z'],
  ['before it ends', '2027-10-29T12:00:00Z', '2027-10-30T05:00:00.000Z'],
  ['on the day on which it ends', '2027-10-30T12:00:00Z', '2027-10-31T06:00:00.000Z'],
  ['after it has ended', '2027-10-31T12:00:00Z', '2027-11-01T06:00:00.000Z'],
])('a digest is one mail at seven in Berlin %s', async (_, now, due) => {
  goTo(now)
  const { digest, notify, digests } = await reader('Europe/Berlin', 7)
  expect(digest).toEqual({ hour: 7, timeZone: 'Europe/Berlin', nextAt: due })
  // the caller must not send a letter of its own
  expect(await notify('BASIC')).toEqual([])
  t.clock.moveMs(60_000)
  await notify('PRO')
  goTo(new Date(Date.parse(due) - 1).toISOString())
  expect(await digests()).toEqual([])
  goTo(due)
  const [letter, ...others] = await digests()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('2 notifications from Simwright')
  expect(letter?.text).toMatch(/The plan BASIC has ended\..*Europe\/Berlin\)\n\nThe plan PRO has ended\./s)
  expect(await digests()).toHaveLength(1)
})

test('on a day that skips the hour the digest comes an hour later, on one that repeats it the first time only', () => {
  const at = (time: string) => nextLocalHour(new Date(time), { hour: 2, timeZone: 'Europe/Berlin' }).toISOString()
  expect(at('2027-03-27T12:00:00Z')).toBe('2027-03-28T01:00:00.000Z')
  expect(at('2027-03-28T01:00:00Z')).toBe('2027-03-29T00:00:00.000Z')
  expect(at('2027-10-30T12:00:00Z')).toBe('2027-10-31T00:00:00.000Z')
  expect(at('2027-10-31T00:00:00Z')).toBe('2027-11-01T01:00:00.000Z')
  expect(nextLocalHour(new Date('2027-01-01T00:00:00Z'), { hour: 2, timeZone: 'No/Where' }).toISOString()).toBe(
    '2027-01-01T02:00:00.000Z',
  )
})

test('a mail about the security of the account is never delayed', async () => {
  const { change, digests } = await reader('Europe/Berlin', 7)
  expect(await change('A passkey was added.')).toHaveLength(1)
  t.clock.moveMs(2 * 24 * 60 * 60_000)
  expect(await digests()).toEqual([])
})

test('a user who returns to single mails gets what waits at once, in single mails', async () => {
  const { owner, notify, letters } = await reader('Asia/Kathmandu', 7)
  await notify('BASIC')
  await notify('PRO')
  expect(await letters()).toEqual([])
  expect(await owner.ask(notice.setDigest, { hour: null })).toEqual({ digest: null })
  expect((await letters()).map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
    ['NOTICE', 'The plan BASIC has ended'],
    ['NOTICE', 'The plan PRO has ended'],
  ])
  expect(await notify('PREMIUM')).toHaveLength(1)
})

test('each notification is mailed once, also when several processes send mails', async () => {
  const { notify, letters } = await reader('Asia/Kathmandu', 7)
  await notify('BASIC')
  t.clock.moveMs(2 * 24 * 60 * 60_000)
  await Promise.all(Array.from({ length: 4 }, () => mailNotices(t.server)))
  expect(await letters()).toHaveLength(1)
})
