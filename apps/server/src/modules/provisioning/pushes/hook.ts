import { type RawBuilder, sql } from 'kysely'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { deleteOwnEventWrite } from '../smds/hook.ts'

export type PushMove = {
  /** `installed`: the event is no longer needed; the state stays. */
  to: 'DOWNLOADED' | 'FAILED' | 'installed'
  /** Why it failed. */
  reason?: string
  at: Date
  /** The SM-DS never registered it, so it does not count as a use. */
  uncounted?: true
}

/** The event's next state. After a download the event stays, because the device may retry. */
const eventAfter = (to: PushMove['to']): RawBuilder<unknown> =>
  to === 'DOWNLOADED'
    ? sql`event`
    : sql`case when smds is null or event = 'REGISTERING' then 'CLOSED' else 'DELETING' end`

/**
 * Changes the state of a push that has not failed. The event at our own SM-DS is deleted in the same statement, the
 * event at another SM-DS by the next sweep.
 */
export function pushWrites(enterpriseId: EnterpriseId, id: string, { to, reason, at, uncounted }: PushMove): Write[] {
  const own = sql`enterprise_id = ${enterpriseId} and id = ${id} and state <> 'FAILED'`
  const state =
    to === 'installed'
      ? sql``
      : sql`, state = ${to}, state_at = case when state = ${to} then state_at else ${at} end, reason = ${reason ?? null}`
  const counted = uncounted ? sql`, counted = false` : sql``
  return [
    sql`update eid_push set event = ${eventAfter(to)}, event_due_at = ${at} ${state} ${counted} where ${own}`,
    ...(to === 'DOWNLOADED'
      ? []
      : [deleteOwnEventWrite(sql`select eid, event_id from eid_push where ${own} and smds is null`)]),
  ]
}
