import type { TenantDb } from '../../../db/database.ts'

type SampleConfiguration = { id: string; name: string; type: string; fields: unknown }

/** Inserts the configurations of the sample data, each with version 1. */
export async function insertSampleConfigurations(
  db: TenantDb,
  { createdBy, at }: { createdBy: string; at: Date },
  configurations: readonly SampleConfiguration[],
): Promise<void> {
  const common = { enterprise_id: db.enterpriseId, created_by: createdBy, created_at: at, version: 1 }
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

/** Marks them as deleted; the rows remain for the profiles generated from them. @returns how many */
export async function closeSampleConfigurations(db: TenantDb, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('profile_configuration')
    .set({ deleted_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('sample', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
