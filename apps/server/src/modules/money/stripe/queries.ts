import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { GlobalTables, PaymentTable, TenantTables } from '../../../db/tables.gen.ts'

export type PaymentRecord = Selectable<TenantTables['payment']>
export type PaymentKey = { enterpriseId: EnterpriseId; id: string }
export type OrderKey = { enterpriseId: EnterpriseId; orderId: string }

const paymentStatement = statement(
  'select payment',
  ({ enterpriseId, id }: PaymentKey) => sql`
    select ${PAYMENT_COLUMNS} from payment p where p.enterprise_id = ${enterpriseId} and p.id = ${id}`,
)

export async function selectPayment(db: TenantDb, key: PaymentKey): Promise<PaymentRecord | undefined> {
  return (await paymentStatement(db, key))[0]
}

/** A payment with what its charge names of the order, and whether the order can still be paid. */
export type PaymentWithOrder = RowOf<'select payment with order'>

const withOrderStatement = statement(
  'select payment with order',
  ({ enterpriseId, id }: PaymentKey) => sql`
    select ${PAYMENT_COLUMNS}, o.code as order_code, o.state as order_state, e.platform_id
    from payment p
    join plan_order o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
    join enterprise e on e.enterprise_id = p.enterprise_id
    where p.enterprise_id = ${enterpriseId} and p.id = ${id}`,
)

export async function selectPaymentWithOrder(db: TenantDb, key: PaymentKey): Promise<PaymentWithOrder | undefined> {
  return (await withOrderStatement(db, key))[0]
}

const lockStatement = statement(
  'lock payment',
  ({ enterpriseId, id }: PaymentKey) => sql`
    select ${PAYMENT_COLUMNS} from payment p where p.enterprise_id = ${enterpriseId} and p.id = ${id} for update`,
)

/** Locks the payment before its order, so that two results of the same payment wait for each other. */
export async function lockPayment(db: TenantDb, key: PaymentKey): Promise<PaymentRecord | undefined> {
  return (await lockStatement(db, key))[0]
}

