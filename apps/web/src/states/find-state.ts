import type { StateList } from './state.ts'

/** A state by the name of its list and its own. */
export type StateKey = { readonly list: string; readonly state: string }

/** The states whose list name and own name together contain every word of the text, in any case; all for no word. */
export function findStates(lists: readonly Pick<StateList, 'name' | 'states'>[], text: string): StateKey[] {
  const words = text.toLowerCase().split(/\s+/)
  return lists
    .flatMap(({ name, states }) => Object.keys(states).map((state) => ({ list: name, state })))
    .filter(({ list, state }) => words.every((word) => `${list} ${state}`.toLowerCase().includes(word)))
}
