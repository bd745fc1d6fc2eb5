import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import { deleteSampleProfiles, type NewSample } from '../lifecycle/service.ts'
import { SAMPLE_CREATOR } from '../tenancy/service.ts'

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

/** Which batch each profile came from. */
export async function insertBatchRows(
  db: TenantDb,
  enterpriseId: string,
  profiles: readonly NewSample[],
): Promise<void> {
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

/** @returns how many profiles and configurations went; a configuration stays where profiles were made from it, unseen. */
export async function deleteSamples(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
): Promise<{ profiles: number; configurations: number }> {
  const mine = sql`enterprise_id = ${enterpriseId}`
  await sql`delete from batch_row where ${mine} and batch_id in (select id from batch where ${mine} and sample)`.execute(
    db,
  )
  const profiles = await deleteSampleProfiles(db, enterpriseId)
  await sql`delete from batch where ${mine} and sample`.execute(db)
  const closed = await sql`
    update profile_configuration set deleted_at = ${at} where ${mine} and sample and deleted_at is null`.execute(db)
  return { profiles, configurations: Number(closed.numAffectedRows) }
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
