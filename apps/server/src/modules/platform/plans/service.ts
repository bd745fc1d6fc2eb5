/**
 * May this enterprise account do this, and how much is left? Everything that a plan limits asks here, inside its own
 * transaction: `readEntitlement` says what holds now, the others judge by it.
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
export { addTrialDays, tellOfTrials } from './trial.ts'
