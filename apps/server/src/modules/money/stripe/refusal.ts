import { Problem } from '@simwright/contract'
import { StripeFault } from './fault.ts'

/** Converts a fault of Stripe into the problem that a user sees. @throws Problem */
export function asProblem(error: unknown): never {
  if (!(error instanceof StripeFault)) throw error
  // Stripe charges no amount below about 50 cents
  if (error.code === 'amount_too_small') throw new Problem('card_not_offered', {}, { cause: error })
  if (error.kind === 'invalid') throw error
  throw new Problem('payment_away', {}, { cause: error })
}

/** Whether Stripe does not know the customer any more. */
export const isCustomerMissing = (error: unknown): boolean =>
  error instanceof StripeFault && error.code === 'resource_missing' && error.param === 'customer'
