import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import * as delivery from '@simwright/contract/provisioning/delivery'
import type { EndUserLanguage } from '@simwright/contract/provisioning/end-user-text'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { codeLetter } from '../../platform/mail/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import { conditionOf, hasPages, whyNoCode } from '../../profiles/fleet/service.ts'
import {
  countCodeMails,
  countSentSince,
  insertCodeMails,
  type MailableRecord,
  selectCodeMails,
  selectFree,
  selectNamed,
} from './code-mail-queries.ts'
import { readMailTexts } from './end-user-page.ts'
import { fileCodeOf } from './file-code.ts'
import { paint } from './painter.ts'
import { defaultsOfProfiles, stylesOfProfiles } from './preset.ts'
import type { PresetRecord } from './queries.ts'

type Pair = { email: string; code: MailableRecord | undefined; iccid: string | null; reason: string | null }
type Mailing = { input: ParsedInputOf<typeof delivery.planMails>; timeZone: string }

export async function planMails(
  server: Server,
  who: Who,
  mailing: Mailing,
): Promise<OutputOf<typeof delivery.planMails>> {
  const pairs = await server.db.tenantTx(who.enterpriseId, (db) => assignCodes(server, db, mailing))
  return {
    pairs: pairs.map(({ email, iccid, code, reason }) => ({
      email,
      iccid: code?.iccid ?? iccid,
      profileId: code?.id ?? null,
      reason,
    })),
  }
}

/**
 * Assigns codes to recipients: a recipient with an ICCID gets that profile's code, each other one the next free code.
 */
async function assignCodes(
  server: Server,
  db: TenantDb,
  { input: { selection, recipients }, timeZone }: Mailing,
): Promise<Pair[]> {
  const at = server.clock.now()
  const condition = await conditionOf(db, { enterpriseId: db.enterpriseId, selection, asOf: at, timeZone })
  const wanted = recipients.flatMap(({ iccid }) => findIccid(iccid ?? '') ?? [])
  const named = new Map((await selectNamed(db, condition, wanted)).map((code) => [findIccid(code.iccid), code]))
  const free = await selectFree(db, condition, {
    at,
    limit: recipients.length,
    without: [...named.values()].map(({ id }) => id),
  })
  const assigned = new Set<string>()
  const seen = new Set<string>()
  return recipients.map(({ email, iccid }) => {
    const key = email.toLowerCase()
    if (!iccid && seen.has(key)) return refused(email, null, 'This address is in the list twice.')
    seen.add(key)
    if (!iccid) {
      const code = free.shift()
      return code
        ? { email, code, iccid: null, reason: null }
        : refused(email, null, 'No free activation code is left for it.')
    }
    const code = named.get(findIccid(iccid))
    if (!code) return refused(email, iccid, 'No selected profile has this ICCID.')
    if (assigned.has(code.iccid)) return refused(email, iccid, 'This profile is in the list twice.')
    assigned.add(code.iccid)
    const reason = unfitReason(code, at)
    return { email, code: reason === null ? code : undefined, iccid, reason }
  })
}

const refused = (email: string, iccid: string | null, reason: string): Pair => ({
  email,
  code: undefined,
  iccid,
  reason,
})

function unfitReason(row: MailableRecord, at: Date): string | null {
  const { status, sample, pooled, code_state, expires_at } = row
  if (sample) return 'It is sample data.'
  if (pooled) return 'It is in a campaign: its own activation code is closed.'
  if (status !== 'AVAILABLE') return 'Its activation code is not waiting for a device.'
  const reason = whyNoCode(row)
  if (reason) return reason
  return code_state === 'LIVE' && (expires_at === null || expires_at > at) ? null : 'Its activation code has expired.'
}

const DAY_MS = 24 * 60 * 60 * 1000
const PICTURE_PIXELS = 360

