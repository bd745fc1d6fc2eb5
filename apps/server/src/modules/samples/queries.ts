import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { SAMPLE_CREATOR } from './creator.ts'
import type { SampleEvent, SampleProfile } from './story.ts'

export type NewConfiguration = { id: string; name: string; type: string; fields: unknown }

export type Made = { enterpriseId: string; at: Date }

export async function insertConfigurations(
  db: TenantDb,
  { enterpriseId, at }: Made,
  configurations: readonly NewConfiguration[],
): Promise<void> {
  const common = { enterprise_id: enterpriseId, created_by: SAMPLE_CREATOR, created_at: at, version: 1 }
  await db
    .insertInto('profile_configuration')
    .values(configurations.map(({ id, name, type }) => ({ ...common, id, name, type, updated_at: at, sample: true })))
    .execute()
  await db
    .insertInto('profile_configuration_version')
    .values(
      configurations.map(({ id, fields }) => ({ ...common, configuration_id: id, fields: JSON.stringify(fields) })),
    )
    .execute()
}

export type NewProfile = Pick<SampleProfile, 'status' | 'orderState' | 'device' | 'notes'> & {
  id: string
  codeId: string
  orderId: string
  batchId: string
  configurationId: string
  spn: string
  iccid: string
  imsi: string
  eid: string | null
  matchingId: string
  slug: string
  statusAt: Date
  downloads: number
}

export async function insertBatches(
  db: TenantDb,
  { enterpriseId, at }: Made,
  batches: readonly { id: string; code: string; configurationId: string; total: number }[],
): Promise<void> {
  await db
    .insertInto('batch')
    .values(
      batches.map(({ id, code, configurationId, total }) => ({
        enterprise_id: enterpriseId,
        id,
        code,
        type: 'GENERATE_AC' as const,
        process: 'COMPLETE' as const,
        configuration_id: configurationId,
        configuration_version: 1,
        file_name: 'sample.csv.pgp',
        protection: 'PGP' as const,
        total,
        succeeded: total,
        created_by: SAMPLE_CREATOR,
        created_at: at,
        started_at: at,
        completed_at: new Date(at.getTime() + 1_200),
        sample: true,
      })),
    )
    .execute()
}

/** Profiles with their codes and orders, and in no directory: what asks from outside never finds them. */
export async function insertProfiles(
  db: TenantDb,
  { enterpriseId, at }: Made,
  profiles: readonly NewProfile[],
): Promise<void> {
  const own = { enterprise_id: enterpriseId }
  const profileRows = profiles.map((profile) => ({
    ...own,
    id: profile.id,
    iccid: profile.iccid,
    imsi: profile.imsi,
    eid: profile.eid,
    spn: profile.spn,
    status: profile.status,
    status_at: profile.statusAt,
    order_state: profile.orderState,
    order_state_at: profile.statusAt,
    activation_code_id: profile.codeId,
    matching_id: profile.matchingId,
    configuration_id: profile.configurationId,
    configuration_version: 1,
    batch_id: profile.batchId,
    protection: 'PGP' as const,
    ac_format: 'PICTURE' as const,
    device_brand: profile.device?.brand ?? null,
    device_model: profile.device?.model ?? null,
    notes: profile.notes,
    downloads: profile.downloads,
    created_by: SAMPLE_CREATOR,
    created_at: at,
    sample: true,
  }))
  await db.insertInto('profile').values(profileRows).execute()
  await db
    .insertInto('profile_place')
    .values(profiles.map(({ id }) => ({ ...own, profile_id: id, created_at: at })))
    .execute()
  await db
    .insertInto('activation_code')
    .values(
      profiles.map(({ id, codeId, matchingId, slug }) => ({
        ...own,
        id: codeId,
        kind: 'single' as const,
        matching_id: matchingId,
        slug,
        profile_id: id,
        state: 'LIVE' as const,
        max_attempts: 5,
        max_redownloads: 1,
        allow_device_change: false,
        created_at: at,
      })),
    )
    .execute()
  await db
    .insertInto('download_order')
    .values(
      profiles.map(({ id, codeId, orderId, eid, orderState, statusAt, downloads }) => ({
        ...own,
        id: orderId,
        profile_id: id,
        activation_code_id: codeId,
        eid,
        state: orderState,
        state_at: statusAt,
        device_trust: 'test' as const,
        attempts: downloads,
        created_at: at,
      })),
    )
    .execute()
  await insertRows(db, enterpriseId, profiles)
}

async function insertRows(db: TenantDb, enterpriseId: string, profiles: readonly NewProfile[]): Promise<void> {
  await db
    .insertInto('batch_row')
    .values(
      profiles.map(({ batchId, id, codeId, iccid }, index) => ({
        enterprise_id: enterpriseId,
        batch_id: batchId,
        line: index + 2,
        iccid,
        profile_id: id,
        activation_code_id: codeId,
      })),
    )
    .execute()
}

export type NewEvent = Pick<SampleEvent, 'type' | 'by' | 'detail'> & {
  id: string
  profileId: string
  at: Date
  eid: string | null
  device: string | null
}

export async function insertEvents(db: TenantDb, { enterpriseId }: Made, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('profile_event')
    .values(
      events.map(({ id, profileId, type, at, by, detail, eid, device }) => ({
        enterprise_id: enterpriseId,
        profile_id: profileId,
        id,
        type,
        at,
        actor: by,
        actor_id: by === 'user' ? SAMPLE_CREATOR : null,
        eid: by === 'device' ? eid : null,
        device: by === 'device' ? device : null,
        detail,
      })),
    )
    .execute()
}

/** @returns how many profiles and configurations went; a configuration stays where profiles were made from it, unseen. */
export async function deleteSamples(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
): Promise<{ profiles: number; configurations: number }> {
  const mine = sql`enterprise_id = ${enterpriseId}`
  const profiles = sql`(select id from profile where ${mine} and sample)`
  await sql`delete from profile_event where ${mine} and profile_id in ${profiles}`.execute(db)
  await sql`delete from batch_row where ${mine} and batch_id in (select id from batch where ${mine} and sample)`.execute(
    db,
  )
  await sql`delete from download_order where ${mine} and profile_id in ${profiles}`.execute(db)
  await sql`delete from activation_code where ${mine} and profile_id in ${profiles}`.execute(db)
  const gone = await sql`delete from profile where ${mine} and sample`.execute(db)
  await sql`delete from batch where ${mine} and sample`.execute(db)
  const closed = await sql`
    update profile_configuration set deleted_at = ${at} where ${mine} and sample and deleted_at is null`.execute(db)
  return { profiles: Number(gone.numAffectedRows), configurations: Number(closed.numAffectedRows) }
}

export type SampleFigures = {
  events: { type: string; at: Date }[]
  profiles: { status: string; device_brand: string | null }[]
}

export async function selectFigures(db: TenantDb, enterpriseId: string): Promise<SampleFigures> {
  const profiles = await db
    .selectFrom('profile')
    .select(['status', 'device_brand'])
    .where('enterprise_id', '=', enterpriseId)
    .where('sample', '=', true)
    .execute()
  if (profiles.length === 0) return { events: [], profiles }
  const events = await db
    .selectFrom('profile_event as e')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.enterprise_id', '=', 'e.enterprise_id').onRef('p.id', '=', 'e.profile_id'),
    )
    .select(['e.type', 'e.at'])
    .where('p.enterprise_id', '=', enterpriseId)
    .where('p.sample', '=', true)
    .execute()
  return { events, profiles }
}
