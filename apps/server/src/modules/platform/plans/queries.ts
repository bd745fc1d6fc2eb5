import type { OrderState, PlanFeature, PlanName } from '@simwright/contract/platform/plan'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { Row } from '../../../db/row.ts'
import type { ActivationCodeId, EnterpriseId, UserId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { joinUse, resetUse, type Use, useColumns } from './use.ts'

/** A row of the plan table. Null means no limit. */
export type PlanRecord = {
  plan: PlanName
  configurations: number | null
  configuration_types: string[]
  oplmn: number | null
  fplmn: number | null
  redownloads_a_month: number | null
  download_attempts: number | null
  members: number | null
  features: PlanFeature[]
  api_calls_a_second: number | null
  /** ICCIDs that are held and not downloaded. */
  iccids: number | null
  /** Rules that are active. */
  rules: number | null
}

/**
 * The active order, or the base plan, with the row of its plan. `billing_dimension` is 0 if each download counts, 1 if each
 * installation does; `ordered` tells whether there has ever been an active order; `test_number` is null for a real
 * enterprise account.
 */
export type ActivePlanRecord = Omit<RowOf<'select active plan'>, 'enterprise_state' | 'features'> & {
  enterprise_state: 'ACTIVE' | 'SUSPENDED' | 'CLOSING'
  features: PlanFeature[]
}

export const PLAN_COLUMNS = sql.raw(`p.name as plan, p.configurations, p.configuration_types, p.oplmn, p.fplmn,
      p.redownloads_a_month, p.download_attempts, p.members, p.features, p.api_calls_a_second, p.iccids, p.rules`)

/** An order has its own number of downloads; the base plan has that of the plan. */
export const DOWNLOADS = sql.raw(`case o.kind when 'BASE' then p.downloads else o.downloads end`)

/** An ACTIVE order has started, even if the clock was set back since. */
const hasStarted = (at: Date) => sql`(state = 'ACTIVE' or starts_at <= ${at})`

/** The active order that started last; without one the trial, or the base plan. */
export const activeOrder = (enterpriseId: RawBuilder<unknown>, at: Date) => sql`
  select * from plan_order
  where enterprise_id = ${enterpriseId} and state in ('WAIT_ACTIVE', 'ACTIVE')
    and ${hasStarted(at)} and (ends_at is null or ends_at > ${at})
  order by (kind = 'BASE'), (kind = 'TRIAL'), starts_at desc, id desc limit 1`

type AtTime = { enterpriseId: EnterpriseId; at: Date }

const activePlanQuery =
  (lock: RawBuilder<unknown>) =>
  ({ enterpriseId, at }: AtTime) =>
    sql`
    select case when e.deletion_at is null then e.state else 'CLOSING' end as enterprise_state,
      e.suspension_reason, e.platform_id, e.trial_days, e.trial_offer, e.test_number, o.id as order_id, o.kind, o.starts_at, o.ends_at,
      ${DOWNLOADS} as downloads, o.extra_download_cents, used.used_downloads, used.installations,
      o.billing_dimension, o.overage_factor, ${PLAN_COLUMNS},
      t.ends_at as trial_ends_at,
      exists (select 1 from plan_order x where x.enterprise_id = e.enterprise_id and x.kind <> 'BASE'
        and (x.state in ('ACTIVE', 'EXPIRED') or x.state = 'WAIT_ACTIVE' and x.starts_at <= ${at})) as ordered
    from enterprise e
    left join lateral (${activeOrder(sql.ref('e.enterprise_id'), at)}) o on true
    ${joinUse('o')}
    left join plan p on p.name = o.plan
    left join plan_order t on t.enterprise_id = e.enterprise_id and t.kind = 'TRIAL'
    where e.enterprise_id = ${enterpriseId} ${lock}`

/** Without an order, so with `order_id` null, none of these is known: the caller adds the base plan and reads again. */
const marks = {
  present: [
    'enterprise_state',
    'kind',
    'starts_at',
    'used_downloads',
    'installations',
    'billing_dimension',
    'overage_factor',
    'plan',
    'configuration_types',
    'features',
    'ordered',
  ],
} as const

const activePlanStatement = statement('select active plan', activePlanQuery(sql``), marks)
const lockedActivePlanStatement = statement('lock active plan', activePlanQuery(sql`for no key update of e`), marks)

/** With `locked`, transactions that count against the limits of the enterprise account wait for each other. */
export async function selectActivePlan(
  db: SystemDb,
  atTime: AtTime,
  lock?: 'locked',
): Promise<ActivePlanRecord | undefined> {
  const [row] = await (lock ? lockedActivePlanStatement : activePlanStatement)(db, atTime)
  return row as ActivePlanRecord | undefined
}

const insertBaseStatement = statement(
  'insert base plan',
  ({ id, code, enterpriseId }: { id: string; code: string; enterpriseId: EnterpriseId }) => sql`
    insert into plan_order (enterprise_id, id, code, kind, plan, state, starts_at, created_at)
    select e.enterprise_id, ${id}, ${code}, 'BASE', e.plan, 'ACTIVE', e.created_at, e.created_at
    from enterprise e where e.enterprise_id = ${enterpriseId}
    on conflict (enterprise_id) where kind = 'BASE' do nothing`,
)

/** Inserts the base plan, which applies without an order: the plan with which the enterprise account was created. */
export async function insertBase(
  db: SystemDb,
  enterpriseId: EnterpriseId,
  { id, code }: { id: string; code: string },
): Promise<void> {
  await insertBaseStatement(db, { id, code, enterpriseId })
}

const updateBaseStatement = statement(
  'replace base plan',
  ({ enterpriseId, plan }: { enterpriseId: EnterpriseId; plan: PlanName }) => sql`
    update plan_order set plan = ${plan}
    where enterprise_id = ${enterpriseId} and kind = 'BASE' and plan <> ${plan} returning id`,
)

/** Replaces the base plan, so that the enterprise account can't return to demo mode after its first order. */
export async function updateBase(db: TenantDb, plan: PlanName): Promise<void> {
  const [base] = await updateBaseStatement(db, { enterpriseId: db.enterpriseId, plan })
  if (base) await resetUse(db, base.id)
}

export type NewOrder = {
  id: string
  code: string
  kind: 'TRIAL' | 'GIVEN'
  plan: PlanName
  quantity: number
  endsAt: Date
  userId: UserId | null
  at: Date
}

const insertOrderStatement = statement(
  'insert order',
  ({
    enterpriseId,
    id,
    code,
    kind,
    quantity,
    at,
    endsAt,
    userId,
    plan,
  }: NewOrder & { enterpriseId: EnterpriseId }) => sql`
    insert into plan_order (enterprise_id, id, code, kind, plan, state, quantity, downloads, extra_download_cents, starts_at,
      ends_at, created_by, created_at)
    select ${enterpriseId}, ${id}, ${code}, ${kind}, p.name, 'ACTIVE', ${quantity}, p.downloads * ${quantity},
      null, ${at}, ${endsAt}, ${userId}::uuid, ${at}
    from plan p where p.name = ${plan}
    on conflict do nothing returning id`,
)

/**
 * Inserts an order that is active at once. It has no price for more downloads, because nobody was asked to pay for them.
 * @returns false when there may be only one order of the kind, and there is one
 */
export async function insertOrder(db: TenantDb, order: NewOrder): Promise<boolean> {
  const { id, code, kind, plan, quantity, endsAt, userId, at } = order
  return (
    (
      await insertOrderStatement(db, {
        enterpriseId: db.enterpriseId,
        id,
        code,
        kind,
        quantity,
        at,
        endsAt,
        userId,
        plan,
      })
    ).length > 0
  )
}

const updateTrialEndStatement = statement(
  'update trial end',
  ({ endsAt, enterpriseId }: { endsAt: Date; enterpriseId: EnterpriseId }) => sql`
    update plan_order set ends_at = ${endsAt}, state = 'ACTIVE'
    where enterprise_id = ${enterpriseId} and kind = 'TRIAL'`,
)

export async function updateTrialEnd(db: TenantDb, endsAt: Date): Promise<void> {
  await updateTrialEndStatement(db, { endsAt, enterpriseId: db.enterpriseId })
}

export type TrialRecord = { enterprise_id: string }

/** Free trials of all enterprise accounts that end by `until` and are not yet recorded as ended, page by page. */
export async function selectTrialsEnding(
  db: SystemDb,
  { until, after, limit }: { until: Date; after: string | undefined; limit: number },
): Promise<TrialRecord[]> {
  let query = db
    .selectFrom('plan_order')
    .select('enterprise_id')
    .where('kind', '=', 'TRIAL')
    .where('state', '=', 'ACTIVE')
    .where('ends_at', '<=', until)
  if (after !== undefined) query = query.where('enterprise_id', '>', after)
  return await query.orderBy('enterprise_id').limit(limit).execute()
}

const expireTrialStatement = statement(
  'expire trial',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    update plan_order set state = 'EXPIRED'
    where enterprise_id = ${enterpriseId} and kind = 'TRIAL' and state = 'ACTIVE' and ends_at <= ${at}
    returning id`,
)

/** Records that the free trial has ended. @returns false when that is already recorded */
export async function expireTrial(db: TenantDb, at: Date): Promise<boolean> {
  return (await expireTrialStatement(db, { enterpriseId: db.enterpriseId, at })).length > 0
}

type Redownloads = { activationCodeId: ActivationCodeId; since: Date }

const countRedownloadsStatement = statement(
  'count re-downloads',
  ({ enterpriseId, activationCodeId, since }: Redownloads & { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from download_order
    where enterprise_id = ${enterpriseId} and activation_code_id = ${activationCodeId} and number > 1
      and handed_out_at >= ${since}`,
  { present: ['counted'] },
)

/** The number of re-downloads of a code since `since`. */
export async function countRedownloads(db: TenantDb, redownloads: Redownloads): Promise<number> {
  return (await countRedownloadsStatement(db, { enterpriseId: db.enterpriseId, ...redownloads }))[0]!.counted
}

/**
 * Whether the `member` row of a statement is beyond the plan's number of members. Owners count first, then members in the
 * order in which they joined.
 */
export const isBeyondMemberLimit = (at: Date): RawBuilder<boolean> => condition`coalesce((
  select (select count(*) from member m where m.enterprise_id = member.enterprise_id and m.state = 'ACTIVE'
      and (${rank('m')}, m.created_at, m.id) < (${rank('member')}, member.created_at, member.id)) >= p.members
  from (${activeOrder(sql.ref('member.enterprise_id'), at)}) o join plan p on p.name = o.plan
  where member.state = 'ACTIVE' and p.members is not null), false)`

const rank = (member: string) => sql.raw(`case ${member}.built_in_role when 'Owner' then 0 else 1 end`)

const countUsedStatement = statement(
  'count what a plan limits',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select
      (select count(*) from profile_configuration
        where enterprise_id = ${enterpriseId} and deleted_at is null and not sample) as configurations,
      (select count(*) from member where enterprise_id = ${enterpriseId} and state in ('ACTIVE', 'INVITED')) as members,
      (select count(*) from member where enterprise_id = ${enterpriseId} and state = 'INVITED') as invited,
      (select coalesce(sum(held), 0)::integer from iccid_count where enterprise_id = ${enterpriseId}) as iccids,
      exists (select 1 from profile where enterprise_id = ${enterpriseId} and sample)
        or exists (select 1 from profile_configuration
          where enterprise_id = ${enterpriseId} and sample and deleted_at is null) as samples`,
  { present: ['configurations', 'members', 'invited', 'iccids', 'samples'] },
)

/**
 * The numbers that a plan limits; sample data and deleted rows do not count. `members`: active ones and open invitations;
 * `iccids`: held and not downloaded.
 */
export async function countUsed(db: SystemDb, enterpriseId: EnterpriseId): Promise<RowOf<'count what a plan limits'>> {
  return (await countUsedStatement(db, { enterpriseId }))[0]!
}

export type SoldPlanRecord = PlanRecord & {
  downloads: number | null
  price_cents: number
  extra_download_cents: number | null
}

const soldPlansStatement = statement(
  'select sold plans',
  () => sql`
    select ${PLAN_COLUMNS}, p.downloads, p.price_cents, p.extra_download_cents from plan p
    where not p.given_only order by p.position`,
)

export async function selectSoldPlans(db: SystemDb | Kysely<GlobalTables>): Promise<SoldPlanRecord[]> {
  return (await soldPlansStatement(db, {})) as SoldPlanRecord[]
}

const ORDER_COLUMNS = [
  'id',
  'code',
  'kind',
  'operation',
  'plan',
  'state',
  'billing_type',
  'billing_dimension',
  'payment_method',
  'amount_cents',
  'original_cents',
  'discount_cents',
  'tax_cents',
  'paid_cents',
  'refunded_cents',
  'currency',
  'quantity',
  'paid_at',
  'payment_channel',
  'expires_at',
  'starts_at',
  'ends_at',
  'downloads',
  'created_at',
] as const

/** The columns of an order that lists show. */
export type ListedOrder = Row<'plan_order', (typeof ORDER_COLUMNS)[number]> & Use

/** SQL for the state of an order at a time, equal to `stateAt`. */
const stateNow = (at: Date) => sql`
  case when state in ('WAIT_ACTIVE', 'ACTIVE') and ends_at <= ${at} then 'EXPIRED'
    when state = 'WAIT_ACTIVE' and starts_at <= ${at} then 'ACTIVE' else state end`

type OrderFilter = {
  state?: readonly OrderState[] | undefined
  plan?: readonly PlanName[] | undefined
  paymentMethod?: readonly (0 | 1)[] | undefined
  /** The beginning of the order ID. */
  code?: string | undefined
  from?: string | undefined
  to?: string | undefined
  at: Date
}

function ordersOf(db: TenantDb, filter: OrderFilter) {
  const { state, plan, paymentMethod, code, from, to, at } = filter
  let orders = db.selectFrom('plan_order').where('enterprise_id', '=', db.enterpriseId).where('kind', '<>', 'BASE')
  if (state?.length) orders = orders.where(condition`${stateNow(at)} in (${sql.join(state)})`)
  if (plan?.length) orders = orders.where('plan', 'in', [...plan])
  if (paymentMethod?.length) orders = orders.where('payment_method', 'in', [...paymentMethod])
  if (code) orders = orders.where('code', '>=', code).where('code', '<', `${code}:`)
  if (from !== undefined) orders = orders.where('created_at', '>=', new Date(from))
  if (to !== undefined) orders = orders.where('created_at', '<', new Date(to))
  return orders
}

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectOrders(db: TenantDb, page: OrderFilter & { keyset: Keyset | undefined; limit: number }) {
  let query = ordersOf(db, page).select([...ORDER_COLUMNS, ...useColumns])
  const { keyset } = page
  if (keyset)
    query = query.where(condition`(created_at, id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`)
  return await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function countOrders(db: TenantDb, filter: OrderFilter): Promise<number> {
  return await countCapped(db, ordersOf(db, filter).select('id'))
}
