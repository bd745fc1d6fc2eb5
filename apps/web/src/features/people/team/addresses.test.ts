import { expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'

it.each([
  ['a line each', 'ada@example.com\ngrace@example.com'],
  ['commas and semicolons', 'ada@example.com, grace@example.com;'],
  ['as a mail program writes them', 'Ada Byron <ada@example.com>, "Hopper, Grace" <grace@example.com>'],
  ['twice, in capitals', 'ADA@example.com grace@example.com ada@example.com'],
])('reads addresses: %s', (_how, text) => {
  const { emails } = readAddresses(text)
  expect(emails).toEqual(['ada@example.com', 'grace@example.com'])
})

it('lists the words that are not addresses', () => {
  expect(readAddresses('ada@example.com, grace@, hopper')).toEqual({
    emails: ['ada@example.com'],
    invalid: ['grace@', 'hopper'],
  })
})

it('finds nothing in blank text', () => {
  expect(readAddresses(' \n , ')).toEqual({ emails: [], invalid: [] })
})
