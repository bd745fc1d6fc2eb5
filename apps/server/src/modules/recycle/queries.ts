import type { RecycleReason, RecycleStatus } from '@simwright/contract/profile-state'
import type { RecycleStep } from '@simwright/contract/recycle'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { Actor, HeldProfile, OrderState } from '../profiles/service.ts'

/** A profile with what decides how it is recycled; locked with its place in a pool, its code and its order. */
export type RecycleTarget = HeldProfile & {
  iccid: string
  eid: string | null
  orderState: OrderState
  orderId: string
  codeId: string
  recycleStatus: RecycleStatus
  recycleReason: RecycleReason | null
  recycleAt: Date | null
  recycleBegunAt: Date | null
  recycleDueAt: Date | null
}

const columns = sql`p.id, p.iccid, p.status, p.device_brand as "deviceBrand", p.downloads, p.eid,
  p.order_state as "orderState", o.id as "orderId", a.id as "codeId", p.recycle_status as "recycleStatus",
  p.recycle_reason as "recycleReason", p.recycle_at as "recycleAt", p.recycle_begun_at as "recycleBegunAt",
  p.recycle_due_at as "recycleDueAt"`

const withOrder = sql`profile p
  join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
  join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders`

/** Locks in the order that everyone keeps: places in pools, activation codes, orders, profiles. */
export async function lockForRecycling(
  db: TenantDb,
  enterpriseId: string,
  ids: readonly string[],
): Promise<RecycleTarget[]> {
  const mine = sql`p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`
  await sql`
    select profile_id from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])
    order by profile_id for update`.execute(db)
  await sql`
    select a.id from activation_code a join profile p on p.enterprise_id = a.enterprise_id and p.activation_code_id = a.id
    where ${mine} order by a.id for update of a`.execute(db)
  await sql`
    select o.id from download_order o join profile p on p.enterprise_id = o.enterprise_id
      and p.activation_code_id = o.activation_code_id where ${mine} order by o.id for update of o`.execute(db)
  const { rows } = await sql<RecycleTarget>`
    select ${columns} from ${withOrder} where ${mine} order by p.id for update of p`.execute(db)
  return rows
}

export type Standing = RecycleTarget & { counter: number; deviceTrust: 'test' | 'live' }

