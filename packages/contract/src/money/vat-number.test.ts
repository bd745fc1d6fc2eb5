import { expect, test } from 'vitest'
import { euCountries, isInEu, isVatNumber, vatNumberExample, vatNumberOf } from './vat-number.ts'

test('the example of each country has the form of that country and of no other', () => {
  expect(euCountries).toHaveLength(27)
  for (const country of euCountries)
    for (const other of euCountries)
      expect([country, other, isVatNumber(other, vatNumberExample(country))]).toEqual([
        country,
        other,
        other === country,
      ])
})

test('separators and small letters are accepted', () => {
  expect(vatNumberOf(' be 0123.456-789 ')).toBe('BE0123456789')
  expect(isVatNumber('BE', 'be 0123.456.789')).toBe(true)
})

test.each([
  ['DE', 'DE12345678'],
  ['DE', '123456789'],
  ['AT', 'AT12345678'],
  ['BE', 'BE2123456789'],
  ['ES', 'ES123456789'],
  ['FR', 'FRO1123456789'],
  ['NL', 'NL123456789A01'],
  ['GR', 'GR123456789'],
  ['US', 'DE123456789'],
  ['', ''],
])('for %s, %s is not a VAT number', (country, text) => {
  expect(isVatNumber(country, text)).toBe(false)
})

test('only members are in the European Union', () => {
  expect(['DE', 'GR', 'GB', 'CH', '', 'toString'].map(isInEu)).toEqual([true, true, false, false, false, false])
})
