import { type Fault, Problem } from '@simwright/contract'
import type { PlanFeature } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { Server } from './port.ts'
import { insertBase, type RunningRecord, selectRunning } from './queries.ts'

/** What an enterprise account may do at a moment: the active order, or what applies without one. */
export type Entitlement = RunningRecord & { order_id: string }

type Asked = {
  enterpriseId: string
  at: Date /** Until the end of the transaction nobody else counts. */
  lock?: 'locked'
}

/** @throws Problem not_found for an unknown enterprise account */
export async function readEntitlement(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { enterpriseId, at, lock }: Asked,
): Promise<Entitlement> {
  const found = await selectRunning(db, { enterpriseId, at }, lock)
  if (!found) throw new Problem('not_found')
  if (found.order_id !== null) return found as Entitlement
  await insertBase(db, enterpriseId, { id: server.random.uuid(), code: orderCode(server, at) })
  return (await selectRunning(db, { enterpriseId, at }, lock)) as Entitlement
}

const RANDOM_DIGITS = 6

/** 20 digits: the time to the second, and six random digits. */
export function orderCode({ random }: Pick<Server, 'random'>, at: Date): string {
  const when = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const number = Buffer.from(random.bytes(6)).readUIntBE(0, 6) % 10 ** RANDOM_DIGITS
  return `${when}${String(number).padStart(RANDOM_DIGITS, '0')}`
}

/** The texts of the specification (section 6), followed by what exceeds the plan, if it is not shown at the fields. */
export function planProblem({ ordered }: Pick<Entitlement, 'ordered'>, why: string | readonly Fault[] = ''): Problem {
  const kind = ordered ? 'plan_refused' : 'plan_none'
  if (typeof why !== 'string') return new Problem(kind, { reason: '' }, { faults: why })
  const joint = ordered ? ': ' : ' '
  return new Problem(kind, { reason: why === '' ? '' : `${joint}${why}` })
}

export const hasFeature = ({ features }: Pick<Entitlement, 'features'>, feature: PlanFeature): boolean =>
  features.includes(feature)

/** Whether strangers can open the public pages: the plan has them, and the enterprise is neither suspended nor closing. */
export const opensPublicPages = (entitlement: Entitlement): boolean =>
  entitlement.enterprise_state === 'ACTIVE' && hasFeature(entitlement, 'AC_LINK')

/** @throws Problem plan_refused, plan_none when the plan does not include the feature */
export function requireFeature(entitlement: Entitlement, feature: PlanFeature): void {
  if (!hasFeature(entitlement, feature))
    throw planProblem(entitlement, `The plan ${entitlement.plan} does not have it.`)
}

/** What is limited in number, with its name. */
const counted = {
  configurations: { one: 'profile configuration', other: 'profile configurations' },
  members: { one: 'member', other: 'members' },
} as const

/** @throws Problem plan_refused, plan_none when there would be more than the plan allows */
export function requireRoom(entitlement: Entitlement, what: keyof typeof counted, wanted: number): void {
  const max = entitlement[what]
  if (max === null || wanted <= max) return
  const text = `The plan ${entitlement.plan} has ${max} ${counted[what][max === 1 ? 'one' : 'other']}.`
  throw planProblem(entitlement, text)
}

/** Remaining downloads; null: no limit. */
export function downloadsLeft({ downloads, used_downloads: used }: Entitlement): number | null {
  return downloads === null ? null : Math.max(0, downloads - used)
}
