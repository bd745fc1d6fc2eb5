/**
 * The connection broke after a COMMIT, or a write outside a transaction, was sent but before the answer arrived, so
 * it may or may not have taken effect. Never thrown for a statement that was not sent or that PostgreSQL refused.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** PostgreSQL answered that it refuses the statement, so it had no effect; the connection can still be used. */
export const isRefusal = (error: unknown): boolean => (error as { severity?: string }).severity === 'ERROR'

/** The error to report for a failed statement that would have committed a change. */
export function errorOfFinal(error: Error): Error {
  return isRefusal(error) ? error : new OutcomeUnknown('the database did not confirm a change', { cause: error })
}
