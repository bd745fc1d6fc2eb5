import { annualCents, type Plan } from '@simwright/contract/platform/plan'
import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { limitsOf } from './limits.ts'
import { selectSoldPlans } from './queries.ts'
import { selectTiers, tiersOf } from './table-queries.ts'

export type SoldPlan = Plan

/** The plans that are sold, with prices and tiers, from the smallest. */
export async function soldPlans(db: SystemDb | Kysely<GlobalTables>): Promise<SoldPlan[]> {
  const plans = await selectSoldPlans(db)
  const tiers = await selectTiers(db)
  return plans.map((record) => ({
    name: record.plan,
    limits: limitsOf(record),
    monthlyCents: record.price_cents,
    annualCents: annualCents(record.price_cents),
    extraDownloadCents: record.extra_download_cents,
    tiers: tiersOf(record.plan, tiers),
  }))
}
