import { expect, test } from 'vitest'
import { dollars, dollarsAndCents } from './money.ts'

test('whole dollars are shown without cents, other amounts with two digits', () => {
  expect([9900, 106_900, 80, 60, 0].map(dollars)).toEqual(['$99', '$1,069', '$0.80', '$0.60', '$0'])
})

test('amounts of a column have two digits, and the sign comes before the currency', () => {
  expect([14_900, -2235, -100_000].map(dollarsAndCents)).toEqual(['$149.00', '-$22.35', '-$1,000.00'])
  expect(dollars(-2235)).toBe('-$22.35')
})
