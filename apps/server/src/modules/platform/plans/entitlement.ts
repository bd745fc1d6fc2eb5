import { type Fault, Problem } from '@simwright/contract'
import { type PlanFeature, planFeatureNames, TRIAL_ICCIDS } from '@simwright/contract/platform/plan'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { PlansServer as Server } from '../../../port/module.ts'
import { type Exceeded, explainExceeded } from './exceeded.ts'
import { type ActivePlanRecord, insertBase, selectActivePlan } from './queries.ts'
import { usageOf } from './usage.ts'

/** What an enterprise account is entitled to at a time, by its active order or, without one, its base plan. */
export type Entitlement = ActivePlanRecord & { order_id: string }

type EntitlementAt = {
  enterpriseId: EnterpriseId
  at: Date
  /** Serializes the transactions that count against the limits of the enterprise account. */
  lock?: 'locked'
}

/** @throws Problem not_found for an unknown enterprise account */
export async function readEntitlement(
  server: Pick<Server, 'random'>,
  db: SystemDb,
  { enterpriseId, at, lock }: EntitlementAt,
): Promise<Entitlement> {
  const found = await selectActivePlan(db, { enterpriseId, at }, lock)
  if (!found) throw new Problem('not_found')
  if (found.order_id !== null) return entitlementOf(found)
  await insertBase(db, enterpriseId, { id: server.random.uuid(), code: orderCode(server, at) })
  return entitlementOf((await selectActivePlan(db, { enterpriseId, at }, lock))!)
}

/** The free trial has its own limit of ICCIDs; test data has none, because its ICCIDs are of no other use. */
function entitlementOf(record: ActivePlanRecord): Entitlement {
  const { kind, test_number: testNumber } = record
  const limit = kind === 'TRIAL' ? Math.min(record.iccids ?? TRIAL_ICCIDS, TRIAL_ICCIDS) : record.iccids
  return { ...(record as Entitlement), iccids: testNumber === null ? limit : null }
}

const RANDOM_DIGITS = 6

/** The order code has 20 digits: the time to the second, and six random digits. */
export function orderCode({ random }: Pick<Server, 'random'>, at: Date): string {
  const when = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const number = Buffer.from(random.bytes(6)).readUIntBE(0, 6) % 10 ** RANDOM_DIGITS
  return `${when}${String(number).padStart(RANDOM_DIGITS, '0')}`
}

/** The problem with the texts of the specification (section 6), with the reason or the faults of fields. */
export function planProblem({ ordered }: Pick<Entitlement, 'ordered'>, why: string | readonly Fault[] = ''): Problem {
  const kind = ordered ? 'plan_refused' : 'plan_none'
  if (typeof why !== 'string') return new Problem(kind, { reason: '' }, { faults: why })
  const separator = ordered ? ': ' : ' '
  return new Problem(kind, { reason: why === '' ? '' : `${separator}${why}` })
}

export const hasFeature = ({ features }: Pick<Entitlement, 'features'>, feature: PlanFeature): boolean =>
  features.includes(feature)

/** Whether the public pages are available: the plan includes them, and the enterprise is neither suspended nor closing. */
export const opensPublicPages = (entitlement: Entitlement): boolean =>
  entitlement.enterprise_state === 'ACTIVE' && hasFeature(entitlement, 'AC_LINK')

/** @throws Problem plan_refused, plan_none when the plan does not include the feature */
export async function requireFeature(db: TenantDb, entitlement: Entitlement, feature: PlanFeature): Promise<void> {
  if (hasFeature(entitlement, feature)) return
  await refuse(db, entitlement, {
    text: `The plan ${entitlement.plan} does not include this feature: ${planFeatureNames[feature]}.`,
    allows: ({ features }) => features.includes(feature),
  })
}

/** The limited numbers: their names, and what makes room for one more. */
const limited = {
  configurations: { one: 'profile configuration', other: 'profile configurations', instead: 'Delete one' },
  members: { one: 'member', other: 'members', instead: 'Deactivate or remove one' },
  rules: { one: 'active rule', other: 'active rules', instead: 'Pause one' },
} as const

type Wanted = { what: keyof typeof limited; number: number }

/** @param wanted the number that there would be @throws Problem plan_refused, plan_none if it exceeds the plan */
export async function requireWithinLimit(
  db: TenantDb,
  entitlement: Entitlement,
  { what, number }: Wanted,
): Promise<void> {
  const max = entitlement[what]
  if (max === null || number <= max) return
  const { instead, ...names } = limited[what]
  await refuse(db, entitlement, {
    text: `The plan ${entitlement.plan} has ${max} ${names[max === 1 ? 'one' : 'other']}.`,
    instead,
    allows: (limits) => limits[what] === null || number <= limits[what],
  })
}

/** Why no more ICCIDs can be reserved while `held` of them are not downloaded: the limit, and what to do. */
export async function explainIccids(db: TenantDb, { plan, kind, iccids }: Entitlement, held: number): Promise<string> {
  const name = kind === 'TRIAL' ? `free trial of the plan ${plan}` : `plan ${plan}`
  const max = iccids ?? 0
  return await explainExceeded(db, {
    text: `Up to ${max.toLocaleString('en')} ICCIDs can be in use before a device downloads their profiles in the ${name}; you have ${held.toLocaleString('en')}.`,
    instead: held === 0 ? 'Generate fewer' : 'Generate those again',
    allows: (limits) => limits.iccids === null || limits.iccids > max,
  })
}

/** @throws Problem plan_refused, plan_none */
export async function refuse(db: TenantDb, entitlement: Entitlement, exceeded: Exceeded): Promise<never> {
  throw planProblem(entitlement, await explainExceeded(db, exceeded))
}

/** How many can still be used, with those that are billed separately; null without a limit. */
export function usableLeft(entitlement: Entitlement): number | null {
  const { downloads, extra_download_cents: extraCents, overage_factor: factor } = entitlement
  if (downloads === null) return null
  return Math.max(0, downloads * (extraCents === null ? 1 : factor) - usageOf(entitlement).used)
}
