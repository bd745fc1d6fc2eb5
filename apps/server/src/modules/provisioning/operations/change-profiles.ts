import { type LeftReason, leftTexts, type Operation } from '@simwright/contract/provisioning/operation-kind'
import type { z } from 'zod'
import type { TenantDb } from '../../../db/database.ts'
import {
  type Before,
  type Cause,
  type LockedProfile,
  type LockedRow,
  lockProfiles,
  lockRows,
  move,
  type RowTransition,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { whyLockedUnfit } from './fitness.ts'
import { type ChangeRows, type Chunk, kindRow, type Rule, type Worker } from './kind-row.ts'
import type { End, RowResult, StoredBefore, WaitingRow } from './queries.ts'

/** How a kind locks profiles, and the ends of its row list that may run concurrently under these locks. */
type Locks<R extends LockedRow> = {
  lock: (db: TenantDb, profileIds: readonly string[]) => Promise<readonly R[]>
  ends: readonly End[]
}

/**
 * For kinds that do not touch activation codes or orders: two transactions of one operation never wait for each other.
 */
export const PROFILES_ONLY: Locks<LockedRow> = { lock: lockRows, ends: ['front', 'back'] }
export const PROFILES_AND_CODES: Locks<LockedProfile> = {
  lock: (db, ids) => lockProfiles(db, db.enterpriseId, ids),
  ends: ['front'],
}

/** The transaction that changes profiles, with its cause: who changes them and when. */
export type ApplyContext<O> = { worker: Worker; db: TenantDb; cause: Cause; chunk: Chunk & { operation: O } }

export type Target<R extends LockedRow> = { row: R; waiting: WaitingRow }

export type ApplyResult = {
  /** What undo needs, by profile ID. */
  before?: ReadonlyMap<string, StoredBefore>
  /** Locked profiles that were not changed, with the reason. */
  left?: ReadonlyMap<string, LeftReason>
}

type Change<O, R extends LockedRow> = (context: ApplyContext<O>, targets: readonly Target<R>[]) => Promise<ApplyResult>

/** How a kind is undone. `before` parses what `apply` stored; its output is the type of `to`. */
type UndoRule<O, R extends LockedRow, B> = {
  before: z.ZodType<B>
  /** Why the previous values of this profile cannot be restored; undefined if they can. */
  whyNot: (row: R, operation: O) => LeftReason | undefined
  putBack: (context: ApplyContext<O>, targets: readonly (Target<R> & { to: B })[]) => Promise<ApplyResult>
}

type ProfileRule<O, R extends LockedRow> = Omit<Rule<O>, 'change' | 'undo' | 'ends'> & {
  locks: Locks<R>
  /** Changes the profiles that passed `whyNot`. */
  apply: Change<O, R>
}

/** A kind that can be undone. It locks profiles, skips those that do not fit and changes the others. */
export function undoableKind<O extends Operation, R extends LockedRow, B>(
  schema: z.ZodType<O>,
  { undo, ...rule }: ProfileRule<O, R> & { undo: UndoRule<O, R, B> },
) {
  const { locks } = rule
  const undoRows: ChangeRows<O> = async (worker, db, chunk) => {
    const steps: Steps<O, R> = {
      locks,
      whyNot: (row) => (row ? undo.whyNot(row, chunk.operation) : 'unknown'),
      apply: async (context, targets) => {
        const withPrevious = targets.map((target) => ({ ...target, to: undo.before.parse(target.waiting.goal) }))
        return targets.length === 0 ? {} : await undo.putBack(context, withPrevious)
      },
    }
    return withoutBefore(await changeRows({ worker, db, chunk }, steps))
  }
  const change: ChangeRows<O> = async (worker, db, chunk) => await changeRows({ worker, db, chunk }, stepsOf(rule))
  return { ...kindRow(schema, { ...rule, ends: locks.ends, change, undo: undoRows }), undoable: true as const }
}

/** Like `undoableKind`, but it stores nothing and cannot be undone. */
export function finalKind<O extends Operation, R extends LockedRow>(schema: z.ZodType<O>, rule: ProfileRule<O, R>) {
  const change: ChangeRows<O> = async (worker, db, chunk) =>
    withoutBefore(await changeRows({ worker, db, chunk }, stepsOf(rule)))
  return { ...kindRow(schema, { ...rule, ends: rule.locks.ends, change }), undoable: false as const }
}

const withoutBefore = (results: readonly RowResult[]): RowResult[] =>
  results.map((result) => ({ ...result, before: null }))

const stepsOf = <O, R extends LockedRow>({ locks, whyNot, apply }: ProfileRule<O, R>): Steps<O, R> => ({
  locks,
  whyNot: (row) => whyLockedUnfit(whyNot, row),
  apply,
})

type Steps<O, R extends LockedRow> = {
  locks: Locks<R>
  whyNot: (row: R | undefined) => LeftReason | undefined
  apply: Change<O, R>
}

async function changeRows<O, R extends LockedRow>(
  { worker, db, chunk }: Omit<ApplyContext<O>, 'cause'>,
  { locks, whyNot, apply }: Steps<O, R>,
): Promise<RowResult[]> {
  const { enterpriseId } = chunk.key
  const ids = chunk.rows.flatMap(({ profile_id: id }) => id ?? [])
  const locked = new Map((await locks.lock(db, ids)).map((row) => [row.profile_id, row]))
  const reasons = new Map<number, LeftReason>()
  const targets: Target<R>[] = []
  for (const waiting of chunk.rows) {
    const row = locked.get(waiting.profile_id ?? '')
    const reason = whyNot(row)
    if (row && reason === undefined) targets.push({ row, waiting })
    else reasons.set(waiting.line, reason ?? 'unknown')
  }
  const actor = { kind: 'user', userId: chunk.userId } as const
  const cause: Cause = { enterpriseId, at: worker.clock.now(), actor, rule: chunk.rule, newId: worker.random.uuid }
  const { before, left } = await apply({ worker, db, cause, chunk }, targets)
  return chunk.rows.map(({ line, profile_id: id }) => {
    const reason = reasons.get(line) ?? left?.get(id ?? '')
    return { line, before: before?.get(id ?? '') ?? null, reason: reason === undefined ? null : leftTexts[reason] }
  })
}

/** Applies to each profile a lifecycle transition that does not touch its activation code or order. */
export const moveRows =
  <O>(transitionOf: (operation: O, row: LockedRow) => RowTransition): Change<O, LockedRow> =>
  async ({ db, cause, chunk }, targets) =>
    await move<LockedRow>(
      db,
      cause,
      targets.map(({ row }) => ({ row, transition: transitionOf(chunk.operation, row) })),
    )

/** Applies a lifecycle transition to each profile. */
export const moveProfiles =
  <O>(transitionOf: (operation: O, row: LockedProfile) => Transition): Change<O, LockedProfile> =>
  async ({ db, cause, chunk }, targets) =>
    await move(
      db,
      cause,
      targets.map(({ row }) => ({ row, transition: transitionOf(chunk.operation, row) })),
    )

type BackTarget<R extends LockedRow> = Target<R> & { to: Before }

export async function putBackRows({ db, cause }: ApplyContext<unknown>, targets: readonly BackTarget<LockedRow>[]) {
  const moves = targets.map(({ row, to }) => ({ row, transition: { kind: 'undone', to } as const }))
  return await move<LockedRow>(db, cause, moves)
}

export async function putBackProfiles(
  { db, cause }: ApplyContext<unknown>,
  targets: readonly BackTarget<LockedProfile>[],
) {
  const moves = targets.map(({ row, to }) => ({ row, transition: { kind: 'undone', to } as const }))
  return await move(db, cause, moves)
}
