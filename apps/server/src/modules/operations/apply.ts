import type { Operation, OperationKind } from '@simwright/contract/operation'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { Actor, ManyChanges, ProfileGoal } from '../profiles/service.ts'
import { recordChanges } from '../profiles/service.ts'
import { putBackRecycleTime, type RecycleBefore, recycleNow, setRecycleTime } from '../recycle/service.ts'
import { codeOf, type Target } from './target.ts'

export type Applying = {
  enterpriseId: string
  operation: Changing
  targets: readonly Target[]
  at: Date
  actor: Actor
  newId: () => string
}

/** What a profile was before, as undoing needs it. */
export type Before = Record<string, unknown>

type Deed = {
  to: (target: Target) => ProfileGoal
  before: (target: Target) => Before | null
  detail: string
  type: ManyChanges['type']
}

/** Changes profiles that fit, all alike. @returns what each was before, where that can be put back */
export async function apply(db: TenantDb, applying: Applying): Promise<Map<string, Before | null>> {
  const { enterpriseId, operation, targets } = applying
  if (operation.kind === 'RECYCLE_TIME' || operation.kind === 'RECYCLE') return await recycle(db, applying, operation)
  const deed = deedOf(operation)
  await applyToOrders(db, applying)
  await recordChanges(db, enterpriseId, {
    changes: targets.map((profile) => ({ profile, to: deed.to(profile) })),
    type: deed.type,
    detail: deed.detail,
    at: applying.at,
    actor: applying.actor,
    newId: applying.newId,
  })
  return new Map(targets.map((target) => [target.id, deed.before(target)]))
}

type Recycle = Extract<Operation, { kind: 'RECYCLE_TIME' | 'RECYCLE' }>

async function recycle(db: TenantDb, applying: Applying, operation: Recycle): Promise<Map<string, Before | null>> {
  const { targets } = applying
  const ids = targets.map(({ id }) => id)
  if (operation.kind === 'RECYCLE') {
    await recycleNow(db, applying, { ids, reason: 'MANUAL' })
    return new Map()
  }
  const { recycleAt } = operation
  await setRecycleTime(db, applying, { ids, recycleAt: recycleAt === null ? null : new Date(recycleAt) })
  return new Map(
    targets.map(({ id, recycleStatus, recycleReason, recycleAt, recycleBegunAt, recycleDueAt }) => [
      id,
      { recycleStatus, recycleReason, recycleAt, recycleBegunAt, recycleDueAt },
    ]),
  )
}

const edited = (detail: string, to: Deed['to'], before: Deed['before']): Deed => ({
  type: 'EDITED',
  detail,
  to,
  before,
})

/** New activation or confirmation codes are no change of what stands here: they are made apart. */
export type Changing = Exclude<Operation, { kind: 'AGAIN' | 'CONFIRMATION' }>

function deedOf(operation: Exclude<Changing, Recycle>): Deed {
  switch (operation.kind) {
    case 'REMOVE':
      return {
        type: 'REMOVED',
        detail: 'Deleted in the portal.',
        to: () => ({ status: 'REMOVED', orderState: 'Unavailable', groupId: null }),
        before: (target) => {
          const { status, orderState, groupId } = target
          return { status, orderState, groupId, codeState: codeOf(target).state }
        },
      }
    case 'GROUP': {
      const { groupId } = operation
      const detail = groupId ? 'Moved into another group.' : 'Taken out of its group.'
      return edited(
        detail,
        () => ({ groupId }),
        (target) => ({ groupId: target.groupId }),
      )
    }
    case 'NOTES':
      return edited(
        'Notes changed.',
        () => ({ notes: operation.notes || null }),
        ({ notes }) => ({ notes }),
      )
    case 'BIND':
      return edited(
        `Bound to the EID ${operation.eid}.`,
        () => ({ eid: operation.eid }),
        () => ({ eid: null }),
      )
    case 'FREE':
      return edited(
        'Freed from its EID: any device may download it.',
        () => ({ eid: null }),
        ({ eid }) => ({ eid }),
      )
    case 'EXPIRY': {
      const { expiresAt } = operation
      const detail = expiresAt
        ? `The activation code lives until ${expiresAt}.`
        : 'The activation code lives without end.'
      return edited(
        detail,
        () => ({}),
        (target) => ({ expiresAt: codeOf(target).expiresAt?.toISOString() ?? null }),
      )
    }
    case 'ATTEMPTS':
      return edited(
        'Download attempts and wrong confirmation codes count from the beginning again.',
        () => ({}),
        () => null,
      )
  }
}

