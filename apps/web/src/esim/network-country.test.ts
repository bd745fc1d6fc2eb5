import { expect, test } from 'vitest'
import { networkCountry } from './network-country.ts'

test.each([
  ['26201', 'Germany'],
  ['00101', 'Test network'],
  ['99970', 'Private network'],
  ['90128', 'International'],
  ['2620', undefined],
])('the network %s is of %s', (plmn, name) => {
  expect(networkCountry(plmn)).toBe(name)
})
