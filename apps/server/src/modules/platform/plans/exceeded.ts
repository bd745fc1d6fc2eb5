import type { PlanLimits } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import { soldPlans } from './sold.ts'

/** A limit of the plan that is exceeded, or would be. */
export type Exceeded = {
  /** Which limit of which plan. */
  text: string
  /** What the user can do without another plan, such as `Delete one`. */
  instead?: string
  /** Whether a plan with these limits allows what is wanted. */
  allows: (limits: PlanLimits) => boolean
}

/** The exceeded limit in words, with what to do: the smallest plan that allows it, else whom to ask. */
export async function explainExceeded(db: TenantDb, { text, instead, allows }: Exceeded): Promise<string> {
  const plan = (await soldPlans(db)).find(({ limits }) => allows(limits))
  const remedy = plan
    ? `have an owner choose the plan ${plan.name} on the Subscription page.`
    : 'write to us: the Contact page has the address.'
  return `${text} ${instead === undefined ? `${remedy[0]!.toUpperCase()}${remedy.slice(1)}` : `${instead}, or ${remedy}`}`
}
