import { orderCodeOf } from '@simwright/contract/money/transfer'
import type { OrderState, PlanName } from '@simwright/contract/platform/plan'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, PlatformId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { joinUse, type ListedOrder } from '../../platform/plans/service.ts'

export type StaffFilter = {
  state?: readonly OrderState[] | undefined
  plan?: readonly PlanName[] | undefined
  paymentMethod?: readonly (0 | 1)[] | undefined
  /** See `contract.list`. */
  search?: string | undefined
  /** The id of the enterprise account, or part of its name. */
  client?: string | undefined
  platformId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  at: Date
}

export type ClientRecord = { name: string; platform_id: PlatformId }
export type StaffOrderRecord = ListedOrder & ClientRecord & { enterprise_id: EnterpriseId }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The stored states from which an order can be in a state now; the stored state follows the start and the end later. */
const storedFor: Readonly<Record<OrderState, readonly OrderState[]>> = {
  UNPAID: ['UNPAID'],
  CLOSED: ['CLOSED'],
  PENDING_CONFIRMATION: ['PENDING_CONFIRMATION'],
  WAIT_ACTIVE: ['WAIT_ACTIVE'],
  ACTIVE: ['WAIT_ACTIVE', 'ACTIVE'],
  EXPIRED: ['WAIT_ACTIVE', 'ACTIVE', 'EXPIRED'],
}

/** SQL for the state of an order at a time, equal to `stateAt`. */
const stateNow = (at: Date) => sql`
  case when o.state in ('WAIT_ACTIVE', 'ACTIVE') and o.ends_at <= ${at} then 'EXPIRED'
    when o.state = 'WAIT_ACTIVE' and o.starts_at <= ${at} then 'ACTIVE' else o.state end`

/** By the stored states first, which have an index. */
const isInState = (states: readonly OrderState[], at: Date) =>
  sql`o.state in (${sql.join([...new Set(states.flatMap((state) => storedFor[state]))])})
    and ${stateNow(at)} in (${sql.join([...states])})`

/** By the reference of a transfer, which names the order; by the beginning of an order ID; or by the payment. */
function isFound(search: string): RawBuilder<unknown> {
  const code = orderCodeOf(search)
  if (code !== undefined) return sql`o.code = ${code}`
  const byPayment = sql`o.payment_reference = ${search}`
  // ':' is the character after '9'
  return /^\d{1,20}$/.test(search) ? sql`(o.code >= ${search} and o.code < ${`${search}:`} or ${byPayment})` : byPayment
}

function matching(filter: StaffFilter): RawBuilder<unknown> {
  const { state, plan, paymentMethod, search, client, platformId, from, to, at } = filter
  const conditions: RawBuilder<unknown>[] = [sql`o.kind <> 'BASE'`]
  if (state?.length) conditions.push(isInState(state, at))
  if (plan?.length) conditions.push(sql`o.plan in (${sql.join([...plan])})`)
  if (paymentMethod?.length) conditions.push(sql`o.payment_method in (${sql.join([...paymentMethod])})`)
  if (search) conditions.push(isFound(search))
  if (client && UUID.test(client)) conditions.push(sql`o.enterprise_id = ${client}`)
  else if (client) conditions.push(sql`strpos(lower(e.name), ${client.toLowerCase()}) > 0`)
  if (platformId) conditions.push(sql`e.platform_id = ${platformId}`)
  if (from !== undefined) conditions.push(sql`o.created_at >= ${new Date(from)}`)
  if (to !== undefined) conditions.push(sql`o.created_at < ${new Date(to)}`)
  return sql.join(conditions, sql` and `)
}

const JOINED = sql.raw('plan_order o join enterprise e on e.enterprise_id = o.enterprise_id')

const staffOrdersStatement = shapedStatement(
  'select orders of all accounts',
  ({ filter, after, limit }: { filter: StaffFilter; after: RawBuilder<unknown>; limit: number }) => sql`
    select o.*, used.*, e.name, e.platform_id from ${JOINED} ${joinUse('o')} where ${matching(filter)} ${after}
    order by o.created_at desc, o.id desc limit ${limit + 1}`,
  { present: ['used_downloads', 'installations'], shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectStaffOrders(
  db: SystemDb,
  { filter, keyset, limit }: { filter: StaffFilter; keyset: Keyset | undefined; limit: number },
): Promise<StaffOrderRecord[]> {
  const after = keyset
    ? sql`and (o.created_at, o.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return await staffOrdersStatement(db, { filter, after, limit })
}

export async function countStaffOrders(db: SystemDb, filter: StaffFilter): Promise<number> {
  return await countCapped(db, sql`select from ${JOINED} where ${matching(filter)}`)
}

export type WaitingCounts = { pending: number; unpaid: number; wait_active: number }

const countWaitingStatement = statement(
  'count waiting orders',
  ({ at }: { at: Date }) => sql`
    select (count(*) filter (where state = 'PENDING_CONFIRMATION'))::integer as pending,
      (count(*) filter (where state = 'UNPAID'))::integer as unpaid,
      (count(*) filter (where state = 'WAIT_ACTIVE' and starts_at > ${at}))::integer as wait_active
    from plan_order where kind = 'BOUGHT' and state in ('PENDING_CONFIRMATION', 'UNPAID', 'WAIT_ACTIVE')`,
  { present: ['pending', 'unpaid', 'wait_active'] },
)

export async function countWaiting(db: SystemDb, at: Date): Promise<WaitingCounts> {
  return (await countWaitingStatement(db, { at }))[0]!
}

/** The code of another order that was paid by a transfer. */
export async function selectPaidBy(
  db: SystemDb,
  { orderId, bank, reference }: { orderId: string; bank: string; reference: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('plan_order')
    .select('code')
    .where('payment_reference', '=', reference)
    .where(sql`lower(payment_channel)`, '=', bank.toLowerCase())
    .where('payment_method', '=', 1)
    .where('id', '<>', orderId)
    .executeTakeFirst()
  return row?.code
}

type OwningClient = ClientRecord & { enterprise_id: EnterpriseId }

const clientOfStatement = statement(
  'select client of order',
  ({ orderId }: { orderId: string }) => sql`
    select e.enterprise_id, e.name, e.platform_id from ${JOINED} where o.id = ${orderId} and o.kind <> 'BASE'`,
)

/** The enterprise account of an order. */
export async function selectClientOf(db: SystemDb, orderId: string): Promise<OwningClient | undefined> {
  return (await clientOfStatement(db, { orderId }))[0]
}
