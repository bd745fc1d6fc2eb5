import { COUNTED_EVENTS } from '@simwright/contract/profiles/event-metric'
import { type RawBuilder, sql } from 'kysely'

/** `m(type, metric, repeated)`: the events that each metric counts; `repeated` null: all of the type. */
export const EVENT_METRICS: RawBuilder<unknown> = sql`(values ${sql.join(
  COUNTED_EVENTS.map((counted) => {
    const repeated = 'only' in counted ? sql.lit(counted.only === 'repeated') : sql`null::boolean`
    return sql`(${sql.lit(counted.type)} collate "C", ${sql.lit(counted.metric)} collate "C", ${repeated})`
  }),
)}) as m(type, metric, repeated)`

/**
 * SQL: the metric `m` counts the event `e`. An event without a configuration is sample data, or not filled yet by the job
 * that follows migration 0102.
 */
export const COUNTED: RawBuilder<boolean> = sql`
  m.type = e.type and (m.repeated is null or m.repeated = e.repeated) and e.configuration_id is not null`
