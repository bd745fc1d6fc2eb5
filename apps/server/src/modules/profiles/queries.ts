import { sql } from 'kysely'
import type { Write } from '../../db/write-together.ts'
import type { ProfileChange } from './service.ts'

/** The device that the profile goes to. One that only asks, or is refused, is named in its event and nowhere else. */
export function holderOf({ type, device }: ProfileChange): ProfileChange['device'] {
  return type === 'DOWNLOADED' ? device : undefined
}

/** What of the profile itself changes; undefined when nothing does. */
export function profileWrite(enterpriseId: string, change: ProfileChange): Write | undefined {
  const { profile, status, orderState, eid, at } = change
  const { brand, model } = holderOf(change) ?? {}
  const set: Write[] = []
  if (status !== undefined) set.push(sql`status = ${status}, status_at = ${at}`)
  if (orderState !== undefined) set.push(sql`order_state = ${orderState}, order_state_at = ${at}`)
  if (eid !== undefined) set.push(sql`eid = ${eid}`)
  if (change.type === 'DOWNLOADED') set.push(sql`downloads = downloads + 1`)
  if (brand) set.push(sql`device_brand = ${brand}, device_model = ${model ?? null}`)
  if (set.length === 0) return undefined
  return sql`update profile set ${sql.join(set)} where enterprise_id = ${enterpriseId} and id = ${profile.id}`
}

export function eventWrite(enterpriseId: string, change: ProfileChange, id: string): Write {
  const { profile, actor, device, refusal } = change
  const named = device ? [device.brand, device.model].filter(Boolean).join(' ') : null
  return sql`
    insert into profile_event (enterprise_id, profile_id, id, type, at, actor, actor_id, address, eid, device, subject_code,
      reason_code, detail, message_id)
    values (${enterpriseId}, ${profile.id}, ${id}, ${change.type}, ${change.at}, ${actor.kind},
      ${actor.kind === 'user' ? actor.userId : null}, ${change.address ?? null}, ${change.deviceEid ?? null}, ${named},
      ${refusal?.subjectCode ?? null}, ${refusal?.reasonCode ?? null}, ${change.detail}, ${change.messageId ?? null})`
}

export type Delta = { id: string; metric: string; dimension: string; bucket: Date; delta: number }

/** Counters follow from the queue. */
export function deltasWrite(enterpriseId: string, deltas: readonly Delta[]): Write {
  const rows = deltas.map(
    ({ id, metric, dimension, bucket, delta }) =>
      sql`(${enterpriseId}, ${id}, ${metric}, ${dimension}, ${bucket}, ${delta})`,
  )
  return sql`insert into rollup_queue (enterprise_id, id, metric, dimension, bucket, delta) values ${sql.join(rows)}`
}
