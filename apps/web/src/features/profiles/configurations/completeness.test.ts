import { expect, test } from 'vitest'
import { completenessOf } from './completeness.ts'
import { type ConfigurationValues, newConfiguration } from './form-values.ts'

const full: ConfigurationValues = {
  ...newConfiguration,
  name: 'Retail',
  profileName: 'Retail plan',
  serviceProviderName: 'Alba',
  hplmn: [{ plmn: '26201', access: ['E-UTRAN'] }],
}
const limits = {
  ...{ downloads: 10, configurations: 10, configurationTypes: ['Regular'], oplmn: 1, fplmn: 1 },
  ...{ redownloadsAMonth: 1, downloadAttempts: 5, members: 1, features: [], apiCallsASecond: 1, iccids: 10, rules: 1 },
}
const said = (change: Partial<ConfigurationValues>, isCodeStored = false) =>
  completenessOf({ ...full, ...change }, { isCodeStored, limits })

test('a configuration is complete only if it can be saved and codes can be generated', () => {
  expect(said({})).toBe('Complete: activation codes can be generated.')
  expect(said({ name: ' ', profileName: '', hplmn: [] })).toBe(
    'Still needed before codes can be generated: configuration name, profile name, home network (HPLMN).',
  )
  expect(said({ hplmn: [{ plmn: '2', access: ['E-UTRAN'] }], gid1: 'x' })).toBe(
    'Correct before codes can be generated: Home network (HPLMN), network 1, GID1.',
  )
})

test('a fixed confirmation code is needed until it is entered or stored', () => {
  const fixed = { confirmationCode: { mode: 'fixed', code: '' } } as const
  expect(said(fixed)).toBe('Still needed before codes can be generated: confirmation code.')
  expect(said(fixed, true)).toBe('Complete: activation codes can be generated.')
  expect(said({ confirmationCode: { mode: 'fixed', code: '12' } })).toBe(
    'Correct before codes can be generated: Fixed confirmation code.',
  )
})

test('what exceeds the plan is not complete', () => {
  expect(said({ type: 'Private_LTE', fplmn: ['26201', '26202'] })).toBe('More than the plan allows: Type.')
  expect(said({ fplmn: ['26202', '26203'] })).toBe('More than the plan allows: FPLMN.')
})

test('profiles that operators order get no codes', () => {
  expect(said({ orderedBy: 'operator' })).toBe('Complete: profiles can be put in stock, and operators order them.')
})
