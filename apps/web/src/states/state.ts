import type { PermissionId } from '@simwright/contract/permission'
import type { Destination } from '../paths.ts'
import type { Answer } from './answer.ts'
import type { Step } from './step.ts'

/**
 * Who looks at a page: an owner, who may do everything; a member with these permissions; staff; or nobody signed in.
 */
export type Person = 'owner' | 'staff' | 'guest' | 'no enterprise' | { readonly holds: readonly PermissionId[] }

/** One state of a page or drawer. */
export type State = {
  /** What the server answers; comes after the answers that all states of the list share. */
  answers?: readonly Answer[]
  /** Where the page is opened; the list says so for most states. */
  at?: Destination
  as?: Person
  /** What the user does once the page is there. */
  steps?: readonly Step[]
  /** The text that identifies the state: of an element, or its accessible name. */
  shows: string | RegExp | typeof SKELETON
}

/** What identifies a state that waits for the server: gray bars where its answer will be. */
export const SKELETON = Symbol('skeleton')

/**
 * The states that most pages have. `full` and `empty` are given to axe in every run of the tests, `phone` is shown at
 * 390 pixels in dark colors, and `longest` has the longest values that the contract allows.
 */
export type StateName = 'loading' | 'empty' | 'refused' | 'failed' | 'full' | 'longest' | 'phone'

export type StateList = {
  /** The page or drawer. */
  name: string
  at: Destination
  as?: Person
  answers?: readonly Answer[]
  /** By name: one of `StateName`, or a name of its own. */
  states: { readonly [Name in StateName]?: State } & Readonly<Record<string, State>>
}

let listener: ((list: StateList) => void) | undefined

/** Lists the states of a page or drawer, for the tests and for the gallery. */
export function listStates(list: StateList): StateList {
  listener?.(list)
  return list
}

/** Calls back with each list, as the file that holds it is loaded. */
export function onList(next: (list: StateList) => void): void {
  listener = next
}
