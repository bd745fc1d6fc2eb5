import type { BatchEventType } from '@simwright/contract/provisioning/rule-event'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { type Feed, LATE_MS, TRANSACTION } from './feed-queries.ts'
import type { Fact } from './match.ts'

/*
 * The end of a batch is an event of the feed. It is read from the batch itself, by the same snapshots as the events of profiles.
 * A batch that is changed after its end is read again, and stored once.
 */

const endOf = sql`case when b.failed = 0 then 'BATCH_DONE' when b.succeeded = 0 then 'BATCH_FAILED'
  else 'BATCH_PARTLY_FAILED' end`

/** Every process of rules that ends in a batch has a depth: that of the operation of the same id. */
const columns = (
  groups: RawBuilder<unknown>,
) => sql`b.id, b.code, b.completed_at, b.succeeded, b.failed, b.configuration_id,
  ${endOf} as type, coalesce((select o.rule_depth from operation o
    where o.enterprise_id = b.enterprise_id and o.id = b.id), 0) as rule_depth, ${groups} as group_ids`

const groupsOf = (needsGroups: boolean) =>
  needsGroups
    ? sql`array(select distinct m.group_id from batch_row r
        join profile_place m on m.enterprise_id = r.enterprise_id and m.profile_id = r.profile_id
        where r.enterprise_id = b.enterprise_id and r.batch_id = b.id and m.group_id is not null)`
    : sql`'{}'::uuid[]`

type Wanted = { enterpriseId: EnterpriseId; types: readonly string[]; groups: RawBuilder<unknown> }

const newBatchesStatement = shapedStatement(
  'select ended batches for rules',
  ({ enterpriseId, types, groups, after, to, from }: Wanted & { after: string; to: string; from: Date }) => sql`
    select ${columns(groups)}
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as last) n
    join batch e on e.enterprise_id = ${enterpriseId} and e.completed_at > ${from}
      and e.type <> 'SINGLE_GENERATE' and not e.sample
      and not pg_visible_in_snapshot(${TRANSACTION}, ${after}::pg_snapshot)
      and pg_visible_in_snapshot(${TRANSACTION}, ${to}::pg_snapshot)
    join batch b on b.enterprise_id = e.enterprise_id and b.id = e.id
    where ${endOf} = any(${types}::text[])
    order by b.completed_at, b.id`,
  { present: ['completed_at', 'type', 'rule_depth', 'group_ids'], shapes: [{ groups: groupsOf(true) }] },
)

type Reading = { types: readonly BatchEventType[]; needsGroups: boolean }

/** The batches that ended since the feed was read, oldest first. */
export async function selectNewBatches(
  db: TenantDb,
  {
    after_snapshot: after,
    after_at: afterAt,
    to_snapshot: to,
  }: Pick<Feed, 'after_snapshot' | 'after_at'> & {
    to_snapshot: string
  },
  { types, needsGroups }: Reading,
): Promise<Fact[]> {
  if (types.length === 0) return []
  const from = new Date(afterAt.getTime() - LATE_MS)
  const groups = groupsOf(needsGroups)
  return (await newBatchesStatement(db, { enterpriseId: db.enterpriseId, types, groups, after, to, from })).map(factOf)
}

const pastBatchesStatement = shapedStatement(
  'select past batches for rules',
  ({ enterpriseId, types, groups, from, limit }: Wanted & { from: Date; limit: number }) => sql`
    select ${columns(groups)} from batch b
    where b.enterprise_id = ${enterpriseId} and b.completed_at > ${from} and b.type <> 'SINGLE_GENERATE' and not b.sample
      and ${endOf} = any(${types}::text[])
    order by b.completed_at, b.id limit ${limit}`,
  { present: ['completed_at', 'type', 'rule_depth', 'group_ids'], shapes: [{ groups: groupsOf(true) }] },
)

/** The batches that ended after `from`, oldest first. */
export async function selectPastBatches(
  db: TenantDb,
  { types, needsGroups, from, limit }: Reading & { from: Date; limit: number },
): Promise<Fact[]> {
  if (types.length === 0) return []
  const groups = groupsOf(needsGroups)
  return (await pastBatchesStatement(db, { enterpriseId: db.enterpriseId, types, groups, from, limit })).map(factOf)
}

function factOf(row: RowOf<'select ended batches for rules'>): Fact {
  return {
    eventId: row.id,
    profileId: null,
    iccid: null,
    type: row.type as BatchEventType,
    at: row.completed_at,
    batch: { code: row.code, succeeded: row.succeeded, failed: row.failed, groupIds: row.group_ids },
    depth: row.rule_depth,
    groupId: null,
    configurationId: row.configuration_id,
    region: null,
    deviceBrand: null,
    deviceModel: null,
    subjectCode: null,
    reasonCode: null,
    eid: null,
    tags: [],
    attributes: {},
    later: [],
  }
}

const profilesStatement = statement(
  'select profiles of batch for rule',
  ({ enterpriseId, batchId, limit }: { enterpriseId: EnterpriseId; batchId: string; limit: number }) => sql`
    select p.id, p.iccid, p.eid from batch_row r
    join profile p on p.enterprise_id = r.enterprise_id and p.id = r.profile_id and not p.removed
    where r.enterprise_id = ${enterpriseId} and r.batch_id = ${batchId} and r.reason is null
    order by r.line limit ${limit}`,
)

/** The profiles that a batch generated and that were not deleted since, in its order. */
export async function selectProfilesOfBatch(
  db: TenantDb,
  batchId: string,
  limit: number,
): Promise<{ id: ProfileId; iccid: string; eid: string | null }[]> {
  return await profilesStatement(db, { enterpriseId: db.enterpriseId, batchId, limit })
}
