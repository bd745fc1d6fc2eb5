/**
 * Orders of plans: what they cost, when they start and end, and each of their transitions. Payments of every kind are
 * accepted by `settlePayment`, and money that went back is recorded by `recordRefund`.
 */
export { listBillingPeriods, readBilledUse } from './billed-use.ts'
export { closeOrder } from './close.ts'
export { settleFree } from './free.ts'
export { orderOf, readOrder } from './list.ts'
export { itemOf } from './offer.ts'
export { unbilledOverage } from './overage.ts'
export { recordPaymentFailure } from './payment-failure.ts'
export { deadlineOf, isOfPortal, isOverdue, nextRequestAt, requestTimes } from './payment-request.ts'
export { placeOrder } from './place.ts'
export { priceLines } from './price.ts'
export { orderPlan, quotePurchase } from './purchase.ts'
export { recipientAfter } from './recipient.ts'
export { readSalesLack } from './selling.ts'
export {
  type Payment,
  readOrderToPay,
  recordRefund,
  type Settlement,
  settlePayment,
} from './settlement.ts'
