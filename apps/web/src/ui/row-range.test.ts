import { expect, test } from 'vitest'
import { rangeOf, tickedWith } from './row-range.ts'

const ids = ['a', 'b', 'c', 'd', 'e']

test('a range goes either way, and is one row where it began elsewhere', () => {
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'c', 'c')).toEqual(['c'])
  expect(rangeOf(ids, 'of another page', 'c')).toEqual(['c'])
  expect(rangeOf(ids, undefined, 'a')).toEqual(['a'])
})

test('ticking a range keeps what is ticked elsewhere, and names no row twice', () => {
  expect(tickedWith(['x', 'b'], ['b', 'c'], 'tick')).toEqual(['x', 'b', 'c'])
  expect(tickedWith(['x', 'b', 'c'], ['c', 'd'], 'untick')).toEqual(['x', 'b'])
})
