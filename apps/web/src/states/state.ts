import type { PermissionId } from '@simwright/contract/permission'
import type { Destination } from '../paths.ts'
import type { Answer } from './answer.ts'
import type { Step } from './step.ts'

/**
 * The user of a state: an owner, the owner of a suspended enterprise account, platform staff, staff who visit a client, a
 * guest, a user without an enterprise account, or a member with these permissions.
 */
export type Person =
  | 'owner'
  | 'suspended owner'
  | 'staff'
  | 'visit'
  | 'guest'
  | 'no enterprise'
  | { readonly holds: readonly PermissionId[] }

/** One state of a page or drawer. */
export type State = {
  /** Answers of the server; they override those of the list. */
  answers?: readonly Answer[]
  /** The address to open; by default that of the list. */
  at?: Destination
  as?: Person
  /** Actions of the user after the page has loaded. */
  steps?: readonly Step[]
  /** The text, or accessible name, of an element that proves that the state is shown. */
  shows: string | RegExp | typeof SKELETON
}

/** Value of `shows` for a state that waits for the server and shows skeletons. */
export const SKELETON = Symbol('skeleton')

/**
 * The states that most pages have. Tests run axe on `full`, and on a share of `empty` and `phone`; `phone` is shown at
 * 390 pixels in dark colors; `longest` has the longest values that the contract allows. Of `loading`, `failed` and
 * `refused`, `npm test` shows one for each list, `npm run prove states` all.
 */
export type StateName = 'loading' | 'empty' | 'refused' | 'failed' | 'full' | 'longest' | 'phone'

export type StateList = {
  /** The page or drawer. */
  name: string
  at: Destination
  as?: Person
  answers?: readonly Answer[]
  /** States by name: one of `StateName` or any other name. */
  states: { readonly [Name in StateName]?: State } & Readonly<Record<string, State>>
}

let listener: ((list: StateList) => void) | undefined

/** Registers the states of a page or drawer for the tests and the gallery. */
export function listStates(list: StateList): StateList {
  listener?.(list)
  return list
}

/** Sets the function that is called with each list when its file is loaded. */
export function onList(next: (list: StateList) => void): void {
  listener = next
}
