import type { LastStatements } from './dialect.ts'

type Finish = <T>(work: (last: LastStatements) => Promise<T>) => Promise<T>

const finishes = new WeakMap<LastStatements, Finish>()

/** From now on `commitWith` ends the transaction of this handle. */
export const setFinish = (db: LastStatements, finish: Finish): void => void finishes.set(db, finish)

/**
 * Ends a transaction: the statements that `work` executes at once are sent in one flush with the commit, so the caller waits
 * for one answer. They must fail if they do not apply, because the commit is on its way. The handle cannot be used again.
 * In a dry run nothing is committed.
 * @throws OutcomeUnknown if the connection breaks after that
 */
export async function commitWith<T>(db: LastStatements, work: (last: LastStatements) => Promise<T>): Promise<T> {
  const finish = finishes.get(db)
  return await (finish ? finish(work) : work(db))
}
