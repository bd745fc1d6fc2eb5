import type { PlanName, PlanTier } from '@simwright/contract/platform/plan'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { activeOrder, DOWNLOADS, PLAN_COLUMNS, type SoldPlanRecord } from './queries.ts'
import type { Metered } from './usage.ts'
import { joinUse } from './use.ts'

type GlobalDb = Kysely<GlobalTables>

export type TableRecord = SoldPlanRecord & { given_only: boolean; version: number; updated_at: Date | null }

const tableStatement = shapedStatement(
  'select plan table',
  ({ only }: { only: PlanName | undefined }) => sql`
    select ${PLAN_COLUMNS}, p.downloads, p.price_cents, p.extra_download_cents, p.given_only, p.version, p.updated_at
    from plan p ${only === undefined ? sql`order by p.position` : sql`where p.name = ${only} for update`}`,
)

/** All plans, or `only` one, locked until the transaction ends. */
export async function selectTable(db: GlobalDb, only?: PlanName): Promise<TableRecord[]> {
  return (await tableStatement(db, { only })) as TableRecord[]
}

export type TierRecord = { plan: PlanName; downloads: number; price_cents: number }

const tiersStatement = statement(
  'select plan tiers',
  () => sql`select plan, downloads, price_cents from plan_tier order by plan, downloads`,
)

/** The tiers of all plans, by downloads. */
export async function selectTiers(db: GlobalDb | SystemDb): Promise<TierRecord[]> {
  return (await tiersStatement(db, {})) as TierRecord[]
}

/** The tiers of one plan. */
export const tiersOf = (plan: string, tiers: readonly TierRecord[]): PlanTier[] =>
  tiers
    .filter((tier) => tier.plan === plan)
    .map(({ downloads, price_cents: monthlyCents }) => ({ downloads, monthlyCents }))

export type PlanColumns = Omit<SoldPlanRecord, 'plan'> & { updated_at: Date; version: number }

export async function updatePlan(db: GlobalDb, name: PlanName, columns: PlanColumns): Promise<void> {
  await db.updateTable('plan').set(columns).where('name', '=', name).execute()
}

export async function replaceTiers(db: GlobalDb, plan: PlanName, tiers: Omit<TierRecord, 'plan'>[]): Promise<void> {
  await db.deleteFrom('plan_tier').where('plan', '=', plan).execute()
  if (tiers.length === 0) return
  await db
    .insertInto('plan_tier')
    .values(tiers.map((tier) => ({ plan, ...tier })))
    .execute()
}

export type EnterprisePlanRecord = Metered & {
  enterprise_id: string
  plan: PlanName
  kind: 'BASE' | 'TRIAL' | 'GIVEN' | 'BOUGHT'
  ends_at: Date | null
}

const enterprisePlansStatement = statement(
  'select plans of accounts',
  ({ ids, at }: { ids: readonly string[]; at: Date }) => sql`
    select e.enterprise_id, p.name as plan, coalesce(o.kind, 'BASE') as kind, o.ends_at,
      case when o.id is null then p.downloads else ${DOWNLOADS} end as downloads,
      coalesce(o.billing_dimension, 0) as billing_dimension, used.used_downloads, used.installations
    from enterprise e
    left join lateral (${activeOrder(sql.ref('e.enterprise_id'), at)}) o on true
    ${joinUse('o')}
    join plan p on p.name = coalesce(o.plan, e.plan)
    where e.enterprise_id = any(${ids}::uuid[])`,
  { present: ['enterprise_id', 'plan', 'kind', 'billing_dimension', 'used_downloads', 'installations'] },
)

/** The active plan of each of these enterprise accounts. */
export async function selectEnterprisePlans(
  db: SystemDb,
  ids: readonly string[],
  at: Date,
): Promise<EnterprisePlanRecord[]> {
  if (ids.length === 0) return []
  return (await enterprisePlansStatement(db, { ids, at })) as EnterprisePlanRecord[]
}

type CountedPlan = { plan: PlanName; count: number }

const countPlansStatement = statement(
  'count accounts by plan',
  ({ at }: { at: Date }) => sql`
    select coalesce(o.plan, e.plan) as plan, count(*)::integer as count
    from enterprise e left join lateral (${activeOrder(sql.ref('e.enterprise_id'), at)}) o on true
    where e.enterprise_id <> ${STAFF_ENTERPRISE_ID} and e.test_of is null
    group by 1 order by 2 desc, 1`,
  { present: ['plan', 'count'] },
)

/** How many enterprise accounts, without the staff's own, have each plan, most first. Needs a system transaction. */
export async function countByPlan(db: SystemDb, at: Date): Promise<CountedPlan[]> {
  return (await countPlansStatement(db, { at })) as CountedPlan[]
}

/** SQL: whether the active plan of the enterprise account of the row `e` is one of these. */
export function hasOneOfPlans(plans: readonly PlanName[], at: Date): RawBuilder<boolean> {
  return condition`
    coalesce((select o.plan from (${activeOrder(sql.ref('e.enterprise_id'), at)}) o), e.plan) in (${sql.join(plans)})`
}
