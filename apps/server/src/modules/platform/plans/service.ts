/**
 * Checks everything that a plan limits, in the caller's transaction: `readEntitlement` reads what the enterprise account
 * is entitled to, the other functions decide by it. Orders and subscriptions are written here alone; the area money decides
 * what is written.
 */
export { contentFaults, savingFaults, withinPlan } from './configuration-limit.ts'
export { chargeDownload, refusalOfDownload } from './download.ts'
export {
  downloadsLeft,
  type Entitlement,
  hasFeature,
  opensPublicPages,
  orderCode,
  planProblem,
  readEntitlement,
  requireFeature,
  requireWithinLimit,
  usedOf,
} from './entitlement.ts'
export { limitsOf } from './limits.ts'
export { notifyPlanManagers } from './manager.ts'
export {
  changeBilledExtra,
  insertBoughtOrder,
  moveOrder,
  type OrderActor,
  type OrderRow,
  scheduleOrder,
  selectDueOrders,
  selectEvents,
  selectExtra,
  selectOrder,
  selectOrdersIn,
} from './order-queries.ts'
export { stateAt } from './order-state.ts'
export {
  countOrders,
  countUsed,
  isBeyondMemberLimit,
  type ListedOrder,
  selectOrders,
} from './queries.ts'
export { givePlan, givePlanIn, leaveDemo, type SoldPlan, soldPlans } from './subscription.ts'
export { addBalance, saveSubscription, selectSubscription } from './subscription-queries.ts'
export { enterprisePlans } from './table.ts'
export { countByPlan, hasOneOfPlans } from './table-queries.ts'
export { addTrialDays, notifyOfTrials } from './trial.ts'
