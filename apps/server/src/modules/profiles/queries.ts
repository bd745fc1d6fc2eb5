import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { ProfileChange } from './service.ts'

export type Delta = { id: string; metric: string; dimension: string; bucket: Date; delta: number }

/** The event, the profile's new state and the counters' deltas, in one statement. */
export async function insertChange(
  db: TenantDb,
  enterpriseId: string,
  { change, eventId, deltas }: { change: ProfileChange; eventId: string; deltas: readonly Delta[] },
): Promise<void> {
  const { profile, status, orderState, actor, device } = change
  await sql`
    with changed as (
      update profile set
        status = coalesce(${status ?? null}, status),
        status_at = case when ${status ?? null}::text is null then status_at else ${change.at} end,
        order_state = coalesce(${orderState ?? null}, order_state),
        order_state_at = case when ${orderState ?? null}::text is null then order_state_at else ${change.at} end,
        eid = case when ${change.eid === undefined} then eid else ${change.eid ?? null} end,
        device_brand = coalesce(${device?.brand ?? null}, device_brand),
        device_model = coalesce(${device?.model ?? null}, device_model),
        downloads = downloads + ${change.type === 'DOWNLOADED' ? 1 : 0}
      where enterprise_id = ${enterpriseId} and id = ${profile.id}
        and ${status !== undefined || orderState !== undefined || change.eid !== undefined || change.type === 'DOWNLOADED'}
    ), event as (
      insert into profile_event (enterprise_id, profile_id, id, type, at, actor, actor_id, address, eid, device, subject_code, reason_code, detail, message_id)
      values (${enterpriseId}, ${profile.id}, ${eventId}, ${change.type}, ${change.at}, ${actor.kind}, ${actor.kind === 'user' ? actor.userId : null},
        ${change.address ?? null}, ${change.deviceEid ?? null}, ${device ? [device.brand, device.model].filter(Boolean).join(' ') : null},
        ${change.refusal?.subjectCode ?? null}, ${change.refusal?.reasonCode ?? null}, ${change.detail}, ${change.messageId ?? null})
    )
    insert into rollup_queue (enterprise_id, id, metric, dimension, bucket, delta)
    select ${enterpriseId}, * from unnest(
      ${deltas.map((d) => d.id)}::uuid[], ${deltas.map((d) => d.metric)}::text[], ${deltas.map((d) => d.dimension)}::text[],
      ${deltas.map((d) => d.bucket)}::timestamptz[], ${deltas.map((d) => d.delta)}::int[])
  `.execute(db)
}
