import { sql } from 'kysely'
import { type RowOf, statement } from '../db/statement.ts'
import type { MetricsServer as Server } from '../port/module.ts'

export type Queue = RowOf<'select waiting work'>

const queuesStatement = statement(
  'select waiting work',
  () => sql`
    select 'batch' as kind, count(*)::integer as waiting, min(created_at) as oldest from batch
      where process = 'PROCESSING'
    union all select 'operation', count(*)::integer, min(created_at) from operation where process = 'PROCESSING'
    union all select 'file', count(*)::integer, min(created_at) from code_file where process = 'PROCESSING'
    union all select 'mail', count(*)::integer, min(created_at) from mail_message where state = 'WAITING'
    union all select 'counters', count(*)::integer, min(bucket) from rollup_queue`,
  { present: ['kind', 'waiting'] },
)

/** Unfinished work of all enterprise accounts, with the time of the oldest. */
export async function readQueues({ db }: Pick<Server, 'db'>): Promise<Queue[]> {
  return await db.systemTx((tx) => queuesStatement(tx, {}))
}
