import { expect, test } from 'vitest'
import { countryNameOf } from './country.ts'

test('countries have names, and other codes have none', () => {
  expect(['DE', 'GB', 'XK'].map(countryNameOf)).toEqual(['Germany', 'United Kingdom', 'Kosovo'])
  expect(['XX', 'ZZ', 'EU', 'UK', 'QQ', 'de', 'D', '', 'DEU'].map(countryNameOf)).toEqual(Array(9).fill(undefined))
})
