import { parseStored } from '@simwright/contract/profiles/configuration'
import { expect, test } from 'vitest'
import { usedMoreFields } from './more-field.ts'
import { emptyQuickValues } from './quick-values.ts'
import { profileValues, sourceText } from './replaced-value.ts'

const rule = (byte: string) => ({ certificateHash: byte.repeat(20) })
const fields = parseStored({
  name: 'Plan',
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  type: 'Advanced',
  hplmn: [{ plmn: '26201', access: ['GSM'] }],
  fplmn: ['20801', '20802', '20803', '20804', '20805', '20806', '20807'],
  araApplet: { rules: [rule('ab')] },
  confirmationCode: { mode: 'none' },
})

test('the value that goes into the profile is in words: the entered one, or that of the configuration', () => {
  expect(sourceText('spn', fields, ' ')).toBe('Empty: Alba, from the configuration.')
  expect(sourceText('spn', fields, 'Bravo')).toBe('Overrides Alba of the configuration.')
  expect(sourceText('gid1', fields, '')).toBe('Empty: none, as in the configuration.')
  expect(sourceText('gid1', fields, 'A1')).toBe('The configuration has none.')
  expect(sourceText('fplmnList', fields, '')).toBe(
    'Empty: 20801 20802 20803 20804 20805 and 2 more, from the configuration.',
  )
  expect(sourceText('ara', fields, '')).toBe(`Empty: ${'ab'.repeat(20)}, from the configuration.`)
  const araApplet = parseStored({ ...fields, araApplet: { rules: [rule('ab'), rule('cd')] } })
  expect(sourceText('ara', araApplet, '')).toBe('Empty: 2 rules, from the configuration.')
  expect(sourceText('pin1', fields, '')).toBeUndefined()
})

test('the group identifiers of a supplied package are those of its owner', () => {
  const owned = parseStored({ ...fields, type: 'UPP', owner: { plmn: '99970', gid1: 'A1' } })
  expect(sourceText('gid1', owned, '')).toBe('Empty: A1, from the configuration.')
})

test('the result says where each value is from', () => {
  const values = profileValues(usedMoreFields(fields), fields, { ...emptyQuickValues, spn: ' Bravo ', pin1: '1379' })
  expect(values).toEqual([
    { label: 'SMSP number', value: '', isOwn: false },
    { label: 'Profile name', value: 'Consumer plan', isOwn: false },
    { label: 'Service provider name (SPN)', value: 'Bravo', isOwn: true },
    { label: 'Network name (PNN)', value: '', isOwn: false },
    { label: 'HPLMN', value: '26201', isOwn: false },
    { label: 'EHPLMN', value: '', isOwn: false },
    { label: 'OPLMN', value: '', isOwn: false },
    { label: 'FPLMN', value: '20801 20802 20803 20804 20805 and 2 more', isOwn: false },
    { label: 'GID1', value: '', isOwn: false },
    { label: 'GID2', value: '', isOwn: false },
    { label: 'Access rule (ARA)', value: 'ab'.repeat(20), isOwn: false },
  ])
})
