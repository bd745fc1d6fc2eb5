import type { EventText } from '@simwright/contract/profiles/event-text'
import type { EventType } from '@simwright/contract/profiles/fleet'
import type { OrderState } from '@simwright/ids'
import { nextOrderState } from '@simwright/rsp'
import { isAllowed } from './allowed.ts'
import type { LockedProfile, LockedRow } from './locked-profile.ts'
import {
  type Changes,
  type CodeChanges,
  type NextOrder,
  type OrderChanges,
  type PoolEffect,
  type ProfileChanges,
  RULES,
  type Rule,
} from './rule.ts'
import type { Refusal, RowTransition, Transition, TransitionKind } from './transition.ts'

/** A row and what happens to it. What happens to the code or the order needs them locked, too. */
export type Move = { row: LockedProfile; transition: Transition } | { row: LockedRow; transition: RowTransition }

/** Everything that one transition writes, as values: no part of it reads the database. */
export type Effect = {
  before: LockedRow
  after: LockedRow
  kind: TransitionKind
  profile: ProfileChanges
  code: CodeChanges
  order: OrderChanges
  /** The group that the profile moves to; undefined: it stays where it is. */
  groupId: string | null | undefined
  next: NextOrder | undefined
  /** The EID under which the order was found by devices that send no MatchingID, and is found from here on. */
  unlinkedEid: string | null
  linkedEid: string | null
  dropsPackage: boolean
  sealedPackage: Buffer | undefined
  push: 'DOWNLOADED' | 'FAILED' | 'installed' | undefined
  lease: Rule<Transition>['lease']
  pool: PoolEffect | undefined
  plan: 'installation' | 'credit' | undefined
  goesOnCounting: boolean
  forgetsAttempts: boolean
  event: { type: EventType; text: EventText; refusal: Refusal | undefined } | undefined
}

/** The states of a profile do not allow the transition: the caller has not looked, or has looked without the lock. */
export class TransitionError extends Error {
  override readonly name = 'TransitionError'
}

/** While an order is in one of these, a device may download under it. */
const DOWNLOADABLE: readonly OrderState[] = ['Released', 'Downloaded']
const isDownloadable = (state: OrderState) => DOWNLOADABLE.includes(state)

/** @throws TransitionError */
export function effectOf({ row, transition }: Move, at: Date): Effect {
  const rule = RULES[transition.kind] as Rule<Transition>
  if (!isAllowed(transition.kind, row)) refuse(row, transition)
  const full = row as LockedProfile
  const changes = rule.changes?.(transition, full, at) ?? {}
  const state = stateAfter(rule, transition, full)
  const status = rule.status?.(transition)
  const next = rule.next?.(transition, full)
  const profile = {
    ...changes.profile,
    ...(status === undefined ? {} : { status, status_at: at }),
    ...orderStateOf(next ? 'Released' : state, at),
  }
  const codeState = rule.codeState?.(full)
  const code = {
    ...changes.code,
    ...(codeState === undefined ? {} : { state: codeState }),
    ...(next && next.activationCodeId === undefined ? { orders: full.orders + 1 } : {}),
  }
  const plan = planOf(rule, full, state)
  const order = {
    ...changes.order,
    ...(state === undefined ? {} : { state, state_at: at }),
    ...(plan === 'credit' ? { charged_to: null } : {}),
  }
  const written = { profile, code, order, groupId: changes.groupId, next }
  return {
    before: row,
    after: rowAfter(full, written),
    kind: transition.kind,
    ...written,
    ...alongOrder(full, written),
    sealedPackage: rule.sealedPackage?.(transition),
    lease: rule.lease,
    pool: rule.pool?.(transition, full),
    plan,
    goesOnCounting: rule.goesOnCounting ?? false,
    forgetsAttempts: rule.forgetsAttempts ?? false,
    event: eventOf(rule, transition, full),
  }
}

function refuse({ iccid, status, order_state: state }: LockedRow, { kind }: Transition): never {
  throw new TransitionError(`${kind} is not allowed for ${iccid}: its status is ${status}, its order's state ${state}`)
}

