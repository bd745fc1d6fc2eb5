import { PROFILE_COUNT_CAP } from '@simwright/contract/profiles/configuration'
import { USAGE_SHOWN, VERSION_PAGE } from '@simwright/contract/profiles/configuration-version'
import { sql } from 'kysely'
import { readBeyondGroups, type TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import { distinctCombinations } from '../lifecycle/service.ts'

/** Profiles whose IMSI and ICCID are compared with the home network. */
const SUBSCRIBERS_READ = 200

type VersionRow = Row<'profile_configuration_version', 'version' | 'created_at'> & {
  created_by_name: string
  batches: number
  profiles: number
}

const versionsStatement = shapedStatement(
  'select versions of configuration',
  ({
    origins,
    enterpriseId,
    id,
    before,
  }: {
    origins: readonly OriginRecord[]
    enterpriseId: EnterpriseId
    id: string
    before: number | undefined
  }) => sql`
    with own as materialized (
      select * from unnest(${origins.map(({ version }) => version)}::integer[],
        ${origins.map(({ origin }) => origin)}::uuid[]) own(version, origin)
    )
    select v.version, v.created_at, coalesce(${nameOfUser('v.created_by')}, '') as created_by_name,
      (select count(*) from batch b where b.enterprise_id = v.enterprise_id
        and b.configuration_id = v.configuration_id and b.configuration_version = v.version) as batches,
      (select count(*) from (select 1 from profile p where p.enterprise_id = v.enterprise_id
        and p.origin = any(array(select origin from own where own.version = v.version)) and not p.removed limit ${PROFILE_COUNT_CAP + 1}) capped) as profiles
    from profile_configuration_version v
    where v.enterprise_id = ${enterpriseId} and v.configuration_id = ${id}
      ${before === undefined ? sql`` : sql`and v.version < ${before}`}
    order by v.version desc limit ${VERSION_PAGE + 1}`,
  { present: ['created_by_name', 'batches', 'profiles'], shapes: [{ origins: [] }] },
)

/** `VERSION_PAGE + 1` versions, newest first, so that the caller knows whether there are more. */
export async function selectVersions(
  db: TenantDb,
  { id, before }: { id: string; before: number | undefined },
): Promise<VersionRow[]> {
  const origins = await selectOrigins(db, id)
  return await versionsStatement(db, { origins, enterpriseId: db.enterpriseId, id, before })
}

type OriginRecord = { version: number; origin: string }

const originsStatement = statement(
  'select origins of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select p.configuration_version as version, p.origin from (${distinctCombinations(enterpriseId, 'origin')}) p
    where p.configuration_id = ${id}`,
  { present: ['version', 'origin'], planned: 'per call' },
)

/** The combinations that profiles of a configuration have, also those that a limited member does not see. */
async function selectOrigins(db: TenantDb, id: string): Promise<OriginRecord[]> {
  return await readBeyondGroups(db, () => originsStatement(db, { enterpriseId: db.enterpriseId, id }))
}

type UsedBatch = Row<'batch', 'id' | 'code' | 'created_at'> & { configuration_version: number }

const batchesStatement = statement(
  'select batches of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id, code, configuration_version, created_at from batch
    where enterprise_id = ${enterpriseId} and configuration_id = ${id}
    order by created_at desc, id desc limit ${USAGE_SHOWN}`,
  { present: ['configuration_version'] },
)

export async function selectBatches(db: TenantDb, id: string): Promise<UsedBatch[]> {
  return await batchesStatement(db, { enterpriseId: db.enterpriseId, id })
}

const campaignsStatement = statement(
  'select campaigns of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id, name from campaign
    where enterprise_id = ${enterpriseId} and configuration_id = ${id} and removed_at is null
    order by created_at desc, id desc limit ${USAGE_SHOWN}`,
)

export async function selectCampaigns(db: TenantDb, id: string): Promise<Row<'campaign', 'id' | 'name'>[]> {
  return await campaignsStatement(db, { enterpriseId: db.enterpriseId, id })
}

const countBatchesStatement = statement(
  'count batches of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select count(*) as counted from batch
    where enterprise_id = ${enterpriseId} and configuration_id = ${id}`,
  { present: ['counted'] },
)

export async function countBatches(db: TenantDb, id: string): Promise<number> {
  return (await countBatchesStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!.counted
}

const countCampaignsStatement = statement(
  'count campaigns of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select count(*) as counted from campaign
    where enterprise_id = ${enterpriseId} and configuration_id = ${id} and removed_at is null`,
  { present: ['counted'] },
)

export async function countCampaigns(db: TenantDb, id: string): Promise<number> {
  return (await countCampaignsStatement(db, { enterpriseId: db.enterpriseId, id }))[0]!.counted
}

const subscribersStatement = statement(
  'select subscribers of configuration',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select distinct left(newest.imsi, 6) as imsi, left(newest.iccid, 7) as iccid from (
      select imsi, iccid from profile
      where enterprise_id = ${enterpriseId} and configuration_id = ${id} and not removed
      order by created_at desc, id desc limit ${SUBSCRIBERS_READ}) newest
    order by 1, 2 limit 20`,
  { present: ['imsi', 'iccid'], planned: 'per call' },
)

/** The distinct beginnings of the IMSIs and ICCIDs of the newest profiles. */
export async function selectSubscribers(
  db: TenantDb,
  id: string,
): Promise<RowOf<'select subscribers of configuration'>[]> {
  return await subscribersStatement(db, { enterpriseId: db.enterpriseId, id })
}
