import { expect, test } from 'vitest'
import { movedPast, orderedBy } from './column-order.ts'

const columns = ['iccid', 'status', 'group', 'notes'].map((id) => ({ id }))
const idsIn = (order?: string[]) => orderedBy(columns, order).map(({ id }) => id)

test('columns follow the chosen order; an unnamed column keeps its position, an unknown id is skipped', () => {
  expect(idsIn()).toEqual(['iccid', 'status', 'group', 'notes'])
  expect(idsIn(['notes', 'group', 'status'])).toEqual(['iccid', 'notes', 'group', 'status'])
  expect(idsIn(['notes', 'gone', 'status'])).toEqual(['iccid', 'notes', 'group', 'status'])
})

test('a column moves past its visible neighbor in either direction, over hidden columns between them', () => {
  expect(movedPast(['a', 'b', 'hidden', 'c'], 'b', 'c')).toEqual(['a', 'hidden', 'c', 'b'])
  expect(movedPast(['a', 'b', 'hidden', 'c'], 'c', 'b')).toEqual(['a', 'c', 'b', 'hidden'])
})
