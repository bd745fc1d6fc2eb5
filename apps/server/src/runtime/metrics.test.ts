import { describe, expect, test } from 'vitest'
import { countCall, LATENCY_BOUNDS_MS, latencyOf, openMetrics } from './metrics.ts'

const timerOf = (...ms: number[]) => {
  const timer = openMetrics().timer('call')
  for (const one of ms) countCall(timer, one)
  return timer
}

describe('counters', () => {
  test('of one name are the same', () => {
    const metrics = openMetrics()
    metrics.counter('a').count += 2
    metrics.counter('a').count += 1
    countCall(metrics.timer('b'), 3)
    expect([...metrics.all()].map(({ name, count }) => [name, count])).toEqual([
      ['a', 3],
      ['b', 1],
    ])
    expect(() => metrics.timer('a')).toThrow('a is a counter')
  })

  test('are written once: what was written does not count again, what was not written does', () => {
    const metrics = openMetrics()
    metrics.counter('a').count += 2
    const timer = metrics.timer('b')
    countCall(timer, 3)
    metrics.takeCounted()
    const first = metrics.takeCounted()
    expect(first.rows.map(({ name, count }) => [name, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    countCall(timer, 3)
    first.written()
    expect(metrics.takeCounted().rows).toMatchObject([{ name: 'b', count: 1, buckets: { 2: 1 } }])
  })

  test('put a latency into the first bucket whose bound it does not exceed', () => {
    for (const [index, bound] of LATENCY_BOUNDS_MS.entries()) expect(timerOf(bound).buckets[index]).toBe(1)
    expect(timerOf(0).buckets[0]).toBe(1)
    expect(timerOf(5_000.1).buckets.at(-1)).toBe(1)
  })
})

describe('the latency of a share of calls', () => {
  test('is undefined without calls', () => {
    expect(latencyOf(timerOf().buckets, 0.5)).toBeUndefined()
  })

  test('is interpolated within its bucket', () => {
    const { buckets } = timerOf(...Array.from({ length: 90 }, () => 8), ...Array.from({ length: 10 }, () => 150))
    expect(latencyOf(buckets, 0.45)).toBeCloseTo(7.5)
    expect(latencyOf(buckets, 0.9)).toBeCloseTo(10)
    expect(latencyOf(buckets, 0.95)).toBeCloseTo(150)
    expect(latencyOf(buckets, 1)).toBeCloseTo(200)
  })

  test('does not exceed the last bound', () => {
    expect(latencyOf(timerOf(60_000).buckets, 0.95)).toBe(5_000)
  })
})
