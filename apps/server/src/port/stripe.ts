import type { Stripe } from 'stripe'

/** Stripe, as the modules that receive money see it. */
export type StripePort = {
  /** Keys are set, so payments by card are offered. */
  readonly isOffered: boolean
  /** The calls go to a simulation on this machine, so no money is moved. */
  readonly isSimulated: boolean
  /** The key moves real money; events of test mode are refused then, and the other way round. */
  readonly isLive: boolean
  /**
   * Calls Stripe, at the permitted pace. Never inside a transaction.
   * @throws StripeFault
   */
  call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>
  /** Stripe did not answer a moment ago, so work that can wait should wait. */
  isAway(): boolean
  /** The event that a webhook delivers. @throws StripeFault `refused` for a signature that is wrong or too old */
  readEvent(body: Buffer, signature: string): Promise<Stripe.Event>
}
