import type { SystemDb } from '../../../db/database.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import { countWrites, deltasOf, sumDeltas } from './counter.ts'
import { type Effect, effectOf, type Move } from './effect.ts'
import { eventWrites } from './event.ts'
import { groupWrites } from './group.ts'
import { hookWrites } from './hook-write.ts'
import { firstDownloadWrites } from './iccid.ts'
import type { LockedProfile, LockedRow } from './locked-profile.ts'
import { orderUpdateWrites, orderWrites } from './order.ts'
import { updateWrites } from './statement.ts'
import { traitWrites } from './trait.ts'
import type { Before } from './transition.ts'

export type Applied<R extends LockedRow> = {
  /** To be run together, in the transaction that holds the locks. */
  writes: Write[]
  /** The rows after the transitions, in the order of the moves. */
  rows: R[]
  /** The previous values of the changed fields, by profile. */
  before: ReadonlyMap<string, Before>
}

/**
 * Computes the writes of transitions without running them. Each row is written once, so a profile can appear only once:
 * its next transition starts from the returned row.
 * @throws TransitionError when one of the transitions is not allowed
 */
export function apply<R extends LockedRow = LockedProfile>(
  cause: Cause,
  moves: readonly (Move & { row: R })[],
): Applied<R> {
  const ids = new Set(moves.map(({ row }) => row.profile_id))
  if (ids.size < moves.length) throw new TypeError('a profile can move only once: two writes would change the same row')
  const effects = moves.map((move) => effectOf(move, cause.at))
  return {
    writes: effects.length === 0 ? [] : writesOf(cause, effects),
    rows: effects.map(({ after }) => after as R),
    before: new Map(effects.map((effect) => [effect.before.profile_id, previousOf(effect)])),
  }
}

/** Applies transitions and runs their writes. */
export async function move<R extends LockedRow = LockedProfile>(
  db: SystemDb,
  cause: Cause,
  moves: readonly (Move & { row: R })[],
): Promise<Applied<R>> {
  const applied = apply(cause, moves)
  await writeTogether(db, applied.writes)
  return applied
}

function writesOf(cause: Cause, effects: readonly Effect[]): Write[] {
  const { enterpriseId } = cause
  const profiles = effects.map(({ before, profile }) => ({ id: before.profile_id, set: profile }))
  const codes = effects.map(({ before, code }) => ({ id: (before as LockedProfile).activation_code_id, set: code }))
  return [
    ...updateWrites({ table: 'profile', enterpriseId }, profiles),
    ...updateWrites({ table: 'activation_code', enterpriseId }, codes),
    ...orderUpdateWrites(cause, effects),
    ...furtherWrites(cause, effects),
  ]
}

/** All writes but those of the rows of profiles, codes and current orders. */
export function furtherWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const { enterpriseId } = cause
  return [
    ...orderWrites(cause, effects),
    ...groupWrites(cause, effects),
    ...traitWrites(cause, effects),
    ...hookWrites(cause, effects),
    ...firstDownloadWrites(enterpriseId, effects),
    ...eventWrites(cause, effects),
    ...counterWrites(cause, effects),
  ]
}

function counterWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const deltas = effects.flatMap((effect) => deltasOf(cause, effect))
  const [{ before }] = effects as [Effect]
  if (before.group_id === undefined) {
    if (effects.length > 1)
      throw new TypeError('moving several profiles requires rows that were locked with their groups')
    return countWrites(cause, sumDeltas(deltas), before.profile_id)
  }
  return countWrites(cause, sumDeltas(deltas), undefined)
}

/** The values that an operation stores so that it can be undone. */
function previousOf({ before, profile, code, order, groupId }: Effect): Before {
  const full = before as LockedProfile
  return {
    ...(profile.status === undefined ? {} : { status: before.status }),
    ...(order.state === undefined ? {} : { orderState: before.order_state }),
    ...(code.state === undefined ? {} : { codeState: full.code_state }),
    ...(profile.eid === undefined ? {} : { eid: before.eid }),
    ...(groupId === undefined ? {} : { groupId: before.group_id ?? null }),
    ...(profile.notes === undefined ? {} : { notes: before.notes }),
    ...(code.expires_at === undefined ? {} : { expiresAt: full.expires_at?.toISOString() ?? null }),
    ...(profile.recycle_status === undefined ? {} : previousRecycling(before)),
  }
}

function previousRecycling(before: LockedRow): Before {
  return {
    recycleStatus: before.recycle_status,
    recycleReason: before.recycle_reason,
    recycleAt: before.recycle_at?.toISOString() ?? null,
    recycleBegunAt: before.recycle_begun_at?.toISOString() ?? null,
    recycleDueAt: before.recycle_due_at?.toISOString() ?? null,
  }
}
