import { expect, test } from 'vitest'
import { condition } from '../db/expression.ts'
import { testServer } from '../testing/server.ts'
import { backgroundLoops, watchedOf } from './background.ts'
import { dueLoop, type Watched } from './due.ts'

const t = await testServer()
const { signal } = new AbortController()

function watch(conditions: Record<string, Watched['due']>) {
  const woken: string[] = []
  const all = Object.entries(conditions).map(([name, due]) => ({ name, due, wake: () => void woken.push(name) }))
  return { woken, run: () => dueLoop(t.server, all).run(signal) }
}

test('one statement wakes the loops whose condition is true', async () => {
  const { woken, run } = watch({
    yes: (at) => condition`${at}::timestamptz <= ${at}`,
    no: () => condition`exists (select from outbox)`,
    unknown: () => condition`null`,
  })
  const { transactions } = await t.server.db.countTransactions(run)
  expect(woken).toEqual(['yes'])
  expect(transactions).toBe(1)
})

test('no condition looks for any row with an earlier time, for which PostgreSQL would read a whole table', () => {
  const watched = watchedOf(
    t.server,
    [...backgroundLoops(t.server)].map((one) => ({ ...one, wake: () => {} })),
  )
  const texts = watched.map(({ due }) => due(t.clock.now()).compile(t.server.db.global).sql)
  expect(texts.length).toBeGreaterThan(20)
  expect(
    texts.filter((text) => /exists \(\s*select from \w+(?!\s+\w+\s+where)[^()]* <= \$\d+\s*\)/.test(text)),
  ).toEqual([])
})

test('a statement that fails wakes all loops, and the failure is reported', async () => {
  const { woken, run } = watch({ faulty: () => condition`1 / 0 = 1`, other: () => condition`false` })
  await expect(run()).rejects.toThrow('division by zero')
  expect(woken).toEqual(['faulty', 'other'])
})

test('the end of the server stops the waking of all loops', async () => {
  const stop = new AbortController()
  const woken: string[] = []
  const faulty = { name: 'faulty', due: () => condition`1 / 0 = 1`, wake: () => stop.abort() }
  const other = { name: 'other', due: () => condition`true`, wake: () => void woken.push('other') }
  await expect(dueLoop(t.server, [faulty, other]).run(stop.signal)).rejects.toThrow('division by zero')
  expect(woken).toEqual([])
})

test('a statement that hangs wakes all loops, and is not sent again meanwhile', async () => {
  const begun: string[] = []
  const statement = Promise.withResolvers<never>()
  const server = {
    clock: t.clock,
    db: {
      ...t.server.db,
      systemSelect: () => {
        begun.push('statement')
        return statement.promise
      },
    },
  }
  const woken: string[] = []
  const { run } = dueLoop(server, [{ name: 'one', due: () => condition`true`, wake: () => void woken.push('one') }])
  await run(signal)
  await run(signal)
  expect([begun, woken]).toEqual([['statement'], ['one', 'one']])
  statement.reject(new Error('canceled'))
  await expect(run(signal)).rejects.toThrow('canceled')
})
