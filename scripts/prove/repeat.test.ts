import { expect, test } from 'vitest'
import { failureLines, parseRepeat } from './repeat.ts'

test('a test is repeated ten times next to four busy loops, or as often and next to as many as given', () => {
  expect(parseRepeat(['apps/server/src/db'])).toEqual({ paths: ['apps/server/src/db'], times: 10, load: 4 })
  expect(parseRepeat(['tests/e2e/team', '-t', 'a name', '--times', '3', '--load=0'])).toEqual({
    paths: ['tests/e2e/team'],
    name: 'a name',
    times: 3,
    load: 0,
  })
})

test.each([[[]], [['a', '--times', 'often']], [['a', '--times', '0']], [['a', '--load', '-1']], [['a', '--what']]])(
  'other arguments are refused: %s',
  (args) => {
    expect(() => parseRepeat(args)).toThrow()
  },
)

test('each test that failed has a line with its share of failures and its first message, the most frequent first', () => {
  const failures = [
    'failed   a.test.ts: one: expected 1: not 2',
    'failed   a.test.ts: two: too slow',
    'failed   a.test.ts: two: too slow, again',
  ]
  expect(failureLines(failures, 4)).toEqual([
    '2 of 4 (50 %) failed   a.test.ts: two: too slow',
    '1 of 4 (25 %) failed   a.test.ts: one: expected 1: not 2',
  ])
})
