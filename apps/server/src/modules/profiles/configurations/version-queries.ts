import { PROFILE_COUNT_CAP } from '@simwright/contract/profiles/configuration'
import { USAGE_SHOWN, VERSION_PAGE } from '@simwright/contract/profiles/configuration-version'
import { sql } from 'kysely'
import { readBeyondGroups, type TenantDb } from '../../../db/database.ts'
import type { Counted, Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'
import { distinctCombinations } from '../lifecycle/service.ts'

/** Profiles whose IMSI and ICCID are compared with the home network. */
const SUBSCRIBERS_READ = 200

type VersionRow = Row<'profile_configuration_version', 'version' | 'created_at'> & {
  created_by_name: string
  batches: number
  profiles: number
}

/** `VERSION_PAGE + 1` versions, newest first, so that the caller knows whether there are more. */
export async function selectVersions(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, before }: { id: string; before: number | undefined },
): Promise<VersionRow[]> {
  const origins = await selectOrigins(db, enterpriseId, id)
  const { rows } = await sql<VersionRow>`
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
    order by v.version desc limit ${VERSION_PAGE + 1}`.execute(db)
  return rows
}

type OriginRecord = { version: number; origin: string }

/** The combinations that profiles of a configuration have, also those that a limited member does not see. */
async function selectOrigins(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<OriginRecord[]> {
  const origins = sql<OriginRecord>`
    select p.configuration_version as version, p.origin from (${distinctCombinations(enterpriseId, 'origin')}) p
    where p.configuration_id = ${id}`
  return (await readBeyondGroups(db, enterpriseId, () => origins.execute(db))).rows
}

type UsedBatch = Row<'batch', 'id' | 'code' | 'created_at'> & { configuration_version: number }

export async function selectBatches(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<UsedBatch[]> {
  const { rows } = await sql<UsedBatch>`
    select id, code, configuration_version, created_at from batch
    where enterprise_id = ${enterpriseId} and configuration_id = ${id}
    order by created_at desc, id desc limit ${USAGE_SHOWN}`.execute(db)
  return rows
}

export async function selectCampaigns(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  id: string,
): Promise<Row<'campaign', 'id' | 'name'>[]> {
  const { rows } = await sql<Row<'campaign', 'id' | 'name'>>`
    select id, name from campaign
    where enterprise_id = ${enterpriseId} and configuration_id = ${id} and removed_at is null
    order by created_at desc, id desc limit ${USAGE_SHOWN}`.execute(db)
  return rows
}

export async function countBatches(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*) as counted from batch
    where enterprise_id = ${enterpriseId} and configuration_id = ${id}`.execute(db)
  return rows[0]!.counted
}

export async function countCampaigns(db: TenantDb, enterpriseId: EnterpriseId, id: string): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*) as counted from campaign
    where enterprise_id = ${enterpriseId} and configuration_id = ${id} and removed_at is null`.execute(db)
  return rows[0]!.counted
}

/** The distinct beginnings of the IMSIs and ICCIDs of the newest profiles. */
export async function selectSubscribers(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  id: string,
): Promise<Row<'profile', 'imsi' | 'iccid'>[]> {
  const { rows } = await sql<Row<'profile', 'imsi' | 'iccid'>>`
    select distinct left(newest.imsi, 6) as imsi, left(newest.iccid, 7) as iccid from (
      select imsi, iccid from profile
      where enterprise_id = ${enterpriseId} and configuration_id = ${id} and not removed
      order by created_at desc, id desc limit ${SUBSCRIBERS_READ}) newest
    order by 1, 2 limit 20`.execute(db)
  return rows
}
