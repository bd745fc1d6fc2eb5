import { expect, test } from 'vitest'
import { dollars } from './money.ts'

test('whole dollars are shown without cents, other amounts with two digits', () => {
  expect([9900, 106_900, 80, 60, 0].map(dollars)).toEqual(['$99', '$1,069', '$0.80', '$0.60', '$0'])
})
