import type { VoucherBatchChange, VoucherBatchFields, VoucherState } from '@simwright/contract/provisioning/voucher'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type BatchRecord = RowOf<'select batches of vouchers'>

const batches = (enterpriseId: EnterpriseId, only: RawBuilder<unknown>) => sql`
  select b.*, c.name as campaign_name, c.title as campaign_title, coalesce(${nameOfUser('b.created_by')}, '') as created_by_name,
    f.expires_at as codes_until
  from voucher_batch b
  join campaign c on c.enterprise_id = b.enterprise_id and c.id = b.campaign_id
  left join voucher_codes f on f.enterprise_id = b.enterprise_id and f.batch_id = b.id
  where b.enterprise_id = ${enterpriseId} ${only}`

type Filter = { search?: string | undefined; campaignId?: string | undefined }

const filterClause = ({ search, campaignId }: Filter): RawBuilder<unknown> => sql`
  ${search ? sql`and ${prefixRange(sql`lower(b.name) collate "C"`, search.toLowerCase())}` : sql``}
  ${campaignId === undefined ? sql`` : sql`and b.campaign_id = ${campaignId}`}`

type Page = { filter: Filter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

const batchesStatement = shapedStatement(
  'select batches of vouchers',
  ({
    enterpriseId,
    filter,
    after,
    order,
    limit,
  }: Pick<Page, 'filter' | 'limit'> & {
    enterpriseId: EnterpriseId
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }) => sql`
    ${batches(enterpriseId, sql`${filterClause(filter)} ${after}`)}
    order by b.created_at ${order}, b.id ${order} limit ${limit + 1}`,
  { present: ['created_by_name'], shapes: [{ filter: {}, after: sql``, order: sql`asc` }] },
)

/** Up to `limit + 1` batches. */
export async function selectBatches(db: TenantDb, { filter, direction, keyset, limit }: Page): Promise<BatchRecord[]> {
  const after = keyset
    ? sql`and (b.created_at, b.id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  return await batchesStatement(db, { enterpriseId: db.enterpriseId, filter, after, order, limit })
}

export async function countBatches(db: TenantDb, filter: Filter): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from voucher_batch b where b.enterprise_id = ${db.enterpriseId} ${filterClause(filter)}`,
  )
}

const batchStatement = statement(
  'select batch of vouchers',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => batches(enterpriseId, sql`and b.id = ${id}`),
  { present: ['created_by_name'] },
)

