import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'

/** Profiles the campaign has handed out whose recycling has not begun and that are not in stock again. */
const handedOut = (enterpriseId: EnterpriseId, id: string): RawBuilder<unknown> => sql`
  from pool_member m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
  where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} and m.state = 'TAKEN' and not p.removed
    and p.recycle_begun_at is null and (p.status <> 'AVAILABLE' or p.order_state <> 'Available')`

type Count = { count: number }

export async function countHandedOut(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<number> {
  const { rows } = await sql<Count>`select count(*)::int as count ${handedOut(enterpriseId, id)}`.execute(db)
  return rows[0]!.count
}

export async function selectHandedOut(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, after, limit }: { id: string; after: string | null; limit: number },
): Promise<string[]> {
  const keyset = after === null ? sql`` : sql`and m.profile_id > ${after}::uuid`
  const { rows } = await sql<Row<'profile', 'id'>>`
    select m.profile_id as id ${handedOut(enterpriseId, id)} ${keyset} order by m.profile_id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export async function beginRecycling(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, userId, at }: { id: string; userId: UserId | null; at: Date },
): Promise<void> {
  await sql`
    update campaign set recycle_begun_at = ${at}, recycle_behind = null, recycle_count = 0, recycle_done_at = null,
      recycle_by = ${userId}::uuid
    where enterprise_id = ${enterpriseId} and id = ${id}`.execute(db)
}

export async function moveRecycling(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, after, more }: { id: string; after: string; more: number },
): Promise<void> {
  await sql`
    update campaign set recycle_behind = ${after}::uuid, recycle_count = recycle_count + ${more}
    where enterprise_id = ${enterpriseId} and id = ${id}`.execute(db)
}

export async function endRecycling(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, at }: { id: string; at: Date },
): Promise<void> {
  await sql`
    update campaign set recycle_done_at = ${at} where enterprise_id = ${enterpriseId} and id = ${id}`.execute(db)
}

const CAMPAIGNS_AT_ONCE = 50

export type CampaignKey = { enterpriseId: EnterpriseId; id: string }

/** Campaigns of all enterprises whose recycling is not done. */
export async function selectRecycling(db: TenantDb): Promise<CampaignKey[]> {
  const { rows } = await sql<CampaignKey>`
    select enterprise_id as "enterpriseId", id from campaign
    where recycle_begun_at is not null and recycle_done_at is null
    order by recycle_begun_at limit ${CAMPAIGNS_AT_ONCE}`.execute(db)
  return rows
}

/** Whether {@link selectRecycling} finds a campaign. */
export const campaignRecyclingDue = () =>
  sql<boolean>`exists (select from campaign where recycle_begun_at is not null and recycle_done_at is null)`
