import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import type { RecycleStep } from '@simwright/contract/provisioning/recycle'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Actor, LockedProfile } from '../../profiles/lifecycle/service.ts'

/** The columns of a profile that decide how it is recycled, read without a lock. */
export type RecycleState = Pick<
  LockedProfile,
  | 'profile_id'
  | 'iccid'
  | 'eid'
  | 'status'
  | 'order_state'
  | 'order_id'
  | 'device_trust'
  | 'recycle_status'
  | 'recycle_reason'
  | 'recycle_at'
  | 'recycle_begun_at'
  | 'recycle_due_at'
  | 'recycle_counter'
> & {
  /** The fields of the configuration version of the profile. */
  fields: unknown
}

const recycleStateStatement = statement(
  'select recycle state',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select p.id as profile_id, p.iccid, p.eid, p.status, o.state as order_state, o.id as order_id, o.device_trust,
      p.recycle_status, p.recycle_reason, p.recycle_at, p.recycle_begun_at, p.recycle_due_at, o.recycle_counter, v.fields
    from profile p
    join profile_configuration_version v on v.enterprise_id = p.enterprise_id
      and v.configuration_id = p.configuration_id and v.version = p.configuration_version
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join download_order o on o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
    where p.enterprise_id = ${enterpriseId} and p.id = ${id}`,
)

export async function selectRecycleState(db: TenantDb, id: string): Promise<RecycleState | undefined> {
  return (await recycleStateStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

/** The columns of a profile that a log entry copies. */
export type Recycled = Pick<LockedProfile, 'profile_id' | 'order_id' | 'iccid' | 'eid'>

type NewEntries<R extends Recycled> = {
  targets: readonly R[]
  step: RecycleStep
  reasonOf: (target: R) => RecycleReason | null
  dueAt: Date | null
  at: Date
  actor: Actor
  detail: string
  address?: string | undefined
  newId: () => string
}

type EntryColumns = {
  enterpriseId: EnterpriseId
  at: Date
  step: RecycleStep
  dueAt: Date | null
  detail: string
  actor: Actor['kind']
  actorId: string | null
  address: string | null
  ids: readonly string[]
  profileIds: readonly string[]
  orderIds: readonly string[]
  iccids: readonly string[]
  eids: readonly (string | null)[]
  reasons: readonly (RecycleReason | null)[]
}

const insertEntriesStatement = statement(
  'insert recycle log',
  (e: EntryColumns) => sql`
    insert into recycle_log (enterprise_id, id, profile_id, order_id, iccid, eid, at, step, reason, due_at, actor, actor_id,
      address, detail)
    select ${e.enterpriseId}::uuid, r.id, r.profile_id, r.order_id, r.iccid, r.eid, ${e.at}, ${e.step}, r.reason,
      ${e.dueAt}::timestamptz, ${e.actor}, ${e.actorId}::uuid, ${e.address}, ${e.detail}
    from unnest(${e.ids}::uuid[], ${e.profileIds}::uuid[], ${e.orderIds}::uuid[], ${e.iccids}::text[], ${e.eids}::text[],
      ${e.reasons}::text[]) as r(id, profile_id, order_id, iccid, eid, reason)`,
)

export async function insertEntries<R extends Recycled>(db: TenantDb, entries: NewEntries<R>): Promise<void> {
  const { targets, actor, at, step, dueAt, detail } = entries
  await insertEntriesStatement(db, {
    ...{ enterpriseId: db.enterpriseId, at, step, dueAt, detail, actor: actor.kind },
    actorId: actor.kind === 'user' ? actor.userId : null,
    address: entries.address ?? null,
    ids: targets.map(() => entries.newId()),
    profileIds: targets.map(({ profile_id }) => profile_id),
    orderIds: targets.map(({ order_id }) => order_id),
    iccids: targets.map(({ iccid }) => iccid),
    eids: targets.map(({ eid }) => eid),
    reasons: targets.map(entries.reasonOf),
  })
}

type Due = { enterprise_id: string; id: string }

const dueStatement = statement(
  'select profiles to recycle',
  ({ at, limit }: { at: Date; limit: number }) => sql`
    select enterprise_id, id from profile where recycle_due_at <= ${at} order by recycle_due_at limit ${limit}`,
)

/** Profiles of all enterprises whose recycling is due. */
export async function selectDue(db: SystemDb, at: Date, limit: number): Promise<Due[]> {
  return await dueStatement(db, { at, limit })
}

/** Whether {@link selectDue} finds a profile. */
export const recyclingDue = (at: Date) => condition`(select min(recycle_due_at) from profile) <= ${at}`