export async function selectBatch(db: TenantDb, id: string): Promise<BatchRecord | undefined> {
  return (await batchStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

const lockBatchStatement = statement(
  'lock batch of vouchers',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id from voucher_batch where enterprise_id = ${enterpriseId} and id = ${id} for no key update`,
)

/**
 * Selects a batch and locks it until the transaction ends. Everything that changes one of its vouchers does this first, so
 * that its vouchers and counters stay as they are.
 */
export async function lockBatch(db: TenantDb, id: string): Promise<BatchRecord | undefined> {
  await lockBatchStatement(db, { enterpriseId: db.enterpriseId, id })
  return await selectBatch(db, id)
}

export type NewBatch = { id: string; slug: string; fields: VoucherBatchFields; userId: UserId; at: Date }

/** Inserts a batch with the hashes of its codes, in the order of their numbers, and the directory entry of its page. */
export async function insertBatch(
  db: TenantDb,
  { id, slug, fields, userId, at }: NewBatch,
  hashes: readonly Buffer[],
): Promise<void> {
  const { enterpriseId } = db
  await db
    .insertInto('voucher_batch')
    .values({
      enterprise_id: enterpriseId,
      id,
      slug,
      campaign_id: fields.campaignId,
      name: fields.name,
      count: fields.count,
      expires_at: fields.expiresAt === null ? null : new Date(fields.expiresAt),
      address_limit: fields.addressLimit,
      created_by: userId,
      created_at: at,
    })
    .execute()
  await db.insertInto('voucher_directory').values({ slug, enterprise_id: enterpriseId, batch_id: id }).execute()
  await insertVouchersStatement(db, { enterpriseId, id, hashes })
}

const insertVouchersStatement = statement(
  'insert vouchers',
  ({ enterpriseId, id, hashes }: { enterpriseId: EnterpriseId; id: string; hashes: readonly Buffer[] }) => sql`
    insert into voucher (enterprise_id, batch_id, number, hash)
    select ${enterpriseId}::uuid, ${id}::uuid, n, h from unnest(${hashes}::bytea[]) with ordinality as r(h, n)`,
)

export async function insertCodes(
  db: TenantDb,
  { id, sealed, expiresAt }: { id: string; sealed: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('voucher_codes')
    .values({ enterprise_id: db.enterpriseId, batch_id: id, sealed, expires_at: expiresAt })
    .execute()
}

/** The sealed codes of a batch; undefined after their end. */
export async function selectCodes(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('voucher_codes')
    .select('sealed')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('batch_id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.sealed
}

/** The state of `voucher v` of `voucher_batch b`. */
const voucherState = (at: Date): RawBuilder<unknown> => sql`
  case when v.redeemed_at is not null then 'REDEEMED' when v.revoked_at is not null or b.revoked_at is not null then 'REVOKED'
    when b.expires_at <= ${at} then 'EXPIRED' else 'UNUSED' end`

type VoucherFilter = {
  batchId: string
  at: Date
  states?: readonly VoucherState[] | undefined
  hash?: Buffer | undefined
}

const voucherClause = ({ states, hash, at }: Omit<VoucherFilter, 'batchId'>): RawBuilder<unknown> => sql`
  ${states && states.length > 0 ? sql`and ${voucherState(at)} in (${sql.join(states)})` : sql``}
  ${hash === undefined ? sql`` : sql`and v.hash = ${hash}`}`

type VoucherPage = VoucherFilter & { direction: 'asc' | 'desc'; after: number | undefined; limit: number }

export type VoucherRecord = RowOf<'select vouchers of batch'>

const vouchersStatement = shapedStatement(
  'select vouchers of batch',
  ({
    enterpriseId,
    batchId,
    at,
    only,
    order,
    limit,
  }: Pick<VoucherPage, 'batchId' | 'at' | 'limit'> & {
    enterpriseId: EnterpriseId
    only: RawBuilder<unknown>
    order: RawBuilder<unknown>
  }) => sql`
    select v.number, ${voucherState(at)} as state, v.redeemed_at, v.profile_id, p.iccid, v.address,
      coalesce(v.revoked_at, case when v.redeemed_at is null then b.revoked_at end) as revoked_at
    from voucher v
    join voucher_batch b on b.enterprise_id = v.enterprise_id and b.id = v.batch_id
    left join profile p on p.enterprise_id = v.enterprise_id and p.id = v.profile_id
    where v.enterprise_id = ${enterpriseId} and v.batch_id = ${batchId} ${only}
    order by v.number ${order} limit ${limit}`,
  { present: ['state'], shapes: [{ only: sql``, order: sql`asc` }] },
)

/** Vouchers of a batch by number. */
export async function selectVouchers(
  db: TenantDb,
  { direction, after, limit, ...filter }: VoucherPage,
): Promise<VoucherRecord[]> {
  const isAscending = direction === 'asc'
  const keyset = after === undefined ? sql`` : sql`and v.number ${isAscending ? sql`>` : sql`<`} ${after}::integer`
  const { batchId, at } = filter
  const only = sql`${voucherClause(filter)} ${keyset}`
  const order = isAscending ? sql`asc` : sql`desc`
  return await vouchersStatement(db, { enterpriseId: db.enterpriseId, batchId, at, only, order, limit })
}

export async function countVouchers(db: TenantDb, filter: VoucherFilter): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from voucher v
      join voucher_batch b on b.enterprise_id = v.enterprise_id and b.id = v.batch_id
      where v.enterprise_id = ${db.enterpriseId} and v.batch_id = ${filter.batchId} ${voucherClause(filter)}`,
  )
}

export type FoundVoucher = {
  number: number
  redeemed_at: Date | null
  page_slug: string | null
  secret_hash: Buffer | null
  revoked_at: Date | null
}

type ByHash = { batchId: string; hash: Buffer }

export async function selectByHash(db: TenantDb, { batchId, hash }: ByHash): Promise<FoundVoucher | undefined> {
  return await db
    .selectFrom('voucher')
    .select(['number', 'redeemed_at', 'page_slug', 'secret_hash', 'revoked_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('batch_id', '=', batchId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export async function selectByNumber(
  db: TenantDb,
  { batchId, number }: { batchId: string; number: number },
): Promise<Pick<FoundVoucher, 'redeemed_at' | 'revoked_at'> | undefined> {
  return await db
    .selectFrom('voucher')
    .select(['redeemed_at', 'revoked_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('batch_id', '=', batchId)
    .where('number', '=', number)
    .executeTakeFirst()
}

const ofNetworkStatement = statement(
  'count vouchers of network',
  ({
    enterpriseId,
    batchId,
    network,
    since,
  }: {
    enterpriseId: EnterpriseId
    batchId: string
    network: string
    since: Date
  }) => sql`
    select count(*)::integer as counted from voucher
    where enterprise_id = ${enterpriseId} and batch_id = ${batchId} and network = ${network} and redeemed_at > ${since}`,
  { present: ['counted'] },
)

/** How many vouchers of the batch were redeemed from this network since then. */
export async function countOfNetwork(
  db: TenantDb,
  query: { batchId: string; network: string; since: Date },
): Promise<number> {
  return (await ofNetworkStatement(db, { enterpriseId: db.enterpriseId, ...query }))[0]!.counted
}

export type NewRedemption = {
  batchId: string
  number: number
  profileId: ProfileId
  slug: string
  secretHash: Buffer
  address: string
  network: string
  at: Date
}

/** Stores a redemption and counts it. */
export async function updateRedeemed(db: TenantDb, redemption: NewRedemption): Promise<void> {
  const { batchId, number, profileId, slug, secretHash, address, network, at } = redemption
  await db
    .updateTable('voucher')
    .set({ redeemed_at: at, profile_id: profileId, page_slug: slug, secret_hash: secretHash, address, network })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('batch_id', '=', batchId)
    .where('number', '=', number)
    .execute()
  await db
    .updateTable('voucher_batch')
    .set((set) => ({ redeemed: set('redeemed', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', batchId)
    .execute()
}

/** Revokes one voucher and counts it. */
export async function updateRevoked(
  db: TenantDb,
  { batchId, number, at }: { batchId: string; number: number; at: Date },
): Promise<void> {
  await db
    .updateTable('voucher')
    .set({ revoked_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('batch_id', '=', batchId)
    .where('number', '=', number)
    .execute()
  await db
    .updateTable('voucher_batch')
    .set((set) => ({ revoked: set('revoked', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', batchId)
    .execute()
}

type Change = { id: string; fields: VoucherBatchChange }

/** @throws unique_violation when another batch has the name */
export async function updateBatch(db: TenantDb, { id, fields }: Change): Promise<void> {
  await db
    .updateTable('voucher_batch')
    .set((set) => ({
      name: fields.name,
      expires_at: fields.expiresAt === null ? null : new Date(fields.expiresAt),
      address_limit: fields.addressLimit,
      version: set('version', '+', 1),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const openStatement = statement(
  'count open vouchers',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    select coalesce(sum(count - redeemed - revoked), 0)::integer as counted from voucher_batch
    where enterprise_id = ${enterpriseId} and revoked_at is null and (expires_at is null or expires_at > ${at})`,
  { present: ['counted'] },
)

/** How many vouchers can still be redeemed. */
export async function countOpen(db: TenantDb, at: Date): Promise<number> {
  return (await openStatement(db, { enterpriseId: db.enterpriseId, at }))[0]!.counted
}

const daysStatement = statement(
  'count redeemed vouchers by day',
  ({ enterpriseId, batchId, since }: { enterpriseId: EnterpriseId; batchId: string; since: Date }) => sql`
    select to_char(redeemed_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as redeemed from voucher
    where enterprise_id = ${enterpriseId} and batch_id = ${batchId} and redeemed_at >= ${since}
    group by 1 order by 1`,
  { present: ['day', 'redeemed'] },
)

/** The days since then, in UTC, on which vouchers of the batch were redeemed, oldest first. */
export async function selectDays(
  db: TenantDb,
  { batchId, since }: { batchId: string; since: Date },
): Promise<{ day: string; redeemed: number }[]> {
  return await daysStatement(db, { enterpriseId: db.enterpriseId, batchId, since })
}

export async function updateBatchRevoked(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('voucher_batch')
    .set({ revoked_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const countWrongStatement = statement(
  'count wrong code of vouchers',
  ({ enterpriseId, id, hour }: { enterpriseId: EnterpriseId; id: string; hour: Date }) => sql`
    update voucher_batch set wrong = wrong + 1, wrong_hour = ${hour},
      wrong_in_hour = case when wrong_hour = ${hour} then wrong_in_hour + 1 else 1 end
    where enterprise_id = ${enterpriseId} and id = ${id} returning name, wrong_in_hour`,
)

/** Counts a code that no voucher of the batch has. @returns how many there were in this hour */
export async function countWrong(
  db: TenantDb,
  { id, hour }: { id: string; hour: Date },
): Promise<{ name: string; inHour: number } | undefined> {
  const [row] = await countWrongStatement(db, { enterpriseId: db.enterpriseId, id, hour })
  return row && { name: row.name, inHour: row.wrong_in_hour }
}

const forgetAddressesStatement = statement(
  'forget addresses of vouchers',
  ({ before }: { before: Date }) => sql`
    update voucher set address = null, network = null where redeemed_at < ${before} and address is not null
    returning number`,
)

/** Deletes the addresses of vouchers that were redeemed before this time. @returns how many */
export async function forgetAddresses(db: SystemDb, before: Date): Promise<number> {
  return (await forgetAddressesStatement(db, { before })).length
}
