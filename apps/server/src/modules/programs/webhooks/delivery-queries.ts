import type { ParsedInputOf } from '@simwright/contract'
import type { DeliveryState, deliveries } from '@simwright/contract/programs/webhook'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, iccidRange, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'
import type { EndpointKey } from './endpoint-queries.ts'

export type DeliveryRow = Selectable<TenantTables['webhook_delivery']>

export type NewDelivery = {
  id: string
  endpointId: string
  sequence: number
  kind: string
  iccid: string | null
  body: string
  at: Date
}

const insertDeliveriesStatement = shapedStatement(
  'insert webhook deliveries',
  ({ enterpriseId, dueAt, rows }: { enterpriseId: EnterpriseId; dueAt: Date; rows: readonly NewDelivery[] }) => sql`
    insert into webhook_delivery (enterprise_id, id, endpoint_id, sequence, kind, iccid, body, at, state, next_at)
    select ${enterpriseId}::uuid, r.*, 'WAITING', ${dueAt}::timestamptz
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ endpointId }) => endpointId)}::uuid[],
      ${rows.map(({ sequence }) => sequence)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ iccid }) => iccid)}::text[], ${rows.map(({ body }) => body)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as r`,
  { shapes: [{ rows: [] }] },
)

/** Inserts deliveries that are due at `dueAt`. */
export async function insertDeliveries(
  db: TenantDb,
  { rows, dueAt }: { rows: readonly NewDelivery[]; dueAt: Date },
): Promise<void> {
  if (rows.length === 0) return
  await insertDeliveriesStatement(db, { enterpriseId: db.enterpriseId, dueAt, rows })
}

