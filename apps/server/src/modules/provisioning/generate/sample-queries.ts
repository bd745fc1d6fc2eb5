import type { Iccid } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { BatchId, ConfigurationId, EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

type SampleBatch = { id: string; code: string; configurationId: ConfigurationId; total: number }

/** Inserts the batches of the sample data as complete. */
export async function insertSampleBatches(
  db: TenantDb,
  { createdBy, at }: { createdBy: string; at: Date },
  batches: readonly SampleBatch[],
): Promise<void> {
  await db
    .insertInto('batch')
    .values(
      batches.map(({ id, code, configurationId, total }) => ({
        enterprise_id: db.enterpriseId,
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
        created_by: createdBy,
        created_at: at,
        started_at: at,
        completed_at: new Date(at.getTime() + 1_200),
        sample: true,
      })),
    )
    .execute()
}

/** Inserts the batch rows of the sample profiles. */
export async function insertSampleBatchRows(
  db: TenantDb,
  profiles: readonly { batchId: BatchId; id: string; codeId: string; iccid: Iccid }[],
): Promise<void> {
  await db
    .insertInto('batch_row')
    .values(
      profiles.map(({ batchId, id, codeId, iccid }, index) => ({
        enterprise_id: db.enterpriseId,
        batch_id: batchId,
        line: index + 2,
        iccid,
        profile_id: id,
        activation_code_id: codeId,
      })),
    )
    .execute()
}

const deleteSampleBatchRowsStatement = statement(
  'delete sample batch rows',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    delete from batch_row where enterprise_id = ${enterpriseId}
      and batch_id in (select id from batch where enterprise_id = ${enterpriseId} and sample)`,
)

/** Must be called before the profiles are deleted. */
export async function deleteSampleBatchRows(db: TenantDb): Promise<void> {
  await deleteSampleBatchRowsStatement(db, { enterpriseId: db.enterpriseId })
}

const deleteSampleBatchesStatement = statement(
  'delete sample batches',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) =>
    sql`delete from batch where enterprise_id = ${enterpriseId} and sample`,
)

/** Must be called after the profiles were deleted. */
export async function deleteSampleBatches(db: TenantDb): Promise<void> {
  await deleteSampleBatchesStatement(db, { enterpriseId: db.enterpriseId })
}
