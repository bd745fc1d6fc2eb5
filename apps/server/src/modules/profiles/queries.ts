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
    returning p.enterprise_id, p.device_brand as brand, (select m.group_id from profile_place m
      where m.enterprise_id = p.enterprise_id and m.profile_id = p.id) as group_id`.execute(db)
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

type ColumnGoal = Exclude<keyof ProfileGoal, 'groupId'>

const goalColumns = {
  status: { column: 'status', type: 'text[]' },
  orderState: { column: 'order_state', type: 'text[]' },
  eid: { column: 'eid', type: 'text[]' },
  notes: { column: 'notes', type: 'text[]' },
  recycleStatus: { column: 'recycle_status', type: 'text[]' },
  recycleReason: { column: 'recycle_reason', type: 'text[]' },
  recycleAt: { column: 'recycle_at', type: 'timestamptz[]' },
  recycleBegunAt: { column: 'recycle_begun_at', type: 'timestamptz[]' },
  recycleDueAt: { column: 'recycle_due_at', type: 'timestamptz[]' },
} as const satisfies Record<ColumnGoal, { column: string; type: string }>

const timeOf: Partial<Record<ColumnGoal, string>> = { status: 'status_at', orderState: 'order_state_at' }

/** Sets in each profile what its goal names; nothing of the profile itself may change. Groups: see {@link moveMany}. */
export async function updateMany(
  db: TenantDb,
  enterpriseId: string,
  { changes, at }: Pick<ManyChanges, 'changes' | 'at'>,
): Promise<void> {
  const names = Object.keys(changes[0]!.to).filter((name): name is ColumnGoal => name in goalColumns)
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

type Moving = Pick<ManyChanges, 'changes'>['changes']

/** Puts profiles into the group that their goals name, where they do. What is deleted has no place in the list. */
export async function moveMany(db: TenantDb, enterpriseId: string, changes: Moving): Promise<void> {
  const { to: first } = changes[0]!
  if (!('groupId' in first)) return
  const ids = changes.map(({ profile }) => profile.id)
  if (first.status === 'REMOVED') {
    await sql`
      delete from profile_place where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])`.execute(db)
  } else if (first.status === undefined) {
    // by lists of ids the index is read once for neighbours; a join would go down it for each profile
    for (const [groupId, moved] of idsByGroup(changes))
      await sql`
        update profile_place set group_id = ${groupId}
        where enterprise_id = ${enterpriseId} and profile_id = any(${moved}::uuid[])`.execute(db)
  } else {
    await sql`
      insert into profile_place (enterprise_id, profile_id, group_id, created_at)
      select p.enterprise_id, p.id, r.group_id, p.created_at
      from unnest(${ids}::uuid[], ${changes.map(({ to }) => to.groupId ?? null)}::uuid[]) as r(id, group_id)
      join profile p on p.enterprise_id = ${enterpriseId} and p.id = r.id
      on conflict (enterprise_id, profile_id) do update set group_id = excluded.group_id`.execute(db)
  }
}

function idsByGroup(changes: Moving): ReadonlyMap<string | null, string[]> {
  const lists = new Map<string | null, string[]>()
  for (const { profile, to } of changes) {
    const groupId = to.groupId ?? null
    const ids = lists.get(groupId)
    if (ids) ids.push(profile.id)
    else lists.set(groupId, [profile.id])
  }
  return lists
}

/** Which group each profile is in, of those that are in one. */
export async function selectGroupsOf(
  db: TenantDb,
  enterpriseId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ profile_id: string; group_id: string }>`
    select profile_id, group_id from profile_place
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[]) and group_id is not null`.execute(db)
  return new Map(rows.map(({ profile_id, group_id }) => [profile_id, group_id]))
}

/** Stands for the id of a profile's group. */
export const ITS_GROUP = '{group}'

/** Counters of the group that a profile is in, if it is in one. */
export function groupDeltasWrite(enterpriseId: string, profileId: string, deltas: readonly Delta[]): Write {
  const rows = deltas.map(
    ({ id, metric, dimension, bucket, delta }) =>
      sql`(${id}::uuid, ${metric}::text, ${dimension}::text, ${bucket}::timestamptz, ${delta}::int)`,
  )
  const named = (column: string) => sql`replace(${sql.ref(column)}, ${ITS_GROUP}, m.group_id::text)`
  return sql`
    insert into rollup_queue (enterprise_id, id, metric, dimension, bucket, delta)
    select m.enterprise_id, d.id, ${named('d.metric')}, ${named('d.dimension')}, d.bucket, d.delta
    from profile_place m, (values ${sql.join(rows)}) as d(id, metric, dimension, bucket, delta)
    where m.enterprise_id = ${enterpriseId} and m.profile_id = ${profileId} and m.group_id is not null`
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
