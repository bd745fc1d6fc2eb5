import { expect, test } from 'vitest'
import { inGroupsOfFour, isIban, looksLikeIban, orderCodeOf, referenceOf } from './transfer.ts'

const orderCode = '20300131000000000001'

test('the reference of an order has the check digits of ISO 11649 and leads back to the order', () => {
  // computed by hand: 98 - (20300131000000000001 2715 00 mod 97)
  expect(98n - (BigInt(`${orderCode}271500`) % 97n)).toBe(36n)
  expect(referenceOf(orderCode)).toBe(`RF36${orderCode}`)
  expect(orderCodeOf(inGroupsOfFour(referenceOf(orderCode)).toLowerCase())).toBe(orderCode)
})

test('a mistyped reference names no order', () => {
  const reference = referenceOf(orderCode)
  for (let at = 2; at < reference.length; at += 1) {
    const digit = String((Number(reference[at]) + 1) % 10)
    expect(orderCodeOf(reference.slice(0, at) + digit + reference.slice(at + 1))).toBeUndefined()
  }
  expect(orderCodeOf(orderCode)).toBeUndefined()
})

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['GB29 NWBK 6016 1331 9268 19', true],
  ['DE89 3704 0044 0532 0130 01', false],
  ['DE98 3704 0044 0532 0130 00', false],
  ['DE89', false],
  ['1234567', false],
])('the check digits of the IBAN %s: %s', (account, valid) => {
  expect(isIban(account)).toBe(valid)
})

test('an account number without country is not taken for an IBAN', () => {
  expect([looksLikeIban('de89 3704'), looksLikeIban('000123456789')]).toEqual([true, false])
})
