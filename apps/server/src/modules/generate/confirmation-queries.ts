import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'

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

export type NewConfirmation = {
  line: number
  profileId: string
  activationCodeId: string
  sealedKeys: Buffer
  /** Null: none is asked for. */
  sealedConfirmation: Buffer | null
  sealedCodes: Buffer
}

/** Tries with the code before count no more. */
export async function updateConfirmations(
  db: TenantDb,
  { enterpriseId, operationId }: { enterpriseId: string; operationId: string },
  codes: readonly NewConfirmation[],
): Promise<void> {
  const codeIds = codes.map((code) => code.activationCodeId)
  await sql`
    update activation_code a set sealed_confirmation = r.sealed
    from unnest(${codeIds}::uuid[], ${codes.map((code) => code.sealedConfirmation)}::bytea[]) as r(id, sealed)
    where a.enterprise_id = ${enterpriseId} and a.id = r.id`.execute(db)
  await sql`
    update download_order o set confirmation_failures = 0 from activation_code a
    where a.enterprise_id = ${enterpriseId} and a.id = any(${codeIds}::uuid[])
      and o.enterprise_id = a.enterprise_id and o.activation_code_id = a.id and o.number = a.orders
      and o.confirmation_failures > 0`.execute(db)
  await sql`
    update profile_key k set sealed = r.sealed
    from unnest(${codes.map((code) => code.profileId)}::uuid[], ${codes.map((code) => code.sealedKeys)}::bytea[])
      as r(id, sealed)
    where k.enterprise_id = ${enterpriseId} and k.profile_id = r.id`.execute(db)
  await sql`
    update operation_row o set sealed_codes = r.sealed
    from unnest(${codes.map((code) => code.line)}::int[], ${codes.map((code) => code.sealedCodes)}::bytea[])
      as r(line, sealed)
    where o.enterprise_id = ${enterpriseId} and o.operation_id = ${operationId} and o.line = r.line`.execute(db)
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
