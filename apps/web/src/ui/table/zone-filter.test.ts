import { expect, test } from 'vitest'
import { filterZones } from './zone-filter.ts'

const options = ['Europe/Berlin', 'America/New_York'].map((value) => ({ value, label: value.replaceAll('_', ' ') }))

test.each(['America/New_York', 'new york', 'New_York '])('a time zone is found by %j', (search) => {
  expect(filterZones({ options, search, limit: 60 })).toEqual([options[1]])
})
