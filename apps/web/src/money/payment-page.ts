const STRIPE = 'https://checkout.stripe.com'

/** Whether an address is a page of Stripe, or of its simulation on this machine. */
export function isPaymentPage(address: string): boolean {
  const { origin, protocol, hostname } = new URL(address)
  return origin === STRIPE || (protocol === 'http:' && hostname === '127.0.0.1')
}

/**
 * Leaves the portal for the page on which the user pays or saves a card; it leads back.
 * @throws Error for any other address
 */
export function openPaymentPage(address: string): void {
  if (!isPaymentPage(address)) throw new Error('the portal opens only pages of the payment service')
  location.assign(address)
}
