import { expect, test } from 'vitest'
import { formatPlmns, readPlmns } from './plmn-text.ts'

test('networks are read in any layout and notation', () => {
  expect(readPlmns(' 26201\n234-15, 310260;;\t2620 \r\n')).toEqual(['26201', '23415', '310260', '2620'])
  expect(readPlmns(' \n')).toEqual([])
})

test('formatted networks are read as they were', () => {
  const plmns = Array.from({ length: 10_000 }, (_, index) => String(200_000 + index))
  expect(readPlmns(formatPlmns(plmns))).toEqual(plmns)
})
