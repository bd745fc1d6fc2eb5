import { expect, test } from 'vitest'
import { giftOf } from './plan-command.ts'
import { CommandFault } from './provider-command.ts'

const ID = '0198c2a0-0000-7000-8000-000000000001'
const now = new Date('2026-06-15T12:00:00Z')

test('a plan runs to the end of its last day', () => {
  const gift = giftOf([ID, 'pro', '2026-06-15'], now)
  expect(gift).toEqual({ enterpriseId: ID, plan: 'PRO', endsAt: new Date('2026-06-16T00:00:00Z') })
})

test.each([
  ['no enterprise account', ['someone', 'PRO', '2026-12-31']],
  ['no such plan', [ID, 'GOLD', '2026-12-31']],
  ['a plan that nobody gives', [ID, 'DEMO', '2026-12-31']],
  ['no day', [ID, 'PRO']],
  ['an invalid day', [ID, 'PRO', '2026-02-30']],
  ['a day that is over', [ID, 'PRO', '2026-06-14']],
  ['words too many', [ID, 'PRO', '2026-12-31', 'please']],
])('%s is refused', (_, words) => {
  expect(() => giftOf(words, now)).toThrow(CommandFault)
})
