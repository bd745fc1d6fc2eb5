import type { OrderActorKind, OrderEventKind } from '@simwright/contract/money/order'
import { PriceLine } from '@simwright/contract/money/price'
import type { OrderState, PlanName } from '@simwright/contract/platform/plan'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { Fragment, fragment, shapedFragment, statementOf } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { PlanOrderTable } from '../../../db/tables.gen.ts'
import { nameOfPerson } from '../tenancy/service.ts'
import { orderColumns, orderColumnsSql } from './order-columns.ts'
import { orderTransitions } from './order-state.ts'
import { joinUse, selectUse, type Use } from './use.ts'

/** A row of `plan_order`, with its price lines parsed, and what was used of it. */
export type OrderRow = Omit<Selectable<PlanOrderTable>, 'plan' | 'lines'> & Use & { plan: PlanName; lines: PriceLine[] }

const parsed = (row: StoredOrder): OrderRow => ({
  ...row,
  plan: row.plan as PlanName,
  lines: PriceLine.array().parse(row.lines),
})

type StoredOrder = RowOf<'select order'>

const USE = ['used_downloads', 'installations'] as const

type OrderKey = { enterpriseId: EnterpriseId; id: string }

const orderStatement = statement(
  'select order',
  ({ enterpriseId, id }: OrderKey) => sql`
    select ${orderColumnsSql}, used.* from plan_order ${joinUse('plan_order')}
    where enterprise_id = ${enterpriseId} and id = ${id} and kind <> 'BASE'`,
  { present: USE },
)

export async function selectOrder(db: TenantDb, id: string): Promise<OrderRow | undefined> {
  const [row] = await orderStatement(db, { enterpriseId: db.enterpriseId, id })
  return row && parsed(row)
}

const ordersInStatement = statement(
  'select orders in states',
  ({
    enterpriseId,
    states,
    orId,
  }: {
    enterpriseId: EnterpriseId
    states: readonly OrderState[]
    orId: string | null
  }) => sql`
    select ${orderColumnsSql}, used.* from plan_order ${joinUse('plan_order')}
    where enterprise_id = ${enterpriseId} and kind <> 'BASE'
      and (state = any(${states}::text[]) or id = ${orId}::uuid)
    order by created_at, id`,
  { present: USE },
)

/**
 * The orders of an enterprise account that are in these states, oldest first; the base plan is none of them. With `orId`,
 * also that order, in any state.
 */
export async function selectOrdersIn(
  db: TenantDb,
  states: readonly OrderState[],
  orId: string | null = null,
): Promise<OrderRow[]> {
  return (await ordersInStatement(db, { enterpriseId: db.enterpriseId, states, orId })).map(parsed)
}

/** The kind of the order that applied last before this time; undefined if there was none. */
export async function selectLastKind(
  db: TenantDb,
  { before }: { before: Date },
): Promise<OrderRow['kind'] | undefined> {
  const row = await db
    .selectFrom('plan_order')
    .select('kind')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('kind', '<>', 'BASE')
    .where('state', 'in', ['ACTIVE', 'EXPIRED'])
    .where('ends_at', '<=', before)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.kind
}

/** With `joinUse`: orders of which more was used than they include, or more was billed than was used. */
const HAS_EXTRA = sql`kind = 'BOUGHT' and operation <> 'OVERAGE' and state in ('ACTIVE', 'EXPIRED')
  and (billed_extra > 0 or greatest(used.used_downloads, used.installations) > downloads)`

/** What the renewal work knows of the orders of an enterprise account. */
export type WorkOrders = {
  /** Those that are not paid, run or wait. */
  open: OrderRow[]
  /** The ids of those that something must be done about, the longest waiting first. */
  due: string[]
  /** Those of which more was used than they include, or more was billed than was used. */
  extra: OrderRow[]
}

