import type { PackagePart } from '@simwright/contract/profiles/inspection'
import { describe, expect, test } from 'vitest'
import { hexLines, shownRows } from './tree.ts'

const part = (depth: number, label: string, more: Partial<PackagePart> = {}): PackagePart => ({
  depth,
  label,
  path: null,
  facts: [],
  words: [],
  offset: 0,
  length: 1,
  hex: null,
  isHidden: false,
  ...more,
})
const parts = [
  part(0, 'header'),
  part(1, 'version'),
  part(0, 'usim'),
  part(1, 'EF.IMSI', { path: '3f007ff06f07', words: ['262019876543210'] }),
  part(1, 'EF.SPN', { hex: '00416c6261' }),
  part(0, 'end'),
]
const labels = (open: number[], search = '') =>
  shownRows(parts, new Set(open), search).map((row) => `${row.part.label}${row.isOpen ? ' open' : ''}`)

describe('rows of the tree', () => {
  test('are those with open ancestors', () => {
    expect(labels([])).toEqual(['header', 'usim', 'end'])
    expect(labels([2])).toEqual(['header', 'usim open', 'EF.IMSI', 'EF.SPN', 'end'])
    expect(labels([3])).toEqual(['header', 'usim', 'end'])
  })

  test('of a search are what matches in words, path or bytes, within its ancestors', () => {
    expect(labels([], '26201')).toEqual(['usim open', 'EF.IMSI'])
    expect(labels([], '6F07')).toEqual(['usim open', 'EF.IMSI'])
    expect(labels([], '41 6C')).toEqual(['usim open', 'EF.SPN'])
    expect(labels([], 'nothing')).toEqual([])
  })
})

test('a hex dump has 16 bytes per line, with offsets and text, up to a limit', () => {
  const hex = `${'41'.repeat(17)}00`
  expect(hexLines(hex, 256, 100)).toEqual([
    { offset: 256, bytes: Array(16).fill('41').join(' '), text: 'A'.repeat(16) },
    { offset: 272, bytes: '41 00', text: 'A·' },
  ])
  expect(hexLines(hex, 0, 2)).toEqual([{ offset: 0, bytes: '41 41', text: 'AA' }])
})
