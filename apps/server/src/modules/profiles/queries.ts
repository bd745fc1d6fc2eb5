import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { Write } from '../../db/write-together.ts'
import type { ManyChanges, ProfileChange, ProfileGoal } from './service.ts'

/** The device that the profile goes to. One that only asks, or is refused, is named in its event and nowhere else. */
export function holderOf({ type, device }: ProfileChange): ProfileChange['device'] {
  return type === 'DOWNLOADED' ? device : undefined
}

/** What of the profile itself changes; undefined when nothing does. */
export function profileWrite(enterpriseId: string, change: ProfileChange): Write | undefined {
  const { profile, status, orderState, eid, at } = change
  const holder = holderOf(change)
  const set: Write[] = []
  if (status !== undefined) set.push(sql`status = ${status}, status_at = ${at}`)
  if (orderState !== undefined) set.push(sql`order_state = ${orderState}, order_state_at = ${at}`)
  if (eid !== undefined) set.push(sql`eid = ${eid}`)
  if (change.type === 'DOWNLOADED') set.push(sql`downloads = downloads + 1`)
  if (holder)
    set.push(sql`device_brand = ${holder.brand}, device_model = ${holder.model}, device_release = ${holder.release}`)
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

export type NamedHolder = { enterpriseId: string; eid: string; brand: string; model: string }

/** Profiles that went to these devices while nobody knew what they were. Orders take the name along. */
export async function updateHolders(
  db: TenantDb,
  holders: readonly NamedHolder[],
): Promise<{ enterprise_id: string; brand: string; group_id: string | null }[]> {
  const { rows } = await sql<{ enterprise_id: string; brand: string; group_id: string | null }>`
    with held as materialized (
      select p.enterprise_id, p.id, r.eid, r.brand, r.model
      from unnest(${holders.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${holders.map(({ eid }) => eid)}::text[],
        ${holders.map(({ brand }) => brand)}::text[], ${holders.map(({ model }) => model)}::text[])
        as r(enterprise_id, eid, brand, model)
      join profile p on p.enterprise_id = r.enterprise_id and p.eid = r.eid
      where p.status <> 'REMOVED' and p.device_brand is null and p.downloads > 0 order by p.enterprise_id, p.id for no key update of p
    ), orders as (
      update download_order o set device_brand = held.brand, device_model = held.model from held
      where o.enterprise_id = held.enterprise_id and o.profile_id = held.id and o.eid = held.eid
        and o.handed_out_at is not null and o.device_brand is null
    )
    update profile p set device_brand = held.brand, device_model = held.model from held
    where p.enterprise_id = held.enterprise_id and p.id = held.id
    returning p.enterprise_id, p.device_brand as brand, p.group_id`.execute(db)
  return rows
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

const goalColumns = {
  status: { column: 'status', type: 'text[]' },
  orderState: { column: 'order_state', type: 'text[]' },
  groupId: { column: 'group_id', type: 'uuid[]' },
  eid: { column: 'eid', type: 'text[]' },
  notes: { column: 'notes', type: 'text[]' },
  recycleStatus: { column: 'recycle_status', type: 'text[]' },
  recycleReason: { column: 'recycle_reason', type: 'text[]' },
  recycleAt: { column: 'recycle_at', type: 'timestamptz[]' },
  recycleBegunAt: { column: 'recycle_begun_at', type: 'timestamptz[]' },
  recycleDueAt: { column: 'recycle_due_at', type: 'timestamptz[]' },
} as const satisfies Record<keyof ProfileGoal, { column: string; type: string }>

const timeOf: Partial<Record<keyof ProfileGoal, string>> = { status: 'status_at', orderState: 'order_state_at' }

/** Sets in each profile what its goal names; nothing of the profile itself may change. */
export async function updateMany(
  db: TenantDb,
  enterpriseId: string,
  { changes, at }: Pick<ManyChanges, 'changes' | 'at'>,
): Promise<void> {
  const names = Object.keys(changes[0]!.to) as (keyof ProfileGoal)[]
  if (names.length === 0) return
  const lists = names.map(
    (name) => sql`${changes.map(({ to }) => to[name] ?? null)}::${sql.raw(goalColumns[name].type)}`,
  )
  const sets = names.flatMap((name) => {
    const { column } = goalColumns[name]
    const time = timeOf[name]
    return [sql`${sql.ref(column)} = r.${sql.ref(column)}`, ...(time ? [sql`${sql.ref(time)} = ${at}`] : [])]
  })
  await sql`
    update profile p set ${sql.join(sets)}
    from unnest(${changes.map(({ profile }) => profile.id)}::uuid[], ${sql.join(lists)})
      as r(id, ${sql.join(names.map((name) => sql.ref(goalColumns[name].column)))})
    where p.enterprise_id = ${enterpriseId} and p.id = r.id`.execute(db)
}

export async function insertEvents(
  db: TenantDb,
  enterpriseId: string,
  { changes, type, at, actor, detail, newId, address, deviceEid }: ManyChanges,
): Promise<void> {
  await sql`
    insert into profile_event (enterprise_id, profile_id, id, type, at, actor, actor_id, address, eid, detail)
    select ${enterpriseId}::uuid, r.profile_id, r.id, ${type}, ${at}, ${actor.kind},
      ${actor.kind === 'user' ? actor.userId : null}::uuid, ${address ?? null},
      ${deviceEid ?? null}, ${detail}
    from unnest(${changes.map(({ profile }) => profile.id)}::uuid[], ${changes.map(() => newId())}::uuid[])
      as r(profile_id, id)`.execute(db)
}
