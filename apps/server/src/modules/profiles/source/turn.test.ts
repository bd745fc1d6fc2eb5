import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './turn.ts'

test('at most two files are read at once; a failure lets the next one begin', async () => {
  const owner = {}
  let running = 0
  let most = 0
  const work = async (index: number) => {
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    running -= 1
    if (index % 2 === 0) throw new Error('refused')
    return index
  }
  const done = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) => inTurn(owner, `tenant ${index}`, () => work(index))),
  )
  expect(most).toBe(2)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await inTurn(owner, 'tenant 0', async () => 'free again')).toBe('free again')
})

test('a tenant with many files does not delay others: tenants take turns after each file', async () => {
  const owner = {}
  const order: string[] = []
  const read = (tenant: string) =>
    inTurn(owner, tenant, async () => {
      order.push(tenant)
      await sleep(5)
    })
  await Promise.all([...Array(6).fill('many'), 'one', 'two', 'three'].map(read))
  expect(order.slice(0, 5).sort()).toEqual(['many', 'many', 'one', 'three', 'two'])
})

test('a tenant reads one file at a time', async () => {
  const owner = {}
  let running = 0
  let most = 0
  const read = () =>
    inTurn(owner, 'many', async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(2)
      running -= 1
    })
  await Promise.all([read(), read(), read()])
  expect(most).toBe(1)
})
