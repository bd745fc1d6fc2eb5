import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'

export type CodeRow = { profile_id: string; code_kind: 'single' | 'rotation' | 'pooled'; sealed: Buffer }

/** The keys of profiles, with what kind of code they have now. */
export async function selectCodeRows(
  db: TenantDb,
  enterpriseId: string,
  profileIds: readonly string[],
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select p.id as profile_id, a.kind as code_kind, k.sealed
    from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = any(${profileIds}::uuid[])`.execute(db)
  return rows
}

/** What rows of an operation keep of their codes, by line. */
export async function selectSealedCodes(
  db: TenantDb,
  { enterpriseId, operationId }: { enterpriseId: string; operationId: string },
  lines: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('operation_row')
    .select(['line', 'sealed_codes'])
    .where('enterprise_id', '=', enterpriseId)
    .where('operation_id', '=', operationId)
    .where((eb) => eb('line', '=', eb.fn.any(eb.val(lines))))
    .where('sealed_codes', 'is not', null)
    .execute()
  return new Map(rows.map(({ line, sealed_codes }) => [line, sealed_codes!]))
}
