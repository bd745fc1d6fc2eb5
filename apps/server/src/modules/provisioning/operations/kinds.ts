import {
  type LeftReason,
  type Operation,
  type OperationKind,
  type OperationOf,
  operationTable,
} from '@simwright/contract/provisioning/operation-kind'
import { IdError, parseEid } from '@simwright/ids'
import { z } from 'zod'
import { fault } from '../../../http/input.ts'
import { Before, type LockedProfile, type LockedRow } from '../../profiles/lifecycle/service.ts'
import { putBackRecycleTime, recycleNow, setRecycleTime, stockStateOf } from '../recycle/service.ts'
import {
  finalKind,
  moveProfiles,
  moveRows,
  PROFILES_AND_CODES,
  PROFILES_ONLY,
  putBackProfiles,
  putBackRows,
  type Target,
  undoableKind,
} from './change-profiles.ts'
import { allowedBy, type WhyNot, whyUnfit } from './fitness.ts'
import { AGAIN } from './kind-again.ts'
import { ATTRIBUTE } from './kind-attribute.ts'
import { CONFIRMATION } from './kind-confirmation.ts'
import { GROUP, REMOVE } from './kind-group.ts'
import type { OpenOperation, RowOf } from './kind-row.ts'
import { TAG, UNTAG } from './kind-tag.ts'
import type { SelectedFitness } from './selection-queries.ts'

/*
 * The server's row for each kind of operation. The contract's row of the same name has what the web app needs as well.
 */

const changedUnless = (isSame: boolean) => (isSame ? undefined : 'changedAgain')

const isWaiting = ({ status, order_state: state }: LockedRow) => status === 'AVAILABLE' && state === 'Released'

const notInStock: WhyNot = ({ status, order }) =>
  stockStateOf({ status, order_state: order }) === 'in stock' ? 'inStock' : undefined

const timeOf = (text: string | null) => (text === null ? null : new Date(text))
const isSameTime = (one: Date | null, other: string | null) => one?.getTime() === timeOf(other)?.getTime()

/** @throws Problem `invalid` */
function mustBeInFuture(field: string, time: string | null, now: Date): void {
  if (time !== null && new Date(time) <= now) throw fault(`operation.${field}`, 'past', 'This time has passed.')
}

/** @throws Problem `invalid` */
function eidOf(text: string): string {
  try {
    return parseEid(text)
  } catch (error) {
    if (error instanceof IdError) throw fault('operation.eid', error.code, `Invalid EID. ${error.message}`)
    throw error
  }
}

/** The profiles that can be used again, and the others, whose keys were erased. */
function withKeys(targets: readonly Target<LockedProfile>[]) {
  const [kept, erased] = [
    targets.filter(({ row }) => row.keys_erased_at === null),
    targets.filter(({ row }) => row.keys_erased_at !== null),
  ]
  return { ids: idsOf(kept), left: new Map(idsOf(erased).map((id) => [id, 'erased' as const])) }
}

const idsOf = (targets: readonly Target<LockedProfile>[]) => targets.map(({ row }) => row.profile_id)

/** A kind is undoable if and only if the contract says so. */
type KindRow<K extends OperationKind> = RowOf<OperationOf<K>> & { undoable: (typeof operationTable)[K]['undoable'] }

