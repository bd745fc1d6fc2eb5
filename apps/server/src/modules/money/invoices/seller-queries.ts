import type { Seller, TaxRate } from '@simwright/contract/money/seller'
import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { PlatformId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type SellerRecord = { platform_id: string; fields: Seller; version: number; updated_at: Date }

export async function selectSellers(db: GlobalDb): Promise<SellerRecord[]> {
  const { rows } = await sql<SellerRecord>`
    select platform_id, fields, version, updated_at from seller`.execute(db)
  return rows
}

/** With `locked`, the row is locked until the end of the transaction. */
export async function selectSeller(
  db: GlobalDb | TenantDb,
  platformId: PlatformId,
  lock?: 'locked',
): Promise<SellerRecord | undefined> {
  const { rows } = await sql<SellerRecord>`
    select platform_id, fields, version, updated_at from seller where platform_id = ${platformId}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

type NewSeller = Omit<SellerRecord, 'updated_at'> & { at: Date }

/** @returns false if another transaction has stored seller data of the platform in the meantime */
export async function insertSeller(db: GlobalDb, { platform_id, fields, version, at }: NewSeller): Promise<boolean> {
  const { rows } = await sql`
    insert into seller (platform_id, fields, invoice_prefix, version, updated_at)
    values (${platform_id}, ${JSON.stringify(fields)}, ${fields.invoicePrefix}, ${version}, ${at})
    on conflict (platform_id) do nothing returning platform_id`.execute(db)
  return rows.length > 0
}

export async function updateSeller(db: GlobalDb, { platform_id, fields, version, at }: NewSeller): Promise<void> {
  await sql`
    update seller set fields = ${JSON.stringify(fields)}, invoice_prefix = ${fields.invoicePrefix},
      version = ${version}, updated_at = ${at}
    where platform_id = ${platform_id}`.execute(db)
}

type RateRecord = TaxRate & { platform_id: string }

/** The rates of a platform or of all, by country and day. */
export async function selectRates(db: GlobalDb, platformId?: PlatformId): Promise<RateRecord[]> {
  const { rows } = await sql<RateRecord>`
    select platform_id, country, rate, valid_from::text as "validFrom" from tax_rate
    ${platformId === undefined ? sql`` : sql`where platform_id = ${platformId}`}
    order by country, valid_from`.execute(db)
  return rows
}

export async function replaceRates(db: GlobalDb, platformId: PlatformId, rates: readonly TaxRate[]): Promise<void> {
  await db.deleteFrom('tax_rate').where('platform_id', '=', platformId).execute()
  if (rates.length === 0) return
  await sql`
    insert into tax_rate (platform_id, country, rate, valid_from)
    values ${sql.join(
      rates.map(
        ({ country, rate, validFrom }) => sql`(${platformId}, ${country}, ${rate}::integer, ${validFrom}::date)`,
      ),
    )}`.execute(db)
}

/** The rate of a country at a time; undefined without a row. */
export async function selectRate(
  db: GlobalDb | TenantDb,
  { platformId, country, at }: { platformId: PlatformId; country: string; at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<Row<'tax_rate', 'rate'>>`
    select rate from tax_rate
    where platform_id = ${platformId} and country = ${country}
      and valid_from <= (${at}::timestamptz at time zone 'UTC')::date
    order by valid_from desc limit 1`.execute(db)
  return rows[0]?.rate
}