/** What of an operation stands in codes and orders. */
async function applyToOrders(db: TenantDb, applying: Applying): Promise<void> {
  const { operation } = applying
  if (operation.kind === 'REMOVE') await endOrders(db, applying)
  if (operation.kind === 'BIND')
    await bindOrders(
      db,
      applying,
      applying.targets.map(() => operation.eid),
    )
  if (operation.kind === 'FREE')
    await bindOrders(
      db,
      applying,
      applying.targets.map(() => null),
    )
  if (operation.kind === 'EXPIRY')
    await setExpiry(
      db,
      applying,
      applying.targets.map(() => operation.expiresAt),
    )
  if (operation.kind === 'ATTEMPTS') await resetAttempts(db, applying)
}

type Part = Pick<Applying, 'enterpriseId' | 'targets' | 'at'>

const codeIds = ({ targets }: Part) => targets.map((target) => codeOf(target).id)
const orderIds = ({ targets }: Part) => targets.map((target) => codeOf(target).orderId)

async function endOrders(db: TenantDb, part: Part): Promise<void> {
  const { enterpriseId, at } = part
  await sql`
    update activation_code set state = 'DEAD'
    where enterprise_id = ${enterpriseId} and id = any(${codeIds(part)}::uuid[])`.execute(db)
  await sql`
    update download_order set state = 'Unavailable', state_at = ${at}
    where enterprise_id = ${enterpriseId} and id = any(${orderIds(part)}::uuid[])`.execute(db)
  await sql`delete from linked_order_directory where order_id = any(${orderIds(part)}::uuid[])`.execute(db)
  await sql`
    delete from bound_package where enterprise_id = ${enterpriseId} and order_id = any(${orderIds(part)}::uuid[])`.execute(
    db,
  )
}

/** Binds each order to its EID, or frees it, also where devices are looked up by their EID. */
async function bindOrders(db: TenantDb, part: Part, eids: readonly (string | null)[]): Promise<void> {
  const { enterpriseId, at } = part
  await sql`delete from linked_order_directory where order_id = any(${orderIds(part)}::uuid[])`.execute(db)
  await sql`
    update download_order o set eid = r.eid from unnest(${orderIds(part)}::uuid[], ${eids}::text[]) as r(id, eid)
    where o.enterprise_id = ${enterpriseId} and o.id = r.id`.execute(db)
  await sql`
    insert into linked_order_directory (eid, enterprise_id, order_id, activation_code_id, created_at)
    select r.eid, ${enterpriseId}::uuid, r.id, r.code_id, ${at}
    from unnest(${eids}::text[], ${orderIds(part)}::uuid[], ${codeIds(part)}::uuid[]) as r(eid, id, code_id)
    where r.eid is not null`.execute(db)
}

async function setExpiry(db: TenantDb, part: Part, times: readonly (string | null)[]): Promise<void> {
  await sql`
    update activation_code a set expires_at = r.expires_at
    from unnest(${codeIds(part)}::uuid[], ${times}::timestamptz[]) as r(id, expires_at)
    where a.enterprise_id = ${part.enterpriseId} and a.id = r.id`.execute(db)
}

async function resetAttempts(db: TenantDb, part: Part): Promise<void> {
  await sql`
    update download_order set attempts = 0, confirmation_failures = 0
    where enterprise_id = ${part.enterpriseId} and id = any(${orderIds(part)}::uuid[])`.execute(db)
}

const changedAgain = 'It was changed again meanwhile.'

