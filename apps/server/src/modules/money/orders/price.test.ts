import { sumOf } from '@simwright/contract/money/price'
import { expect, test } from 'vitest'
import { netOfPeriod } from '../../platform/plans/service.ts'
import { type Item, priceLines, taxOn } from './price.ts'

const NO_TAX = { country: '', rate: 0, reverseCharge: false }
const GERMANY = { country: 'DE', rate: 1900, reverseCharge: false }
const pro: Item = { plan: 'PRO', billingType: 'MONTHLY', downloads: 100, months: 1, cents: 14_900 }
const premium: Item = { ...pro, plan: 'PREMIUM', cents: 23_900 }

const cents = (lines: ReturnType<typeof priceLines>) => lines.map((line) => [line.kind, line.cents])

test('a plan without anything else has one line', () => {
  expect(cents(priceLines({ item: pro, balanceCents: 0, tax: NO_TAX }))).toEqual([['PLAN', 14_900]])
})

test('tax is on the sum after the discount, rounded once', () => {
  const lines = priceLines({
    item: pro,
    discount: { code: 'SPRING', percent: 15, cents: null },
    balanceCents: 0,
    tax: GERMANY,
  })
  expect(cents(lines)).toEqual([
    ['PLAN', 14_900],
    ['DISCOUNT', -2235],
    ['TAX', 2406],
  ])
  expect(sumOf(lines)).toBe(15_071)
})

test.each([
  [1250, 2, 0],
  [2500, 2, 1],
  [1900, 50, 10],
  [1900, 150, 29],
])('tax of %i hundredths of a percent on %i cents is %i cents, half a cent rounded up', (rate, net, expected) =>
  expect(taxOn(net, { rate, reverseCharge: false })).toBe(expected),
)

test('reverse charge has a line of zero', () => {
  const tax = { country: 'FR', rate: 0, reverseCharge: true }
  expect(cents(priceLines({ item: pro, balanceCents: 0, tax }))).toEqual([
    ['PLAN', 14_900],
    ['TAX', 0],
  ])
})

test('an upgrade deducts the remaining part of the old period', () => {
  const replaced = {
    code: '1',
    netCents: 14_900,
    startsAt: new Date('2027-01-01T00:00:00Z'),
    endsAt: new Date('2027-02-01T00:00:00Z'),
    at: new Date('2027-01-11T08:00:00Z'),
  }
  const lines = priceLines({ item: premium, replaced, balanceCents: 0, tax: NO_TAX })
  // 20 days and 16 hours of 31 days: 149.00 * 496 / 744 = 99.3333
  expect(cents(lines)).toEqual([
    ['PLAN', 23_900],
    ['CREDIT', -9933],
  ])
  expect(netOfPeriod(lines)).toBe(23_900)
})

test('credit that is not needed is kept as a balance', () => {
  const at = new Date('2027-01-01T00:00:00Z')
  const replaced = { code: '1', netCents: 160_900, startsAt: at, endsAt: new Date('2028-01-01T00:00:00Z'), at }
  const lines = priceLines({ item: premium, replaced, balanceCents: 500, tax: GERMANY })
  expect(cents(lines)).toEqual([
    ['PLAN', 23_900],
    ['CREDIT', -160_900],
    ['BALANCE', 137_000],
  ])
  expect(sumOf(lines)).toBe(0)
})

test('a balance pays as much of the price as it can', () => {
  expect(cents(priceLines({ item: pro, balanceCents: 400, tax: NO_TAX }))).toEqual([
    ['PLAN', 14_900],
    ['BALANCE', -400],
  ])
  expect(sumOf(priceLines({ item: pro, balanceCents: 99_999, tax: GERMANY }))).toBe(0)
})

test('a fixed discount is at most the price, and does not reduce overage', () => {
  const overage = [{ orderCode: '1', dimension: 0 as const, quantity: 7, unitCents: 60 }]
  const discount = { code: 'ALL', percent: null, cents: 50_000 }
  expect(cents(priceLines({ item: pro, discount, overage, balanceCents: 0, tax: NO_TAX }))).toEqual([
    ['PLAN', 14_900],
    ['DISCOUNT', -14_900],
    ['OVERAGE', 420],
  ])
})
