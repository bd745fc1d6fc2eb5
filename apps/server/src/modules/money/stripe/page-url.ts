import { Problem } from '@simwright/contract'
import type { Stripe } from 'stripe'
import type { StripeServer as Server } from '../../../port/module.ts'

/** The pages on which customers pay. A domain of one's own for these pages must be switched off at Stripe. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com'

/**
 * The address of a page on which the customer pays or saves a card. The browser is sent to no other.
 * @throws Problem payment_away if the page has closed
 */
export function pageUrl(
  { config }: { config: Pick<Server['config'], 'stripeUrl'> },
  { url }: Pick<Stripe.Checkout.Session, 'url'>,
): string {
  if (url === null) throw new Problem('payment_away')
  const expected = config.stripeUrl?.origin ?? CHECKOUT_ORIGIN
  if (new URL(url).origin !== expected) throw new Error(`Stripe names a page that is not on ${expected}`)
  return url
}
