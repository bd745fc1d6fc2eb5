import { expect, test } from 'vitest'
import { perSecondLimiter, rateHeaders } from './second-limit.ts'

test('a key has its calls again a second after its first one, and other keys are not affected', () => {
  let now = 10_000
  const count = perSecondLimiter(() => now)
  const calls = (times: number, key = 'a') => Array.from({ length: times }, () => count(key, 5))
  expect(calls(8).map(({ isAllowed, remaining }) => [isAllowed, remaining])).toEqual([
    [true, 4],
    [true, 3],
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
    [false, 0],
    [false, 0],
  ])
  expect(calls(1, 'b')).toMatchObject([{ isAllowed: true, remaining: 4 }])
  now += 999
  expect(calls(1)).toMatchObject([{ isAllowed: false }])
  now += 1
  const [next] = calls(1)
  expect(next).toMatchObject({ isAllowed: true, remaining: 4 })
  expect(rateHeaders('plan', next!)).toEqual({ 'ratelimit-policy': '"plan";q=5;w=1', ratelimit: '"plan";r=4;t=1' })
})
