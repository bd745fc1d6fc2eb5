import type { ProfileStatus } from '@simwright/contract/profiles/profile-state'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import type { CodeFitness } from '../../profiles/fleet/service.ts'
import { type CampaignMemberState, campaignMemberState } from '../../profiles/pools/service.ts'
import type { Fitness } from './fitness.ts'

/** The states that `Fitness` is computed from, as columns. */
type FitnessRecord = Row<'profile', 'status' | 'order_state'> & {
  is_bound: boolean
  campaign_place: CampaignMemberState
  is_rotating: boolean
  is_erased: boolean
}

/** What decides whether an operation can change a profile: its states, and whether its keys were erased. */
export type SelectedFitness = { fitness: Fitness; isErased: boolean }

const fitnessOf = (row: FitnessRecord): Fitness => ({
  status: row.status,
  order: row.order_state,
  isBound: row.is_bound,
  codeKind: row.is_rotating ? 'rotation' : row.campaign_place === null ? 'single' : 'pooled',
  member: row.campaign_place,
})

const isRotating = sql`
  exists (select 1 from pool_member m join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
    where m.enterprise_id = p.enterprise_id and m.profile_id = p.id and q.kind = 'rotation')`

const ownColumns = sql`p.status, p.order_state, p.eid is not null as is_bound, p.keys_erased_at is not null as is_erased`

const fitnessColumns = sql`${ownColumns}, ${campaignMemberState} as campaign_place,
  ${isRotating} as is_rotating`

type CountedRecord = FitnessRecord & { is_pooled: boolean; count: number }

const countByFitnessStatement = shapedStatement(
  'count profiles by fitness',
  ({
    own,
    condition,
    enterpriseId,
  }: {
    own: RawBuilder<unknown>
    condition: RawBuilder<boolean>
    enterpriseId: EnterpriseId
  }) => sql`
    select ${own}, null as campaign_place, false as is_rotating, false as is_pooled, count(*) as count
    from profile p where ${condition} group by 1, 2, 3, 4
    union all
    select ${own}, case when q.kind = 'campaign' then m.state end, q.kind = 'rotation', true, count(*)
    from pool_member m join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id
      join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and ${condition} group by 1, 2, 3, 4, 5, 6`,
  {
    present: ['status', 'order_state', 'is_bound', 'is_erased', 'is_rotating', 'is_pooled', 'count'],
    shapes: [{ own: ownColumns, condition: condition`true` }],
  },
)

/**
 * Counts profiles by fitness. Pool members are counted by a second query that starts at `pool_member`: joining it to
 * a million profiles would be slow.
 */
export async function countByFitness(
  db: TenantDb,
  condition: RawBuilder<boolean>,
): Promise<(SelectedFitness & { count: number })[]> {
  const rows = (await countByFitnessStatement(db, {
    own: ownColumns,
    condition,
    enterpriseId: db.enterpriseId,
  })) as CountedRecord[]
  const pooled = rows.filter(({ is_pooled: isPooled }) => isPooled)
  const counted = rows.map((row) => ({
    fitness: fitnessOf(row),
    isErased: row.is_erased,
    count: row.is_pooled ? row.count : row.count - sumOf(pooled.filter((one) => isAlike(one, row))),
  }))
  return counted.filter(({ count }) => count > 0)
}

/** What decides about one profile. */
export async function selectOne(
  db: TenantDb,
  profileId: ProfileId,
): Promise<(CodeFitness & { id: ProfileId; iccid: string; keys_erased_at: Date | null }) | undefined> {
  const found = await db
    .selectFrom('profile')
    .select(['id', 'iccid', 'status', 'order_state', 'campaign_id', 'keys_erased_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return found && { ...found, status: found.status as ProfileStatus, pooled: found.campaign_id !== null }
}

const isAlike = (one: FitnessRecord, other: FitnessRecord) =>
  one.status === other.status &&
  one.order_state === other.order_state &&
  one.is_bound === other.is_bound &&
  one.is_erased === other.is_erased

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

export type SelectedProfile = SelectedFitness & { id: string; iccid: string; codeId: string }

const selectedStatement = shapedStatement(
  'select profiles of operation',
  ({
    condition,
    afterId,
    limit,
  }: {
    condition: RawBuilder<boolean>
    afterId: string | undefined
    limit: number
  }) => sql`
    select p.id, p.iccid, p.activation_code_id, ${fitnessColumns}
    from profile p where ${condition} ${afterId ? sql`and p.id > ${afterId}::uuid` : sql``}
    order by p.id limit ${limit}`,
  { present: ['is_bound', 'is_erased', 'is_rotating'], shapes: [{ condition: condition`true` }] },
)

/** Selects a page of profiles, ordered by ID. */
export async function selectSelected(
  db: TenantDb,
  condition: RawBuilder<boolean>,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<SelectedProfile[]> {
  return (await selectedStatement(db, { condition, afterId, limit })).map((row) => ({
    id: row.id,
    iccid: row.iccid,
    codeId: row.activation_code_id,
    fitness: fitnessOf(row as FitnessRecord),
    isErased: row.is_erased,
  }))
}
