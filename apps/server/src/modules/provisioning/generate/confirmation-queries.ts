import type { TenantDb } from '../../../db/database.ts'

export async function selectSealedKeys(db: TenantDb, profileIds: readonly string[]) {
  return await db
    .selectFrom('profile_key')
    .select(['profile_id', 'sealed'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb('profile_id', '=', eb.fn.any(eb.val(profileIds))))
    .execute()
}

/** The sealed previous and new codes of rows of an operation, by line. */
export async function selectSealedCodes(
  db: TenantDb,
  { operationId }: { operationId: string },
  lines: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('operation_row')
    .select(['line', 'sealed_codes'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('operation_id', '=', operationId)
    .where((eb) => eb('line', '=', eb.fn.any(eb.val(lines))))
    .where('sealed_codes', 'is not', null)
    .execute()
  return new Map(rows.map(({ line, sealed_codes }) => [line, sealed_codes!]))
}
