import type { PlanName } from '@simwright/contract/platform/plan'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'

/** The enterprise of the platform's staff, and the test data of others, are no clients. */
const CLIENT = sql.raw(`enterprise_id <> '${STAFF_ENTERPRISE_ID}' and test_of is null`)

type Clients = { total: number; active: number; suspended: number; closing: number }

const countClientsStatement = statement(
  'count clients',
  () => sql`
    select count(*)::integer as total,
      (count(*) filter (where state = 'ACTIVE' and deletion_at is null))::integer as active,
      (count(*) filter (where state = 'SUSPENDED'))::integer as suspended,
      (count(*) filter (where state = 'ACTIVE' and deletion_at is not null))::integer as closing
    from enterprise where ${CLIENT}`,
  { present: ['total', 'active', 'suspended', 'closing'] },
)

export async function countClients(db: SystemDb): Promise<Clients> {
  return (await countClientsStatement(db, {}))[0]!
}

/** `nth`: the position of the period that is counted, from 1. */
type PeriodCount = { nth: number; count: number }

/** The position of the last of the starts that is not after the time of a column; 0 if all are. */
const nthOf = (column: 'created_at' | 'r.bucket' | 'paid_at', starts: readonly Date[]) =>
  sql`width_bucket(${sql.ref(column)}, ${starts.map((start) => start.toISOString())}::timestamptz[])`

const countSignUpsByPeriodStatement = shapedStatement(
  'count sign-ups by period',
  ({ starts }: { starts: readonly Date[] }) => sql`
    select ${nthOf('created_at', starts)} as nth, count(*)::integer as count
    from enterprise where ${CLIENT} and created_at >= ${starts[0]} group by 1`,
  { present: ['nth', 'count'], shapes: [{ starts: [] }] },
)

/** Enterprise accounts by the period in which they were created; periods without any are left out. */
export async function countSignUpsByPeriod(db: SystemDb, starts: readonly Date[]): Promise<PeriodCount[]> {
  return await countSignUpsByPeriodStatement(db, { starts })
}

const countSignUpsInStatement = statement(
  'count sign-ups',
  ({ from, to }: { from: Date; to: Date }) => sql`
    select count(*)::integer as signed from enterprise
    where ${CLIENT} and created_at >= ${from} and created_at < ${to}`,
  { present: ['signed'], planned: 'per call' },
)

export async function countSignUpsIn(db: SystemDb, { from, to }: { from: Date; to: Date }): Promise<number> {
  return (await countSignUpsInStatement(db, { from, to }))[0]!.signed
}

const countDownloadsByPeriodStatement = shapedStatement(
  'count downloads by period',
  ({ starts }: { starts: readonly Date[] }) => sql`
    select ${nthOf('r.bucket', starts)} as nth, sum(r.count)::integer as count
    from enterprise e join rollup r on r.enterprise_id = e.enterprise_id and r.kind = 'total' and r.dimension = ''
      and r.metric = 'downloaded' and r.bucket >= ${starts[0]}
    where e.test_of is null group by 1`,
  { present: ['nth', 'count'], shapes: [{ starts: [] }] },
)

/** Downloads of all enterprise accounts by period; periods without any are left out. */
export async function countDownloadsByPeriod(db: SystemDb, starts: readonly Date[]): Promise<PeriodCount[]> {
  return await countDownloadsByPeriodStatement(db, { starts })
}

type Trials = { started: number; bought: number }

const countTrialsStatement = statement(
  'count trials',
  ({ from }: { from: Date }) => sql`
    select count(*)::integer as started,
      (count(*) filter (where exists (
        select from plan_order b
        where b.enterprise_id = t.enterprise_id and b.kind = 'BOUGHT' and b.paid_at >= t.starts_at)))::integer as bought
    from plan_order t where t.kind = 'TRIAL' and t.starts_at >= ${from}`,
  { present: ['started', 'bought'], planned: 'per call' },
)

/** Trials that started since `from`, and those whose enterprise account has paid for an order since. */
export async function countTrials(db: SystemDb, from: Date): Promise<Trials> {
  return (await countTrialsStatement(db, { from }))[0]!
}

type Income = { nth: number; plan: PlanName; currency: string; cents: number }

const sumIncomeStatement = shapedStatement(
  'sum income by period',
  ({ starts }: { starts: readonly Date[] }) => sql`
    select ${nthOf('paid_at', starts)} as nth, plan, currency,
      sum(paid_cents - refunded_cents)::bigint as cents
    from plan_order where kind = 'BOUGHT' and paid_at >= ${starts[0]}
    group by 1, 2, 3 order by 1, 2, 3`,
  { present: ['nth', 'cents'], shapes: [{ starts: [] }] },
)

/** What was paid for orders, less what was refunded, by the period of the payment. */
export async function sumIncome(db: SystemDb, starts: readonly Date[]): Promise<Income[]> {
  return (await sumIncomeStatement(db, { starts })) as Income[]
}
