import { expect, test } from 'vitest'
import { openSharedReads } from './shared-read.ts'

function scene() {
  const clock = { ms: 0 }
  const reads = openSharedReads<number>({
    intervalMs: 2_000,
    readsPerSecond: 5,
    followersPerKey: 3,
    nowMs: () => clock.ms,
  })
  let count = 0
  return { clock, reads, work: async () => ++count }
}

test('followers of a key share what one of them read, until the interval has passed', async () => {
  const { clock, reads, work } = scene()
  const [first, second] = [reads.follow('a')!, reads.follow('a')!]
  expect([await first.read(work), await second.read(work)]).toEqual([1, 1])
  clock.ms = 1_999
  expect(await second.read(work)).toBe(1)
  clock.ms = 2_000
  expect([await second.read(work), await first.read(work)]).toEqual([2, 2])
  expect(await reads.follow('b')!.read(work)).toBe(3)
})

test('with more keys each is read less often, so that all reads stay within the rate', () => {
  const { reads } = scene()
  const followers = Array.from({ length: 40 }, (_, key) => reads.follow(String(key))!)
  expect(followers[0]!.intervalMs()).toBe(8_000)
  for (const follower of followers.slice(5)) follower.end()
  expect(followers[0]!.intervalMs()).toBe(2_000)
})

test('a key has a limited number of followers, and one that ends makes room', () => {
  const { reads } = scene()
  const followers = Array.from({ length: 3 }, () => reads.follow('a')!)
  expect(reads.follow('a')).toBeUndefined()
  followers[0]!.end()
  expect(reads.follow('a')).toBeDefined()
})

test('a read that fails fails for all who share it, and the next interval reads again', async () => {
  const { clock, reads, work } = scene()
  const [first, second] = [reads.follow('a')!, reads.follow('a')!]
  const closed = async () => Promise.reject(new Error('closed'))
  await expect(first.read(closed)).rejects.toThrow('closed')
  await expect(second.read(work)).rejects.toThrow('closed')
  clock.ms = 2_000
  expect(await second.read(work)).toBe(1)
})
