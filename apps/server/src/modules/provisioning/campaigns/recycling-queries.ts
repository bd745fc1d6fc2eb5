import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'

/** Profiles the campaign has handed out whose recycling has not begun and that are not in stock again. */
const handedOut = (enterpriseId: EnterpriseId, id: string): RawBuilder<unknown> => sql`
  from pool_member m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
  where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} and m.state = 'TAKEN' and not p.removed
    and p.recycle_begun_at is null and (p.status <> 'AVAILABLE' or p.order_state <> 'Available')`

const countHandedOutStatement = statement(
  'count profiles to recycle of campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) =>
    sql`select count(*)::int as count ${handedOut(enterpriseId, id)}`,
  { present: ['count'], planned: 'per call' },
)

export async function countHandedOut(db: TenantDb, id: string): Promise<number> {
  return (await countHandedOutStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!.count
}

const handedOutStatement = shapedStatement(
  'select profiles to recycle of campaign',
  ({
    enterpriseId,
    id,
    keyset,
    limit,
  }: {
    enterpriseId: EnterpriseId
    id: string
    keyset: RawBuilder<unknown>
    limit: number
  }) => sql`
    select m.profile_id as id ${handedOut(enterpriseId, id)} ${keyset} order by m.profile_id limit ${limit}`,
  { shapes: [{ keyset: sql`` }] },
)

export async function selectHandedOut(
  db: TenantDb,
  { id, after, limit }: { id: string; after: string | null; limit: number },
): Promise<string[]> {
  const keyset = after === null ? sql`` : sql`and m.profile_id > ${after}::uuid`
  return (await handedOutStatement(db, { enterpriseId: db.enterpriseId, id, keyset, limit })).map((row) => row.id)
}

const beginRecyclingStatement = statement(
  'begin recycling of campaign',
  ({
    at,
    userId,
    enterpriseId,
    id,
  }: {
    at: Date
    userId: UserId | null
    enterpriseId: EnterpriseId
    id: string
  }) => sql`
    update campaign set recycle_begun_at = ${at}, recycle_behind = null, recycle_count = 0, recycle_done_at = null,
      recycle_by = ${userId}::uuid
    where enterprise_id = ${enterpriseId} and id = ${id}`,
)

export async function beginRecycling(
  db: TenantDb,
  { id, userId, at }: { id: string; userId: UserId | null; at: Date },
): Promise<void> {
  await beginRecyclingStatement(db, { at, userId, enterpriseId: db.enterpriseId, id })
}

const moveRecyclingStatement = statement(
  'move recycling of campaign',
  ({ after, more, enterpriseId, id }: { after: string; more: number; enterpriseId: EnterpriseId; id: string }) => sql`
    update campaign set recycle_behind = ${after}::uuid, recycle_count = recycle_count + ${more}
    where enterprise_id = ${enterpriseId} and id = ${id}`,
)

export async function moveRecycling(
  db: TenantDb,
  { id, after, more }: { id: string; after: string; more: number },
): Promise<void> {
  await moveRecyclingStatement(db, { after, more, enterpriseId: db.enterpriseId, id })
}

const endRecyclingStatement = statement(
  'end recycling of campaign',
  ({ at, enterpriseId, id }: { at: Date; enterpriseId: EnterpriseId; id: string }) => sql`
    update campaign set recycle_done_at = ${at} where enterprise_id = ${enterpriseId} and id = ${id}`,
)

export async function endRecycling(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await endRecyclingStatement(db, { at, enterpriseId: db.enterpriseId, id })
}

const CAMPAIGNS_AT_ONCE = 50

export type CampaignKey = { enterpriseId: EnterpriseId; id: string }

const recyclingStatement = statement(
  'select campaigns in recycling',
  () => sql`
    select enterprise_id as "enterpriseId", id from campaign
    where recycle_begun_at is not null and recycle_done_at is null
    order by recycle_begun_at limit ${CAMPAIGNS_AT_ONCE}`,
)

/** Campaigns of all enterprises whose recycling is not done. */
export async function selectRecycling(db: SystemDb): Promise<CampaignKey[]> {
  return await recyclingStatement(db, {})
}

/** Whether {@link selectRecycling} finds a campaign. */
export const campaignRecyclingDue = () =>
  condition`exists (select from campaign where recycle_begun_at is not null and recycle_done_at is null)`
