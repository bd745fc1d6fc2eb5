import type { CertificateIssuer } from '@simwright/contract/configuration'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { openRotationPool } from '../pools/service.ts'
import type { DrawnProfile } from './draw.ts'

/** What all profiles of a batch have in common. */
export type BatchFacts = {
  enterpriseId: string
  batchId: string
  batchCode: string
  configurationId: string
  configurationVersion: number
  spn: string
  protection: 'PLAIN' | 'PGP' | null
  maxAttempts: number
  maxRedownloads: number
  allowDeviceChange: boolean
  /** The issuer that the codes' devices trust; null: the address of the first port goes into the codes. */
  issuer: CertificateIssuer | null
  /** Each code opens the whole batch: a new device gets the next profile of it. */
  rotation: boolean
  /** `test`: only devices under a test certificate issuer may download. */
  deviceTrust: 'test' | 'live'
  userId: string
  at: Date
}

/**
 * Takes ICCIDs for profiles that are about to be made. In one order, so that two batches cannot block each other.
 * @returns those that were free.
 */
export async function takeIccids(
  db: TenantDb,
  enterpriseId: string,
  profiles: readonly DrawnProfile[],
): Promise<Set<string>> {
  const { rows } = await sql<{ iccid: string }>`
    insert into iccid_directory (iccid, enterprise_id, profile_id)
    select r.iccid, ${enterpriseId}::uuid, r.id
    from unnest(${profiles.map((p) => p.iccid)}::text[], ${profiles.map((p) => p.profileId)}::uuid[]) as r(iccid, id)
    order by r.iccid
    on conflict (iccid) do nothing
    returning iccid`.execute(db)
  return new Set(rows.map((row) => row.iccid))
}

/** Profiles with their sealed keys. */
export async function insertProfiles(
  db: TenantDb,
  facts: BatchFacts,
  profiles: readonly DrawnProfile[],
): Promise<void> {
  await sql`
    insert into profile (enterprise_id, id, iccid, imsi, msisdn, eid, spn, status, status_at, order_state, order_state_at,
      activation_code_id, matching_id, configuration_id, configuration_version, batch_id, protection, region, notes,
      created_by, created_at)
    select ${facts.enterpriseId}::uuid, r.id, r.iccid, r.imsi, r.msisdn, r.eid, ${facts.spn}, 'AVAILABLE', ${facts.at},
      'Released', ${facts.at}, r.code_id, r.matching_id, ${facts.configurationId}::uuid, ${facts.configurationVersion},
      ${facts.batchId}::uuid, ${facts.protection}, r.region, r.notes,
      ${facts.userId}::uuid, ${facts.at}
    from unnest(
      ${profiles.map((p) => p.profileId)}::uuid[], ${profiles.map((p) => p.iccid)}::text[],
      ${profiles.map((p) => p.imsi)}::text[], ${profiles.map((p) => p.msisdn)}::text[],
      ${profiles.map((p) => p.eid)}::text[], ${profiles.map((p) => p.activationCodeId)}::uuid[],
      ${profiles.map((p) => p.matchingId)}::text[], ${profiles.map((p) => p.region)}::text[],
      ${profiles.map((p) => p.notes)}::text[]
    ) as r(id, iccid, imsi, msisdn, eid, code_id, matching_id, region, notes)`.execute(db)
  await sql`
    insert into profile_place (enterprise_id, profile_id, group_id, created_at)
    select ${facts.enterpriseId}::uuid, r.id, r.group_id, ${facts.at}
    from unnest(${profiles.map((p) => p.profileId)}::uuid[], ${profiles.map((p) => p.groupId)}::uuid[]) as r(id, group_id)`.execute(
    db,
  )
  await sql`
    insert into profile_key (enterprise_id, profile_id, sealed)
    select ${facts.enterpriseId}::uuid, r.id, r.sealed
    from unnest(${profiles.map((p) => p.profileId)}::uuid[], ${profiles.map((p) => p.sealedKeys)}::bytea[]) as r(id, sealed)`.execute(
    db,
  )
}

/** What a row binds to one device, or to a confirmation code of its own, is for that profile alone. */
const isOpenToAll = ({ eid, ownCode }: DrawnProfile) => eid === null && !ownCode

/** The profiles of a batch that rotates; made with the first of them. */
async function openRotation(db: TenantDb, facts: BatchFacts, profiles: readonly DrawnProfile[]): Promise<void> {
  const { enterpriseId, batchId, maxAttempts, at } = facts
  const profileIds = profiles.map(({ profileId }) => profileId)
  await openRotationPool(db, { enterpriseId, poolId: batchId, profileIds, maxAttempts, at })
}

