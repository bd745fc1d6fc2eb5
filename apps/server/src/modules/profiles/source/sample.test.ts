import { expect, test } from 'vitest'
import { sampleOf } from './sample.ts'

const shown = (cell: string) => sampleOf(cell).text

test('numbers and texts of a column are shown as an example', () => {
  for (const cell of [
    '8944500000000700000',
    '89 4450 0000 0007 0000 12',
    '8944500000000700000F',
    '999700000070000',
    '+44 7700 900001',
    '89049032123451234512345678901235',
    'Retail Europe',
    'user@ims.example.org',
    '2030-12-31 23:59:59',
    '2030-12-31',
  ])
    expect(shown(cell), cell).toBe(cell)
  expect(shown(`Shelf ${'north '.repeat(20)}`)).toMatch(/^Shelf north.*…$/)
})

test('what may be a secret is never shown, whatever its notation', () => {
  for (const cell of [
    '465B5CE8B199B49FAA5F0A2EE238A6BC',
    '0x465B5CE8B199B49FAA5F0A2EE238A6BC',
    '46 5B 5C E8 B1 99 B4 9F AA 5F 0A 2E E2 38 A6 BC',
    '46-5B-5C-E8-B1-99-B4-9F-AA-5F-0A-2E-E2-38-A6-BC',
    'Rltc6LGZtJ+qXwou4jimvA==',
    'Ki:465B5CE8B199B49FAA5F0A2EE238A6BC',
    '12345678901234567890123456789012',
    '3132333435363738',
    '1234',
    '73915502',
    'PIN 1234',
    'code: 99887766',
    'FACE',
  ])
    expect(sampleOf(cell), cell).toEqual({ text: null, length: cell.length })
  expect(sampleOf(' ')).toEqual({ text: null, length: 0 })
})
