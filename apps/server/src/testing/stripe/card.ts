/** How a card answers: `authenticate` asks its owner (3-D Secure); other texts are the code of a decline. */
type Answer = 'accept' | 'authenticate' | 'generic_decline' | 'insufficient_funds' | 'expired_card'

export type SimulatedCard = {
  number: string
  brand: 'visa' | 'mastercard'
  /** What the page says. */
  title: string
  present: Answer
  /** When it is charged without its owner. */
  absent: Answer
  isDisputed?: true
}

/** The test cards of Stripe's documentation, by their last four digits. */
export const simulatedCards: Readonly<Record<string, SimulatedCard>> = {
  4242: { number: '4242424242424242', brand: 'visa', title: 'Accepted', present: 'accept', absent: 'accept' },
  4444: { number: '5555555555554444', brand: 'mastercard', title: 'Accepted', present: 'accept', absent: 'accept' },
  3155: {
    number: '4000002500003155',
    brand: 'visa',
    title: 'Asks for 3-D Secure once',
    present: 'authenticate',
    absent: 'accept',
  },
  3184: {
    number: '4000002760003184',
    brand: 'visa',
    title: 'Asks for 3-D Secure each time',
    present: 'authenticate',
    absent: 'authenticate',
  },
  341: {
    number: '4000000000000341',
    brand: 'visa',
    title: 'Accepted now, declined at renewals',
    present: 'accept',
    absent: 'generic_decline',
  },
  259: {
    number: '4000000000000259',
    brand: 'visa',
    title: 'Accepted, then disputed',
    present: 'accept',
    absent: 'accept',
    isDisputed: true,
  },
  2: {
    number: '4000000000000002',
    brand: 'visa',
    title: 'Declined',
    present: 'generic_decline',
    absent: 'generic_decline',
  },
  9995: {
    number: '4000000000009995',
    brand: 'visa',
    title: 'Insufficient funds',
    present: 'insufficient_funds',
    absent: 'insufficient_funds',
  },
}

export const declineTexts: Readonly<Record<string, string>> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
}

export const last4Of = ({ number }: SimulatedCard): string => number.slice(-4)
