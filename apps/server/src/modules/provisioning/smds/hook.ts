import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../../../db/write-together.ts'

/** Deletes our own event that `selected` names by `eid` and `event_id`. */
export const ownEventDrop = (selected: RawBuilder<unknown>): Write => sql`
  delete from smds_event where owner = '' and (eid, event_id) in (${selected})`
