import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Letter } from '../../../port/mail.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { codeLetter } from '../../platform/mail/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import { hasPages } from '../../profiles/fleet/service.ts'
import type { MailableRecord } from './code-mail-queries.ts'
import { readMailTexts } from './end-user-page.ts'
import { fileCodeOf } from './file-code.ts'
import { paint } from './painter.ts'
import { defaultsOfProfiles, stylesOfProfiles } from './preset.ts'
import type { PresetRecord } from './queries.ts'

const PICTURE_PIXELS = 360

/** An activation code for a recipient. */
export type Addressed = {
  email: string
  code: MailableRecord
  /** The name of the member in whose name it is sent. */
  sentBy: string
  message: string
  /** Null: the language of the enterprise account's e-mails. */
  language: EndUserLanguage | null
}

/** E-mails with activation codes, in the order of `addressed`. Their QR codes are painted outside of transactions. */
export async function buildLetters(
  server: Server,
  enterpriseId: EnterpriseId,
  addressed: readonly Addressed[],
): Promise<Letter[]> {
  const languages = [...new Set(addressed.map(({ language }) => language))]
  const ids = addressed.map(({ code }) => code.id)
  const facts = await server.db.tenantTx(enterpriseId, async (db) => {
    const sender = await selectEnterprise(db)
    const styleOf = await stylesOfProfiles(server, db, ids)
    const defaults = await defaultsOfProfiles(db, ids)
    const speeches = new Map<EndUserLanguage | null, Awaited<ReturnType<typeof readMailTexts>>>()
    for (const language of languages) speeches.set(language, await readMailTexts(db, language))
    const platform = platformOf(server, sender.platform_id)
    return { sender, styleOf, defaults, speeches, platform, isLinked: await hasPages(server, db) }
  })
  const { sender, platform, isLinked, styleOf, defaults, speeches } = facts
  const codes = addressed.map(({ code }) => fileCodeOf(server, { platform, isLinked }, code, null))
  const pictures = new Map<number, Awaited<ReturnType<typeof paintAll>>[number]>()
  for (const [look, indexes] of Map.groupBy(codes.keys(), (index) => styleOf(ids[index]!))) {
    const texts = indexes.map((index) => codes[index]!.code)
    const painted = await paintAll(server, { tenant: enterpriseId, look, texts })
    for (const [at, index] of indexes.entries()) pictures.set(index, painted[at]!)
  }
  return codes.map((code, index) => {
    const { email, sentBy, message, language } = addressed[index]!
    const speech = speeches.get(language)!
    return codeLetter(senderOf(server, platform), {
      to: email,
      sentBy,
      enterpriseName: sender.name,
      provider: code.title,
      message: message || (defaults.get(ids[index]!)?.mailMessage ?? ''),
      code: code.code,
      link: code.link && `${code.link}?lang=${speech.language}`,
      speech,
      confirmationCodeRequired: code.confirmationCodeRequired,
      testDevicesOnly: server.smdp.testIssuerOnly,
      picture: pictures.get(index)!,
    })
  })
}

type Painting = { tenant: EnterpriseId; look: Pick<PresetRecord, 'style' | 'logo'>; texts: readonly string[] }

const paintAll = async ({ workers }: Pick<Server, 'workers'>, { tenant, look: { style, logo }, texts }: Painting) =>
  await paint({ workers, tenant }, 'qrs', { texts: [...texts], style, logo, pixels: PICTURE_PIXELS })
