import type { OrderState } from '@simwright/ids'
import { nextOrderState, notificationPoints } from '@simwright/rsp'
import type { GroupId } from '../../../db/row-id.ts'
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
import type { TraitChange } from './trait-change.ts'
import type { NewEvent, Refusal, RowTransition, Transition, TransitionKind } from './transition.ts'

/** A locked row and its transition. Transitions of the code or the order require these to be locked too. */
export type Move = { row: LockedProfile; transition: Transition } | { row: LockedRow; transition: RowTransition }

/** All values that one transition writes, computed without reading the database. */
export type Effect = {
  before: LockedRow
  after: LockedRow
  kind: TransitionKind
  profile: ProfileChanges
  code: CodeChanges
  order: OrderChanges
  /** The new group of the profile; undefined: unchanged. */
  groupId: GroupId | null | undefined
  /** New tags and attributes of the profile; undefined: unchanged. */
  traits: TraitChange | undefined
  next: NextOrder | undefined
  /**
   * The EID under which a device without a MatchingID found the order before, and under which it finds it from now on.
   */
  unlinkedEid: string | null
  linkedEid: string | null
  dropsPackage: boolean
  sealedPackage: Buffer | undefined
  push: 'DOWNLOADED' | 'FAILED' | 'installed' | undefined
  lease: Rule<Transition>['lease']
  pool: PoolEffect | undefined
  plan: 'installation' | 'credit' | undefined
  continuesCounters: boolean
  clearsAttempts: boolean
  event: NewEvent | undefined
  /** The notification of the operator, if one ordered the profile by ES2+. */
  progress: Progress | undefined
}

/** The states of a profile do not allow the transition: the caller did not check, or checked without the lock. */
export class TransitionError extends Error {
  override readonly name = 'TransitionError'
}

/** The order states in which a device can download. */
const DOWNLOADABLE: readonly OrderState[] = ['Released', 'Downloaded']
export const isDownloadable = (state: OrderState) => DOWNLOADABLE.includes(state)

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
    ...orderStateOf(next ? (next.state ?? 'Released') : state, at),
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
  const rowChanges = { profile, code, order, groupId: changes.groupId, next }
  return {
    before: row,
    after: rowAfter(full, rowChanges),
    kind: transition.kind,
    ...rowChanges,
    traits: changes.traits,
    ...effectsOfOrder(full, rowChanges),
    sealedPackage: rule.sealedPackage?.(transition),
    lease: rule.lease,
    pool: rule.pool?.(transition, full),
    plan,
    continuesCounters: rule.continuesCounters ?? false,
    clearsAttempts: rule.clearsAttempts ?? false,
    event: eventOf(rule, transition, full),
    progress: progressOf(transition),
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

/** Effect on the plan order that was charged: an installation, or a credit for a download that failed. */
function planOf(rule: Rule<Transition>, row: LockedProfile, state: OrderState | undefined): Effect['plan'] {
  if (!rule.plan || row.charged_to === null) return undefined
  return rule.plan === 'credit' && state !== 'Error' ? undefined : rule.plan
}

const orderStateOf = (state: OrderState | undefined, at: Date) =>
  state === undefined ? {} : { order_state: state, order_state_at: at }

function eventOf(rule: Rule<Transition>, transition: Transition, row: LockedProfile): Effect['event'] {
  const text = rule.text?.(transition, row)
  if (rule.event === null || !text) return undefined
  const repeated = rule.repeated?.(transition, row) ?? false
  return { type: rule.event, text, refusal: rule.refusal?.(transition), repeated }
}

type RowChanges = Required<Omit<Changes, 'groupId' | 'traits'>> & {
  groupId: GroupId | null | undefined
  next: NextOrder | undefined
}

/** The row after the transition. */
function rowAfter(row: LockedProfile, { profile, code, order, groupId, next }: RowChanges): LockedProfile {
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
    device_model: profile.device_model === undefined ? row.device_model : profile.device_model,
    ...(groupId === undefined ? {} : { group_id: groupId }),
  }
  if (!next) return after
  const { orderId, eid, lastSequence, activationCodeId = row.activation_code_id, state = 'Released' } = next
  return {
    ...after,
    activation_code_id: activationCodeId,
    order_id: orderId,
    order_state: state,
    order_eid: eid,
    last_sequence: lastSequence,
    attempts: 0,
    confirmation_failures: 0,
    charged_to: null,
    enabled_at: null,
    push_id: null,
  }
}

/**
 * Effects that depend only on the state of the order. A device without a MatchingID finds an order by its EID from its
 * release (SGP.22, 5.6.3) until it ends; the package is stored for retries and the event stays at the SM-DS until then.
 */
function effectsOfOrder(
  row: LockedProfile,
  { code, order, next }: RowChanges,
): Pick<Effect, 'unlinkedEid' | 'linkedEid' | 'dropsPackage' | 'push'> {
  const isWithoutOrder = row.order_id === undefined
  if (isWithoutOrder) return { unlinkedEid: null, linkedEid: null, dropsPackage: false, push: undefined }
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
    linkedEid: next ? (isPooled || (next.state ?? 'Released') !== 'Released' ? null : next.eid) : linked,
    dropsPackage: before === 'Downloaded' && ends,
    push: row.push_id === null ? undefined : pushAfter({ before, after }),
  }
}

function pushAfter({ before, after }: { before: OrderState; after: OrderState }): Effect['push'] {
  if (before === 'Released' && after === 'Downloaded') return 'DOWNLOADED'
  if (!isDownloadable(before) || isDownloadable(after)) return undefined
  return after === 'Installed' ? 'installed' : 'FAILED'
}

/** A point of a download that an operator is notified of (ES2+.HandleDownloadProgressInfo, SGP.22, 5.3.5). */
type Progress = {
  point: 1 | 2 | 3 | 4
  /** Null: Executed-Success. */
  status: (Refusal & { message: string }) | null
  /** The message of the device is its installation result. */
  withResult: boolean
}

const { eligibilityCheck, confirmationFailure, packageDownload, packageInstallation } = notificationPoints

/** The package could not be installed. */
const NOT_INSTALLED: Refusal = { subjectCode: '8.2.10', reasonCode: '4.2' }

const done = (point: Progress['point'], withResult = false): Progress => ({ point, status: null, withResult })

const failed = (point: Progress['point'], refusal: Refusal, message: string): Progress => ({
  point,
  status: { ...refusal, message },
  withResult: false,
})

function progressOf(transition: Transition): Progress | undefined {
  switch (transition.kind) {
    case 'authenticated':
      return done(eligibilityCheck)
    case 'refused': {
      const { point, refusal, reason } = transition
      return point && failed(point, refusal, reason)
    }
    case 'sessionCanceled': {
      const { status, reason } = transition
      return status && failed(confirmationFailure, status, reason)
    }
    case 'delivered':
    case 'deliveredAgain':
      return done(packageDownload)
    case 'installed':
      return done(packageInstallation, transition.lastSequence !== undefined)
    case 'installFailed':
      return { ...failed(packageInstallation, NOT_INSTALLED, transition.reason), withResult: true }
  }
}
