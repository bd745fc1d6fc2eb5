import type { PlanName } from '@simwright/contract/platform/plan'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'

/** The enterprise of the platform's staff, and the test data of others, are no clients. */
const CLIENT = sql.raw(`enterprise_id <> '${STAFF_ENTERPRISE_ID}' and test_of is null`)

type Clients = { total: number; active: number; suspended: number; closing: number }

export async function countClients(db: TenantDb): Promise<Clients> {
  const { rows } = await sql<Clients>`
    select count(*)::integer as total,
      (count(*) filter (where state = 'ACTIVE' and deletion_at is null))::integer as active,
      (count(*) filter (where state = 'SUSPENDED'))::integer as suspended,
      (count(*) filter (where state = 'ACTIVE' and deletion_at is not null))::integer as closing
    from enterprise where ${CLIENT}`.execute(db)
  return rows[0]!
}

type Days = { from: Date; timeZone: string }
type DayCount = { day: string; count: number }

/** Enterprise accounts by the day on which they were created; days without any are left out. */
export async function countSignUpsByDay(db: TenantDb, { from, timeZone }: Days): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::integer as count
    from enterprise where ${CLIENT} and created_at >= ${from} group by 1`.execute(db)
  return rows
}

type Signed = { signed: number }

export async function countSignUpsIn(db: TenantDb, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { rows } = await sql<Signed>`
    select count(*)::integer as signed from enterprise
    where ${CLIENT} and created_at >= ${from} and created_at < ${to}`.execute(db)
  return rows[0]!.signed
}

/** Downloads of all enterprise accounts by day; days without any are left out. */
export async function countDownloadsByDay(db: TenantDb, { from, timeZone }: Days): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(r.bucket at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(r.count)::integer as count
    from enterprise e join rollup r on r.enterprise_id = e.enterprise_id and r.kind = 'total' and r.dimension = ''
      and r.metric = 'downloaded' and r.bucket >= ${from}
    where e.test_of is null group by 1`.execute(db)
  return rows
}

type Trials = { started: number; bought: number }

/** Trials that started since `from`, and those whose enterprise account has paid for an order since. */
export async function countTrials(db: TenantDb, from: Date): Promise<Trials> {
  const { rows } = await sql<Trials>`
    select count(*)::integer as started,
      (count(*) filter (where exists (
        select from plan_order b
        where b.enterprise_id = t.enterprise_id and b.kind = 'BOUGHT' and b.paid_at >= t.starts_at)))::integer as bought
    from plan_order t where t.kind = 'TRIAL' and t.starts_at >= ${from}`.execute(db)
  return rows[0]!
}

type Income = { month: string; plan: PlanName; currency: string; cents: number }

/** What was paid for orders since `from`, less what was refunded, by the month of the payment. */
export async function sumIncome(db: TenantDb, { from, timeZone }: Days): Promise<Income[]> {
  const { rows } = await sql<Income>`
    select to_char(paid_at at time zone ${timeZone}, 'YYYY-MM') as month, plan, currency,
      sum(paid_cents - refunded_cents)::bigint as cents
    from plan_order where kind = 'BOUGHT' and paid_at >= ${from}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}
