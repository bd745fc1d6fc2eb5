import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { assignCodes } from './code-assignment.ts'
import { buildLetters } from './code-letter.ts'
import { countCodeMails, countSentSince, insertCodeMails, selectCodeMails } from './code-mail-queries.ts'
import { atOnce, demandMails } from './mail-approval.ts'

type Mailing = { input: ParsedInputOf<typeof delivery.planMails>; timeZone: string }

export async function planMails(
  server: Server,
  who: Who,
  mailing: Mailing,
): Promise<OutputOf<typeof delivery.planMails>> {
  const pairs = await server.db.tenantTx(who.enterpriseId, (db) => assignCodes(server, db, assignmentOf(mailing)))
  return {
    pairs: pairs.map(({ email, iccid, code, reason }) => ({
      email,
      iccid: code?.iccid ?? iccid,
      profileId: code?.id ?? null,
      reason,
    })),
  }
}

const assignmentOf = ({ input: { selection, recipients }, timeZone }: Mailing) => ({ selection, recipients, timeZone })

const DAY_MS = 24 * 60 * 60 * 1000

export async function sendMails(
  server: Server,
  who: Who,
  { input, timeZone, once }: OnceCall<typeof delivery.sendMails> & { timeZone: string },
): OnceAnswer<typeof delivery.sendMails> {
  const { enterpriseId } = who
  const pairs = await server.db.tenantTx(enterpriseId, (db) =>
    assignCodes(server, db, assignmentOf({ input, timeZone })),
  )
  const chosen = pairs.flatMap(({ email, code }) => (code ? [{ email, code }] : []))
  if (chosen.length === 0) {
    const [only, ...more] = pairs
    const reason = more.length === 0 ? only?.reason : undefined
    throw fault('recipients', 'none', reason ?? 'There is nobody to whom a code could be sent.')
  }
  const { message, language } = input
  const addressed = chosen.map((one) => ({ ...one, sentBy: who.name, message, language }))
  const letters = await buildLetters(server, enterpriseId, addressed)
  return await once.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    const sent = await countSentSince(db, new Date(at.getTime() - DAY_MS))
    if (sent + chosen.length > delivery.MAILS_MAX.day)
      throw fault(
        'recipients',
        'too_many',
        `Up to ${delivery.MAILS_MAX.day.toLocaleString('en')} e-mails a day. Send the rest tomorrow.`,
      )
    const facts = atOnce(message, language)
    await demandMails(server, db, { userId: who.userId, mailed: chosen, facts, does: 'Send' })
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