export const KINDS: { readonly [K in OperationKind]: KindRow<K> } = {
  AGAIN,
  REMOVE,
  GROUP,
  NOTES: undoableKind(operationTable.NOTES.schema, {
    locks: PROFILES_ONLY,
    whyNot: allowedBy('notesChanged'),
    apply: moveRows(({ notes }) => ({ kind: 'notesChanged', notes: notes || null })),
    undo: {
      before: Before.pick({ notes: true }),
      whyNot: (row, { notes }) => changedUnless(row.notes === (notes || null)),
      putBack: putBackRows,
    },
  }),
  TAG,
  UNTAG,
  ATTRIBUTE,
  BIND: undoableKind(operationTable.BIND.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: allowedBy(
      'bound',
      ['status', 'notWaiting'],
      ['order', 'notWaiting'],
      ['isBound', 'bound'],
      ['codeKind', 'inCampaign'],
    ),
    check: ({ kind, eid }) => ({ kind, eid: eidOf(eid) }),
    apply: moveProfiles(({ eid }) => ({ kind: 'bound', eid })),
    undo: {
      before: Before.pick({ eid: true }),
      whyNot: (row, { eid }) => changedUnless(row.eid === eid && isWaiting(row)),
      putBack: putBackProfiles,
    },
  }),
  FREE: undoableKind(operationTable.FREE.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: allowedBy(
      'released',
      ['status', 'notWaiting'],
      ['order', 'notWaiting'],
      ['isBound', 'notBound'],
      ['codeKind', 'inCampaign'],
    ),
    apply: moveProfiles(() => ({ kind: 'released' })),
    undo: {
      before: Before.pick({ eid: true }),
      whyNot: (row) => changedUnless(row.eid === null && isWaiting(row)),
      putBack: putBackProfiles,
    },
  }),
  EXPIRY: undoableKind(operationTable.EXPIRY.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: allowedBy('expirySet', ['status', 'notWaiting'], ['order', 'notWaiting'], ['codeKind', 'inCampaign']),
    check: (operation, now) => {
      mustBeInFuture('expiresAt', operation.expiresAt, now)
      return operation
    },
    apply: moveProfiles(({ expiresAt }) => ({ kind: 'expirySet', expiresAt: timeOf(expiresAt) })),
    undo: {
      before: Before.pick({ expiresAt: true }),
      whyNot: (row, { expiresAt }) => changedUnless(isSameTime(row.expires_at, expiresAt) && isWaiting(row)),
      putBack: putBackProfiles,
    },
  }),
  CONFIRMATION,
  ATTEMPTS: finalKind(operationTable.ATTEMPTS.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: allowedBy('attemptsReset', ['status', 'notWaiting'], ['order', 'notWaiting']),
    apply: moveProfiles(() => ({ kind: 'attemptsReset' })),
  }),
  RECYCLE_TIME: undoableKind(operationTable.RECYCLE_TIME.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: notInStock,
    check: (operation, now) => {
      mustBeInFuture('recycleAt', operation.recycleAt, now)
      return operation
    },
    apply: async ({ db, cause, chunk }, targets) => {
      const { ids, left } = withKeys(targets)
      return { before: await setRecycleTime(db, cause, { ids, recycleAt: timeOf(chunk.operation.recycleAt) }), left }
    },
    undo: {
      before: Before.pick({
        recycleStatus: true,
        recycleReason: true,
        recycleAt: true,
        recycleBegunAt: true,
        recycleDueAt: true,
      }),
      whyNot: (row, { recycleAt }) =>
        changedUnless(row.recycle_begun_at === null && isSameTime(row.recycle_at, recycleAt)),
      putBack: async ({ db, cause }, targets) => {
        await putBackRecycleTime(db, cause, new Map(targets.map(({ row, to }) => [row.profile_id, to])))
        return {}
      },
    },
  }),
  RECYCLE: finalKind(operationTable.RECYCLE.schema, {
    locks: PROFILES_AND_CODES,
    whyNot: notInStock,
    apply: async ({ db, cause }, targets) => {
      const { ids, left } = withKeys(targets)
      await recycleNow(db, cause, { ids, reason: 'MANUAL' })
      return { left }
    },
  }),
}

const Stored = z.record(z.string(), z.unknown())

/** Opens an operation from its stored row. */
export const openStored = ({ kind, given }: { kind: OperationKind; given: unknown }): OpenOperation<Operation> =>
  KINDS[kind].open({ ...Stored.parse(given), kind })

/** Their profiles are used again, which needs their keys. */
const NEEDS_KEYS: ReadonlySet<OperationKind> = new Set(['AGAIN', 'RECYCLE', 'RECYCLE_TIME'])

/** Why a kind of operation skips a selected profile; undefined if the profile can be changed. */
export const whySelectedUnfit = (
  kind: OperationKind,
  { fitness, isErased }: SelectedFitness,
): LeftReason | undefined => (isErased && NEEDS_KEYS.has(kind) ? 'erased' : whyUnfit(KINDS[kind].whyNot, fitness))
