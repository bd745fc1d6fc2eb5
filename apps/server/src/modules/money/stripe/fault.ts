import type { Stripe } from 'stripe'

/**
 * - `declined`: the card was not charged.
 * - `invalid`: Stripe refuses the request itself, such as an object that does not exist.
 * - `away`: the outcome is unknown, or nothing was done; repeat the call with the same idempotency key.
 * - `refused`: the key or the signature is not accepted.
 */
export type StripeFaultKind = 'declined' | 'invalid' | 'away' | 'refused'

/**
 * An error of Stripe without what must not be logged: headers, the key, and the objects of the answer, which contain
 * client secrets.
 */
export class StripeFault extends Error {
  override name = 'StripeFault'
  readonly kind: StripeFaultKind
  /** The code of the standard of Stripe, such as `card_declined`; of a decline, the code of the issuer. */
  readonly code: string
  /** The parameter that is wrong. */
  readonly param: string | undefined
  /** The PaymentIntent of a failed payment. */
  readonly intentId: string | undefined

  constructor(kind: StripeFaultKind, message: string, more: { code?: string; param?: string; intentId?: string } = {}) {
    super(message)
    this.kind = kind
    this.code = more.code ?? kind
    this.param = more.param
    this.intentId = more.intentId
  }
}

const CONFLICT = 409

const kindOf = ({ type, statusCode }: Stripe.errors.StripeError): StripeFaultKind => {
  if (statusCode === CONFLICT) return 'away'
  if (type === 'StripeCardError') return 'declined'
  if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') return 'invalid'
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') return 'refused'
  return 'away'
}

/** The texts that Stripe writes for developers may quote the key. */
const textOf: Readonly<Record<StripeFaultKind, (error: Stripe.errors.StripeError) => string>> = {
  declined: ({ message }) => message,
  invalid: ({ message, code, param }) => `Stripe refuses the call: ${code ?? message}${param ? ` (${param})` : ''}`,
  away: ({ statusCode, requestId }) => `Stripe did not answer: status ${statusCode ?? 'none'}, request ${requestId}`,
  refused: ({ statusCode }) => `Stripe does not accept the key or the signature: status ${statusCode ?? 'none'}`,
}

/** The fault of a failed call; other errors are returned unchanged. */
export function faultOf(error: unknown, sdk: typeof Stripe): unknown {
  if (error instanceof StripeFault || !(error instanceof sdk.errors.StripeError)) return error
  const kind = kindOf(error)
  const { code, decline_code, param, payment_intent } = error
  return new StripeFault(kind, textOf[kind](error), {
    code: code === 'card_declined' ? (decline_code ?? code) : code,
    param,
    intentId: payment_intent?.id,
  })
}
