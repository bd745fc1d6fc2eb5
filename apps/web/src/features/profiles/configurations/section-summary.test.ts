import { sectionsOf } from '@simwright/contract/profiles/type-field'
import { expect, test } from 'vitest'
import { type ConfigurationValues, newConfiguration } from './form-values.ts'
import { sectionSummary } from './section-summary.ts'

function summaryOf(id: string, change: Partial<ConfigurationValues> = {}) {
  const { title, fields } = sectionsOf('Regular').find((section) => section.id === id)!
  return sectionSummary(title, fields, { ...newConfiguration, ...change })
}

test('a folded section says what is set in it', () => {
  expect(summaryOf('type')).toBe('Regular')
  expect(summaryOf('authentication')).toBe('Authentication algorithm: MILENAGE')
  expect(summaryOf('networks', { ehplmn: ['26201'], fplmn: ['26202', '26203', '26204', '26205', '26206'] })).toBe(
    'EHPLMN: 26201 · FPLMN: 26202, 26203, 26204 and 2 more',
  )
  expect(summaryOf('operator', { pnn: { fullName: 'Alba', shortName: '' }, gid1: 'ab'.repeat(30) })).toBe(
    `Network name (PNN): Alba · GID1: ${'ab'.repeat(20)}…`,
  )
  expect(summaryOf('metadata', { icon: 'iVBORw0KGgo', isDeletionForbidden: true })).toBe(
    'Icon · Cannot be deleted (PPR2)',
  )
})

test('a section without any value says so, and a secret is not shown', () => {
  expect(summaryOf('fiveG')).toBe('Nothing set')
  expect(summaryOf('code', { confirmationCode: { mode: 'fixed', code: '1234' } })).toBe(
    'Confirmation code: Fixed, stored encrypted',
  )
})
