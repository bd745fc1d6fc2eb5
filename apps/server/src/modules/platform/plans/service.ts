/**
 * Whether an enterprise account may do something, and how much is left. Everything that a plan limits is checked here, in
 * the caller's transaction: `readEntitlement` reads what applies now, the other functions decide by it.
 */
export { contentFaults, savingFaults, withinPlan } from './configuration-limit.ts'
export { chargeDownload, whyNoDownload } from './download.ts'
export {
  downloadsLeft,
  type Entitlement,
  hasFeature,
  opensPublicPages,
  planProblem,
  readEntitlement,
  requireFeature,
  requireRoom,
} from './entitlement.ts'
export { countUsed, isBeyondMembers } from './queries.ts'
export { givePlan, givePlanIn } from './subscription.ts'
export { plansOf } from './table.ts'
export { runsOneOf } from './table-queries.ts'
export { addTrialDays, notifyOfTrials } from './trial.ts'
