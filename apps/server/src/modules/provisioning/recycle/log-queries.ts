import type { ParsedInputOf } from '@simwright/contract'
import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import type * as recycle from '@simwright/contract/provisioning/recycle'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, iccidRange } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type EntryRecord = {
  id: string
  at: Date
  profile_id: string
  iccid: string
  eid: string | null
  order_id: string
  step: recycle.RecycleStep
  reason: RecycleReason | null
  due_at: Date | null
  actor: 'user' | 'device' | 'system'
  actor_name: string | null
  address: string | null
  detail: string
}

type LogFilter = ParsedInputOf<typeof recycle.log>['filter']

function entryFilter(
  enterpriseId: EnterpriseId,
  { iccid, profileId, step, reason, from, to }: LogFilter,
): RawBuilder<unknown> {
  return sql`l.enterprise_id = ${enterpriseId}
    ${iccid ? sql`and ${iccidRange(sql.ref('l.iccid'), iccid)}` : sql``}
    ${profileId ? sql`and l.profile_id = ${profileId}` : sql``}
    ${step && step.length > 0 ? sql`and l.step in (${sql.join(step)})` : sql``}
    ${reason && reason.length > 0 ? sql`and l.reason in (${sql.join(reason)})` : sql``}
    ${from ? sql`and l.at >= ${new Date(from)}` : sql``}
    ${to ? sql`and l.at < ${new Date(to)}` : sql``}`
}

type LogPage = { filter: LogFilter; before: string | undefined; limit: number }

const entriesStatement = shapedStatement(
  'select recycle log',
  ({ enterpriseId, filter, before, limit }: LogPage & { enterpriseId: EnterpriseId }) => sql`
    select l.*, ${nameOfUser('l.actor_id')} as actor_name from (
      select l.* from recycle_log l where ${entryFilter(enterpriseId, filter)}
        ${before ? sql`and l.id < ${before}::uuid` : sql``} order by l.id desc limit ${limit + 1}) l
    order by l.id desc`,
)

/** Newest first; up to `limit + 1` rows, so that the caller knows whether there is a next page. */
export async function selectEntries(db: TenantDb, page: LogPage): Promise<EntryRecord[]> {
  return await entriesStatement(db, { ...page, enterpriseId: db.enterpriseId })
}

export async function countEntries(db: TenantDb, filter: LogFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from recycle_log l where ${entryFilter(db.enterpriseId, filter)}`)
}
