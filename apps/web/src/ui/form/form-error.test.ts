import { expect, test } from 'vitest'
import { errorsOf } from './form.ts'

test('a field shows each of its faults once, in the order of the answer', () => {
  const faults = [
    { path: 'upp', text: 'The package is for the ICCID 1.' },
    { path: 'upp', text: 'The package is for the IMSI 2.' },
    { path: 'imsi', text: 'Required' },
    { path: 'upp', text: 'The package is for the ICCID 1.' },
  ]
  expect(errorsOf(faults)).toEqual({
    upp: 'The package is for the ICCID 1.\nThe package is for the IMSI 2.',
    imsi: 'Required',
  })
})

test('the paths begin inside the edited property', () => {
  const faults = [
    { path: 'fields.hplmn.0.plmn', text: 'Invalid PLMN.' },
    { path: 'version', text: 'Old' },
  ]
  expect(errorsOf(faults, 'fields')).toEqual({ 'hplmn.0.plmn': 'Invalid PLMN.', version: 'Old' })
})
