import type { OrderActorKind, OrderEventKind } from '@simwright/contract/money/order'
import { PriceLine } from '@simwright/contract/money/price'
import type { OrderState, PlanName } from '@simwright/contract/platform/plan'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { PlanOrderTable } from '../../../db/tables.gen.ts'
import { orderTransitions } from './order-state.ts'

/** A row of `plan_order`, with its price lines parsed. */
export type OrderRow = Omit<Selectable<PlanOrderTable>, 'plan' | 'lines'> & { plan: PlanName; lines: PriceLine[] }

const parsed = (row: Selectable<PlanOrderTable>): OrderRow => ({
  ...row,
  plan: row.plan as PlanName,
  lines: PriceLine.array().parse(row.lines),
})

export async function selectOrder(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<OrderRow | undefined> {
  const row = await db
    .selectFrom('plan_order')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('kind', '<>', 'BASE')
    .executeTakeFirst()
  return row && parsed(row)
}

/** The orders of an enterprise account that are in these states, oldest first; the base plan is none of them. */
export async function selectOrdersIn(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  states: readonly OrderState[],
): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('plan_order')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '<>', 'BASE')
    .where('state', 'in', [...states])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(parsed)
}

/** The kind of the order that applied last before this time; undefined if there was none. */
export async function selectLastKind(
  db: TenantDb,
  { enterpriseId, before }: { enterpriseId: EnterpriseId; before: Date },
): Promise<OrderRow['kind'] | undefined> {
  const row = await db
    .selectFrom('plan_order')
    .select('kind')
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '<>', 'BASE')
    .where('state', 'in', ['ACTIVE', 'EXPIRED'])
    .where('ends_at', '<=', before)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.kind
}

/** The orders of an enterprise account that something must be done about. */
export async function selectDueOrders(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  at: Date,
): Promise<Pick<OrderRow, 'id'>[]> {
  return await db
    .selectFrom('plan_order')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('next_step_at', '<=', at)
    .orderBy('next_step_at')
    .execute()
}

/** Sets when something must be done about an order; null for never. */
export async function scheduleOrder(db: TenantDb, order: OrderRow, nextStepAt: Date | null): Promise<void> {
  await db
    .updateTable('plan_order')
    .set({ next_step_at: nextStepAt })
    .where('enterprise_id', '=', order.enterprise_id)
    .where('id', '=', order.id)
    .execute()
}

/** Orders of which more was used than they include, or more was billed than was used. */
export async function selectExtra(db: TenantDb, enterpriseId: EnterpriseId): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('plan_order')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', 'BOUGHT')
    .where('operation', '<>', 'OVERAGE')
    .where('state', 'in', ['ACTIVE', 'EXPIRED'])
    .where((eb) =>
      eb.or([eb('billed_extra', '>', 0), eb(sql`greatest(used_downloads, installations)`, '>', eb.ref('downloads'))]),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(parsed)
}

type ReturnedRecord = { quantity: number }

/** How much of what exceeds the downloads of an order was billed by orders of which all money was returned. */
export async function sumReturnedExtra(db: TenantDb, enterpriseId: EnterpriseId, code: string): Promise<number> {
  const { rows } = await sql<ReturnedRecord>`
    select coalesce(sum((line ->> 'quantity')::integer), 0)::integer as quantity
    from plan_order o cross join jsonb_array_elements(o.lines) line
    where o.enterprise_id = ${enterpriseId} and o.paid_cents > 0 and o.refunded_cents >= o.paid_cents
      and line ->> 'kind' = 'OVERAGE' and line ->> 'orderCode' = ${code}`.execute(db)
  return rows[0]!.quantity
}

/** Changes how much of what exceeds the downloads of an order is billed. */
export async function changeBilledExtra(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { code, by }: { code: string; by: number },
): Promise<void> {
  await sql`
    update plan_order set billed_extra = billed_extra + ${by}::integer
    where enterprise_id = ${enterpriseId} and code = ${code}`.execute(db)
}

type OrderChange = Omit<Updateable<PlanOrderTable>, 'enterprise_id' | 'id' | 'state' | 'lines' | 'code' | 'kind'>

/** Inserts an order that is not paid, with its first event. */
export async function insertBoughtOrder(
  db: TenantDb,
  order: Omit<Insertable<PlanOrderTable>, 'lines' | 'kind' | 'state'> & { lines: readonly PriceLine[] },
  { actor, at, id }: Pick<Happening, 'actor' | 'at' | 'id'>,
): Promise<OrderRow> {
  const values = { ...order, kind: 'BOUGHT', state: 'UNPAID', lines: JSON.stringify(order.lines) } as const
  const row = await db
    .with('created', () => insertEvent(db, values, { event: 'CREATED', actor, at, id }))
    .insertInto('plan_order')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
  return parsed(row)
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
const insertEvent = (
  db: TenantDb,
  { enterprise_id, id: order_id, state }: Pick<Insertable<PlanOrderTable>, 'enterprise_id' | 'id' | 'state'>,
  { event, actor, at, id, note, facts }: Omit<Happening, 'state'>,
) =>
  db.insertInto('order_event').values({
    enterprise_id,
    id,
    order_id,
    at,
    event,
    state,
    actor: actor.kind,
    actor_id: actor.id ?? null,
    note: note ?? null,
    facts: JSON.stringify(facts ?? {}),
  })

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
  const recorded = insertEvent(db, { ...order, state: after }, { event, actor, at, id, note, facts })
  if (state === undefined && Object.keys(change).length === 0) {
    await recorded.execute()
    return order
  }
  const row = await db
    .with('recorded', () => recorded)
    .updateTable('plan_order')
    .set({ ...change, state: after })
    .where('enterprise_id', '=', order.enterprise_id)
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return parsed(row)
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

export async function selectEvents(db: TenantDb, enterpriseId: EnterpriseId, orderId: string) {
  return await db
    .selectFrom('order_event as o')
    .leftJoin('user_account as u', 'u.id', 'o.actor_id')
    .select(['o.at', 'o.event', 'o.state', 'o.actor', 'o.note', 'u.first_name', 'u.last_name'])
    .where('o.enterprise_id', '=', enterpriseId)
    .where('o.order_id', '=', orderId)
    .orderBy('o.id')
    .execute()
}
