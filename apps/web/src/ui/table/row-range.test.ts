import { expect, test } from 'vitest'
import { rangeOf, tickedWith } from './row-range.ts'

const ids = ['a', 'b', 'c', 'd', 'e']

test('a range goes in either direction; it is one row if it started on another page', () => {
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'c', 'c')).toEqual(['c'])
  expect(rangeOf(ids, 'of another page', 'c')).toEqual(['c'])
  expect(rangeOf(ids, undefined, 'a')).toEqual(['a'])
})

test('ticking a range keeps ticks outside it and contains no row twice', () => {
  expect(tickedWith(['x', 'b'], ['b', 'c'], 'tick')).toEqual(['x', 'b', 'c'])
  expect(tickedWith(['x', 'b', 'c'], ['c', 'd'], 'untick')).toEqual(['x', 'b'])
})
