import { expect, it } from 'vitest'
import { isUsable, stepsOf } from './course.ts'

it.each([
  ['ready', ['current', 'to come', 'to come', 'to come']],
  ['downloaded', ['done', 'current', 'to come', 'to come']],
  ['installed', ['done', 'done', 'current', 'to come']],
] as const)('a code that is %s shows its course so far', (state, steps) => {
  expect(stepsOf(state)?.map((step) => step.state)).toEqual(steps)
})

it.each(['enabled', 'used', 'expired'] as const)(
  'a code that is %s has nothing to come and offers no installation',
  (state) => {
    expect(stepsOf(state)).toBeUndefined()
    expect(isUsable(state)).toBe(false)
  },
)

it('a download that broke off can be taken up again', () => {
  expect(isUsable('downloaded')).toBe(true)
  expect(isUsable('installed')).toBe(false)
})
