/**
 * Checks everything that a plan limits, in the caller's transaction: `readEntitlement` reads what the enterprise account
 * is entitled to, the other functions decide by it.
 */
export { contentFaults, savingFaults, withinPlan } from './configuration-limit.ts'
export { chargeDownload, refusalOfDownload } from './download.ts'
export {
  downloadsLeft,
  type Entitlement,
  hasFeature,
  opensPublicPages,
  planProblem,
  readEntitlement,
  requireFeature,
  requireWithinLimit,
} from './entitlement.ts'
export { countUsed, isBeyondMemberLimit } from './queries.ts'
export { givePlan, givePlanIn } from './subscription.ts'
export { enterprisePlans } from './table.ts'
export { hasOneOfPlans } from './table-queries.ts'
export { addTrialDays, notifyOfTrials } from './trial.ts'
