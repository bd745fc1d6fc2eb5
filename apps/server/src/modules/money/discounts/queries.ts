import type { DiscountState } from '@simwright/contract/money/discount'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { Row } from '../../../db/row.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { nameOfEnterprise } from '../../platform/tenancy/service.ts'

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
const stateAt = (at: Date): RawBuilder<DiscountState> => sql`
  case when stopped_at is not null then 'STOPPED' when expires_at <= ${at} then 'EXPIRED'
    when used >= max_uses then 'USED_UP' else 'ACTIVE' end`

export type StoredDiscount = DiscountRecord & { state: DiscountState }

export type DiscountFilter = { states?: readonly DiscountState[] | undefined; prefix?: string | undefined; at: Date }

function matching({ states, prefix, at }: DiscountFilter): RawBuilder<unknown> {
  return sql`${states?.length ? sql`${stateAt(at)} in (${sql.join(states)})` : sql`true`}
    and ${prefix ? prefixRange(sql.ref('code'), prefix) : sql`true`}`
}

const discountsStatement = shapedStatement(
  'select discounts',
  ({ filter, after, limit }: { filter: DiscountFilter; after: RawBuilder<unknown>; limit: number }) => sql`
    select ${COLUMNS}, ${stateAt(filter.at)} as state from discount where ${matching(filter)} ${after}
    order by created_at desc, id desc limit ${limit + 1}`,
  { present: ['state'], shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectDiscounts(
  db: GlobalDb,
  { filter, keyset, limit }: { filter: DiscountFilter; keyset: Keyset | undefined; limit: number },
): Promise<StoredDiscount[]> {
  const after = keyset
    ? sql`and (created_at, id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return (await discountsStatement(db, { filter, after, limit })) as StoredDiscount[]
}

export async function countDiscounts(db: GlobalDb, filter: DiscountFilter): Promise<number> {
  return await countCapped(db, sql`select from discount where ${matching(filter)}`)
}

const discountStatement = shapedStatement(
  'select discount',
  ({ at, id, lock }: { at: Date; id: string; lock: 'locked' | undefined }) => sql`
    select ${COLUMNS}, ${stateAt(at)} as state from discount
    where id = ${id} ${lock ? sql`for update` : sql``}`,
  { present: ['state'] },
)

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectDiscount(
  db: GlobalDb | SystemDb,
  { id, at, lock }: { id: string; at: Date; lock?: 'locked' },
): Promise<StoredDiscount | undefined> {
  return (await discountStatement(db, { at, id, lock }))[0] as StoredDiscount | undefined
}

const byCodeStatement = statement(
  'select discount by code',
  ({ at, platformId, code }: { at: Date; platformId: PlatformId; code: string }) => sql`
    select ${COLUMNS}, ${stateAt(at)} as state from discount where platform_id = ${platformId} and code = ${code}`,
  { present: ['state'] },
)

export async function selectByCode(
  db: TenantDb,
  { platformId, code, at }: { platformId: PlatformId; code: string; at: Date },
): Promise<StoredDiscount | undefined> {
  return (await byCodeStatement(db, { at, platformId, code }))[0] as StoredDiscount | undefined
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

const usesStatement = statement(
  'select uses of discount',
  ({ discountId, limit }: { discountId: string; limit: number }) => sql`
    select u.enterprise_id, ${nameOfEnterprise('u.enterprise_id')} as name, o.code, u.used_at from discount_use u
    join plan_order o on o.enterprise_id = u.enterprise_id and o.id = u.order_id
    where u.discount_id = ${discountId} order by u.used_at desc, u.order_id limit ${limit}`,
  { present: ['name'] },
)

/** Who used a code, newest first. */
export async function selectUses(db: SystemDb, discountId: string, limit: number): Promise<DiscountUseRecord[]> {
  return await usesStatement(db, { discountId, limit })
}

export async function wasUsedBy(db: TenantDb, discountId: string): Promise<boolean> {
  const used = db.selectFrom('discount_use').select('order_id').where('enterprise_id', '=', db.enterpriseId)
  return (await used.where('discount_id', '=', discountId).limit(1).execute()).length > 0
}

const countUseStatement = statement(
  'count use of discount',
  ({ discountId, at }: { discountId: string; at: Date }) => sql`
    update discount set used = used + 1
    where id = ${discountId} and ${stateAt(at)} = 'ACTIVE' returning once_per_enterprise`,
)

/**
 * Counts a use, unless the code has ended or is used up. Its row stays locked until the transaction ends.
 * @returns whether an enterprise can use it only once; undefined if it cannot be used
 */
export async function countUse(
  db: TenantDb,
  discountId: string,
  at: Date,
): Promise<Row<'discount', 'once_per_enterprise'> | undefined> {
  return (await countUseStatement(db, { discountId, at }))[0]
}

const uncountUseStatement = statement(
  'take back use of discount',
  ({ discountId }: { discountId: string }) => sql`update discount set used = used - 1 where id = ${discountId}`,
)

export async function uncountUse(db: TenantDb, discountId: string): Promise<void> {
  await uncountUseStatement(db, { discountId })
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
export async function deleteUse(db: TenantDb, orderId: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('discount_use')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('order_id', '=', orderId)
    .returning('discount_id')
    .executeTakeFirst()
  return deleted?.discount_id
}