function stateAfter(rule: Rule<Transition>, transition: Transition, row: LockedProfile): OrderState | undefined {
  const event = rule.orderEvent?.(transition)
  if (event === undefined) return rule.orderState?.(row)
  return nextOrderState(row.order_state, event) ?? refuse(row, transition)
}

/** The plan order that was charged hears of an installation, or gets back a download that came to nothing. */
function planOf(rule: Rule<Transition>, row: LockedProfile, state: OrderState | undefined): Effect['plan'] {
  if (!rule.plan || row.charged_to === null) return undefined
  return rule.plan === 'credit' && state !== 'Error' ? undefined : rule.plan
}

const orderStateOf = (state: OrderState | undefined, at: Date) =>
  state === undefined ? {} : { order_state: state, order_state_at: at }

function eventOf(rule: Rule<Transition>, transition: Transition, row: LockedProfile): Effect['event'] {
  const text = rule.text?.(transition, row)
  if (rule.event === null || !text) return undefined
  return { type: rule.event, text, refusal: rule.refusal?.(transition) }
}

type Written = Required<Omit<Changes, 'groupId'>> & { groupId: string | null | undefined; next: NextOrder | undefined }

/** The row as the transition leaves it. */
function rowAfter(row: LockedProfile, { profile, code, order, groupId, next }: Written): LockedProfile {
  const { state: code_state = row.code_state, kind: code_kind = row.code_kind, ...restOfCode } = code
  const { state: order_state = row.order_state, eid: order_eid = row.order_eid, ...restOfOrder } = order
  const after = {
    ...row,
    ...restOfOrder,
    ...profile,
    ...restOfCode,
    code_state,
    code_kind,
    order_state,
    order_eid,
    device_brand: profile.device_brand === undefined ? row.device_brand : profile.device_brand,
    ...(groupId === undefined ? {} : { group_id: groupId }),
  }
  if (!next) return after
  const { orderId, eid, lastSequence, activationCodeId = row.activation_code_id } = next
  return {
    ...after,
    activation_code_id: activationCodeId,
    order_id: orderId,
    order_state: 'Released',
    order_eid: eid,
    last_sequence: lastSequence,
    attempts: 0,
    confirmation_failures: 0,
    charged_to: null,
    push_id: null,
  }
}

/**
 * What follows from the order's state alone. A device that sends no MatchingID finds an order by its EID while the order is
 * released (SGP.22, 5.6.3), and until it ends; the package is stored for retries until then; so is the event at the SM-DS.
 */
function alongOrder(
  row: LockedProfile,
  { code, order, next }: Written,
): Pick<Effect, 'unlinkedEid' | 'linkedEid' | 'dropsPackage' | 'push'> {
  const isLight = row.order_id === undefined
  if (isLight) return { unlinkedEid: null, linkedEid: null, dropsPackage: false, push: undefined }
  const before = row.order_state
  const after = order.state ?? before
  const eidAfter = order.eid === undefined ? row.order_eid : order.eid
  const wasLinked = isDownloadable(before) && row.order_eid !== null
  const staysLinked = isDownloadable(after) && eidAfter === row.order_eid
  const isPooled = (code.kind ?? row.code_kind) === 'pooled'
  const linked = after === 'Released' && !isPooled && (!wasLinked || !staysLinked) ? eidAfter : null
  const ends = isDownloadable(before) && !isDownloadable(after)
  return {
    unlinkedEid: wasLinked && !staysLinked ? row.order_eid : null,
    linkedEid: next ? (isPooled ? null : next.eid) : linked,
    dropsPackage: before === 'Downloaded' && ends,
    push: row.push_id === null ? undefined : pushAfter({ before, after }),
  }
}

function pushAfter({ before, after }: { before: OrderState; after: OrderState }): Effect['push'] {
  if (before === 'Released' && after === 'Downloaded') return 'DOWNLOADED'
  if (!isDownloadable(before) || isDownloadable(after)) return undefined
  return after === 'Installed' ? 'installed' : 'FAILED'
}
