import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type HashPriority, openHashQueue } from './hash-queue.ts'

/** A queue of two threads and three places, whose work ends when the test says so. */
function scene() {
  const queue = openHashQueue({ concurrentMax: 2, waitingMax: 3 })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const hash = (name: string, priority: HashPriority) => {
    const result = queue(priority, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
    // a refused one is looked at later
    result.catch(() => {})
    return { result }
  }
  const end = async (name: string) => {
    await expect.poll(() => ends.has(name)).toBe(true)
    ends.get(name)!()
    await nextTurn()
  }
  return { hash, end, started }
}

test('as many hashes run as may use a thread, the others wait for their turn', async () => {
  const { hash, end, started } = scene()
  for (const name of ['a', 'b', 'c']) hash(name, 'unknown')
  await nextTurn()
  expect(started).toEqual(['a', 'b'])
  await end('a')
  expect(started).toEqual(['a', 'b', 'c'])
})

test('a known device comes before those that wait longer', async () => {
  const { hash, end, started } = scene()
  for (const name of ['a', 'b', 'c', 'd']) hash(name, 'unknown')
  hash('known', 'known')
  for (const name of ['a', 'b', 'known']) await end(name)
  expect(started).toEqual(['a', 'b', 'known', 'c', 'd'])
})

test('a full queue refuses, but a known device takes the slot of the unknown one that came last', async () => {
  const { hash, end, started } = scene()
  const waiting = ['a', 'b', 'c', 'd', 'e'].map((name) => hash(name, 'unknown'))
  await expect(hash('f', 'unknown').result).rejects.toMatchObject({ kind: 'busy' })
  const known = hash('known', 'known')
  await expect(waiting[4]?.result).rejects.toMatchObject({ kind: 'busy' })
  for (const name of ['a', 'b', 'known', 'c', 'd']) await end(name)
  expect(started).toEqual(['a', 'b', 'known', 'c', 'd'])
  expect(await known.result).toBe('known')
})

test('a hash that fails gives its turn to the next', async () => {
  const queue = openHashQueue({ concurrentMax: 1, waitingMax: 1 })
  const failed = queue('unknown', async () => {
    throw new Error('out of memory')
  })
  const next = queue('unknown', async () => 'done')
  await expect(failed).rejects.toThrow('out of memory')
  expect(await next).toBe('done')
})
