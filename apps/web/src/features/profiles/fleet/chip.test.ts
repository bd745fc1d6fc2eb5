import { fleetFieldNames, fleetFields } from '@simwright/contract/profiles/fleet-field'
import { describe, expect, test } from 'vitest'
import { profileTexts } from '../../../texts/profile.ts'
import { changeChip, filterOf, readShown, viewAddress, writeShown } from './chip.ts'
import type { Choices } from './choices.ts'

const LAB = '01890000-0000-7000-8000-000000000001'
const OLD = '01890000-0000-7000-8000-000000000002'

const choices: Choices = {
  group: [
    { value: LAB, label: 'Lab', word: 'Lab', id: LAB },
    { value: 'none', label: 'No group', word: 'none' },
  ],
  batch: [{ value: 'B000000000001', label: 'B000000000001, today', word: 'B000000000001', id: OLD }],
  brand: [{ value: 'Acme', label: 'Acme', word: 'Acme' }],
  campaign: undefined,
}

function shown(query: string) {
  const { chips, bar } = readShown(query, choices)
  return { ...Object.fromEntries(Object.entries(chips).map(([field, { raw }]) => [field, raw])), bar }
}

describe('a query is shown', () => {
  test.each([
    ['status:Available,error', { status: 'ready,stock,error', bar: '' }],
    ['status:stock', { status: 'stock', bar: '' }],
    ['status:available,stock', { status: 'ready,stock', bar: '' }],
    [`group:${LAB}`, { group: LAB, bar: '' }],
    ['group:lab', { group: LAB, bar: '' }],
    ['group:none', { group: 'none', bar: '' }],
    [`batch:${OLD}`, { batch: 'B000000000001', bar: '' }],
    [`campaign:${OLD}`, { campaign: OLD, bar: '' }],
    ['campaign:Summer', { campaign: 'Summer', bar: '' }],
    ['brand:aCME', { brand: 'Acme', bar: '' }],
    ['brand:Unseen', { brand: 'Unseen', bar: '' }],
    ['created:2026-01-01..2026-01-31', { created: '2026-01-01..2026-01-31', bar: '' }],
    ['created<2026-02-01', { created: '..2026-01-31', bar: '' }],
    ['notes:"field test" iccid:8944', { notes: 'field test', iccid: '8944', bar: '' }],
    ['type:private_lte', { type: 'private_lte', bar: '' }],
    ['format:string', { format: 'string', bar: '' }],
    ['protection:NONE region:de', { protection: 'none', region: 'de', bar: '' }],
  ])('%s as chips', (query, expected) => {
    expect(shown(query)).toEqual(expected)
  })

  test.each(['age>7d', '8944', 'group:nowhere', 'group:lab,none', 'iccid:89x', 'notes:"open'])(
    '%s in the query bar, because the menu has no field for it',
    (query) => {
      expect(shown(query)).toEqual({ bar: query })
    },
  )

  test('with one chip for a field; another term of the field stays in the query bar', () => {
    expect(shown('status:error age>7d status:expired')).toEqual({ status: 'error', bar: 'age>7d status:expired' })
  })
})

describe('a query is written', () => {
  test('with its chips in the order of the menu, and their original text', () => {
    const text = 'status:Error group:lab age>7d 8944'
    expect(writeShown(readShown('age>7d group:lab 8944 status:Error', choices))).toBe(text)
  })

  test('when the menu adds, changes or removes a chip', () => {
    const before = readShown('age>7d status:error', choices)
    expect(changeChip(before, 'status', 'error,expired')).toBe('status:error,expired age>7d')
    expect(changeChip(before, 'group', LAB)).toBe(`status:error group:${LAB} age>7d`)
    expect(changeChip(before, 'notes', 'say "hi", all')).toBe('status:error notes:"say ""hi"", all" age>7d')
    expect(changeChip(before, 'created', '2026-01-01..')).toBe('status:error created:2026-01-01.. age>7d')
    expect(changeChip(before, 'status', undefined)).toBe('age>7d')
  })

  test('with the stored status in place of both of its labels', () => {
    const before = readShown('age>7d', choices)
    expect(changeChip(before, 'status', 'stock,error,ready')).toBe('status:available,error age>7d')
    expect(changeChip(before, 'status', 'ready,error')).toBe('status:ready,error age>7d')
  })

  test('so that the menu reads its own output', () => {
    const values = { status: 'error', brand: 'a,b', spn: '"', changed: '..2026-01-31', batch: 'B000000000001' } as const
    for (const [field, raw] of Object.entries(values) as [keyof typeof values, string][])
      expect(shown(changeChip({ chips: {}, bar: '' }, field, raw))).toEqual({ [field]: raw, bar: '' })
  })
})

/** The badge of a value of the menu: profiles in stock have their own. */
const badgeOf = (word: string, stored: string) => (word === 'stock' ? 'STOCK' : stored)

test('a view saved with earlier parameter names equals one saved with the query, in any order', () => {
  const today = viewAddress({ q: 'status:error group:none age>7d' })
  expect(viewAddress({ groupId: 'none', status: 'ERROR', q: 'age>7d' })).toEqual(today)
  expect(viewAddress({ q: 'age>7d group:none status:error' })).toEqual(today)
  expect(viewAddress({})).toEqual({ q: undefined })
})

describe('the menu of filters', () => {
  test('has a field for each row, with the same labels of values as the badges', () => {
    for (const field of fleetFieldNames)
      expect(filterOf(field, choices, undefined).label).toBe(fleetFields[field].label)
    for (const field of ['status', 'order'] as const) {
      const badges = field === 'status' ? profileTexts.statuses : profileTexts.orderStates
      for (const [word, { stored, label }] of Object.entries(fleetFields[field].values))
        if ((word !== 'available' && word !== 'outstanding') || field === 'order')
          expect(label).toBe((badges as Record<string, { label: string }>)[badgeOf(word, stored[0]!)]!.label)
    }
  })

  test('adds the current name to the choices if they lack it', () => {
    expect(filterOf('brand', choices, 'Unseen')).toMatchObject({ choices: [{ label: 'Unseen' }, { label: 'Acme' }] })
    expect(filterOf('campaign', choices, OLD)).toMatchObject({ choices: [] })
  })
})
