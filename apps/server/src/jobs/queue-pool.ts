import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { isUnreachable } from '../db/unreachable.ts'

/** cannot_connect_now, which graphile-worker repeats until it succeeds. */
const REPEAT_CODE = '57P03'

/**
 * The error of a database that is away, with the code that graphile-worker repeats: that a job is done would otherwise not
 * be written, and as graphile-worker does not wait for it, the failure would end the process.
 */
function repeatable(error: unknown): never {
  if (isUnreachable(error)) Object.assign(error as Error, { code: REPEAT_CODE })
  throw error
}

class QueueClient extends Client {
  override query(...given: unknown[]): never {
    const answer = (super.query as (...all: unknown[]) => unknown).apply(this, given)
    return (answer instanceof Promise ? answer.catch(repeatable) : answer) as never
  }
}

type OnClient = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void

/** Connections of the job queue. */
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
    // what still repeats when the server stops is given up: a sweep of the next start finds its work
    if (this.ending) return new Promise(() => {})
    return super.connect().catch(repeatable)
  }
}
