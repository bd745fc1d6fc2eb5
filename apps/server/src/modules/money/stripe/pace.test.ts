import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openPace } from './pace.ts'

test('at most so many calls run at a time, and the others follow in order', async () => {
  const paced = openPace({ perSecond: 1000, atOnce: 3 })
  let running = 0
  let most = 0
  const order: number[] = []
  const call = (number: number) =>
    paced(async () => {
      running += 1
      most = Math.max(most, running)
      order.push(number)
      await sleep(2)
      running -= 1
    })
  await Promise.all(Array.from({ length: 20 }, (_, number) => call(number)))
  expect(most).toBe(3)
  expect(order).toEqual(Array.from({ length: 20 }, (_, number) => number))
})

test('in no second more calls start than permitted, also after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const paced = openPace({ perSecond: 5, atOnce: 100 })
    const starts: number[] = []
    const call = () =>
      paced(async () => {
        starts.push(performance.now())
      })
    const first = Array.from({ length: 12 }, call)
    await vi.advanceTimersByTimeAsync(2_500)
    const second = Array.from({ length: 7 }, call)
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all([...first, ...second])
    expect(starts).toHaveLength(19)
    for (const start of starts)
      expect(starts.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(5)
  } finally {
    vi.useRealTimers()
  }
})

test('a failed call makes room for the next one', async () => {
  const paced = openPace({ perSecond: 1000, atOnce: 1 })
  await expect(paced(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await paced(async () => 'next')).toBe('next')
})
