import type { Db } from '../db/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Random } from '../runtime/random.ts'

/** The dependencies that all server code may use. */
export type Runtime = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}
