import { expect, test } from 'vitest'
import { movedPast, orderedBy } from './column-order.ts'

const columns = ['iccid', 'status', 'group', 'notes'].map((id) => ({ id }))
const idsIn = (order?: string[]) => orderedBy(columns, order).map(({ id }) => id)

test('columns stand in the chosen order; one that came later keeps its place, one that is gone is passed over', () => {
  expect(idsIn()).toEqual(['iccid', 'status', 'group', 'notes'])
  expect(idsIn(['notes', 'group', 'status'])).toEqual(['iccid', 'notes', 'group', 'status'])
  expect(idsIn(['notes', 'gone', 'status'])).toEqual(['iccid', 'notes', 'group', 'status'])
})

test('a column goes past its neighbour either way, over hidden ones between them', () => {
  expect(movedPast(['a', 'b', 'hidden', 'c'], 'b', 'c')).toEqual(['a', 'hidden', 'c', 'b'])
  expect(movedPast(['a', 'b', 'hidden', 'c'], 'c', 'b')).toEqual(['a', 'c', 'b', 'hidden'])
})
