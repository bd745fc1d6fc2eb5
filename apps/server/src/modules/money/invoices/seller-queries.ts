import type { Seller, TaxRate } from '@simwright/contract/money/seller'
import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type SellerRecord = { platform_id: string; fields: Seller; version: number; updated_at: Date }

const sellersStatement = statement(
  'select sellers',
  () => sql`
    select platform_id, fields, version, updated_at from seller`,
)

export async function selectSellers(db: GlobalDb): Promise<SellerRecord[]> {
  return (await sellersStatement(db, {})) as SellerRecord[]
}

const sellerStatement = shapedStatement(
  'select seller',
  ({ platformId, lock }: { platformId: PlatformId; lock: 'locked' | undefined }) => sql`
    select platform_id, fields, version, updated_at from seller where platform_id = ${platformId}
    ${lock ? sql`for update` : sql``}`,
)

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectSeller(
  db: GlobalDb | SystemDb,
  platformId: PlatformId,
  lock?: 'locked',
): Promise<SellerRecord | undefined> {
  return (await sellerStatement(db, { platformId, lock }))[0] as SellerRecord | undefined
}

type NewSeller = Omit<SellerRecord, 'updated_at'> & { at: Date }

/** @returns false if another transaction has stored seller data of the platform in the meantime */
export async function insertSeller(db: GlobalDb, { platform_id, fields, version, at }: NewSeller): Promise<boolean> {
  const stored = { fields: JSON.stringify(fields), invoice_prefix: fields.invoicePrefix, version, updated_at: at }
  const inserted = await db
    .insertInto('seller')
    .values({ platform_id, ...stored })
    .onConflict((conflict) => conflict.column('platform_id').doNothing())
    .returning('platform_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateSeller(db: GlobalDb, { platform_id, fields, version, at }: NewSeller): Promise<void> {
  await db
    .updateTable('seller')
    .set({ fields: JSON.stringify(fields), invoice_prefix: fields.invoicePrefix, version, updated_at: at })
    .where('platform_id', '=', platform_id)
    .execute()
}

type RateRecord = TaxRate & { platform_id: string }

const ratesStatement = shapedStatement(
  'select tax rates',
  ({ platformId }: { platformId: PlatformId | undefined }) => sql`
    select platform_id, country, rate, valid_from::text as "validFrom" from tax_rate
    ${platformId === undefined ? sql`` : sql`where platform_id = ${platformId}`}
    order by country, valid_from`,
  { present: ['validFrom'] },
)

/** The rates of a platform or of all, by country and day. */
export async function selectRates(db: GlobalDb, platformId?: PlatformId): Promise<RateRecord[]> {
  return await ratesStatement(db, { platformId })
}

export async function replaceRates(db: GlobalDb, platformId: PlatformId, rates: readonly TaxRate[]): Promise<void> {
  await db.deleteFrom('tax_rate').where('platform_id', '=', platformId).execute()
  if (rates.length === 0) return
  await db
    .insertInto('tax_rate')
    .values(
      rates.map(({ country, rate, validFrom }) => ({ platform_id: platformId, country, rate, valid_from: validFrom })),
    )
    .execute()
}

const rateStatement = statement(
  'select tax rate',
  ({ platformId, country, at }: { platformId: PlatformId; country: string; at: Date }) => sql`
    select rate from tax_rate
    where platform_id = ${platformId} and country = ${country}
      and valid_from <= (${at}::timestamptz at time zone 'UTC')::date
    order by valid_from desc limit 1`,
)

/** The rate of a country at a time; undefined without a row. */
export async function selectRate(
  db: GlobalDb | SystemDb,
  { platformId, country, at }: { platformId: PlatformId; country: string; at: Date },
): Promise<number | undefined> {
  return (await rateStatement(db, { platformId, country, at }))[0]?.rate
}
