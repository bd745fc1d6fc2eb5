import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type EndpointRow = Selectable<TenantTables['webhook_endpoint']>

/** The waiting events of an endpoint are counted up to here. */
const WAITING_SHOWN = 1_000

export type ListedEndpoint = EndpointRow & {
  created_by_name: string
  waiting: number
  last_at: Date | null
  last_status: number | null
  last_fault: string | null
}

const endpointsStatement = statement(
  'select webhook endpoints',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select e.*, coalesce(${nameOfUser('e.created_by')}, '') as created_by_name, d.last_at, d.last_status, d.last_fault,
      (select count(*) from (select 1 from webhook_delivery w where w.enterprise_id = e.enterprise_id
        and w.endpoint_id = e.id and w.next_at is not null limit ${WAITING_SHOWN}) capped)::int as waiting
    from webhook_endpoint e
    left join lateral (select * from webhook_delivery w where w.enterprise_id = e.enterprise_id and w.endpoint_id = e.id
      and w.last_at is not null order by w.id desc limit 1) d on true
    where e.enterprise_id = ${enterpriseId} order by e.created_at, e.id`,
  { present: ['waiting', 'created_by_name'] },
)

export async function selectEndpoints(db: TenantDb): Promise<ListedEndpoint[]> {
  return await endpointsStatement(db, { enterpriseId: db.enterpriseId })
}

export async function selectEndpoint(db: TenantDb, id: string): Promise<EndpointRow | undefined> {
  return await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Endpoints whose receiver is in the portal, oldest first. */
export async function selectReceivers(db: TenantDb) {
  return await db
    .selectFrom('webhook_endpoint')
    .select(['id', 'name', 'state'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('url', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Locks an endpoint. */
export async function lockEndpoint(db: TenantDb, id: string): Promise<EndpointRow | undefined> {
  return await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the endpoints that get events, so that only one process counts their events at a time. */
export async function lockWanting(db: TenantDb): Promise<EndpointRow[]> {
  return await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '<>', 'OFF')
    .orderBy('id')
    .forUpdate()
    .execute()
}

const countEndpointsStatement = statement(
  'count webhook endpoints',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from webhook_endpoint where enterprise_id = ${enterpriseId}`,
  { present: ['counted'] },
)

export async function countEndpoints(db: TenantDb): Promise<number> {
  return Number((await countEndpointsStatement(db, { enterpriseId: db.enterpriseId }))[0]!.counted)
}

type NewEndpoint = {
  id: string
  name: string
  url: string | null
  kinds: string[]
  benchStatus: number
  accessKey: string
  sealed: Buffer
  userId: UserId
  at: Date
}

export async function insertEndpoint(
  db: TenantDb,
  { id, name, url, kinds, benchStatus, accessKey, sealed, userId, at }: NewEndpoint,
): Promise<void> {
  await db
    .insertInto('webhook_endpoint')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      name,
      url,
      kinds,
      bench_status: benchStatus,
      access_key: accessKey,
      sealed_secret: sealed,
      state: 'ACTIVE',
      since: at,
      created_by: userId,
      created_at: at,
    })
    .execute()
}

export async function updateEndpoint(
  db: TenantDb,
  { enterprise_id, id }: Pick<EndpointRow, 'enterprise_id' | 'id'>,
  set: Updateable<TenantTables['webhook_endpoint']>,
): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set(set)
    .where('enterprise_id', '=', enterprise_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('webhook_endpoint').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}

export type EndpointKey = { enterpriseId: EnterpriseId; id: string }

const LEASE_MS = 10_000

const leaseEnd = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`

const isDue = (at: Date) => condition`
  e.state = 'ACTIVE' and (e.lease_until is null or e.lease_until < clock_timestamp())
    and (exists (select from webhook_delivery d where d.enterprise_id = e.enterprise_id and d.endpoint_id = e.id
        and d.next_at <= ${at} and not d.in_order)
      or exists (select from webhook_delivery d where d.enterprise_id = e.enterprise_id and d.endpoint_id = e.id
        and d.next_at is not null and d.in_order))`

/** Whether {@link selectDue} finds an endpoint. */
export const deliveriesDue = (at: Date) => condition`exists (select from webhook_endpoint e where ${isDue(at)})`

const dueStatement = statement(
  'select due webhook endpoints',
  ({ at, limit }: { at: Date; limit: number }) => sql`
    select e.enterprise_id as "enterpriseId", e.id from webhook_endpoint e where ${isDue(at)}
    order by e.lease_until nulls first limit ${limit}`,
)

/** Endpoints of all enterprise accounts without a lease that have something to send. */
export async function selectDue(system: SystemDb, at: Date, limit: number): Promise<EndpointKey[]> {
  return await dueStatement(system, { at, limit })
}

const leaseStatement = statement(
  'lease webhook endpoint',
  ({ enterpriseId, id, holder }: EndpointKey & { holder: string }) => sql`
    update webhook_endpoint set lease_holder = ${holder}, lease_until = ${leaseEnd}
    where enterprise_id = ${enterpriseId} and id = ${id}
      and (lease_holder = ${holder} or lease_until is null or lease_until < clock_timestamp())
    returning id`,
)

/** Takes or renews a lease. @returns false if another process has it */
export async function leaseEndpoint(db: TenantDb, { id }: EndpointKey, holder: string): Promise<boolean> {
  return (await leaseStatement(db, { enterpriseId: db.enterpriseId, id, holder })).length === 1
}

const endLeaseStatement = statement(
  'end lease of webhook endpoint',
  ({ pauseMs, enterpriseId, id, holder }: EndpointKey & { pauseMs: number; holder: string }) => sql`
    update webhook_endpoint set lease_holder = null, lease_until = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    where enterprise_id = ${enterpriseId} and id = ${id} and lease_holder = ${holder}`,
)

/** Ends a lease; nobody takes the endpoint for `pauseMs`. */
export async function endLease(
  db: TenantDb,
  { id }: EndpointKey,
  { holder, pauseMs }: { holder: string; pauseMs: number },
): Promise<void> {
  await endLeaseStatement(db, { pauseMs, enterpriseId: db.enterpriseId, id, holder })
}

const isQueueFullStatement = statement(
  'count waiting webhook deliveries',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select count(*) as counted from (select 1 from webhook_delivery
      where enterprise_id = ${enterpriseId} and endpoint_id = ${id} and next_at is not null
      limit ${WEBHOOK_LIMITS.queue}) capped`,
  { present: ['counted'] },
)

/** Whether as many events wait as an endpoint may have. */
export async function isQueueFull(db: TenantDb, id: string): Promise<boolean> {
  return (
    Number((await isQueueFullStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!.counted) >= WEBHOOK_LIMITS.queue
  )
}
