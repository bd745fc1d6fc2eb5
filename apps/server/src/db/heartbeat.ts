import { sql } from 'kysely'
import { statement } from './statement.ts'

/** The newest heartbeat that a database has, and how long ago it was written. */
export type Heartbeat = { at: Date; ageMs: number }

const heartbeatStatement = statement(
  'read heartbeat',
  () => sql`
    select at, (extract(epoch from greatest(clock_timestamp() - at, interval '0')) * 1000)::float8 as age_ms from heartbeat`,
  { present: ['age_ms'] },
)

/** The heartbeat in the database that `db` reaches. */
export async function selectHeartbeat(db: Parameters<typeof heartbeatStatement>[0]): Promise<Heartbeat> {
  const [{ at, age_ms: ageMs } = { at: new Date(0), age_ms: Number.POSITIVE_INFINITY }] = await heartbeatStatement(
    db,
    {},
  )
  return { at, ageMs }
}

/** Writes the time of the database if the heartbeat is so old. */
export const beatStatement = statement(
  'write heartbeat',
  ({ olderThanMs }: { olderThanMs: number }) => sql`
    update heartbeat set at = clock_timestamp()
    where at <= clock_timestamp() - ${olderThanMs}::float8 * interval '1 ms' returning at`,
)
