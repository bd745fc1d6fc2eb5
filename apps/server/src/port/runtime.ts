import type { Db } from '../db/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Random } from '../runtime/random.ts'

/** What everything on the server needs. */
export type Runtime = {
  readonly db: Db
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}
