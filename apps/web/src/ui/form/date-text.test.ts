import { describe, expect, test } from 'vitest'
import { readComplete, readValue, textOf } from './date-text.ts'

const day = (text: string) => readValue(text, { precision: 'day', year: 2026, time: '' })
const minute = (text: string) => readValue(text, { precision: 'minute', year: 2026, time: '23:59' })

describe('a typed day', () => {
  test.each([
    ['30 Sept 2026', '2026-09-30'],
    ['30 sep 2026', '2026-09-30'],
    ['30 September, 2026', '2026-09-30'],
    ['30sept2026', '2026-09-30'],
    ['1st May 2026', '2026-05-01'],
    ['Wed, 30 Sept 2026', '2026-09-30'],
    ['Sept 30, 2026', '2026-09-30'],
    ['September 30th 2026', '2026-09-30'],
    ['2026-09-30', '2026-09-30'],
    ['2026-9-3', '2026-09-03'],
    ['30/9/2026', '2026-09-30'],
    ['03.10.2026', '2026-10-03'],
    ['30 Sept', '2026-09-30'],
    ['3/10', '2026-10-03'],
    ['29 Feb 2028', '2028-02-29'],
    ['  30   Sept 2026 ', '2026-09-30'],
  ])('%s', (text, value) => expect(day(text)).toBe(value))

  test.each([
    '',
    'soon',
    '30',
    '31 June 2026',
    '29 Feb 2026',
    '9/30/2026',
    '30 Sept 26',
    '30 Se 2026',
    '30 Sept 2026, 14:30',
    '0 May 2026',
    '2026-13-01',
  ])('%j is refused', (text) => expect(day(text)).toBeUndefined())
})

describe('a typed time', () => {
  test.each([
    ['30 Sept 2026, 14:30', '2026-09-30T14:30'],
    ['30 Sept 2026 7:05', '2026-09-30T07:05'],
    ['2026-09-30T14:30', '2026-09-30T14:30'],
    ['2026-09-30 14:30:59.5', '2026-09-30T14:30'],
    ['30/9 00:00', '2026-09-30T00:00'],
    ['30 Sept 2026', '2026-09-30T23:59'],
  ])('%s', (text, value) => expect(minute(text)).toBe(value))

  test.each(['14:30', '30 Sept 2026, 24:00', '30 Sept 2026, 14:60', '30 Sept 2026, 2:30 pm', '30 Sept 2026, 14:3'])(
    '%s is refused',
    (text) => expect(minute(text)).toBeUndefined(),
  )
})

test('a value is taken while it is typed once it cannot become another one', () => {
  const typed = (text: string, precision: 'day' | 'minute') =>
    [...text].map((_, index) => readComplete(text.slice(0, index + 1), precision)).filter((value) => value)
  expect(typed('30 Sept 2026', 'day')).toEqual(['2026-09-30'])
  expect(typed('2026-09-30', 'day')).toEqual(['2026-09-30'])
  expect(typed('30/9/2026', 'day')).toEqual(['2026-09-30'])
  expect(typed('30 Sept 2026, 14:30', 'minute')).toEqual(['2026-09-30T14:30'])
  expect(typed('2026-09-30T14:30', 'minute')).toEqual(['2026-09-30T14:30'])
})

test('a value is written as elsewhere, and read back', () => {
  expect(textOf('2026-09-30')).toBe('30 Sept 2026')
  expect(textOf('2026-09-30T14:30')).toBe('30 Sept 2026, 14:30')
  expect(day(textOf('2026-09-30'))).toBe('2026-09-30')
  expect(minute(textOf('2026-09-30T14:30'))).toBe('2026-09-30T14:30')
  expect(textOf('')).toBe('')
})
