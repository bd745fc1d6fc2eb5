import { eventsOfMetrics } from '@simwright/contract/profiles/event-metric'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Range } from './range.ts'

const METRICS = ['installed', 'failed', 'refused'] as const
const types = eventsOfMetrics(METRICS).type

type LastSeen = Range & { enterpriseId: EnterpriseId }

const lastEventsStatement = statement(
  'select last events of device models',
  ({ enterpriseId, groupIds, from, to }: LastSeen & { groupIds: readonly GroupId[] }) => sql`
    select coalesce(device_brand || '|' || coalesce(device_model, '') || '|' || configuration_id, '') as dimension,
      max(at) as at
    from profile_event
    where enterprise_id = ${enterpriseId} and group_id = any(${groupIds}::uuid[]) and at >= ${from} and at < ${to}
      and type = any(${types}) group by 1`,
  { present: ['dimension', 'at'], planned: 'per call' },
)

const lastCountsStatement = statement(
  'select last counts of device models',
  ({ enterpriseId, from, to }: LastSeen) => sql`
    select dimension, max(bucket) as at from rollup
    where enterprise_id = ${enterpriseId} and kind = 'device' and metric = any(${METRICS})
      and bucket >= ${from} and bucket < ${to} and count > 0 group by 1`,
  { present: ['dimension', 'at'], planned: 'per call' },
)

/**
 * When each device model last installed a configuration or failed to, by `brand|model|configuration id`: to the
 * quarter of an hour, from the counters, or exactly from the events of the groups to which the caller is limited.
 */
export async function selectLastSeen(
  db: TenantDb,
  { from, to, groupIds }: Range & { groupIds?: readonly GroupId[] | undefined },
): Promise<ReadonlyMap<string, Date>> {
  const { enterpriseId } = db
  const rows = groupIds
    ? await lastEventsStatement(db, { enterpriseId, groupIds, from, to })
    : await lastCountsStatement(db, { enterpriseId, from, to })
  return new Map(rows.map(({ dimension, at }) => [dimension, at]))
}
