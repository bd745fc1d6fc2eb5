import type { TenantDb } from '../../../db/database.ts'
import type { OperationKey } from './queries.ts'

/** Stores profiles that a request for approval lists as rows of the operation. */
export async function insertProfileRows(
  db: TenantDb,
  { id }: OperationKey,
  rows: readonly { line: number; iccid: string; profileId: string }[],
): Promise<void> {
  await db
    .insertInto('operation_row')
    .values(
      rows.map(({ line, iccid, profileId }) => ({
        enterprise_id: db.enterpriseId,
        operation_id: id,
        line,
        iccid,
        profile_id: profileId,
      })),
    )
    .execute()
}
