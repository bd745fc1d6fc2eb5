import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import type { OrderState } from '@simwright/ids'
import type { CodeColumns, LockedProfile, LockedRow } from './locked-profile.ts'
import { type AllowedFrom, RULES } from './rule.ts'
import type { TransitionKind } from './transition.ts'

/** The states on which a transition depends. A state that the caller has not read meets no condition. */
export type States = {
  status: ProfileStatus
  order: OrderState
  code?: CodeColumns['state']
  codeKind?: CodeColumns['kind']
  isBound?: boolean
  member?: LockedProfile['member_state']
}

export type Condition = keyof AllowedFrom

export function statesOf(row: LockedRow): States {
  const states = { status: row.status, order: row.order_state }
  if (!isWithCode(row)) return states
  const { code_state: code, code_kind: codeKind, order_eid: eid, member_state: member } = row
  return { ...states, code, codeKind, isBound: eid !== null, member }
}

const isWithCode = (row: LockedRow): row is LockedProfile => 'order_id' in row

/** The conditions of the transition's rule that the states do not meet. */
export function unmetConditions(kind: TransitionKind, states: States): Condition[] {
  const from: AllowedFrom = RULES[kind].from ?? {}
  const isMet: Readonly<Record<Condition, boolean>> = {
    status: includes(from.status, states.status),
    order: includes(from.order, states.order),
    code: includes(from.code, states.code),
    codeKind: includes(from.codeKind, states.codeKind),
    isBound: from.isBound === undefined || from.isBound === states.isBound,
    member: includes(from.member, states.member),
  }
  return CONDITIONS.filter((condition) => !isMet[condition])
}

const CONDITIONS: readonly Condition[] = ['status', 'order', 'code', 'codeKind', 'isBound', 'member']

const includes = <T>(list: readonly T[] | undefined, value: T | undefined) =>
  list === undefined || (value !== undefined && list.includes(value))

/** Whether the states of the profile allow the transition. */
export function isAllowed(kind: TransitionKind, row: LockedRow): boolean {
  return RULES[kind].from === undefined || unmetConditions(kind, statesOf(row)).length === 0
}