/** Activation codes with their directory entries and first orders; an order with an EID is linked to it. */
export async function insertCodes(db: TenantDb, facts: BatchFacts, profiles: readonly DrawnProfile[]): Promise<void> {
  const codeIds = profiles.map((p) => p.activationCodeId)
  const matchingIds = profiles.map((p) => p.matchingId)
  const slugs = profiles.map((p) => p.slug)
  const rotating = facts.rotation ? profiles.filter(isOpenToAll) : []
  if (rotating.length > 0) await openRotation(db, facts, rotating)
  const poolIds = profiles.map((profile) => (rotating.includes(profile) ? facts.batchId : null))
  await sql`
    insert into activation_code (enterprise_id, id, kind, pool_id, matching_id, slug, profile_id, sealed_confirmation, state,
      max_attempts, max_redownloads, allow_device_change, issuer, expires_at, created_at)
    select ${facts.enterpriseId}::uuid, r.id, case when r.pool_id is null then 'single' else 'rotation' end, r.pool_id,
      r.matching_id, r.slug, r.profile_id, r.confirmation, 'LIVE', ${facts.maxAttempts}, ${facts.maxRedownloads},
      ${facts.allowDeviceChange}, ${facts.issuer}, r.expires_at, ${facts.at}
    from unnest(
      ${codeIds}::uuid[], ${matchingIds}::text[], ${slugs}::text[], ${profiles.map((p) => p.profileId)}::uuid[],
      ${profiles.map((p) => p.sealedConfirmation)}::bytea[], ${profiles.map((p) => p.expiresAt)}::timestamptz[],
      ${poolIds}::uuid[]
    ) as r(id, matching_id, slug, profile_id, confirmation, expires_at, pool_id)`.execute(db)
  await sql`
    insert into activation_code_directory (matching_id, slug, enterprise_id, activation_code_id, pool_id)
    select r.matching_id, r.slug, ${facts.enterpriseId}::uuid, r.id, r.pool_id
    from unnest(${codeIds}::uuid[], ${matchingIds}::text[], ${slugs}::text[], ${poolIds}::uuid[])
      as r(id, matching_id, slug, pool_id)`.execute(db)
  await sql`
    insert into download_order (enterprise_id, id, profile_id, activation_code_id, eid, state, state_at, device_trust, created_at)
    select ${facts.enterpriseId}::uuid, r.id, r.profile_id, r.code_id, r.eid, 'Released', ${facts.at},
      ${facts.deviceTrust}, ${facts.at}
    from unnest(
      ${profiles.map((p) => p.orderId)}::uuid[], ${profiles.map((p) => p.profileId)}::uuid[], ${codeIds}::uuid[],
      ${profiles.map((p) => p.eid)}::text[]
    ) as r(id, profile_id, code_id, eid)`.execute(db)
  const linked = profiles.filter((profile) => profile.eid !== null)
  if (linked.length === 0) return
  await sql`
    insert into linked_order_directory (eid, enterprise_id, order_id, activation_code_id, created_at)
    select r.eid, ${facts.enterpriseId}::uuid, r.id, r.code_id, ${facts.at}
    from unnest(
      ${linked.map((p) => p.eid)}::text[], ${linked.map((p) => p.orderId)}::uuid[],
      ${linked.map((p) => p.activationCodeId)}::uuid[]
    ) as r(eid, id, code_id)`.execute(db)
}

export async function insertEvents(
  db: TenantDb,
  facts: BatchFacts,
  {
    type,
    detail,
    profiles,
  }: { type: 'GENERATED' | 'GENERATED_AGAIN'; detail: string; profiles: readonly DrawnProfile[] },
): Promise<void> {
  await sql`
    insert into profile_event (enterprise_id, profile_id, id, type, at, actor, actor_id, detail)
    select ${facts.enterpriseId}::uuid, r.profile_id, r.id, ${type}, ${facts.at}, 'user', ${facts.userId}::uuid, ${detail}
    from unnest(${profiles.map((p) => p.profileId)}::uuid[], ${profiles.map((p) => p.eventId)}::uuid[])
      as r(profile_id, id)`.execute(db)
}

/** What became of a row of a batch: a profile with its code, or the reason why not. */
export type RowOutcome = { line: number; iccid: string } & (
  | { profileId: string; activationCodeId: string; reason?: undefined }
  | { reason: string; profileId?: undefined; activationCodeId?: undefined }
)

export async function insertOutcomes(
  db: TenantDb,
  { enterpriseId, batchId }: { enterpriseId: string; batchId: string },
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await sql`
    insert into batch_row (enterprise_id, batch_id, line, iccid, profile_id, activation_code_id, reason)
    select ${enterpriseId}::uuid, ${batchId}::uuid, r.line, r.iccid, r.profile_id, r.code_id, r.reason
    from unnest(
      ${outcomes.map((o) => o.line)}::int[], ${outcomes.map((o) => o.iccid)}::text[],
      ${outcomes.map((o) => o.profileId ?? null)}::uuid[], ${outcomes.map((o) => o.activationCodeId ?? null)}::uuid[],
      ${outcomes.map((o) => o.reason ?? null)}::text[]
    ) as r(line, iccid, profile_id, code_id, reason)`.execute(db)
}
