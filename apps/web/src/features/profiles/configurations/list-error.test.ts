import { expect, test } from 'vitest'
import { listError } from './list-error.ts'

test('an error that the server reports for a whole list of networks shows at the list', () => {
  const text = 'The home network 26201 cannot be a forbidden network.'
  expect(listError({ fplmn: text, name: 'Required' }, 'fplmn')).toBe(text)
})

test('an error that the server reports for one entry shows at its list', () => {
  expect(listError({ 'fplmn.1': 'Takes 5 or 6 digits.' }, 'fplmn')).toBe('Takes 5 or 6 digits.')
})

test('errors of other fields do not show at a list', () => {
  expect(listError({ ehplmn: 'Required', 'fplmnText.0': 'Required' }, 'fplmn')).toBeUndefined()
})
