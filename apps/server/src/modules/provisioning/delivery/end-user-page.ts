import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/end-user-page'
import {
  type EndUserLanguage,
  type EndUserTexts,
  type OwnTexts,
  withOwnTexts,
} from '@simwright/contract/provisioning/end-user-text'
import { endUserTexts as ar } from '@simwright/contract/provisioning/end-user-text/ar'
import { endUserTexts as de } from '@simwright/contract/provisioning/end-user-text/de'
import { endUserTexts as en } from '@simwright/contract/provisioning/end-user-text/en'
import { endUserTexts as es } from '@simwright/contract/provisioning/end-user-text/es'
import { endUserTexts as fr } from '@simwright/contract/provisioning/end-user-text/fr'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { logoPath, paletteOf } from '../../platform/brand/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'

const defaults: Readonly<Record<EndUserLanguage, EndUserTexts>> = { en, de, fr, es, ar }

/** Without a choice: English, the platform's color and the default texts. */
const NONE: EndUserPageRecord = { language: 'en', color: null, texts: {}, version: 0 }

const read = async (db: TenantDb) => (await selectEndUserPage(db)) ?? NONE

/** What the public pages of an enterprise account show of it. */
export async function readEndUserLook(db: TenantDb): Promise<contract.EndUserLook> {
  const { color, texts } = await read(db)
  const { name, logo_id: logoId } = await selectEnterprise(db)
  return {
    logo: logoId === null ? null : { url: logoPath(db.enterpriseId, logoId), name },
    accent: color === null ? null : paletteOf(color),
    texts,
  }
}

export async function querySettings(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof contract.query>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const { version, language, color, texts } = await read(db)
    return { version, fields: { language, color, texts }, look: await readEndUserLook(db) }
  })
}

export async function editSettings(
  server: Server,
  { enterpriseId }: Who,
  { version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await read(db)
    const { name } = await selectEnterprise(db)
    const isSaved = await upsertEndUserPage(db, { ...fields, version })
    if (!isSaved) throw new Problem('changed_meanwhile')
    await recordAudit(server, db, {
      enterpriseId,
      action: 'enterprise.endUserPageEdited',
      object: { id: enterpriseId, name },
      before: factsOf(before),
      after: factsOf(fields),
    })
  })
  return { version: version + 1 }
}

const factsOf = ({ language, color, texts }: Pick<EndUserPageRecord, 'language' | 'color' | 'texts'>) => ({
  language,
  color,
  texts: { ...texts },
})

/** Deletes the own texts. @returns those that were deleted; undefined if there were none */
export async function resetOwnTexts(db: TenantDb): Promise<OwnTexts | undefined> {
  const before = await selectEndUserPage(db)
  if (!before || Object.keys(before.texts).length === 0) return undefined
  await upsertEndUserPage(db, { ...before, texts: {} })
  return before.texts
}

/** The language and the texts of a mail to an end user. `ownMail`: whether a text of the mail is an own one. */
export async function readMailTexts(
  db: TenantDb,
  wanted: EndUserLanguage | null,
): Promise<{ language: EndUserLanguage; texts: EndUserTexts; ownMail: boolean }> {
  const page = await read(db)
  const language = wanted ?? page.language
  const own = page.texts[language]
  const ownMail = Object.keys(own ?? {}).some((name) => name.startsWith('mail'))
  return { language, texts: withOwnTexts(defaults[language], own), ownMail }
}

type EndUserPageRecord = { language: EndUserLanguage; color: string | null; texts: OwnTexts; version: number }

async function selectEndUserPage(db: TenantDb): Promise<EndUserPageRecord | undefined> {
  return (await db
    .selectFrom('end_user_page')
    .select(['language', 'color', 'texts', 'version'])
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()) as EndUserPageRecord | undefined
}

/** Saves the next version. @returns whether the stored one was still `version`; 0 is none */
async function upsertEndUserPage(
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
