import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { PrimaryClient } from '../db/primary-client.ts'
import { isUnreachable, StandbyDatabase } from '../db/unreachable.ts'

/** cannot_connect_now; graphile-worker retries a query that fails with this code. */
const RETRY_CODE = '57P03'

/** read_only_sql_transaction */
const READ_ONLY = '25006'

/**
 * Gives the errors of an unreachable database the code that graphile-worker retries. Otherwise the completion of a job
 * would not be recorded, and the unhandled rejection would end the process, because graphile-worker does not await that
 * query.
 */
function retryable(error: unknown): never {
  if (isUnreachable(error)) Object.assign(error as Error, { code: RETRY_CODE })
  throw error
}

class QueueClient extends PrimaryClient {
  override query(...args: unknown[]): never {
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, args)
    return (answer instanceof Promise ? answer.catch((error) => retryable(this.#orStandby(error))) : answer) as never
  }

  /** The queue opens no transaction that only reads, so a database that refuses its writes is a standby. */
  #orStandby(error: unknown): unknown {
    if ((error as { code?: unknown }).code !== READ_ONLY) return error
    // the next connection may reach the database that took over
    void this.end()
    return new StandbyDatabase('the database of the job queue is a standby', { cause: error })
  }
}

type OnClient = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/** The connection pool of the job queue. */
export class QueuePool extends Pool {
  constructor(config: PoolConfig) {
    super({ ...config, Client: QueueClient })
  }

  override connect(): Promise<PoolClient>
  override connect(onClient: OnClient): void
  override connect(onClient?: OnClient): Promise<PoolClient> | undefined {
    if (onClient) {
      super.connect(onClient)
      return undefined
    }
    // retries are abandoned when the server stops; a sweep of the next start finds the work
    if (this.ending) return new Promise(() => {})
    return super.connect().catch(retryable)
  }
}
