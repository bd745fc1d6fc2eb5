import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/plan'
import { annualCents, type PlanFields } from '@simwright/contract/platform/plan'
import type { SystemDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { fault } from '../../../http/input.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { limitsOf } from './limits.ts'
import {
  type EnterprisePlanRecord,
  type PlanColumns,
  replaceTiers,
  selectEnterprisePlans,
  selectTable,
  selectTiers,
  type TableRecord,
  type TierRecord,
  tiersOf,
  updatePlan,
} from './table-queries.ts'

/** All plans, including those that are not sold, for platform staff. */
export async function readTable(server: Server): Promise<OutputOf<typeof contract.table>> {
  const [plans, tiers] = await server.db.globalTx(async (db) => [await selectTable(db), await selectTiers(db)])
  return {
    plans: plans.map((record) => ({
      name: record.plan,
      version: record.version,
      givenOnly: record.given_only,
      annualCents: annualCents(record.price_cents),
      fields: fieldsOf(record, tiers),
      updatedAt: record.updated_at?.toISOString() ?? null,
    })),
  }
}

function fieldsOf(record: TableRecord, tiers: readonly TierRecord[]): PlanFields {
  return {
    monthlyCents: record.price_cents,
    extraDownloadCents: record.extra_download_cents,
    tiers: tiersOf(record.plan, tiers),
    limits: limitsOf(record) as PlanFields['limits'],
  }
}

/** Changes a plan. Its limits apply at once; orders keep the price and the downloads with which they started. */
export async function editPlan(
  server: Server,
  { name, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  await server.db.globalTx(async (db) => {
    const [stored] = await selectTable(db, name)
    if (!stored) throw new Problem('not_found')
    if (stored.version !== version) throw new Problem('changed_meanwhile')
    if (stored.given_only) requireNoPrice(fields)
    const before = fieldsOf(stored, await selectTiers(db))
    await updatePlan(db, name, { ...columnsOf(fields), version: version + 1, updated_at: server.clock.now() })
    const tiers = fields.tiers.map(({ downloads, monthlyCents }) => ({ downloads, price_cents: monthlyCents }))
    await replaceTiers(db, name, tiers)
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'plan.edited',
      object: { id: null, name },
      before: { ...factsOf(before), version },
      after: { ...factsOf(fields), version: version + 1 },
    })
  })
  return { version: version + 1 }
}

/** @throws Problem invalid for a price of a plan that is not sold */
function requireNoPrice({ monthlyCents, extraDownloadCents, tiers }: PlanFields): void {
  const text = 'This plan is not for sale, so it has no price.'
  if (monthlyCents !== 0) throw fault('fields.monthlyCents', 'free', text)
  if (extraDownloadCents !== null) throw fault('fields.extraDownloadCents', 'free', text)
  if (tiers.length > 0) throw fault('fields.tiers.0.monthlyCents', 'free', text)
}

function columnsOf({
  monthlyCents,
  extraDownloadCents,
  limits,
}: PlanFields): Omit<PlanColumns, 'version' | 'updated_at'> {
  return {
    price_cents: monthlyCents,
    extra_download_cents: extraDownloadCents,
    downloads: limits.downloads,
    configurations: limits.configurations,
    configuration_types: limits.configurationTypes,
    oplmn: limits.oplmn,
    fplmn: limits.fplmn,
    redownloads_a_month: limits.redownloadsAMonth,
    download_attempts: limits.downloadAttempts,
    members: limits.members,
    features: limits.features,
    api_calls_a_second: limits.apiCallsASecond,
    iccids: limits.iccids,
    rules: limits.rules,
  }
}

/** The values for the audit log, with money in dollars. */
function factsOf({ monthlyCents, extraDownloadCents, tiers, limits }: PlanFields) {
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  return {
    ...limits,
    price: dollars(monthlyCents),
    extraDownload: extraDownloadCents === null ? null : dollars(extraDownloadCents),
    tiers: tiers.map((tier) => `${tier.downloads}: ${dollars(tier.monthlyCents)}`),
  }
}

/** The active plan of each of these enterprise accounts, by id; for modules that may read all enterprise accounts. */
export async function enterprisePlans(
  server: Pick<Server, 'clock'>,
  db: SystemDb,
  ids: readonly string[],
): Promise<Map<string, EnterprisePlanRecord>> {
  const rows = await selectEnterprisePlans(db, [...new Set(ids)], server.clock.now())
  return new Map(rows.map((row) => [row.enterprise_id, row]))
}
