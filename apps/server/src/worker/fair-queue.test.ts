import { problems } from '@simwright/contract'
import { expect, test } from 'vitest'
import { FairQueue, type Turn } from './fair-queue.ts'

/** Work that ends when it is asked to, in the order in which it began. */
function openQueue() {
  const queue = new FairQueue()
  const running: { tenant: string; end: () => void }[] = []
  const begun: string[] = []
  const add = (tenant: string, length: Turn['length'] = 'short') =>
    queue.inTurn({ tenant, length }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(tenant)
      running.push({ tenant, end: resolve })
      await promise
    })
  const endFirst = async () => {
    running.shift()?.end()
    await new Promise(setImmediate)
  }
  return { queue, add, begun, endFirst }
}

test('three tasks run at a time, two of one enterprise; a failure lets the next one begin', async () => {
  const { queue, add, begun, endFirst } = openQueue()
  const failed = queue.inTurn({ tenant: 'a', length: 'short' }, async () => {
    throw new Error('refused')
  })
  const all = ['a', 'a', 'a', 'b', 'c'].map((tenant) => add(tenant))
  await expect(failed).rejects.toThrow('refused')
  await new Promise(setImmediate)
  expect(begun.toSorted()).toEqual(['a', 'a', 'b'])
  for (const _ of all) await endFirst()
  await Promise.all(all)
  expect(queue.counts()).toEqual({ running: 0, waiting: 0 })
})

test('an enterprise with much work does not delay others: the one served longest ago is next', async () => {
  const { add, begun, endFirst } = openQueue()
  const all = [...Array(20).fill('many'), 'one', 'two', 'three'].map((tenant) => add(tenant))
  await new Promise(setImmediate)
  for (const _ of [1, 2, 3]) await endFirst()
  expect(begun.slice(0, 6).toSorted()).toEqual(['many', 'many', 'many', 'one', 'three', 'two'])
  for (const _ of all) await endFirst()
  await Promise.all(all)
})

test('long tasks leave a slot to short ones, and an enterprise has one of them at a time', async () => {
  const { add, begun, endFirst } = openQueue()
  const all = ['a', 'a', 'b', 'c'].map((tenant) => add(tenant, 'long'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  all.push(add('d'))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b', 'd'])
  for (const _ of all) await endFirst()
  await Promise.all(all)
})

test('beyond a hundred waiting tasks an enterprise is asked to come back, and others are not', async () => {
  const { add, endFirst } = openQueue()
  const all = Array.from({ length: 102 }, () => add('many'))
  await expect(add('many')).rejects.toMatchObject({ code: problems.busy.code })
  all.push(add('one'))
  for (const _ of all) await endFirst()
  await Promise.all(all)
})
