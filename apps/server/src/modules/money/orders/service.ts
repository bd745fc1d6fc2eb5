/**
 * Orders of plans: what they cost, when they start and end, and each of their transitions. Payments of every kind are
 * accepted by `settlePayment`, and money that went back is recorded by `recordRefund`.
 */
export {
  type Payment,
  readOrderToPay,
  recordPaymentFailure,
  recordRefund,
  type Settlement,
  settlePayment,
} from './settlement.ts'
