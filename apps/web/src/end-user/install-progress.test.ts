import { endUserTexts } from '@simwright/contract/provisioning/end-user-text/en'
import { expect, it } from 'vitest'
import { isUsable, stepsOf } from './install-progress.ts'

it.each([
  ['ready', ['current', 'to come', 'to come', 'to come']],
  ['downloaded', ['done', 'current', 'to come', 'to come']],
  ['installed', ['done', 'done', 'current', 'to come']],
] as const)('a code that is %s shows its progress', (state, steps) => {
  expect(stepsOf(state, endUserTexts)?.map((step) => step.state)).toEqual(steps)
})

it.each(['enabled', 'used', 'expired'] as const)(
  'a code that is %s shows no steps and offers no installation',
  (state) => {
    expect(stepsOf(state, endUserTexts)).toBeUndefined()
    expect(isUsable(state)).toBe(false)
  },
)

it('an interrupted download can be repeated', () => {
  expect(isUsable('downloaded')).toBe(true)
  expect(isUsable('installed')).toBe(false)
})
