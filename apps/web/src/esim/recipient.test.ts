import { expect, test } from 'vitest'
import { recipientsIn } from './recipient.ts'

test('addresses are on lines of their own or separated by commas', () => {
  expect(recipientsIn('ada@example.com\n\n grace@example.com, mary@example.com\n').recipients).toEqual([
    { email: 'ada@example.com' },
    { email: 'grace@example.com' },
    { email: 'mary@example.com' },
  ])
})

test('an ICCID after an address selects the profile', () => {
  expect(recipientsIn('ada@example.com; 89440123456789000005').recipients).toEqual([
    { email: 'ada@example.com', iccid: '89440123456789000005' },
  ])
})

test.each([
  ['ada@example.com\nnobody', 2],
  ['89440123456789000005', 1],
  ['ada@example.com, grace@example.com, 89440123456789000005', 1],
  ['ada@localhost', 1],
])('%j reports the invalid line', (text, line) => {
  expect(recipientsIn(text)).toEqual({ recipients: [], fault: line })
})
