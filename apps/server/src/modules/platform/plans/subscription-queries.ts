import { sql, type Updateable } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import type { SubscriptionTable } from '../../../db/tables.gen.ts'

type SubscriptionRow = RowOf<'select subscription'>

const subscriptionStatement = statement(
  'select subscription',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select auto_renew, cancelled_at, balance_cents from subscription where enterprise_id = ${enterpriseId}`,
)

/** How the plan of an enterprise account goes on; the defaults for one that has never bought a plan. */
export async function selectSubscription(db: TenantDb): Promise<SubscriptionRow> {
  const [row] = await subscriptionStatement(db, { enterpriseId: db.enterpriseId })
  return row ?? { auto_renew: true, cancelled_at: null, balance_cents: 0 }
}

type SubscriptionChange = Pick<Updateable<SubscriptionTable>, 'auto_renew' | 'cancelled_at' | 'cancel_reason'>

export async function saveSubscription(db: TenantDb, { at }: { at: Date }, change: SubscriptionChange): Promise<void> {
  await db
    .insertInto('subscription')
    .values({ enterprise_id: db.enterpriseId, updated_at: at, ...change })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet({ updated_at: at, ...change }))
    .execute()
}

const addBalanceStatement = statement(
  'add balance',
  ({ enterpriseId, cents, at }: { enterpriseId: EnterpriseId; cents: number; at: Date }) => sql`
    insert into subscription (enterprise_id, balance_cents, updated_at)
    values (${enterpriseId}, greatest(0, ${cents}::bigint), ${at})
    on conflict (enterprise_id) do update
      set balance_cents = subscription.balance_cents + ${cents}::bigint, updated_at = ${at}`,
)

/** Adds to the credit that the next order deducts. Fails if the credit would become negative. */
export async function addBalance(db: TenantDb, { at }: { at: Date }, cents: number): Promise<void> {
  if (cents === 0) return
  await addBalanceStatement(db, { enterpriseId: db.enterpriseId, cents, at })
}