/** The payments of an order, newest first. */
export async function selectPayments(db: TenantDb, { orderId }: OrderKey): Promise<PaymentRecord[]> {
  return await db
    .selectFrom('payment')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type NewPayment = Pick<
  PaymentRecord,
  'enterprise_id' | 'id' | 'order_id' | 'way' | 'attempt' | 'amount_cents' | 'currency' | 'customer_id'
> &
  Partial<Pick<PaymentRecord, 'method_id' | 'expires_at'>> & { created_at: Date; next_check_at: Date }

/** @returns false if the order has this attempt already */
export async function insertPayment(db: TenantDb, payment: NewPayment): Promise<boolean> {
  const inserted = await db
    .insertInto('payment')
    .values({ ...payment, state: 'CALLING' })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'order_id', 'way', 'attempt']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

type NewCharge = OrderKey & { id: string; attempt: number; at: Date }

const beginChargeStatement = statement(
  'begin charge of saved card',
  ({ enterpriseId, orderId, id, attempt, at }: NewCharge) => sql`
    with chargeable as (
      select o.enterprise_id, o.id, o.amount_cents, o.currency, c.customer_id, c.method_id
      from plan_order o join stripe_customer c on c.enterprise_id = o.enterprise_id
      where o.enterprise_id = ${enterpriseId} and o.id = ${orderId} and o.kind = 'BOUGHT' and o.state = 'UNPAID'
        and c.method_id is not null
    ), begun as (
      insert into payment (enterprise_id, id, order_id, way, attempt, state, amount_cents, currency, customer_id, method_id,
        created_at, next_check_at)
      select o.enterprise_id, ${id}::uuid, o.id, 'SAVED_CARD', ${attempt}, 'CALLING', o.amount_cents, o.currency,
        o.customer_id, o.method_id, ${at}::timestamptz, ${at}::timestamptz
      from chargeable o
      where not exists (select from payment p where p.enterprise_id = o.enterprise_id and p.order_id = o.id
        and p.way = 'SAVED_CARD' and p.state = 'CALLING')
      on conflict (enterprise_id, order_id, way, attempt) do nothing
      returning enterprise_id, id
    ), listed as (
      insert into payment_directory (reference, enterprise_id, payment_id)
      select id::text, enterprise_id, id from begun
      on conflict (reference) do nothing
    )
    select count(*) as chargeable from chargeable`,
  { present: ['chargeable'] },
)

/**
 * Stores an attempt to charge the saved card for an open order, unless it is stored already or another is in progress.
 * @returns false if the order cannot be charged: there is no saved card, or the order is not open
 */
export async function insertCharge(db: TenantDb, charge: NewCharge): Promise<boolean> {
  return (await beginChargeStatement(db, charge))[0]!.chargeable > 0
}

export async function updatePayment(
  db: TenantDb,
  key: PaymentKey,
  values: Updateable<TenantTables['payment']>,
): Promise<void> {
  await db
    .updateTable('payment')
    .set(values)
    .where('enterprise_id', '=', key.enterpriseId)
    .where('id', '=', key.id)
    .execute()
}

export type PaidPayment = OrderKey & {
  id: string
  state: 'SUCCEEDED' | 'RETURNING'
  intentId: string
  chargeId: string
  channel: string
  at: Date
  nextCheckAt: Date | null
}

const paidStatement = statement(
  'settle paid payment',
  ({ enterpriseId, orderId, id, state, intentId, chargeId, channel, at, nextCheckAt }: PaidPayment) => sql`
    with listed as (
      insert into payment_directory (reference, enterprise_id, payment_id)
      values (${intentId}, ${enterpriseId}, ${id}::uuid), (${chargeId}, ${enterpriseId}, ${id}::uuid)
      on conflict (reference) do nothing
    ), pages as (
      update payment set next_check_at = ${at}
      where enterprise_id = ${enterpriseId} and order_id = ${orderId} and state in ('CALLING', 'OPEN')
        and way = 'CHECKOUT' and id <> ${id}
    )
    update payment p set state = ${state}, intent_id = ${intentId}, charge_id = ${chargeId}, channel = ${channel},
      failure_code = null, failure_text = null, settled_at = ${at}, next_check_at = ${nextCheckAt}
    where p.enterprise_id = ${enterpriseId} and p.id = ${id}
    returning ${PAYMENT_COLUMNS}`,
)

/**
 * Stores that a payment was paid, makes it findable by what Stripe calls it, and has the open pages of its order checked now.
 * @returns the payment afterwards
 */
export async function updatePaid(db: TenantDb, paid: PaidPayment): Promise<PaymentRecord> {
  return (await paidStatement(db, paid))[0]!
}

const reserveCheckStatement = statement(
  'reserve check of payment',
  ({ enterpriseId, id }: PaymentKey) => sql`
    update payment set checked_at = clock_timestamp()
    where enterprise_id = ${enterpriseId} and id = ${id}
      and (checked_at is null or checked_at < clock_timestamp() - interval '2 seconds')
    returning id`,
)

/** Reserves a check that a page of the portal asked for. @returns false if there was one within the last 2 s */
export async function reserveCheck(db: TenantDb, { id }: PaymentKey): Promise<boolean> {
  return (await reserveCheckStatement(db, { enterpriseId: db.enterpriseId, id })).length === 1
}

const reserveDuePaymentsStatement = statement(
  'reserve due payments',
  ({ again, at, limit }: { again: Date; at: Date; limit: number }) => sql`
    update payment p set next_check_at = ${again}
    from (select x.enterprise_id, x.id from payment x
      where x.next_check_at <= ${at} and not (x.state = 'CALLING' and x.way = 'SAVED_CARD')
        or x.state = 'OPEN' and x.next_check_at > ${again} and exists (select from plan_order o
          where o.enterprise_id = x.enterprise_id and o.id = x.order_id and o.state <> 'UNPAID')
      order by x.next_check_at limit ${limit} for update of x skip locked) due
    where p.enterprise_id = due.enterprise_id and p.id = due.id
    returning p.enterprise_id as "enterpriseId", p.id`,
)

/**
 * Reserves the payments of all enterprise accounts that are due for a check, until `again`: also those whose page is open
 * although the order is paid or closed. Charges of saved cards are reserved by `reserveDueCharges`.
 */
export async function reserveDuePayments(
  db: SystemDb,
  { at, again, limit }: { at: Date; again: Date; limit: number },
): Promise<PaymentKey[]> {
  return await reserveDuePaymentsStatement(db, { again, at, limit })
}

const reserveDueChargesStatement = statement(
  'reserve due charges',
  ({ again, at, limit }: { again: Date; at: Date; limit: number }) => sql`
    update payment p set next_check_at = ${again}
    from (select x.enterprise_id, x.id from payment x
      where x.next_check_at <= ${at} and x.state = 'CALLING' and x.way = 'SAVED_CARD'
      order by x.next_check_at limit ${limit} for update of x skip locked) due
    where p.enterprise_id = due.enterprise_id and p.id = due.id
    returning p.enterprise_id as "enterpriseId", p.id`,
)

/** Reserves attempts to charge a saved card of all enterprise accounts, until `again`, the longest waiting first. */
export async function reserveDueCharges(
  db: SystemDb,
  { at, again, limit }: { at: Date; again: Date; limit: number },
): Promise<PaymentKey[]> {
  return await reserveDueChargesStatement(db, { again, at, limit })
}

export type CustomerRecord = Selectable<TenantTables['stripe_customer']>

export async function selectCustomer(db: TenantDb): Promise<CustomerRecord | undefined> {
  return await db
    .selectFrom('stripe_customer')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
}

const insertCustomerStatement = statement(
  'insert Stripe customer',
  ({
    enterpriseId,
    customerId,
    generation,
    at,
  }: {
    enterpriseId: EnterpriseId
    customerId: string
    generation: number
    at: Date
  }) => sql`
    insert into stripe_customer (enterprise_id, customer_id, generation, updated_at)
    values (${enterpriseId}, ${customerId}, ${generation}, ${at})
    on conflict (enterprise_id) do update set customer_id = excluded.customer_id, generation = excluded.generation,
      method_id = null, brand = null, last4 = null, exp_month = null, exp_year = null, setup_session_id = null,
      updated_at = excluded.updated_at
    where stripe_customer.generation < excluded.generation`,
)

/** Stores the customer unless there is one of this generation or a later one. */
export async function insertCustomer(
  db: TenantDb,
  { customerId, generation, at }: { customerId: string; generation: number; at: Date },
): Promise<void> {
  await insertCustomerStatement(db, { enterpriseId: db.enterpriseId, customerId, generation, at })
}

export async function updateCustomer(db: TenantDb, values: Updateable<TenantTables['stripe_customer']>): Promise<void> {
  await db.updateTable('stripe_customer').set(values).where('enterprise_id', '=', db.enterpriseId).execute()
}

export async function selectOrderCode(db: TenantDb, { orderId }: OrderKey): Promise<string | undefined> {
  const order = await db
    .selectFrom('plan_order')
    .select('code')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', orderId)
    .where('kind', '<>', 'BASE')
    .executeTakeFirst()
  return order?.code
}

export type Listed = { enterpriseId: EnterpriseId; paymentId: string | null }

/** Makes a payment, or the page that saves a card, findable by what Stripe calls it. */
export async function insertReferences(
  db: TenantDb,
  { paymentId }: Listed,
  references: readonly (string | null | undefined)[],
): Promise<void> {
  const rows = references
    .filter((reference) => typeof reference === 'string')
    .map((reference) => ({ reference, enterprise_id: db.enterpriseId, payment_id: paymentId }))
  if (rows.length === 0) return
  await db
    .insertInto('payment_directory')
    .values(rows)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

/** The enterprise account and payment that one of the names refers to. */
export async function findListed(db: Kysely<GlobalTables>, names: readonly string[]): Promise<Listed | undefined> {
  const found = await db
    .selectFrom('payment_directory')
    .select(['enterprise_id as enterpriseId', 'payment_id as paymentId'])
    .where('reference', 'in', [...names, ''])
    .executeTakeFirst()
  return found
}

/** Complete: a column that is missing here, or is none, does not compile. */
const columns: Readonly<Record<keyof PaymentTable, true>> = {
  enterprise_id: true,
  id: true,
  order_id: true,
  way: true,
  attempt: true,
  state: true,
  amount_cents: true,
  currency: true,
  customer_id: true,
  method_id: true,
  session_id: true,
  intent_id: true,
  charge_id: true,
  channel: true,
  failure_code: true,
  failure_text: true,
  refunded_cents: true,
  created_at: true,
  expires_at: true,
  settled_at: true,
  next_check_at: true,
  checked_at: true,
}

/** All columns of `payment p` by name, for prepared statements. */
const PAYMENT_COLUMNS = sql.raw(
  Object.keys(columns)
    .map((column) => `p.${column}`)
    .join(', '),
)

/** Whether {@link reserveDuePayments} may find a payment. */
export const paymentsDue = (at: Date) => condition`
  ((select min(next_check_at) from payment where not (state = 'CALLING' and way = 'SAVED_CARD')) <= ${at}
    or exists (select from payment x where x.state = 'OPEN' and exists (select from plan_order o
      where o.enterprise_id = x.enterprise_id and o.id = x.order_id and o.state <> 'UNPAID')))`

/** Whether {@link reserveDueCharges} finds an attempt. */
export const chargesDue = (at: Date) => condition`
  (select min(next_check_at) from payment where state = 'CALLING' and way = 'SAVED_CARD') <= ${at}`

/** Charges of saved cards that are due or tried again. */
export const countUncharged = async (db: SystemDb): Promise<number> =>
  await countCapped(db, sql`select from payment where state = 'CALLING' and way = 'SAVED_CARD'`)
