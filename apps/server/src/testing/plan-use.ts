import { sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'

type Used = { downloads?: number; installations?: number }

/** Sets what was used of an order, as downloads and installations would; without a value, it remains. */
export async function setUse(db: TenantDb, orderId: string, { downloads, installations }: Used): Promise<void> {
  await sql`
    with before as (delete from plan_use where order_id = ${orderId} and slot > 0 returning used, installations),
    sums as (select coalesce(sum(used), 0)::integer as used, coalesce(sum(installations), 0)::integer as installations from before)
    insert into plan_use as u (enterprise_id, order_id, slot, used, installations, allowance)
    select o.enterprise_id, o.id, 0, coalesce(${downloads ?? null}, s.used), coalesce(${installations ?? null}, s.installations),
      coalesce(${downloads ?? null}, s.used)
    from plan_order o, sums s where o.id = ${orderId}
    on conflict (enterprise_id, order_id, slot) do update set
      used = coalesce(${downloads ?? null}, u.used + excluded.used),
      allowance = coalesce(${downloads ?? null}, u.used + excluded.used),
      installations = coalesce(${installations ?? null}, u.installations + excluded.installations)`.execute(db)
}

/** The same for the order of a kind that is active. */
export async function setUseOf(db: TenantDb, kind: 'BASE' | 'TRIAL' | 'GIVEN', used: Used): Promise<void> {
  const { id } = await db
    .selectFrom('plan_order')
    .select('id')
    .where('kind', '=', kind)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  await setUse(db, id, used)
}
