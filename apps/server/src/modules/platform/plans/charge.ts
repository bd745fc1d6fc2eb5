import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type Fragment, fragment, fragmentOf } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import { takeShared } from '../../../db/take-shared.ts'
import type { Guard } from '../../../db/write-together.ts'
import { activeOrder, DOWNLOADS } from './queries.ts'
import { SLOTS } from './use.ts'

/** An order of which less is left is charged download by download, under its lock. */
const SHARED_FROM = 2 * SLOTS

type AtTime = { enterpriseId: EnterpriseId; at: Date }

/** SQL on `plan_order o` with its `plan p`: how many downloads or installations it allows; null is no limit. */
const ALLOWED = sql`${DOWNLOADS} * case when o.extra_download_cents is null then 1 else o.overage_factor end`

/**
 * The active order of an enterprise account whose downloads are served, unless its installations have reached its limit.
 * Columns: `id`; `allowed`, the number of its downloads, null without a limit; `is_shared`, whether its slots may have room.
 * The plan of a base order can be edited by staff, so a base order with a limit has no room in its slots.
 */
const chargeableOrder = ({ enterpriseId, at }: AtTime): RawBuilder<unknown> => sql`
  select o.id, n.allowed, n.allowed is null or o.kind <> 'BASE' as is_shared
  from (${activeOrder(sql`${enterpriseId}`, at)}) o
  join enterprise e on e.enterprise_id = o.enterprise_id and e.state = 'ACTIVE' and e.deletion_at is null
  join plan p on p.name = o.plan
  cross join lateral (
    select case o.billing_dimension when 1 then null else ${ALLOWED} end as allowed,
      case o.billing_dimension when 1 then ${ALLOWED} end as installable) n
  where n.installable is null or n.installable > (
    select coalesce(sum(s.installations), 0) from plan_use s
    where s.enterprise_id = o.enterprise_id and s.order_id = o.id)`

/** SQL on `plan_use u` and `chargeableOrder` as `o`: whether the slot can take one more download. */
const HAS_ROOM = sql.raw('(u.used < u.allowance or u.allowance is null and o.allowed is null)')

/** Connections have different numbers, so most find the slot with their number free. */
const OWN_SLOT = sql.raw(`(pg_backend_pid() % ${SLOTS})::smallint`)

/** SQL: whether a slot of an order of the enterprise account has room, of its active order unless that has just ended. */
export const hasRoom = (enterpriseId: EnterpriseId): RawBuilder<unknown> => sql`exists (select from plan_use
  where enterprise_id = ${enterpriseId} and (used < allowance or allowance is null))`

/** `after`: a condition for all of it. */
function chargeSlotSql({ enterpriseId, at, after }: AtTime & { after: unknown }): RawBuilder<unknown> {
  const values = { enterpriseId, at }
  const slots = sql`o join plan_use u on u.enterprise_id = ${values.enterpriseId} and u.order_id = o.id`
  return sql`
    with o as materialized (select * from (${chargeableOrder(values)}) c where ${after}),
    own as materialized (
      select u.order_id, u.slot from ${slots} where o.is_shared and u.slot = ${OWN_SLOT} and ${HAS_ROOM}
      for update of u skip locked
    ), other as materialized (
      select u.order_id, u.slot from ${slots} where o.is_shared and ${HAS_ROOM} and not exists (select from own)
      order by u.slot limit 1 for update of u skip locked
    )
    update plan_use u set used = u.used + 1
    from (select * from own union all select * from other) s
    where u.enterprise_id = ${values.enterpriseId} and u.order_id = s.order_id and u.slot = s.slot
    returning u.order_id`
}

const chargeSlotStatement = statement('charge download to slot', ({ enterpriseId, at }: AtTime) =>
  chargeSlotSql({ enterpriseId, at, after: sql`true` }),
)

const allowsDownload = fragmentOf(
  ({ enterpriseId, at, after }: AtTime & { after: Fragment }) => sql`
    select 1 from (${chargeableOrder({ enterpriseId, at })}) o where ${after} and (o.allowed is null or o.allowed > (
      select coalesce(sum(u.used), 0) from plan_use u where u.enterprise_id = ${enterpriseId} and u.order_id = o.id))`,
)

/** The guard that applies if the plan allows a first download; `refusalOfDownload` says why not. */
export const downloadGuard = (values: AtTime): Guard => ({
  name: 'plan',
  sql: (after) => allowsDownload({ ...values, after }),
})

const chargesSlot = fragmentOf(chargeSlotSql)

/**
 * The guard that charges a first download to a slot of the active order that no other transaction has locked. It does not
 * apply if no slot has room; then `chargeDownload` waits, shares out what remains, or refuses.
 */
export const chargeGuard = (values: AtTime): Guard => ({
  name: 'plan',
  sql: (after) => chargesSlot({ ...values, after }),
})

