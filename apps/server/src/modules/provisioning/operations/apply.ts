import type { Operation } from '@simwright/contract/provisioning/operation'
import type { TenantDb } from '../../../db/database.ts'
import {
  type Before,
  type Cause,
  type LockedRow,
  type Move,
  move,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { putBackRecycleTime, recycleNow, setRecycleTime } from '../recycle/service.ts'
import { withCode } from './target.ts'

export type Applying = { operation: Changing; targets: readonly LockedRow[]; cause: Cause }

type Recycle = Extract<Operation, { kind: 'RECYCLE_TIME' | 'RECYCLE' }>

/** New activation codes and new confirmation codes are made elsewhere. */
export type Changing = Exclude<Operation, { kind: 'AGAIN' | 'CONFIRMATION' }>

/** Changes profiles that fit, all alike. @returns what each was before, where that can be put back */
export async function apply(
  db: TenantDb,
  { operation, targets, cause }: Applying,
): Promise<ReadonlyMap<string, Before>> {
  const { kind } = operation
  if (kind === 'RECYCLE_TIME' || kind === 'RECYCLE') return await recycle(db, { operation, targets, cause })
  const transition = transitionOf(operation)
  const { before } = await move<LockedRow>(
    db,
    cause,
    targets.map((row) => ({ row, transition }) as Move),
  )
  return kind === 'ATTEMPTS' ? new Map() : before
}

function transitionOf(operation: Exclude<Changing, Recycle>): Transition {
  switch (operation.kind) {
    case 'REMOVE':
      return { kind: 'removed' }
    case 'GROUP':
      return { kind: 'grouped', groupId: operation.groupId }
    case 'NOTES':
      return { kind: 'notesChanged', notes: operation.notes || null }
    case 'BIND':
      return { kind: 'bound', eid: operation.eid }
    case 'FREE':
      return { kind: 'released' }
    case 'EXPIRY':
      return { kind: 'expirySet', expiresAt: timeOf(operation.expiresAt) }
    case 'ATTEMPTS':
      return { kind: 'attemptsReset' }
  }
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text))

async function recycle(
  db: TenantDb,
  { operation, targets, cause }: Omit<Applying, 'operation'> & { operation: Recycle },
): Promise<ReadonlyMap<string, Before>> {
  const ids = targets.map(({ profile_id }) => profile_id)
  if (operation.kind === 'RECYCLE') {
    await recycleNow(db, cause, { ids, reason: 'MANUAL' })
    return new Map()
  }
  return await setRecycleTime(db, cause, { ids, recycleAt: timeOf(operation.recycleAt) })
}

const changedAgain = 'It was changed again meanwhile.'

/** Whether a profile is still as the operation left it; if not, why it stays. */
export function staysBecause(operation: Changing, target: LockedRow): string | undefined {
  const { kind } = operation
  const isSame =
    (kind === 'REMOVE' && target.status === 'REMOVED') ||
    (kind === 'GROUP' && (target.group_id ?? null) === operation.groupId) ||
    (kind === 'NOTES' && target.notes === (operation.notes || null)) ||
    (kind === 'BIND' && target.eid === operation.eid) ||
    (kind === 'FREE' && target.eid === null) ||
    (kind === 'EXPIRY' && isSameTime(withCode(target).expires_at, operation.expiresAt)) ||
    (kind === 'RECYCLE_TIME' && target.recycle_begun_at === null && isSameTime(target.recycle_at, operation.recycleAt))
  if (!isSame) return changedAgain
  if (kind === 'REMOVE' || kind === 'GROUP' || kind === 'NOTES' || kind === 'RECYCLE_TIME') return undefined
  return target.status === 'AVAILABLE' && target.order_state === 'Released' ? undefined : changedAgain
}

const isSameTime = (one: Date | null, other: string | null) => one?.getTime() === timeOf(other)?.getTime()

/** Puts back what each profile was. */
export async function putBack(
  db: TenantDb,
  { operation, targets, cause, previous }: Applying & { previous: ReadonlyMap<string, Before> },
): Promise<void> {
  if (operation.kind === 'RECYCLE_TIME') return await putBackRecycleTime(db, cause, previous)
  const kind = operation.kind === 'REMOVE' ? 'restored' : 'undone'
  await move<LockedRow>(
    db,
    cause,
    targets.map((row) => ({ row, transition: { kind, to: previous.get(row.profile_id)! } }) as Move),
  )
}
