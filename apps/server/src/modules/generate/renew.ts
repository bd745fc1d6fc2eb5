import type { ProfileStatus } from '@simwright/contract/fleet'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { campaignPlace } from '../pools/service.ts'
import type { DrawnProfile } from './draw.ts'
import type { BatchFacts } from './insert.ts'

/** A profile that exists already, locked with its codes and orders until the end of the transaction. */
export type HeldProfile = {
  id: string
  iccid: string
  status: ProfileStatus
  device_brand: string | null
  group_id: string | null
  /** A campaign has it, and has not handed it out. */
  pooled: boolean
}

/** Locks in the order that everyone keeps: places in pools, activation codes, orders, profiles. */
export async function lockProfiles(
  db: TenantDb,
  enterpriseId: string,
  iccids: readonly string[],
): Promise<HeldProfile[]> {
  const { rows: found } = await sql<{ id: string }>`
    select id from profile where enterprise_id = ${enterpriseId} and iccid = any(${iccids}::text[])`.execute(db)
  const ids = found.map(({ id }) => id)
  await sql`
    select profile_id from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])
    order by profile_id for update`.execute(db)
  await sql`
    select id from activation_code where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])
    order by id for update`.execute(db)
  await sql`
    select id from download_order where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])
    order by id for update`.execute(db)
  const { rows } = await sql<HeldProfile>`
    select p.id, p.iccid, p.status, p.device_brand, m.group_id,
      coalesce(${campaignPlace} <> 'TAKEN', false) as pooled from profile p
    left join profile_place m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${ids}::uuid[]) order by p.id for update of p`.execute(db)
  return rows
}

/** The codes of these profiles die; their open orders and what was kept for retries go with them. */
export async function endCodes(
  db: TenantDb,
  enterpriseId: string,
  { profileIds, at }: { profileIds: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from pool_member where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[])
      returning enterprise_id, pool_id, profile_id, eid, state, taken_at
    )
    insert into pool_past (enterprise_id, pool_id, profile_id, taken_at, iccid, imsi, eid, device, status, status_at,
      recycle_status, recycle_at)
    select g.enterprise_id, g.pool_id, g.profile_id, g.taken_at, p.iccid, p.imsi, g.eid,
      nullif(concat_ws(' ', p.device_brand, p.device_model), ''), p.status, p.status_at, p.recycle_status, p.recycle_at
    from gone g join profile p on p.enterprise_id = g.enterprise_id and p.id = g.profile_id
    join campaign c on c.enterprise_id = g.enterprise_id and c.id = g.pool_id
    where g.state = 'TAKEN'`.execute(db)
  await sql`
    update lease set ended_at = ${at}
    where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and ended_at is null`.execute(db)
  await sql`
    update activation_code set state = 'DEAD'
    where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[]) and state = 'LIVE'`.execute(db)
  await sql`
    with ended as (
      update download_order set state = 'Unavailable', state_at = ${at}
      where enterprise_id = ${enterpriseId} and profile_id = any(${profileIds}::uuid[])
        and state in ('Available', 'Allocated', 'Linked', 'Confirmed', 'Released', 'Downloaded')
      returning id
    ), unlinked as (
      delete from linked_order_directory where order_id in (select id from ended)
    )
    delete from bound_package where enterprise_id = ${enterpriseId} and order_id in (select id from ended)`.execute(db)
}

/** Existing profiles take what was drawn for them: subscriber, keys, configuration; the new code follows. */
export async function updateProfiles(
  db: TenantDb,
  facts: BatchFacts,
  profiles: readonly DrawnProfile[],
): Promise<void> {
  const ids = profiles.map((p) => p.profileId)
  await sql`
    update profile p set imsi = r.imsi, msisdn = r.msisdn, eid = r.eid, spn = ${facts.spn}, status = 'AVAILABLE',
      status_at = ${facts.at}, order_state = 'Released', order_state_at = ${facts.at}, activation_code_id = r.code_id,
      matching_id = r.matching_id, configuration_id = ${facts.configurationId}::uuid,
      configuration_version = ${facts.configurationVersion}, batch_id = ${facts.batchId}::uuid,
      protection = ${facts.protection}, region = r.region, notes = coalesce(r.notes, p.notes), device_brand = null,
      device_model = null, device_release = null, downloads = 0, recycle_status = 'NONE', recycle_reason = null, recycle_at = null,
      recycle_begun_at = null, recycle_due_at = null, campaign_id = null, ac_format = 'AC_LINK'
    from unnest(
      ${ids}::uuid[], ${profiles.map((p) => p.imsi)}::text[], ${profiles.map((p) => p.msisdn)}::text[],
      ${profiles.map((p) => p.eid)}::text[], ${profiles.map((p) => p.activationCodeId)}::uuid[],
      ${profiles.map((p) => p.matchingId)}::text[], ${profiles.map((p) => p.region)}::text[],
      ${profiles.map((p) => p.notes)}::text[]
    ) as r(id, imsi, msisdn, eid, code_id, matching_id, region, notes)
    where p.enterprise_id = ${facts.enterpriseId} and p.id = r.id`.execute(db)
  await sql`
    insert into profile_place as m (enterprise_id, profile_id, group_id, created_at)
    select p.enterprise_id, p.id, r.group_id, p.created_at
    from unnest(${ids}::uuid[], ${profiles.map((p) => p.groupId)}::uuid[]) as r(id, group_id)
    join profile p on p.enterprise_id = ${facts.enterpriseId} and p.id = r.id
    on conflict (enterprise_id, profile_id) do update set group_id = excluded.group_id where excluded.group_id is not null`.execute(
    db,
  )
  await sql`
    update profile_key k set sealed = r.sealed
    from unnest(${ids}::uuid[], ${profiles.map((p) => p.sealedKeys)}::bytea[]) as r(id, sealed)
    where k.enterprise_id = ${facts.enterpriseId} and k.profile_id = r.id`.execute(db)
}
