import { describe, expect, test } from 'vitest'
import { parseFleetQuery } from './fleet-query.ts'
import { writeTerm } from './fleet-term.ts'

const HOUR_MS = 3_600_000

describe('a query', () => {
  test('is parsed term by term, ignoring case', () => {
    expect(parseFleetQuery('Status:Available,error age>7d group:lab 8944')).toEqual({
      terms: [
        { kind: 'values', field: 'status', values: ['Available', 'error'] },
        { kind: 'age', field: 'created', compared: 'older', ms: 7 * 24 * HOUR_MS },
        { kind: 'values', field: 'group', values: ['lab'] },
        { kind: 'word', text: '8944' },
      ],
      faults: [],
    })
  })

  test('does not split text in quotation marks', () => {
    const { terms } = parseFleetQuery('config:"My plan, large",Other notes:"field test"')
    expect(terms).toEqual([
      { kind: 'values', field: 'config', values: ['My plan, large', 'Other'] },
      { kind: 'values', field: 'notes', values: ['field test'] },
    ])
  })

  test('round-trips values with any characters', () => {
    for (const value of ['lab', 'Field test', 'a,b', 'say "hi"', '"', 'x:y', '"",""']) {
      const text = writeTerm('group', [value, 'other'])
      expect(parseFleetQuery(text).terms).toEqual([{ kind: 'values', field: 'group', values: [value, 'other'] }])
    }
  })

  test('accepts an id in place of a name', () => {
    const id = '01890000-0000-7000-8000-000000000001'
    expect(parseFleetQuery(`batch:${id}`).terms).toEqual([{ kind: 'values', field: 'batch', values: [id] }])
    expect(parseFleetQuery(`region:${id}`).faults).toMatchObject([{ text: expect.stringContaining('country code') }])
  })

  test('accepts days, ranges of days and ages', () => {
    const only = (text: string) => parseFleetQuery(text).terms[0]
    expect(only('created:2026-01-31')).toMatchObject({ field: 'created', from: '2026-01-31', to: '2026-01-31' })
    expect(only('changed:2026-01-01..')).toMatchObject({ field: 'changed', from: '2026-01-01', to: undefined })
    expect(only('created<2026-01-01')).toMatchObject({ from: undefined, to: '2025-12-31' })
    expect(only('created:..2026-01-01')).toMatchObject({ from: undefined, to: '2026-01-01' })
    expect(only('created>2026-01-01')).toMatchObject({ from: '2026-01-01', to: undefined })
    expect(only('age>100y')).toMatchObject({ kind: 'age', ms: 100 * 365 * 24 * HOUR_MS })
    expect(only('age>0876000h')).toMatchObject({ kind: 'age', ms: 100 * 365 * 24 * HOUR_MS })
    expect(only('recycled:2000-01-01..2999-12-31')).toMatchObject({ from: '2000-01-01', to: '2999-12-31' })
    expect(only('changed<24h')).toMatchObject({ kind: 'age', compared: 'younger', ms: 24 * HOUR_MS })
  })

  test('parses a whole activation code as a word', () => {
    const code = 'LPA:1$rsp.example.com$0123456789ABCDEF'
    expect(parseFleetQuery(code).terms).toEqual([{ kind: 'word', text: code }])
  })

  test('is empty for blank text', () => {
    expect(parseFleetQuery('   ')).toEqual({ terms: [], faults: [] })
  })
})

describe('a fault', () => {
  test.each([
    ['staus:available', 'There is no filter named "staus". Try status, spn.'],
    ['colour:red', 'There is no filter named "colour". Try comments, config, campaign, created, changed.'],
    ['format:paper', 'format is one of string, link, picture, none; "paper" is not.'],
    ['campaign:', 'A value is missing after campaign:'],
    ['recycle:maybe', 'recycle is one of none, scheduled, recycled, failed; "maybe" is not.'],
    ['status:free', 'status is one of available, ready, stock, downloaded,'],
    ['status:', 'A value is missing after status:'],
    ['status:error,', 'A value is missing after status:'],
    ['status>error', 'Write status:error; < and > are for age, created, changed and recycled.'],
    ['age:7d', 'Write age>7d or age<24h; the units are h, d, w and y.'],
    ['age>7', 'Write age>7d or age<24h'],
    ['age>101y', 'An age is at most 100y, 5214w, 36500d or 876000h; "101y" is not.'],
    ['age>9999y', 'An age is at most 100y'],
    ['changed<99999999999999999999d', 'An age is at most 100y'],
    ['created:1999-12-31', 'A day is between 2000-01-01 and 2999-12-31; "1999-12-31" is not.'],
    ['changed:0000-01-01..2026-01-01', 'A day is between 2000-01-01 and 2999-12-31; "0000-01-01" is not.'],
    ['recycled<9999-12-31', 'A day is between 2000-01-01 and 2999-12-31; "9999-12-31" is not.'],
    [`iccid:${'8'.repeat(33)}`, 'iccid takes up to 32 digits'],
    ['created:2026-02-30', 'Write created:2026-01-31'],
    ['created:2026-1-31', 'Write created:2026-01-31'],
    ['created:2026-01-31T00', 'Write created:2026-01-31'],
    ['created:..', 'Write created:2026-01-31'],
    ['created<..2026-01-31', 'Write created:2026-01-31'],
    ['created:1..2..3', 'Write created:2026-01-31'],
    ['batch:12', 'batch takes a batch such as B000000000001; "12" is not.'],
    ['iccid:89x', 'iccid takes up to 32 digits; "89x" is not.'],
    ['region:DEU', 'region takes a country code such as DE; "DEU" is not.'],
    ['notes:"field', 'A quotation mark is missing.'],
    ["1'or'1", 'is no beginning of an ICCID'],
  ])('in %s says what to write', (text, sentence) => {
    const { terms, faults } = parseFleetQuery(text)
    expect(terms).toEqual([])
    expect(faults).toMatchObject([{ at: 0, length: text.length, text: expect.stringContaining(sentence) }])
  })

  test('has a position', () => {
    expect(parseFleetQuery('status:error grp:x 89 90').faults).toMatchObject([
      { at: 13, length: 5 },
      { at: 22, length: 2, text: 'Only one number can be searched at a time.' },
    ])
  })
})
