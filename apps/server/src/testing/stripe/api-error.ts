import type { Intent } from './object.ts'

/** A refusal of the API. */
export class ApiError extends Error {
  readonly status: number
  readonly error: Record<string, unknown>

  constructor(status: number, error: Record<string, unknown> & { message: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: kind,
    message: `No such ${kind}: '${id}'`,
  })

export const declined = (intent: Intent): ApiError => {
  const { last_payment_error: failure } = intent
  if (!failure) throw new TypeError('the payment was not declined')
  return new ApiError(402, { ...failure, payment_intent: intent })
}
