import { expect, test } from 'vitest'
import { attributeFilters, offeredAttributes, readAttributeChips, writeAttributeChips } from './attribute-chip.ts'

const offered = offeredAttributes([
  { word: 'plan', name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver, yearly'] },
  { word: 'seats', name: 'Seats', kind: 'number', choices: [] },
  { word: 'site', name: 'Site', kind: 'choice', choices: ['Oslo'] },
])

test('the menu offers the attributes that have choices', () => {
  expect(attributeFilters(offered)).toEqual({
    'attr.plan': {
      kind: 'choice',
      label: 'Plan',
      choices: ['Gold', 'Silver, yearly'].map((value) => ({ value, label: value })),
    },
    'attr.site': { kind: 'choice', label: 'Site', choices: [{ value: 'Oslo', label: 'Oslo' }] },
  })
})

test.each([
  ['attr.plan:gold', { 'attr.plan': 'Gold' }, ''],
  ['8944 attr.plan:"Silver, yearly" attr.site:Oslo', { 'attr.plan': 'Silver, yearly', 'attr.site': 'Oslo' }, '8944'],
  // what the menu cannot show stays in the bar
  ['attr.plan:Gold,none', {}, 'attr.plan:Gold,none'],
  ['attr.plan:none', {}, 'attr.plan:none'],
  ['attr.plan:Bronze attr.seats:4', {}, 'attr.plan:Bronze attr.seats:4'],
  ['attr.plan:Gold attr.plan:"Silver, yearly"', { 'attr.plan': 'Gold' }, 'attr.plan:"Silver, yearly"'],
])('%s is %j and the bar "%s"', (query, chosen, bar) => {
  expect(readAttributeChips(query, offered)).toEqual({ chosen, bar })
})

test.each(['attr.plan:"Silver, yearly" attr.site:Oslo 8944', '8944', ''])('%j is written as it was read', (query) => {
  expect(writeAttributeChips(readAttributeChips(query, offered), offered)).toBe(query)
})
