import { expect, test } from 'vitest'
import { BilledToFields } from './money/order.ts'
import { Email } from './people/account.ts'
import { Billing } from './people/enterprise.ts'
import { PlatformFields } from './platform/white-label.ts'

const pasted = ['x@example.org ', ' x@example.org', '\tx@example.org\n', 'x@example.org\u00a0']

test('an e-mail address that is pasted with blanks is read without them, wherever one is entered', () => {
  for (const text of pasted) {
    expect(Email.parse(text)).toBe('x@example.org')
    expect(Billing.parse({ company: '', email: text, taxId: '' }).email).toBe('x@example.org')
    expect(BilledToFields.shape.email.parse(text)).toBe('x@example.org')
    expect(PlatformFields.shape.supportEmail.parse(text)).toBe('x@example.org')
  }
  expect(Email.parse(' X@Example.org')).toBe('x@example.org')
})

test('blanks inside, and what is no address, are refused', () => {
  for (const text of ['x y@example.org', 'x@exam ple.org', 'x', 'x@', '@münchen.example', 'x@mün_chen.example'])
    for (const schema of [Email, BilledToFields.shape.email])
      expect(schema.safeParse(text).error?.issues[0]?.message).toBe('Invalid e-mail.')
  expect(BilledToFields.shape.email.parse('')).toBe('')
})

test('an empty one is required', () => {
  for (const text of ['', ' ']) expect(Email.safeParse(text).error?.issues[0]?.message).toBe('Required')
})

test.each([
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  [' Ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@例え.example', 'ada@xn--r8jz45g.example'],
])('%s has the ASCII form of its internationalized domain', (text, email) => {
  expect(Email.parse(text)).toBe(email)
})
