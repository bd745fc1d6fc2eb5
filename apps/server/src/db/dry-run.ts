import { AsyncLocalStorage } from 'node:async_hooks'

const runs = new AsyncLocalStorage<'dry'>()

/**
 * Runs `work` as a dry run: each of its transactions is rolled back after its last statement, its statements outside
 * transactions may only read, and it queues no job. It returns what it would return.
 */
export const withDryRun = <T>(work: () => T): T => runs.run('dry', work)

export const isDryRun = (): boolean => runs.getStore() === 'dry'

/** Ends a transaction of a dry run, with the result of its work. */
export class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('a transaction of a dry run was rolled back')
    this.result = result
  }
}
