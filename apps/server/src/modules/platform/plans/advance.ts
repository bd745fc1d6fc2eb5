import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { PlansServer as Ports } from '../../../port/module.ts'
import { leaveDemo } from './demo-mode.ts'
import { moveOrder, type OrderRow, selectOrdersIn } from './order-queries.ts'
import { stateAt } from './order-state.ts'
import { dayOfMonth, periodEnd } from './period.ts'

type Server = Pick<Ports, 'random'>

const DAY_MS = 24 * 60 * 60 * 1000

type At = { enterpriseId: EnterpriseId; at: Date }

/** The order that applies now, and the one that starts when its period ends. */
export type Running = { current: OrderRow | undefined; waiting: OrderRow | undefined }

/**
 * Starts and ends orders whose time has come, so that the stored states are those of `at`, and reads what runs. The caller
 * holds the lock of the enterprise account. An order that starts ends any other, so that never two plans apply.
 */
export async function advanceOrders(server: Server, db: TenantDb, { at }: At): Promise<Running> {
  let orders = await selectOrdersIn(db, ['ACTIVE', 'WAIT_ACTIVE'])
  const due = orders.find((order) => mustStart(order, at))
  if (due) {
    // first, because it ends the order before it at the right time
    await startWaiting(server, db, { order: due, others: orders.filter((other) => other.state === 'ACTIVE') })
    orders = await selectOrdersIn(db, ['ACTIVE', 'WAIT_ACTIVE'])
  }
  for (const order of orders) if (isOver(order, at)) await end(server, db, order)
  return runningOf(orders, at)
}

/**
 * As `advanceOrders`, for orders that the caller has read in the same lock, among them all that run or wait.
 * @returns undefined if an order had to start or end, so that what was read is outdated
 */
export async function advanceRead(
  server: Server,
  db: TenantDb,
  { orders, at }: At & { orders: readonly OrderRow[] },
): Promise<Running | undefined> {
  if (!orders.some((order) => mustStart(order, at) || isOver(order, at))) return runningOf(orders, at)
  await advanceOrders(server, db, { enterpriseId: db.enterpriseId, at })
  return undefined
}

/** What runs at `at`, without a write: also orders whose time has come, but whose stored states say otherwise. */
export async function readRunning(db: TenantDb, { at }: At): Promise<Running> {
  return runningOf(await selectOrdersIn(db, ['ACTIVE', 'WAIT_ACTIVE']), at)
}

function runningOf(orders: readonly OrderRow[], at: Date): Running {
  const active = orders.filter((order) => stateAt(order, at) === 'ACTIVE')
  const sorted = active.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  // a trial that was extended applies only after the plan that replaced it
  const current = sorted.findLast(({ kind }) => kind !== 'TRIAL') ?? sorted.at(-1)
  return { current, waiting: orders.find((order) => stateAt(order, at) === 'WAIT_ACTIVE') }
}

/** For how long a plan goes on while its renewal is not paid. */
export const GRACE_MS = 7 * DAY_MS

const mustStart = ({ state, starts_at: startsAt }: OrderRow, at: Date) => state === 'WAIT_ACTIVE' && startsAt <= at

/**
 * The end of a free trial has an own job, which also notifies. An order whose renewal was not considered yet, because no
 * server ran, is left to the renewal work for the days of grace.
 */
function isOver({ kind, state, ends_at: endsAt, next_step_at: nextStepAt }: OrderRow, at: Date): boolean {
  if (kind === 'TRIAL' || state !== 'ACTIVE' || endsAt === null || endsAt > at) return false
  const isUnconsidered = nextStepAt !== null && nextStepAt < endsAt
  return !isUnconsidered || at.getTime() >= endsAt.getTime() + GRACE_MS
}

type Starting = { order: OrderRow; others: readonly OrderRow[] }

async function startWaiting(server: Server, db: TenantDb, { order, others }: Starting): Promise<void> {
  const at = order.starts_at
  for (const other of others) await replace(server, db, { order: other, at })
  await moveOrder(
    db,
    order,
    { event: 'STARTED', state: 'ACTIVE', actor: { kind: 'SYSTEM' }, at, id: server.random.uuid() },
    { next_step_at: renewalCheckAt(order) },
  )
  await leaveDemo(db)
}

async function end(server: Server, db: TenantDb, order: OrderRow): Promise<void> {
  const at = order.ends_at!
  await moveOrder(
    db,
    order,
    { event: 'ENDED', state: 'EXPIRED', actor: { kind: 'SYSTEM' }, at, id: server.random.uuid() },
    { next_step_at: at },
  )
}

/** Ends an active order because another one starts. It keeps its end if that has come already. */
export async function replace(
  server: Server,
  db: TenantDb,
  { order, at }: { order: OrderRow; at: Date },
): Promise<OrderRow> {
  const endsAt = order.ends_at !== null && order.ends_at < at ? order.ends_at : at
  return await moveOrder(
    db,
    order,
    { event: 'REPLACED', state: 'EXPIRED', actor: { kind: 'SYSTEM' }, at, id: server.random.uuid() },
    { ends_at: endsAt, next_step_at: order.kind === 'BOUGHT' ? endsAt : null },
  )
}

/** How long before the end of a period its renewal is ordered: a card is charged a day before, a transfer takes longer. */
const RENEWED_BEFORE_MS = { card: DAY_MS, transfer: 7 * DAY_MS } as const

/** When the renewal work must look at an order that is active. */
export function renewalCheckAt({ period_ends_at, payment_method }: OrderRow): Date | null {
  if (period_ends_at === null) return null
  const before = payment_method === 1 ? RENEWED_BEFORE_MS.transfer : RENEWED_BEFORE_MS.card
  return new Date(period_ends_at.getTime() - before)
}

/** Changes when a paid order starts that has not started, because the plan before it ends at another time. */
export async function moveStart(
  server: Server,
  db: TenantDb,
  { order, startsAt, at }: { order: OrderRow; startsAt: Date; at: Date },
): Promise<void> {
  const anchorDay = dayOfMonth(startsAt, order.time_zone)
  const endsAt = periodEnd({ startsAt, timeZone: order.time_zone, anchorDay }, order.quantity)
  await moveOrder(
    db,
    order,
    { event: 'EXTENDED', actor: { kind: 'SYSTEM' }, at, id: server.random.uuid(), facts: { startsAt } },
    {
      starts_at: startsAt,
      ends_at: endsAt,
      period_ends_at: endsAt,
      anchor_day: anchorDay,
      next_step_at: startsAt,
    },
  )
}