/** The same to be looked at. */
export async function selectStanding(db: TenantDb, enterpriseId: string, id: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select ${columns}, o.recycle_counter as counter, o.device_trust as "deviceTrust"
    from ${withOrder} where p.enterprise_id = ${enterpriseId} and p.id = ${id}`.execute(db)
  return rows[0]
}

/** The codes die, the orders close, and nothing of them is found or kept any more; a pool has the profiles no longer. */
export async function closeOrders(
  db: TenantDb,
  enterpriseId: string,
  { targets, at }: { targets: readonly RecycleTarget[]; at: Date },
): Promise<void> {
  const orderIds = targets.map(({ orderId }) => orderId)
  await sql`
    update activation_code set state = 'DEAD'
    where enterprise_id = ${enterpriseId} and id = any(${targets.map(({ codeId }) => codeId)}::uuid[])`.execute(db)
  await sql`
    update download_order set state = 'Available', state_at = ${at}
    where enterprise_id = ${enterpriseId} and id = any(${orderIds}::uuid[])`.execute(db)
  await sql`
    delete from linked_order_directory l using unnest(${orderIds}::uuid[], ${targets.map(({ eid }) => eid)}::text[])
      as r(order_id, eid) where l.eid = r.eid and l.order_id = r.order_id`.execute(db)
  await sql`
    delete from bound_package where enterprise_id = ${enterpriseId} and order_id = any(${orderIds}::uuid[])`.execute(db)
  const ids = targets.map(({ id }) => id)
  await sql`
    with gone as (
      delete from pool_member
      where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[]) and state <> 'TAKEN' returning pool_id
    )
    update pool set profiles = profiles - g.gone from (select pool_id, count(*)::int as gone from gone group by pool_id) g
    where pool.enterprise_id = ${enterpriseId} and pool.id = g.pool_id and pool.kind = 'campaign'`.execute(db)
  await sql`
    update profile p set ac_format = 'NONE', campaign_id = (
      select p.campaign_id from pool_member m where m.enterprise_id = p.enterprise_id and m.profile_id = p.id)
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[])`.execute(db)
  await sql`
    update lease set ended_at = ${at}
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[]) and ended_at is null`.execute(db)
}

/** A lease ends when its profile is recycled: what is set for the one holds for the other. */
export async function moveLeases(
  db: TenantDb,
  enterpriseId: string,
  { targets, recycleAt, at }: { targets: readonly RecycleTarget[]; recycleAt: Date | null; at: Date },
): Promise<void> {
  const set = recycleAt ? sql`ends_at = ${recycleAt}` : sql`ended_at = ${at}`
  await sql`
    update lease set ${set}, version = version + 1
    where enterprise_id = ${enterpriseId} and profile_id = any(${targets.map(({ id }) => id)}::uuid[])
      and ended_at is null and ${recycleAt ? sql`ends_at <> ${recycleAt}` : sql`true`}`.execute(db)
}

type NewEntries = {
  targets: readonly RecycleTarget[]
  step: RecycleStep
  reasonOf: (target: RecycleTarget) => RecycleReason | null
  dueAt: Date | null
  at: Date
  actor: Actor
  detail: string
  address?: string | undefined
  newId: () => string
}

export async function insertEntries(db: TenantDb, enterpriseId: string, made: NewEntries): Promise<void> {
  const { targets, actor } = made
  await sql`
    insert into recycle_log (enterprise_id, id, profile_id, order_id, iccid, eid, at, step, reason, due_at, actor, actor_id,
      address, detail)
    select ${enterpriseId}::uuid, r.id, r.profile_id, r.order_id, r.iccid, r.eid, ${made.at}, ${made.step}, r.reason,
      ${made.dueAt}::timestamptz, ${actor.kind}, ${actor.kind === 'user' ? actor.userId : null}::uuid,
      ${made.address ?? null}, ${made.detail}
    from unnest(${targets.map(() => made.newId())}::uuid[], ${targets.map(({ id }) => id)}::uuid[],
      ${targets.map(({ orderId }) => orderId)}::uuid[], ${targets.map(({ iccid }) => iccid)}::text[],
      ${targets.map(({ eid }) => eid)}::text[], ${targets.map(made.reasonOf)}::text[])
      as r(id, profile_id, order_id, iccid, eid, reason)`.execute(db)
}

/** What the enterprise account's programs are told (reference: open API, recycle event). */
export async function insertOutbox(
  db: TenantDb,
  enterpriseId: string,
  {
    targets,
    at,
    status,
    newId,
  }: { targets: readonly RecycleTarget[]; at: Date; status: 'Success' | 'Failed'; newId: () => string },
): Promise<void> {
  await sql`
    insert into outbox (enterprise_id, id, topic, payload, at)
    select p.enterprise_id, r.id, 'recycle', jsonb_build_object('eid', r.eid, 'iccid', p.iccid, 'orderId', r.order_id,
      'configName', c.name, 'timestamp', ${String(at.getTime())}::text, 'status', ${status}::text), ${at}
    from unnest(${targets.map(() => newId())}::uuid[], ${targets.map(({ id }) => id)}::uuid[],
      ${targets.map(({ orderId }) => orderId)}::uuid[], ${targets.map(({ eid }) => eid)}::text[])
      as r(id, profile_id, order_id, eid)
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = r.profile_id
    join profile_configuration c on c.enterprise_id = p.enterprise_id and c.id = p.configuration_id`.execute(db)
}

/** @returns whether the message is newer than all before; then it is the last one */
export async function countMessage(
  db: TenantDb,
  enterpriseId: string,
  { orderId, counter }: { orderId: string; counter: number },
): Promise<boolean> {
  const { rows } = await sql`
    update download_order set recycle_counter = ${counter}
    where enterprise_id = ${enterpriseId} and id = ${orderId} and recycle_counter < ${counter} returning 1`.execute(db)
  return rows.length === 1
}

type Due = { enterprise_id: string; id: string }

/** Profiles of all enterprise accounts whose time has come. */
export async function selectDue(db: TenantDb, at: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select enterprise_id, id from profile where recycle_due_at <= ${at} order by recycle_due_at limit ${limit}`.execute(
    db,
  )
  return rows
}
