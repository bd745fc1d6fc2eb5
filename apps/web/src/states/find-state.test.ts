import { expect, test } from 'vitest'
import { findStates } from './find-state.ts'
import type { StateList } from './state.ts'

const lists: Pick<StateList, 'name' | 'states'>[] = [
  { name: 'Members', states: { empty: { shows: '' }, 'role change': { shows: '' } } },
  { name: 'Roles', states: { empty: { shows: '' } } },
]

const found = (text: string) => findStates(lists, text).map(({ list, state }) => `${list}/${state}`)

test('an empty search finds all states in order', () => {
  expect(found('')).toEqual(['Members/empty', 'Members/role change', 'Roles/empty'])
})

test('a search finds the states that contain each of its words, in the name of the list or their own', () => {
  expect(found('ROLE')).toEqual(['Members/role change', 'Roles/empty'])
  expect(found(' empty members ')).toEqual(['Members/empty'])
  expect(found('members failed')).toEqual([])
})
