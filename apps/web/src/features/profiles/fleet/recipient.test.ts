import { expect, test } from 'vitest'
import { recipientsIn } from './recipient.ts'

test('addresses come one a line, or several with commas between', () => {
  expect(recipientsIn('ada@example.com\n\n grace@example.com, mary@example.com\n').recipients).toEqual([
    { email: 'ada@example.com' },
    { email: 'grace@example.com' },
    { email: 'mary@example.com' },
  ])
})

test('an ICCID beside an address chooses the profile', () => {
  expect(recipientsIn('ada@example.com; 89440123456789000001').recipients).toEqual([
    { email: 'ada@example.com', iccid: '89440123456789000001' },
  ])
})

test.each([
  ['ada@example.com\nnobody', 2],
  ['89440123456789000001', 1],
  ['ada@example.com, grace@example.com, 89440123456789000001', 1],
  ['ada@localhost', 1],
])('%j names the line that is no address', (text, line) => {
  expect(recipientsIn(text)).toEqual({ recipients: [], fault: line })
})
