import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { expect, test } from 'vitest'
import { randomAt } from '../runtime/random.ts'
import { testServer } from '../testing/server.ts'
import { dropExpired } from './retention.ts'
import { keptText, RETENTION } from './retention-table.ts'

const t = await testServer()
const DAY_MS = 24 * 60 * 60_000

const tables = ['once_request', 'user_token', 'attempt_counter', 'user_session', 'mail_message'] as const
const countAll = async () => {
  const counts = tables.map((table) =>
    t.server.db.global
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).map(({ n }) => n)
}

test('expired rows are deleted, others stay', async () => {
  const client = await t.signUpAndIn()
  await t.stranger().ask(account.register, { ...client.person, email: 'waiting@example.com' })
  await t.stranger().refusal(account.login, { email: 'waiting@example.com', password: 'Wrong-Harbour-7' })
  expect(Math.min(...(await countAll()))).toBeGreaterThan(0)

  expect(await dropExpired(t.server)).toBe(0)
  await client.ask(session.enterpriseInfo, {})

  t.clock.moveMs(62 * DAY_MS)
  expect(await dropExpired(t.server)).toBeGreaterThan(0)
  expect(await countAll()).toEqual([0, 0, 0, 0, 0])
})

test('messages of devices are deleted by the month of their ID, those of every enterprise account', async () => {
  const { server, clock } = t
  const [one, other] = [await t.enterprise(), await t.enterprise()]
  const idAt = (daysAgo: number) => randomAt(() => clock.now().getTime() - daysAgo * DAY_MS).uuid()
  const message = { function: 'handleNotification', address: '', outcome: '', raw: Buffer.alloc(0), at: clock.now() }
  const kept = [idAt(364), idAt(364)].sort()
  for (const [index, { id: enterpriseId }] of [one, other].entries())
    for (const id of [idAt(400), idAt(397), kept[index]!])
      await server.db.tenantTx(enterpriseId, (db) =>
        db
          .insertInto('device_message')
          .values({ enterprise_id: enterpriseId, id, ...message })
          .execute(),
      )
  expect(await dropExpired(server, { only: ({ what }) => what === 'Messages of devices' })).toBe(4)
  const left = await server.db.systemTx((db) => db.selectFrom('device_message').select('id').orderBy('id').execute())
  expect(left.map(({ id }) => id)).toEqual(kept)
})

test('each kind of data is listed once, with how long it stays and why', () => {
  const whats = RETENTION.map(({ what }) => what)
  expect(new Set(whats).size).toBe(whats.length)
  const kept = RETENTION.map((one) => keptText(one))
  expect(kept).toContain('30 days')
  expect(kept).toContain('1 day')
  expect(kept).toContain('30 minutes')
  expect(kept).toContain('12 to 13 months')
  expect(kept).toContain('30 to 61 days')
  expect(kept).toContain('until their end')
  expect(kept).toContain('90 days after their end')
})

test('what cannot be deleted is reported by its name, and everything else is deleted', async () => {
  await t.stranger().ask(account.register, { ...(await t.signUpAndIn()).person, email: 'later@example.com' })
  t.clock.moveMs(62 * DAY_MS)
  const failing = { ...t.server, db: { ...t.server.db, systemTx: () => Promise.reject(new Error('no connection')) } }
  await expect(dropExpired(failing)).rejects.toThrow('end of its retention: Delivered packages')
  expect((await countAll()).slice(0, -1)).toEqual([0, 0, 0, 0])
})
