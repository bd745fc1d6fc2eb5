import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { expect, test } from 'vitest'
import { testServer } from '../testing/server.ts'
import { tidyUp } from './housekeeping.ts'

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

  expect(await tidyUp(t.server)).toBe(0)
  await client.ask(session.enterpriseInfo, {})

  t.clock.moveMs(31 * DAY_MS)
  expect(await tidyUp(t.server)).toBeGreaterThan(0)
  expect(await countAll()).toEqual([0, 0, 0, 0, 0])
})
