import type { DiscountState } from '@simwright/contract/money/discount'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { COUNT_CAP, type Keyset, prefixRange } from '../../../db/page.ts'
import type { Counted, Row } from '../../../db/row.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type DiscountRecord = Row<
  'discount',
  | 'id'
  | 'platform_id'
  | 'code'
  | 'percent'
  | 'cents'
  | 'plans'
  | 'billing_types'
  | 'max_uses'
  | 'used'
  | 'once_per_enterprise'
  | 'expires_at'
  | 'stopped_at'
  | 'note'
  | 'version'
  | 'created_at'
>

const COLUMNS = sql.raw(`id, platform_id, code, percent, cents, plans, billing_types, max_uses, used,
  once_per_enterprise, expires_at, stopped_at, note, version, created_at`)

/** What prevents the use of a code, in this order. */
const stateAt = (at: Date): RawBuilder<DiscountState> => sql<DiscountState>`
  case when stopped_at is not null then 'STOPPED' when expires_at <= ${at} then 'EXPIRED'
    when used >= max_uses then 'USED_UP' else 'ACTIVE' end`

export type StoredDiscount = DiscountRecord & { state: DiscountState }

export type DiscountFilter = { states?: readonly DiscountState[] | undefined; prefix?: string | undefined; at: Date }

function matching({ states, prefix, at }: DiscountFilter): RawBuilder<unknown> {
  return sql`${states?.length ? sql`${stateAt(at)} in (${sql.join(states)})` : sql`true`}
    and ${prefix ? prefixRange(sql.ref('code'), prefix) : sql`true`}`
}

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectDiscounts(
  db: GlobalDb,
  { filter, keyset, limit }: { filter: DiscountFilter; keyset: Keyset | undefined; limit: number },
): Promise<StoredDiscount[]> {
  const after = keyset
    ? sql`and (created_at, id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  const { rows } = await sql<StoredDiscount>`
    select ${COLUMNS}, ${stateAt(filter.at)} as state from discount where ${matching(filter)} ${after}
    order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  return rows
}

export async function countDiscounts(db: GlobalDb, filter: DiscountFilter): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*)::integer as counted from (
      select from discount where ${matching(filter)} limit ${COUNT_CAP + 1}) capped`.execute(db)
  return rows[0]!.counted
}

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectDiscount(
  db: GlobalDb | TenantDb,
  { id, at, lock }: { id: string; at: Date; lock?: 'locked' },
): Promise<StoredDiscount | undefined> {
  const { rows } = await sql<StoredDiscount>`
    select ${COLUMNS}, ${stateAt(at)} as state from discount
    where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export async function selectByCode(
  db: TenantDb,
  { platformId, code, at }: { platformId: PlatformId; code: string; at: Date },
): Promise<StoredDiscount | undefined> {
  const { rows } = await sql<StoredDiscount>`
    select ${COLUMNS}, ${stateAt(at)} as state from discount where platform_id = ${platformId} and code = ${code}`.execute(
    db,
  )
  return rows[0]
}

/** @returns false if the platform has this code already */
export async function insertDiscount(db: GlobalDb, record: Omit<DiscountRecord, 'used'>): Promise<boolean> {
  const inserted = await db
    .insertInto('discount')
    .values(record)
    .onConflict((conflict) => conflict.columns(['platform_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateDiscount(
  db: GlobalDb,
  id: string,
  columns: Partial<Omit<DiscountRecord, 'id' | 'used'>>,
): Promise<void> {
  await db.updateTable('discount').set(columns).where('id', '=', id).execute()
}

export type DiscountUseRecord = { enterprise_id: string; name: string; code: string; used_at: Date }

/** Who used a code, newest first. */
export async function selectUses(db: TenantDb, discountId: string, limit: number): Promise<DiscountUseRecord[]> {
  const { rows } = await sql<DiscountUseRecord>`
    select u.enterprise_id, e.name, o.code, u.used_at from discount_use u
    join enterprise e on e.enterprise_id = u.enterprise_id
    join plan_order o on o.enterprise_id = u.enterprise_id and o.id = u.order_id
    where u.discount_id = ${discountId} order by u.used_at desc, u.order_id limit ${limit}`.execute(db)
  return rows
}

export async function wasUsedBy(db: TenantDb, enterpriseId: EnterpriseId, discountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from discount_use where enterprise_id = ${enterpriseId} and discount_id = ${discountId} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Counts a use, unless the code has ended or is used up. Its row stays locked until the transaction ends.
 * @returns whether an enterprise can use it only once; undefined if it cannot be used
 */
export async function countUse(
  db: TenantDb,
  discountId: string,
  at: Date,
): Promise<Row<'discount', 'once_per_enterprise'> | undefined> {
  const { rows } = await sql<Row<'discount', 'once_per_enterprise'>>`
    update discount set used = used + 1
    where id = ${discountId} and ${stateAt(at)} = 'ACTIVE' returning once_per_enterprise`.execute(db)
  return rows[0]
}

export async function uncountUse(db: TenantDb, discountId: string): Promise<void> {
  await sql`update discount set used = used - 1 where id = ${discountId}`.execute(db)
}

type NewUse = Row<'discount_use', 'enterprise_id' | 'order_id' | 'discount_id' | 'once_per_enterprise' | 'used_at'>

/** @returns false if the enterprise has used the code, and can use it only once, or the order has a code already */
export async function insertUse(db: TenantDb, use: NewUse): Promise<boolean> {
  const inserted = await db
    .insertInto('discount_use')
    .values(use)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns the code that the order had used */
export async function deleteUse(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  orderId: string,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('discount_use')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .returning('discount_id')
    .executeTakeFirst()
  return deleted?.discount_id
}
