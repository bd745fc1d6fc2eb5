import { expect, test } from 'vitest'
import { callingCodeOf } from './calling-code.ts'
import { countryOfMcc } from './country.ts'

test('each country with a mobile country code has a calling code', () => {
  const mccs = Array.from({ length: 1000 }, (_, mcc) => String(mcc).padStart(3, '0'))
  const countries = mccs.flatMap((mcc) => countryOfMcc(mcc) ?? [])
  expect(countries.length).toBeGreaterThan(200)
  expect(countries.filter((country) => callingCodeOf(country) === undefined)).toEqual([])
})

test.each([
  ['DE', '49'],
  ['US', '1'],
  ['HK', '852'],
])('%s has the calling code %s', (country, code) => {
  expect(callingCodeOf(country)).toBe(code)
})
