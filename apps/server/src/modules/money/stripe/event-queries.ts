import { type Kysely, sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type NewEvent = { id: string; type: string; names: readonly string[]; state: 'WAITING' | 'IGNORED'; at: Date }

const insertEventStatement = statement(
  'insert Stripe event',
  ({ id, type, names, state, at }: NewEvent) => sql`
    insert into stripe_event (id, type, names, state, next_try_at, received_at)
    values (${id}, ${type}, ${names}, ${state}, clock_timestamp(), ${at})
    on conflict (id) do nothing returning id`,
)

/** @returns false if the event is stored already */
export async function insertEvent(db: GlobalDb, { id, type, names, state, at }: NewEvent): Promise<boolean> {
  return (await insertEventStatement(db, { id, type, names, state, at })).length > 0
}

export type EventRecord = { type: string; names: string[]; attempts: number }

/** Seconds until a failed attempt is repeated: from the first value, doubled each time, up to the second. */
const WAIT_S = 10
const LONGEST_WAIT_S = 3600

const reserveEventStatement = statement(
  'reserve Stripe event',
  ({ id }: { id: string }) => sql`
    update stripe_event set attempts = attempts + 1, next_try_at = clock_timestamp()
      + least(${LONGEST_WAIT_S}, ${WAIT_S} * power(2, least(attempts, 20))) * interval '1 second'
    where id = ${id} and state = 'WAITING' and next_try_at <= clock_timestamp()
    returning type, names, attempts`,
)

/** Reserves an event for this process; if it ends without a result, the event is tried again after a while. */
export async function reserveEvent(db: GlobalDb, id: string): Promise<EventRecord | undefined> {
  return (await reserveEventStatement(db, { id }))[0]
}

export async function updateEvent(db: GlobalDb, id: string, state: 'DONE' | 'IGNORED' | 'FAILED'): Promise<void> {
  await db.updateTable('stripe_event').set({ state }).where('id', '=', id).execute()
}

export async function selectWaitingEvents(db: GlobalDb, limit: number): Promise<{ id: string }[]> {
  return await db
    .selectFrom('stripe_event')
    .select('id')
    .where('state', '=', 'WAITING')
    .where(condition`next_try_at <= clock_timestamp()`)
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
}

/** Whether {@link selectWaitingEvents} finds an event. */
export const eventsDue = () =>
  condition`exists (select from stripe_event where state = 'WAITING' and next_try_at <= clock_timestamp())`
