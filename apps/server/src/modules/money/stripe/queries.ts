import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { GlobalTables, TenantTables } from '../../../db/tables.gen.ts'

export type PaymentRecord = Selectable<TenantTables['payment']>
export type PaymentKey = { enterpriseId: EnterpriseId; id: string }
export type OrderKey = { enterpriseId: EnterpriseId; orderId: string }

const keyed = ({ enterpriseId, id }: PaymentKey) => ({ enterprise_id: enterpriseId, id })

export async function selectPayment(db: TenantDb, key: PaymentKey): Promise<PaymentRecord | undefined> {
  return await db
    .selectFrom('payment')
    .selectAll()
    .where((eb) => eb.and(keyed(key)))
    .executeTakeFirst()
}

/** Locks the payment before its order, so that two results of the same payment wait for each other. */
export async function lockPayment(db: TenantDb, key: PaymentKey): Promise<PaymentRecord | undefined> {
  const query = db
    .selectFrom('payment')
    .selectAll()
    .where((eb) => eb.and(keyed(key)))
  return await query.forUpdate().executeTakeFirst()
}

/** The payments of an order, newest first. */
export async function selectPayments(db: TenantDb, { enterpriseId, orderId }: OrderKey): Promise<PaymentRecord[]> {
  return await db
    .selectFrom('payment')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
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

export async function updatePayment(
  db: TenantDb,
  key: PaymentKey,
  values: Updateable<TenantTables['payment']>,
): Promise<void> {
  await db
    .updateTable('payment')
    .set(values)
    .where((eb) => eb.and(keyed(key)))
    .execute()
}

/** Has the open pages of an order checked now, except the page of one payment. */
export async function checkOpenPages(
  db: TenantDb,
  { enterpriseId, orderId }: OrderKey,
  { at, except = null }: { at: Date; except?: string | null },
): Promise<void> {
  await sql`
    update payment set next_check_at = ${at}
    where enterprise_id = ${enterpriseId} and order_id = ${orderId} and state in ('CALLING', 'OPEN')
      and way = 'CHECKOUT' and id is distinct from ${except}::uuid`.execute(db)
}

/** Reserves a check that a page of the portal asked for. @returns false if there was one within the last 2 s */
export async function reserveCheck(db: TenantDb, { enterpriseId, id }: PaymentKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment set checked_at = clock_timestamp()
    where enterprise_id = ${enterpriseId} and id = ${id}
      and (checked_at is null or checked_at < clock_timestamp() - interval '2 seconds')`.execute(db)
  return numAffectedRows === 1n
}

type DueRecord = { enterpriseId: EnterpriseId; id: string }

/**
 * Reserves the payments of all enterprise accounts that are due for a check, until `again`: also those whose page is open
 * although the order is paid or closed. Charges of saved cards are reserved by `reserveDueCharges`.
 */
export async function reserveDuePayments(
  db: TenantDb,
  { at, again, limit }: { at: Date; again: Date; limit: number },
): Promise<PaymentKey[]> {
  const { rows } = await sql<DueRecord>`
    update payment p set next_check_at = ${again}
    from (select x.enterprise_id, x.id from payment x
      where x.next_check_at <= ${at} and not (x.state = 'CALLING' and x.way = 'SAVED_CARD')
        or x.state = 'OPEN' and x.next_check_at > ${again} and exists (select from plan_order o
          where o.enterprise_id = x.enterprise_id and o.id = x.order_id and o.state <> 'UNPAID')
      order by x.next_check_at limit ${limit} for update of x skip locked) due
    where p.enterprise_id = due.enterprise_id and p.id = due.id
    returning p.enterprise_id as "enterpriseId", p.id`.execute(db)
  return rows
}

/** Reserves attempts to charge a saved card of all enterprise accounts, until `again`, the longest waiting first. */
export async function reserveDueCharges(
  db: TenantDb,
  { at, again, limit }: { at: Date; again: Date; limit: number },
): Promise<PaymentKey[]> {
  const { rows } = await sql<DueRecord>`
    update payment p set next_check_at = ${again}
    from (select x.enterprise_id, x.id from payment x
      where x.next_check_at <= ${at} and x.state = 'CALLING' and x.way = 'SAVED_CARD'
      order by x.next_check_at limit ${limit} for update of x skip locked) due
    where p.enterprise_id = due.enterprise_id and p.id = due.id
    returning p.enterprise_id as "enterpriseId", p.id`.execute(db)
  return rows
}

export type CustomerRecord = Selectable<TenantTables['stripe_customer']>

export async function selectCustomer(db: TenantDb, enterpriseId: EnterpriseId): Promise<CustomerRecord | undefined> {
  return await db.selectFrom('stripe_customer').selectAll().where('enterprise_id', '=', enterpriseId).executeTakeFirst()
}

/** Stores the customer unless there is one of this generation or a later one. */
export async function insertCustomer(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { customerId, generation, at }: { customerId: string; generation: number; at: Date },
): Promise<void> {
  await sql`
    insert into stripe_customer (enterprise_id, customer_id, generation, updated_at)
    values (${enterpriseId}, ${customerId}, ${generation}, ${at})
    on conflict (enterprise_id) do update set customer_id = excluded.customer_id, generation = excluded.generation,
      method_id = null, brand = null, last4 = null, exp_month = null, exp_year = null, setup_session_id = null,
      updated_at = excluded.updated_at
    where stripe_customer.generation < excluded.generation`.execute(db)
}

export async function updateCustomer(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  values: Updateable<TenantTables['stripe_customer']>,
): Promise<void> {
  await db.updateTable('stripe_customer').set(values).where('enterprise_id', '=', enterpriseId).execute()
}

export type PayerRecord = { name: string; platform_id: string }

export async function selectPayer(db: TenantDb, enterpriseId: EnterpriseId): Promise<PayerRecord | undefined> {
  return await db
    .selectFrom('enterprise')
    .select(['name', 'platform_id'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
}

export async function selectOrderCode(db: TenantDb, { enterpriseId, orderId }: OrderKey): Promise<string | undefined> {
  const order = await db
    .selectFrom('plan_order')
    .select('code')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', orderId)
    .where('kind', '<>', 'BASE')
    .executeTakeFirst()
  return order?.code
}

export type Listed = { enterpriseId: EnterpriseId; paymentId: string | null }

/** Makes a payment, or the page that saves a card, findable by what Stripe calls it. */
export async function insertReferences(
  db: TenantDb,
  { enterpriseId, paymentId }: Listed,
  references: readonly (string | null | undefined)[],
): Promise<void> {
  const rows = references
    .filter((reference) => typeof reference === 'string')
    .map((reference) => ({ reference, enterprise_id: enterpriseId, payment_id: paymentId }))
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