/** SQL for what follows `chargeGuard`: the plan order that it has charged. */
export const CHARGED_ORDER: Fragment = fragment`(select order_id from "guard_plan")`

const lockOrderStatement = statement(
  'lock order to charge',
  ({ enterpriseId, at }: AtTime) => sql`
    select id from plan_order
    where enterprise_id = ${enterpriseId} and id = (select r.id from (${activeOrder(sql`${enterpriseId}`, at)}) r)
    for no key update`,
)

type Chargeable = RowOf<'select order to charge'>

const chargeableStatement = statement(
  'select order to charge',
  (values: AtTime) => sql`
    select o.*, o.is_shared and exists (select from plan_use u
      where u.enterprise_id = ${values.enterpriseId} and u.order_id = o.id and ${HAS_ROOM}) as has_room
    from (${chargeableOrder(values)}) o`,
  { present: ['is_shared', 'has_room'] },
)

type OfOrder = { enterpriseId: EnterpriseId; orderId: string }

const lockOpenSlotsStatement = statement(
  'lock open slots',
  ({ enterpriseId, orderId }: OfOrder) => sql`
    select from plan_use where enterprise_id = ${enterpriseId} and order_id = ${orderId} and used is distinct from allowance
    order by slot for update`,
)

/** Without `greatest`: a charge makes up for credits that no charge preceded. */
const sumStatement = statement(
  'sum use of slots',
  ({ enterpriseId, orderId }: OfOrder) => sql`
    select coalesce(sum(used), 0)::integer as used from plan_use
    where enterprise_id = ${enterpriseId} and order_id = ${orderId}`,
  { present: ['used'] },
)

/** Charges one download to the first slot, and leaves no room in any. */
const chargeStrictlyStatement = statement(
  'charge download strictly',
  ({ enterpriseId, orderId, by }: OfOrder & { by: number }) => sql`
    with closed as (
      update plan_use set allowance = used
      where enterprise_id = ${enterpriseId} and order_id = ${orderId} and slot > 0 and used is distinct from allowance
    )
    insert into plan_use as u (enterprise_id, order_id, slot, used, allowance)
    values (${enterpriseId}, ${orderId}, 0, ${by}, ${by})
    on conflict (enterprise_id, order_id, slot) do update set used = u.used + ${by}, allowance = u.used + ${by}
    returning order_id`,
)

/** Charges one download to the first slot, and gives each slot room for `share`; null is no limit. */
const shareOutStatement = statement(
  'share out downloads',
  ({ enterpriseId, orderId, share }: OfOrder & { share: number | null }) => sql`
    with shared as (
      insert into plan_use as u (enterprise_id, order_id, slot, used, allowance)
      select ${enterpriseId}, ${orderId}, slot, (slot = 0)::integer, ${share}::integer
      from generate_series(0, ${sql.raw(String(SLOTS - 1))}) slot order by slot
      on conflict (enterprise_id, order_id, slot) do update
        set used = u.used + excluded.used, allowance = u.used + excluded.allowance
      returning u.order_id, u.slot
    )
    select order_id from shared where slot = 0`,
)

/**
 * Charges one download to the active order, if one is left or overage is billed. Concurrent charges take different slots of
 * the order; near its limit they take turns. @returns the order that was charged
 */
export async function chargeActiveOrder(db: TenantDb, atTime: AtTime): Promise<string | undefined> {
  let order: Chargeable | undefined
  return await takeShared(db, {
    take: async () => (await chargeSlotStatement(db, atTime))[0]?.order_id,
    lock: async () => {
      const [[locked], [chargeable]] = await Promise.all([
        lockOrderStatement(db, atTime),
        chargeableStatement(db, atTime),
      ])
      order = chargeable
      if (!order) return 'none'
      // another order applies since the lock was waited for
      if (order.id !== locked?.id) return 'changed'
      return order.has_room ? 'room' : 'locked'
    },
    takeLocked: () => chargeLocked(db, order!),
  })
}

/** Charges the order whose lock the caller holds. */
async function chargeLocked(
  db: TenantDb,
  { id: orderId, allowed, is_shared: isShared }: Chargeable,
): Promise<string | undefined> {
  const order = { enterpriseId: db.enterpriseId, orderId }
  await lockOpenSlotsStatement(db, order)
  if (allowed === null) return (await shareOutStatement(db, { ...order, share: null }))[0]?.order_id
  const { used } = (await sumStatement(db, order))[0]!
  const left = allowed - Math.max(0, used)
  if (left <= 0) return undefined
  if (isShared && left >= SHARED_FROM)
    return (await shareOutStatement(db, { ...order, share: Math.floor(left / SLOTS) }))[0]?.order_id
  return (await chargeStrictlyStatement(db, { ...order, by: 1 - Math.min(0, used) }))[0]?.order_id
}
