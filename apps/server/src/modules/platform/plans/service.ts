/**
 * Checks everything that a plan limits, in the caller's transaction: `readEntitlement` reads what the enterprise account
 * is entitled to, the other functions decide by it. Orders and subscriptions are written here alone; the area money decides
 * what is written.
 */
export {
  advanceOrders,
  advanceRead,
  GRACE_MS,
  moveStart,
  type Running,
  readRunning,
  renewalCheckAt,
  replace,
} from './advance.ts'
export { CHARGED_ORDER, chargeGuard, downloadGuard, hasRoom } from './charge.ts'
export { exceededContent, requireAttempts, savingFaults, withinPlan } from './configuration-limit.ts'
export { creditableNet, divideHalfUp, netOfPeriod, shareAfter } from './credit.ts'
export { leaveDemo } from './demo-mode.ts'
export { chargeDownload, refusalOfDownload } from './download.ts'
export {
  type Entitlement,
  explainIccids,
  hasFeature,
  opensPublicPages,
  orderCode,
  planProblem,
  readEntitlement,
  refuse,
  requireFeature,
  requireWithinLimit,
} from './entitlement.ts'
export type { Exceeded } from './exceeded.ts'
export { limitsOf } from './limits.ts'
export { notifyPlanManagers } from './manager.ts'
export {
  changeBilledExtra,
  insertBoughtOrder,
  moveOrder,
  type OrderActor,
  type OrderRow,
  scheduleOrder,
  selectEvents,
  selectOrder,
  selectOrdersIn,
  selectWorkOrders,
  sumReturnedExtra,
  updateOverageFactor,
  type WorkOrders,
} from './order-queries.ts'
export { stateAt } from './order-state.ts'
export { dayOfMonth, periodEnd } from './period.ts'
export {
  activeOrder,
  countOrders,
  countUsed,
  DOWNLOADS,
  isBeyondMemberLimit,
  type ListedOrder,
  selectOrders,
} from './queries.ts'
export { type SoldPlan, soldPlans } from './sold.ts'
export { givePlan, givePlanIn } from './subscription.ts'
export { addBalance, saveSubscription, selectSubscription } from './subscription-queries.ts'
export { enterprisePlans } from './table.ts'
export { countByPlan, hasOneOfPlans } from './table-queries.ts'
export { addTrialDays, notifyOfTrials } from './trial.ts'
export { usageOf } from './usage.ts'
export { joinUse, USED } from './use.ts'
