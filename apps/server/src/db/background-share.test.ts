import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../testing/close.ts'
import { openTestDatabase } from '../testing/database.ts'
import { inBackground } from './background-share.ts'
import { openDb } from './database.ts'
import { statementOfFamily } from './statement.ts'

const { urls } = await openTestDatabase()
const CONNECTIONS = 6
const db = openDb({ urls, maxConnections: CONNECTIONS })
closeAtEnd(() => db.close())

const oneStatement = statementOfFamily<object, { answer: number }>('select an answer', () => sql`select 1 as answer`)
const answer = async () => await db.systemSelect(oneStatement, {})

/** As many pieces of background work as connections, each with one until `end` is called. */
function hangInBackground(fail?: Error) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  const hang = () =>
    db.systemTx(async () => {
      begun += 1
      await ended
      if (fail) throw fail
    })
  const all = Array.from({ length: CONNECTIONS }, () => inBackground(hang))
  return { all: Promise.allSettled(all), end, begun: () => begun }
}

test('background work that hangs leaves connections to calls, and goes on later', async () => {
  const hanging = hangInBackground()
  await expect.poll(hanging.begun).toBe(CONNECTIONS - 4)
  expect(await answer()).toEqual([{ answer: 1 }])
  expect(hanging.begun()).toBe(CONNECTIONS - 4)
  hanging.end()
  const ended = await hanging.all
  expect(ended.map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill('fulfilled'))
  expect(hanging.begun()).toBe(CONNECTIONS)
})

test('background work that fails ends its turn', async () => {
  const hanging = hangInBackground(new Error('a fault'))
  await expect.poll(hanging.begun).toBe(CONNECTIONS - 4)
  hanging.end()
  const ended = await hanging.all
  expect(ended.map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill('rejected'))
  expect(await inBackground(answer)).toEqual([{ answer: 1 }])
})
