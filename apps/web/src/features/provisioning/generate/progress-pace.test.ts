import { describe, expect, test } from 'vitest'
import { type Sample, timeLeftMs, withSample } from './progress-pace.ts'

const after = (samples: readonly Sample[]) => samples.reduce<readonly Sample[]>(withSample, [])

describe('time left of a job', () => {
  test('follows from the pace so far', () => {
    const samples = after([
      { atMs: 0, processed: 0 },
      { atMs: 2000, processed: 1000 },
    ])
    expect(timeLeftMs(samples, 10_000)).toBe(18_000)
  })

  test('is undefined before there is a pace', () => {
    expect(timeLeftMs([], 100)).toBeUndefined()
    expect(timeLeftMs([{ atMs: 0, processed: 50 }], 100)).toBeUndefined()
  })

  test('follows the pace of the last seconds, not that of a slow start', () => {
    const samples = after([
      { atMs: 0, processed: 1 },
      { atMs: 60_000, processed: 2 },
      { atMs: 61_000, processed: 1002 },
      { atMs: 62_000, processed: 2002 },
    ])
    expect(timeLeftMs(samples, 3002)).toBe(1000)
  })

  test('a repeated event changes nothing', () => {
    const samples = after([
      { atMs: 0, processed: 0 },
      { atMs: 1000, processed: 10 },
    ])
    expect(withSample(samples, { atMs: 9000, processed: 10 })).toBe(samples)
  })
})
