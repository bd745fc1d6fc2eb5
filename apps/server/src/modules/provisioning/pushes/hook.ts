import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../../../db/write-together.ts'
import { ownEventDrop } from '../smds/hook.ts'

export type PushMove = {
  /** `installed`: its event has served its time. */
  to: 'DOWNLOADED' | 'FAILED' | 'installed'
  /** Why it failed. */
  reason?: string
  at: Date
  /** The SM-DS never had it: it counts as none. */
  uncounted?: true
}

/** What becomes of its event, which stays while the device may come again for the package. */
const eventAfter = (to: PushMove['to']): RawBuilder<unknown> =>
  to === 'DOWNLOADED'
    ? sql`event`
    : sql`case when smds is null or event = 'REGISTERING' then 'CLOSED' else 'DELETING' end`

/**
 * Moves a push. What has failed stays failed; the event at our own SM-DS goes in the same statement, that at another
 * one by the next sweep.
 */
export function pushWrites(enterpriseId: string, id: string, { to, reason, at, uncounted }: PushMove): Write[] {
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
      : [ownEventDrop(sql`select eid, event_id from eid_push where ${own} and smds is null`)]),
  ]
}
