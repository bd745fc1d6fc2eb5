import type { ParsedInputOf } from '@simwright/contract'
import type * as push from '@simwright/contract/provisioning/push'
import type { Iccid } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, iccidRange, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import { type LockedProfile, lockCode } from '../../profiles/lifecycle/service.ts'

export type PushRecord = {
  enterprise_id: string
  id: string
  profile_id: string
  activation_code_id: string
  order_id: string
  iccid: string
  eid: string
  event_id: string
  smdp_address: string
  smds: string | null
  state: push.PushState
  state_at: Date
  reason: string | null
  binds: boolean
  event: 'REGISTERING' | 'REGISTERED' | 'DELETING' | 'CLOSED'
  event_attempts: number
  created_at: Date
}

type ListFilter = ParsedInputOf<typeof push.list>['filter']

function pushFilter(enterpriseId: EnterpriseId, { search, state }: ListFilter): RawBuilder<unknown> {
  const bySearch = search
    ? sql`and (${prefixRange(sql.ref('p.eid'), search)} or p.profile_id in (
        select f.id from profile f where f.enterprise_id = ${enterpriseId} and ${iccidRange(sql.ref('f.iccid'), search)}))`
    : sql``
  const byState = state && state.length > 0 ? sql`and p.state in (${sql.join(state)})` : sql``
  return sql`p.enterprise_id = ${enterpriseId} ${byState} ${bySearch}`
}

export type ListedPush = PushRecord & { created_by_name: string }

const pushesStatement = shapedStatement(
  'select pushes',
  ({
    enterpriseId,
    filter,
    after,
    limit,
  }: Pick<{ filter: ListFilter; keyset: Keyset | undefined; limit: number }, 'filter' | 'limit'> & {
    enterpriseId: EnterpriseId
    after: RawBuilder<unknown>
  }) => sql`
    select p.*, f.iccid, coalesce(${nameOfUser('p.created_by')}, '') as created_by_name
    from eid_push p join profile f on f.enterprise_id = p.enterprise_id and f.id = p.profile_id
    where ${pushFilter(enterpriseId, filter)} ${after}
    order by p.created_at desc, p.id desc limit ${limit + 1}`,
  { present: ['created_by_name'], shapes: [{ after: sql`` }] },
)

/** Returns `limit + 1` rows, newest first. An enterprise account has few pushes. */
export async function selectPushes(
  db: TenantDb,
  page: { filter: ListFilter; keyset: Keyset | undefined; limit: number },
): Promise<ListedPush[]> {
  const { filter, keyset, limit } = page
  const after = keyset
    ? sql`and (p.created_at, p.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return await pushesStatement(db, { enterpriseId: db.enterpriseId, filter, after, limit })
}

export async function countPushes(db: TenantDb, filter: ListFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from eid_push p where ${pushFilter(db.enterpriseId, filter)}`)
}

const countUsesStatement = statement(
  'count pushes of enterprise',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from eid_push where enterprise_id = ${enterpriseId} and counted`,
  { present: ['counted'] },
)

export async function countUses(db: TenantDb): Promise<number> {
  return Number((await countUsesStatement(db, { enterpriseId: db.enterpriseId }))[0]!.counted)
}

const pushStatement = statement(
  'select push',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select p.*, f.iccid from eid_push p join profile f on f.enterprise_id = p.enterprise_id and f.id = p.profile_id
    where p.enterprise_id = ${enterpriseId} and p.id = ${id}`,
)

export async function selectPush(db: TenantDb, id: string): Promise<PushRecord | undefined> {
  return (await pushStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

const lockPushStatement = statement(
  'lock push',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id from eid_push where enterprise_id = ${enterpriseId} and id = ${id} for update`,
)

/** Locks a push. Lock its order first (`lockOrder`). */
export async function lockPush(db: TenantDb, id: string): Promise<PushRecord | undefined> {
  await lockPushStatement(db, { enterpriseId: db.enterpriseId, id })
  return await selectPush(db, id)
}

const WAITING = sql.raw(`f.status = 'AVAILABLE' and f.order_state = 'Released' and not f.sample and not exists (
      select 1 from eid_push u
      where u.enterprise_id = f.enterprise_id and u.profile_id = f.id and u.state = 'PUSHED')`)

/** Maximum number of suggested profiles. */
const SUGGESTIONS_MAX = 20

export type PushableRecord = RowOf<'select pushable profiles'>

const pushableStatement = shapedStatement(
  'select pushable profiles',
  ({ enterpriseId, search }: { enterpriseId: EnterpriseId; search: string }) => {
    const byPrefix = search === '' ? sql`` : sql`and ${iccidRange(sql.ref('f.iccid'), search)}`
    const order = search === '' ? sql`f.created_at desc, f.id desc` : sql`f.iccid`
    return sql`
    select f.iccid, f.spn, f.eid, c.name as configuration_name, a.sealed_confirmation is not null as confirmation_needed
    from (select * from profile f where f.enterprise_id = ${enterpriseId} and ${WAITING} ${byPrefix}
      order by ${order} limit ${SUGGESTIONS_MAX}) f
    join profile_configuration c on c.enterprise_id = f.enterprise_id and c.id = f.configuration_id
    join activation_code a on a.enterprise_id = f.enterprise_id and a.id = f.activation_code_id
    order by ${order}`
  },
  { present: ['confirmation_needed'], shapes: [{ search: '' }, { search: '89' }] },
)

export async function selectPushable(db: TenantDb, search: string): Promise<PushableRecord[]> {
  return await pushableStatement(db, { enterpriseId: db.enterpriseId, search })
}

/** A locked profile with the state of the push that its current order belongs to. */
export type PushedOrder = LockedProfile & { push_state: push.PushState | null }

export const lockOrder = (
  db: TenantDb,
  code: { iccid: Iccid } | { profileId: ProfileId },
): Promise<PushedOrder | undefined> =>
  lockCode<PushedOrder>(db, {
    enterpriseId: db.enterpriseId,
    code,
    joins: [
      {
        name: 'push',
        values: {},
        build: () => ({
          columns: sql`u.state as push_state`,
          from: sql`left join eid_push u on u.enterprise_id = o.enterprise_id and u.id = o.push_id`,
        }),
      },
    ],
  })

type NewPush = {
  id: string
  order: LockedProfile
  eid: string
  smdpAddress: string
  smds: string | null
  binds: boolean
  userId: UserId
  at: Date
  /** When an unanswered registration is retried. */
  dueAt: Date
}

/** Inserts a push. The caller registers an event of our own SM-DS in the same transaction. */
export async function insertPush(db: TenantDb, push: NewPush): Promise<void> {
  const { id, order, eid, smdpAddress, smds, binds, userId, at, dueAt } = push
  const event = smds === null ? 'REGISTERED' : 'REGISTERING'
  await db
    .insertInto('eid_push')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      profile_id: order.profile_id,
      activation_code_id: order.activation_code_id,
      order_id: order.order_id,
      eid,
      event_id: order.matching_id,
      smdp_address: smdpAddress,
      smds,
      state: 'PUSHED',
      state_at: at,
      counted: true,
      binds,
      event,
      event_due_at: dueAt,
      created_by: userId,
      created_at: at,
    })
    .execute()
}

export async function hasPushes(db: TenantDb): Promise<boolean> {
  const one = db.selectFrom('eid_push').select('id').where('enterprise_id', '=', db.enterpriseId).limit(1)
  return (await one.execute()).length > 0
}
