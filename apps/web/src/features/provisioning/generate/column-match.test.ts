import type { ColumnMapping } from '@simwright/contract/profiles/source'
import { expect, test } from 'vitest'
import { guessedMatch, inMatchOrder, missingColumns, unknownNames } from './column-match.ts'

const mapping: Omit<ColumnMapping, 'samples'> = {
  header: ['Shelf', 'Phone number', 'imsi', 'Auth key', 'Sim number', 'Kunde'],
  columns: ['ICCID', 'IMSI', 'KI', 'OPC', 'OP', 'MSISDN', 'NOTES'],
  required: [['ICCID'], ['IMSI'], ['KI'], ['OPC', 'OP']],
  known: { IMSI: 'IMSI', Kunde: 'NOTES' },
}
const match = guessedMatch(mapping)

test('other names are guessed, and earlier answers are taken', () => {
  expect(match).toEqual({
    Shelf: null,
    'Phone number': 'MSISDN',
    'Auth key': 'KI',
    'Sim number': 'ICCID',
    Kunde: 'NOTES',
  })
  expect(unknownNames(mapping)).not.toContain('imsi')
})

test('a column is guessed once, and not if the file names it', () => {
  const header = ['ICCID', 'Serial', 'Key', 'K']
  expect(guessedMatch({ ...mapping, header, known: {} })).toEqual({ Serial: null, Key: 'KI', K: null })
})

test('what is required comes first, and what nothing is matched to is missing', () => {
  expect(inMatchOrder(mapping, match)).toEqual(['Auth key', 'Sim number', 'Phone number', 'Kunde', 'Shelf'])
  expect(missingColumns(mapping, match)).toEqual(['OPC'])
  expect(missingColumns(mapping, { ...match, Shelf: 'OP' })).toEqual([])
})
