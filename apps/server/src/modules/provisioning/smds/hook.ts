import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../../../db/write-together.ts'

/** Deletes the events that our own SM-DP+ registered; `selected` selects their `eid` and `event_id`. */
export const deleteOwnEventWrite = (selected: RawBuilder<unknown>): Write => sql`
  delete from smds_event where owner = '' and (eid, event_id) in (${selected})`