const workStatement = statement(
  'select orders of the renewal work',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    select ${orderColumnsSql}, used.*, coalesce(${HAS_EXTRA}, false) as has_extra
    from plan_order ${joinUse('plan_order')}
    where enterprise_id = ${enterpriseId} and kind <> 'BASE'
      and (state in ('UNPAID', 'PENDING_CONFIRMATION', 'WAIT_ACTIVE', 'ACTIVE') or next_step_at <= ${at} or ${HAS_EXTRA})
    order by created_at, id`,
  { present: [...USE, 'has_extra'] },
)

export async function selectWorkOrders(db: TenantDb, { at }: { at: Date }): Promise<WorkOrders> {
  const rows = await workStatement(db, { enterpriseId: db.enterpriseId, at })
  const due = rows.filter(({ next_step_at: next }) => next !== null && next <= at)
  const isOpen = ({ state }: StoredOrder) => state !== 'EXPIRED' && state !== 'CLOSED'
  return {
    open: rows.filter(isOpen).map(parsed),
    due: due.toSorted((a, b) => a.next_step_at!.getTime() - b.next_step_at!.getTime()).map(({ id }) => id),
    extra: rows.filter(({ has_extra: hasExtra }) => hasExtra).map(parsed),
  }
}

const scheduleStatement = statement(
  'schedule order',
  ({ enterpriseId, id, nextStepAt }: OrderKey & { nextStepAt: Date | null }) => sql`
    update plan_order set next_step_at = ${nextStepAt} where enterprise_id = ${enterpriseId} and id = ${id}`,
)

/** Sets when something must be done about an order; null for never. */
export async function scheduleOrder(db: TenantDb, order: OrderRow, nextStepAt: Date | null): Promise<void> {
  await scheduleStatement(db, { enterpriseId: order.enterprise_id, id: order.id, nextStepAt })
}

const sumReturnedExtraStatement = statement(
  'sum returned extra downloads',
  ({ enterpriseId, code }: { enterpriseId: EnterpriseId; code: string }) => sql`
    select coalesce(sum((line ->> 'quantity')::integer), 0)::integer as quantity
    from plan_order o cross join jsonb_array_elements(o.lines) line
    where o.enterprise_id = ${enterpriseId} and o.paid_cents > 0 and o.refunded_cents >= o.paid_cents
      and line ->> 'kind' = 'OVERAGE' and line ->> 'orderCode' = ${code}`,
  { present: ['quantity'] },
)

/** How much of what exceeds the downloads of an order was billed by orders of which all money was returned. */
export async function sumReturnedExtra(db: TenantDb, code: string): Promise<number> {
  return (await sumReturnedExtraStatement(db, { enterpriseId: db.enterpriseId, code }))[0]!.quantity
}

const changeBilledExtraStatement = statement(
  'change billed extra downloads',
  ({ by, enterpriseId, code }: { by: number; enterpriseId: EnterpriseId; code: string }) => sql`
    update plan_order set billed_extra = billed_extra + ${by}::integer
    where enterprise_id = ${enterpriseId} and code = ${code}`,
)

/** Changes how much of what exceeds the downloads of an order is billed. */
export async function changeBilledExtra(db: TenantDb, { code, by }: { code: string; by: number }): Promise<void> {
  await changeBilledExtraStatement(db, { by, enterpriseId: db.enterpriseId, code })
}

type OrderChange = Omit<Updateable<PlanOrderTable>, 'enterprise_id' | 'id' | 'state' | 'lines' | 'code' | 'kind'>

type NewOrder = Omit<Insertable<PlanOrderTable>, 'lines' | 'kind' | 'state'> & { lines: readonly PriceLine[] }

/** Inserts an order that is not paid, with its first event. */
export async function insertBoughtOrder(
  db: TenantDb,
  order: NewOrder,
  { actor, at, id }: Pick<Happening, 'actor' | 'at' | 'id'>,
): Promise<OrderRow> {
  const values = { ...order, kind: 'BOUGHT', state: 'UNPAID', lines: JSON.stringify(order.lines) } as const
  const [columns, stored] = columnsOf(values)
  const inserted = shapedFragment(
    `insert plan_order ${columns}`,
    () => [`insert into plan_order (${columns}) values (`, ...columns.slice(1).map(() => ', '), ')'],
    stored,
  )
  const row = await withEvent(db, inserted, eventOf(values, { event: 'CREATED', actor, at, id }))
  return parsed({ ...row, used_downloads: 0, installations: 0 })
}

/** Who or what caused an event of an order. */
export type OrderActor = { kind: OrderActorKind; id?: string | undefined }

export type Happening = {
  event: OrderEventKind
  /** The state after the event; without one, the state remains. */
  state?: OrderState
  actor: OrderActor
  at: Date
  id: string
  note?: string | undefined
  facts?: Readonly<Record<string, unknown>>
}

/** Inserts an event of an order, with the state of the order after it. */
const eventOf = (
  { enterprise_id, id: order_id, state }: Pick<Insertable<PlanOrderTable>, 'enterprise_id' | 'id' | 'state'>,
  { event, actor, at, id, note, facts }: Omit<Happening, 'state'>,
): Fragment => fragment`
  insert into order_event (enterprise_id, id, order_id, at, event, state, actor, actor_id, note, facts)
  values (${enterprise_id}, ${id}, ${order_id}, ${at}, ${event}, ${state}, ${actor.kind}, ${actor.id ?? null},
    ${note ?? null}, ${JSON.stringify(facts ?? {})})`

/** The names and the values of the columns that are given. */
function columnsOf(row: Readonly<Record<string, unknown>>): [string[], unknown[]] {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  return [given.map(([column]) => column), given.map(([, value]) => value)]
}

/** Executes a write of one order together with its event. @returns the order afterwards */
async function withEvent(db: TenantDb, write: Fragment, event: Fragment): Promise<Selectable<PlanOrderTable>> {
  const together = new Fragment(WITH_EVENT, [event, write])
  const [row] = (await db.executeQuery<Selectable<PlanOrderTable>>(statementOf(together))).rows
  if (!row) throw new Error('an order that is written must exist')
  return row
}

const WITH_EVENT = ['with event as (', ') ', ` returning ${orderColumns}`]

/**
 * Records an event of an order, moves the order to the event's state, and changes further columns. The caller holds the
 * lock of the enterprise account. @returns the changed order
 * @throws Error for a transition that does not exist
 */
export async function moveOrder(
  db: TenantDb,
  order: OrderRow,
  { event, state, actor, at, id, note, facts }: Happening,
  change: OrderChange = {},
): Promise<OrderRow> {
  if (state !== undefined && !orderTransitions[order.state][event]?.includes(state))
    throw new Error(`order ${order.id}: ${event} does not lead from ${order.state} to ${state}`)
  const after = state ?? order.state
  const recorded = eventOf({ ...order, state: after }, { event, actor, at, id, note, facts })
  if (state === undefined && Object.keys(change).length === 0) {
    await recorded.execute(db)
    return order
  }
  const [columns, values] = columnsOf({ ...change, state: after })
  const moved = shapedFragment(
    `update plan_order ${columns}`,
    () => [
      `update plan_order set ${columns[0]} = `,
      ...columns.slice(1).map((column) => `, ${column} = `),
      ' where enterprise_id = ',
      ' and id = ',
      '',
    ],
    [...values, order.enterprise_id, order.id],
  )
  // read by a statement of its own: one that ends or replaces the order waits for charges that are not committed
  const [row, use] = await Promise.all([withEvent(db, moved, recorded), selectUse(db, order.id)])
  return parsed({ ...row, ...use })
}

/** Changes how far an order can be exceeded; see `overage_factor`. */
export async function updateOverageFactor(db: TenantDb, order: OrderRow, factor: number): Promise<void> {
  await db
    .updateTable('plan_order')
    .set({ overage_factor: factor })
    .where('enterprise_id', '=', order.enterprise_id)
    .where('id', '=', order.id)
    .execute()
}

export async function selectEvents(db: TenantDb, orderId: string) {
  return await db
    .selectFrom('order_event as o')
    .select(['o.at', 'o.event', 'o.state', 'o.actor', 'o.note', nameOfPerson('o.actor_id').as('actor_name')])
    .where('o.enterprise_id', '=', db.enterpriseId)
    .where('o.order_id', '=', orderId)
    .orderBy('o.id')
    .execute()
}
