import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { integerOf } from '../../../db/expression.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'

/**
 * The slots of an order of which much is left: more than PostgreSQL has connections, so that each transaction finds one that
 * no other has locked.
 */
export const SLOTS = 128

/** What was used of an order: the sums over its slots. */
export type Use = RowOf<'select use of order'>

const SUMS = `greatest(0, coalesce(sum(s.used), 0))::integer as used_downloads,
  coalesce(sum(s.installations), 0)::integer as installations`

/** SQL after `from plan_order ...`: joins `used`, which has the columns of `Use`, to each order. */
export const joinUse = (order: 'o' | 'plan_order'): RawBuilder<unknown> =>
  sql.raw(`cross join lateral (select ${SUMS} from plan_use s
    where s.enterprise_id = ${order}.enterprise_id and s.order_id = ${order}.id) used`)

/** The columns of `Use` in a list of orders. */
export const useColumns = [
  integerOf`select greatest(0, coalesce(sum(s.used), 0)) from plan_use s
    where s.enterprise_id = plan_order.enterprise_id and s.order_id = plan_order.id`.as('used_downloads'),
  integerOf`select sum(s.installations) from plan_use s
    where s.enterprise_id = plan_order.enterprise_id and s.order_id = plan_order.id`.as('installations'),
]

/** SQL on `plan_order o` with `joinUse('o')`: what was used of an order, as `usageOf`. */
export const USED = sql.raw(`case o.billing_dimension when 1 then used.installations else used.used_downloads end`)

const useStatement = statement(
  'select use of order',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select ${sql.raw(SUMS)} from plan_use s where s.enterprise_id = ${enterpriseId} and s.order_id = ${id}`,
  { present: ['used_downloads', 'installations'] },
)

export async function selectUse(db: TenantDb, id: string): Promise<Use> {
  return (await useStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!
}

const resetUseStatement = statement(
  'reset use of order',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    update plan_use set used = 0, installations = 0, allowance = 0
    where enterprise_id = ${enterpriseId} and order_id = ${id}`,
)

/** Nothing of the order is used from now on. The caller holds the lock of the order. */
export async function resetUse(db: TenantDb, id: string): Promise<void> {
  await resetUseStatement(db, { enterpriseId: db.enterpriseId, id })
}