export async function sendMails(
  server: Server,
  who: Who,
  { input, timeZone, once }: OnceCall<typeof delivery.sendMails> & { timeZone: string },
): OnceAnswer<typeof delivery.sendMails> {
  const { enterpriseId } = who
  const pairs = await server.db.tenantTx(enterpriseId, (db) => assignCodes(server, db, { input, timeZone }))
  const chosen = pairs.flatMap(({ email, code }) => (code ? [{ email, code }] : []))
  if (chosen.length === 0) {
    const [only, ...more] = pairs
    const reason = more.length === 0 ? only?.reason : undefined
    throw fault('recipients', 'none', reason ?? 'There is nobody to whom a code could be sent.')
  }
  const letters = await buildLetters(server, who, { chosen, message: input.message, language: input.language })
  return await once.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    const sent = await countSentSince(db, new Date(at.getTime() - DAY_MS))
    if (sent + chosen.length > delivery.MAILS_MAX.day)
      throw fault(
        'recipients',
        'too_many',
        `Up to ${delivery.MAILS_MAX.day.toLocaleString('en')} e-mails a day. Send the rest tomorrow.`,
      )
    const mails = []
    for (const [index, { email, code }] of chosen.entries()) {
      const mailId = await server.mail.queue(db as never, letters[index]!)
      mails.push({
        id: server.random.uuid(),
        profileId: code.id,
        codeId: code.activation_code_id,
        recipient: email,
        mailId,
      })
    }
    await insertCodeMails(db, { mails, userId: who.userId, at })
    const [{ code } = chosen[0]!] = chosen
    const object = chosen.length === 1 ? { id: code.id, name: code.iccid } : { id: null, name: '' }
    await recordAudit(server, db, { action: 'profile.mailed', enterpriseId, object, after: { mails: chosen.length } })
    return { sent: chosen.length }
  })
}

type Chosen = { email: string; code: MailableRecord }

async function buildLetters(
  server: Server,
  { enterpriseId, name }: Who,
  { chosen, message, language }: { chosen: readonly Chosen[]; message: string; language: EndUserLanguage | null },
) {
  const { sender, platform, isLinked, styleOf, defaults, speech } = await server.db.tenantTx(
    enterpriseId,
    async (db) => {
      const sender = await selectEnterprise(db)
      const ids = chosen.map(({ code }) => code.id)
      return {
        sender,
        styleOf: await stylesOfProfiles(server, db, ids),
        defaults: await defaultsOfProfiles(db, ids),
        speech: await readMailTexts(db, language),
        platform: platformOf(server, sender.platform_id),
        isLinked: await hasPages(server, db),
      }
    },
  )
  const codes = chosen.map(({ code }) => fileCodeOf(server, { platform, isLinked }, code))
  const pictures = new Map<number, Awaited<ReturnType<typeof paintAll>>[number]>()
  for (const [look, indexes] of Map.groupBy(codes.keys(), (index) => styleOf(chosen[index]!.code.id))) {
    const texts = indexes.map((index) => codes[index]!.code)
    const painted = await paintAll(server, { tenant: enterpriseId, look, texts })
    for (const [at, index] of indexes.entries()) pictures.set(index, painted[at]!)
  }
  return codes.map((code, index) =>
    codeLetter(senderOf(server, platform), {
      to: chosen[index]!.email,
      sentBy: name,
      enterpriseName: sender.name,
      provider: code.title,
      message: message || (defaults.get(chosen[index]!.code.id)?.mailMessage ?? ''),
      code: code.code,
      link: code.link && `${code.link}?lang=${speech.language}`,
      speech,
      confirmationCodeRequired: code.confirmationCodeRequired,
      testDevicesOnly: server.smdp.testIssuerOnly,
      picture: pictures.get(index)!,
    }),
  )
}

type Painting = { tenant: EnterpriseId; look: Pick<PresetRecord, 'style' | 'logo'>; texts: readonly string[] }

const paintAll = async ({ workers }: Pick<Server, 'workers'>, { tenant, look: { style, logo }, texts }: Painting) =>
  await paint({ workers, tenant }, 'qrs', { texts: [...texts], style, logo, pixels: PICTURE_PIXELS })

export async function listMails(
  server: Server,
  { enterpriseId }: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof delivery.mails>,
): Promise<OutputOf<typeof delivery.mails>> {
  const scope = ['code mails', filter]
  const before = readCursor(cursor, scope)?.id
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectCodeMails(db, { filter, before, limit }),
    counted: await countCodeMails(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  const items = page.items.map((row) => ({
    id: row.id,
    profileId: row.profile_id,
    iccid: row.iccid,
    recipient: row.recipient,
    state: (row.state ?? 'GONE') as delivery.CodeMail['state'],
    refusal: row.last_error,
    at: row.at.toISOString(),
    sentBy: row.sent_by_name,
  }))
  return { items, next: page.next, ...capTotal(counted) }
}
