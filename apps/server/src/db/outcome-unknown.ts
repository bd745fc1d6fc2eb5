/**
 * The connection broke after a COMMIT, or a write outside a transaction, was sent and before its answer came: it may have
 * been done or not. A statement that was never sent, or that PostgreSQL refused, is never reported so.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** PostgreSQL has answered that it refuses this statement, and the connection goes on: nothing of it was done. */
const isRefusal = (error: unknown) => (error as { severity?: string }).severity === 'ERROR'

/** The error to report for a statement that was sent, and whose success would have been final. */
export function errorOfFinal(error: Error): Error {
  return isRefusal(error) ? error : new OutcomeUnknown('the database did not confirm a change', { cause: error })
}