/** The part of a delivery that an attempt needs. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'body' | 'attempts'>

/** Deliveries that were not attempted yet, in the order of their events. */
export async function selectFirsts(db: TenantDb, { id }: EndpointKey, limit: number) {
  return await db
    .selectFrom('webhook_delivery')
    .select(['id', 'body', 'attempts'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('endpoint_id', '=', id)
    .where('next_at', 'is not', null)
    .where('in_order', '=', true)
    .orderBy('sequence')
    .limit(limit)
    .execute()
}

/** Deliveries whose next attempt is due. */
export async function selectRetries(db: TenantDb, { id }: EndpointKey, { at, limit }: { at: Date; limit: number }) {
  return await db
    .selectFrom('webhook_delivery')
    .select(['id', 'body', 'attempts'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('endpoint_id', '=', id)
    .where('next_at', '<=', at)
    .where('in_order', '=', false)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

/** What a receiver answered, or why there is no answer. */
export type Answer = { status: number | null; fault: string | null; answer: string | null }

/** The outcome of an attempt. */
export type Outcome = Answer & {
  deliveryId: string
  attemptId: string
  at: Date
  ms: number
  url: string | null
  requestHeaders: Record<string, string>
  /** The next state of the delivery, its attempts so far, and when it is attempted again. */
  state: DeliveryState
  attempts: number
  nextAt: Date | null
}

const recordStatement = statement(
  'record outcomes of webhook deliveries',
  ({ enterpriseId, json }: { enterpriseId: EnterpriseId; json: string }) => sql`
    with done as materialized (
      select * from jsonb_to_recordset(${json}::jsonb) as o("deliveryId" uuid, "attemptId" uuid, at timestamptz, ms int,
        url text, "requestHeaders" jsonb, status int, fault text, answer text, state text, attempts int, "nextAt" timestamptz)
    ), moved as (
      update webhook_delivery d set state = o.state, attempts = o.attempts, next_at = o."nextAt", in_order = false,
        last_at = o.at, last_status = o.status, last_fault = o.fault, last_ms = o.ms
      from done o where d.enterprise_id = ${enterpriseId}::uuid and d.id = o."deliveryId" and d.state = 'WAITING'
    )
    insert into webhook_attempt (enterprise_id, delivery_id, id, at, ms, url, request_headers, status, fault, answer)
    select ${enterpriseId}::uuid, o."deliveryId", o."attemptId", o.at, o.ms, o.url, o."requestHeaders", o.status, o.fault,
      o.answer
    from done o where exists (
      select from webhook_delivery d where d.enterprise_id = ${enterpriseId}::uuid and d.id = o."deliveryId")`,
  { planned: 'per call' },
)

/** Stores attempts and the next states of their deliveries. */
export async function recordOutcomes(db: TenantDb, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await recordStatement(db, { enterpriseId: db.enterpriseId, json: JSON.stringify(outcomes) })
}

const dropWaitingStatement = statement(
  'drop waiting webhook deliveries',
  ({ enterpriseId, id }: Pick<EndpointKey, 'enterpriseId' | 'id'>) => sql`
    update webhook_delivery set state = 'NOT_SENT', next_at = null
    where enterprise_id = ${enterpriseId} and endpoint_id = ${id} and next_at is not null`,
)

/** Gives up the waiting deliveries of an endpoint. */
export async function dropWaiting(db: TenantDb, { id }: EndpointKey): Promise<void> {
  await dropWaitingStatement(db, { enterpriseId: db.enterpriseId, id })
}

type Filter = ParsedInputOf<typeof deliveries>['filter']

function deliveryFilter(enterpriseId: EnterpriseId, filter: Filter): RawBuilder<unknown> {
  const { endpointId, state, kind, iccid, from, to } = filter
  return sql`d.enterprise_id = ${enterpriseId}
    ${endpointId ? sql`and d.endpoint_id = ${endpointId}` : sql``}
    ${state && state.length > 0 ? sql`and d.state in (${sql.join(state)})` : sql``}
    ${kind && kind.length > 0 ? sql`and d.kind in (${sql.join(kind)})` : sql``}
    ${iccid ? sql`and ${iccidRange(sql.ref('d.iccid'), iccid)}` : sql``}
    ${from ? sql`and d.at >= ${new Date(from)}` : sql``}
    ${to ? sql`and d.at < ${new Date(to)}` : sql``}`
}

export type ListedDelivery = Omit<DeliveryRow, 'body' | 'in_order'> & { endpoint_name: string | null }

/** All columns but the body. */
const LISTED =
  sql.raw(`d.id, d.endpoint_id, d.sequence, d.kind, d.iccid, d.at, d.state, d.attempts, d.next_at, d.last_at,
  d.last_status, d.last_fault, d.last_ms`)

type DeliveryPage = { filter: Filter; keyset: Keyset | undefined; limit: number }

const deliveriesStatement = shapedStatement(
  'select webhook deliveries',
  ({ enterpriseId, filter, keyset, limit }: DeliveryPage & { enterpriseId: EnterpriseId }) => sql`
    select d.*, e.name as endpoint_name from (
      select ${LISTED}, d.enterprise_id from webhook_delivery d where ${deliveryFilter(enterpriseId, filter)}
        ${keyset ? sql`and d.id < ${keyset.id}::uuid` : sql``} order by d.id desc limit ${limit + 1}) d
    left join webhook_endpoint e on e.enterprise_id = d.enterprise_id and e.id = d.endpoint_id
    order by d.id desc`,
)

export async function selectDeliveries(db: TenantDb, page: DeliveryPage): Promise<ListedDelivery[]> {
  return await deliveriesStatement(db, { ...page, enterpriseId: db.enterpriseId })
}

export async function countDeliveries(db: TenantDb, filter: Filter): Promise<number> {
  return await countCapped(db, sql`select 1 from webhook_delivery d where ${deliveryFilter(db.enterpriseId, filter)}`)
}

export type DeliveryWithBody = ListedDelivery & Pick<DeliveryRow, 'body'>

const deliveryStatement = statement(
  'select webhook delivery',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select ${LISTED}, d.body, d.enterprise_id, e.name as endpoint_name from webhook_delivery d
    left join webhook_endpoint e on e.enterprise_id = d.enterprise_id and e.id = d.endpoint_id
    where d.enterprise_id = ${enterpriseId} and d.id = ${id}`,
)

export async function selectDelivery(db: TenantDb, id: string): Promise<DeliveryWithBody | undefined> {
  return (await deliveryStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

/** Attempts of a delivery, newest first. */
export async function selectAttempts(db: TenantDb, deliveryId: string) {
  return await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

const updateReplayedStatement = shapedStatement(
  'replay webhook deliveries',
  ({
    at,
    enterpriseId,
    which,
    limit,
  }: {
    at: Date
    enterpriseId: EnterpriseId
    which: RawBuilder<unknown>
    limit: number
  }) => sql`
    update webhook_delivery set state = 'WAITING', attempts = 0, next_at = ${at}, in_order = false
    where enterprise_id = ${enterpriseId} and id in (
      select d.id from webhook_delivery d
      join webhook_endpoint e on e.enterprise_id = d.enterprise_id and e.id = d.endpoint_id and e.state <> 'OFF'
      where d.enterprise_id = ${enterpriseId} and d.state <> 'WAITING' and ${which} order by d.id limit ${limit}
      for update of d)
    returning endpoint_id`,
  { shapes: [{ which: sql`true` }] },
)

/** Begins the schedule of ended deliveries again, of endpoints that are not off. @returns the endpoint of each */
export async function updateReplayed(
  db: TenantDb,
  { which, at, limit }: { which: RawBuilder<unknown>; at: Date; limit: number },
): Promise<string[]> {
  return (await updateReplayedStatement(db, { at, enterpriseId: db.enterpriseId, which, limit })).map(
    ({ endpoint_id }) => endpoint_id,
  )
}

/** Deliveries of all enterprise accounts that are not sent yet. */
export const countUnsent = async (db: SystemDb): Promise<number> =>
  await countCapped(
    db,
    sql`
      select from webhook_delivery where next_at is not null and in_order
      union all select from webhook_delivery where next_at is not null and not in_order`,
  )