/** Whether a profile is still as the operation left it; if not, why it stays. */
export function staysBecause(operation: Changing, target: Target): string | undefined {
  const { kind } = operation
  const isSame =
    (kind === 'REMOVE' && target.status === 'REMOVED') ||
    (kind === 'GROUP' && target.groupId === operation.groupId) ||
    (kind === 'NOTES' && target.notes === (operation.notes || null)) ||
    (kind === 'BIND' && target.eid === operation.eid) ||
    (kind === 'FREE' && target.eid === null) ||
    (kind === 'EXPIRY' && sameTime(codeOf(target).expiresAt, operation.expiresAt)) ||
    (kind === 'RECYCLE_TIME' && target.recycleBegunAt === null && sameTime(target.recycleAt, operation.recycleAt))
  if (!isSame) return changedAgain
  if (kind === 'REMOVE' || kind === 'GROUP' || kind === 'NOTES' || kind === 'RECYCLE_TIME') return undefined
  return target.status === 'AVAILABLE' && target.orderState === 'Released' ? undefined : changedAgain
}

const sameTime = (one: Date | null, other: string | null) =>
  (one?.getTime() ?? null) === (other === null ? null : Date.parse(other))

export type Undoing = Applying & { goals: ReadonlyMap<string, Before> }

/** Puts back what each profile was. */
export async function putBack(db: TenantDb, undoing: Undoing): Promise<void> {
  const { enterpriseId, operation, targets, goals } = undoing
  const goalOf = (target: Target) => goals.get(target.id)!
  if (operation.kind === 'RECYCLE_TIME') {
    const before = new Map(targets.map((target) => [target.id, recycleBefore(goalOf(target))]))
    return await putBackRecycleTime(db, undoing, before)
  }
  if (operation.kind === 'REMOVE') await reviveOrders(db, undoing, goalOf)
  if (operation.kind === 'BIND' || operation.kind === 'FREE')
    await bindOrders(
      db,
      undoing,
      targets.map((target) => goalOf(target).eid as string | null),
    )
  if (operation.kind === 'EXPIRY')
    await setExpiry(
      db,
      undoing,
      targets.map((target) => goalOf(target).expiresAt as string | null),
    )
  await recordChanges(db, enterpriseId, {
    changes: targets.map((profile) => ({ profile, to: profileGoal(operation.kind, goalOf(profile)) })),
    type: operation.kind === 'REMOVE' ? 'RESTORED' : 'EDITED',
    detail: 'Put back as it was before.',
    at: undoing.at,
    actor: undoing.actor,
    newId: undoing.newId,
  })
}

/** As the row of the operation keeps it: times are texts there. */
function recycleBefore(goal: Before): RecycleBefore {
  const timeOf = (name: keyof RecycleBefore) => (typeof goal[name] === 'string' ? new Date(goal[name]) : null)
  return {
    ...(goal as Pick<RecycleBefore, 'recycleStatus' | 'recycleReason'>),
    recycleAt: timeOf('recycleAt'),
    recycleBegunAt: timeOf('recycleBegunAt'),
    recycleDueAt: timeOf('recycleDueAt'),
  }
}

function profileGoal(kind: OperationKind, goal: Before): ProfileGoal {
  if (kind === 'EXPIRY') return {}
  if (kind !== 'REMOVE') return goal as ProfileGoal
  const { codeState: _, ...rest } = goal
  return rest as ProfileGoal
}

async function reviveOrders(db: TenantDb, part: Part, goalOf: (target: Target) => Before): Promise<void> {
  const { enterpriseId, targets, at } = part
  await sql`
    update activation_code a set state = r.state
    from unnest(${codeIds(part)}::uuid[], ${targets.map((target) => goalOf(target).codeState as string)}::text[]) as r(id, state)
    where a.enterprise_id = ${enterpriseId} and a.id = r.id`.execute(db)
  await sql`
    update download_order o set state = r.state, state_at = ${at}
    from unnest(${orderIds(part)}::uuid[], ${targets.map((target) => goalOf(target).orderState as string)}::text[]) as r(id, state)
    where o.enterprise_id = ${enterpriseId} and o.id = r.id`.execute(db)
  const bound = targets.filter((target) => target.eid !== null && goalOf(target).orderState === 'Released')
  if (bound.length > 0)
    await bindOrders(
      db,
      { ...part, targets: bound },
      bound.map(({ eid }) => eid),
    )
}
