import type { EndUserLanguage, OwnTexts } from '@simwright/contract/provisioning/end-user-text'
import type { TenantDb } from '../../../db/database.ts'

export type EndUserPageRecord = { language: EndUserLanguage; color: string | null; texts: OwnTexts; version: number }

export async function selectEndUserPage(db: TenantDb): Promise<EndUserPageRecord | undefined> {
  return (await db
    .selectFrom('end_user_page')
    .select(['language', 'color', 'texts', 'version'])
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()) as EndUserPageRecord | undefined
}

/** Saves the next version. @returns whether the stored one was still `version`; 0 is none */
export async function upsertEndUserPage(
  db: TenantDb,
  { language, color, texts, version }: EndUserPageRecord,
): Promise<boolean> {
  const { enterpriseId } = db
  const values = { language, color, texts: JSON.stringify(texts), version: version + 1 }
  if (version === 0) {
    const inserted = await db
      .insertInto('end_user_page')
      .values({ enterprise_id: enterpriseId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst()
    return inserted !== undefined
  }
  const { numUpdatedRows } = await db
    .updateTable('end_user_page')
    .set(values)
    .where('enterprise_id', '=', enterpriseId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function selectLogoOf(db: TenantDb): Promise<{ name: string; logo_id: string | null }> {
  return await db
    .selectFrom('enterprise')
    .select(['name', 'logo_id'])
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirstOrThrow()
}
