import * as delivery from '@simwright/contract/provisioning/delivery'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { Letter } from '../../../port/mail.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { unfitReason } from './code-assignment.ts'
import { buildLetters } from './code-letter.ts'
import {
  countSentSince,
  insertCodeMails,
  type MailableRecord,
  type NewCodeMail,
  selectNamed,
} from './code-mail-queries.ts'
import { atOnce, demandMails } from './mail-approval.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Wanted = { iccid: string; email: string }
type Chosen = { email: string; code: MailableRecord }

/** A letter with an activation code, which is not queued yet. */
export type WrittenLetter = Chosen & { letter: Letter }

/**
 * Writes the letters of profiles, outside of a transaction because pictures take long. @param sentBy the name of the sender
 * @returns by ICCID the letter, or why its code cannot be sent
 */
export async function writeCodeLetters(
  server: Server,
  { enterpriseId, sentBy }: { enterpriseId: EnterpriseId; sentBy: string },
  { wanted, message }: { wanted: readonly Wanted[]; message: string },
): Promise<Map<string, WrittenLetter | string>> {
  const at = server.clock.now()
  const keys = wanted.flatMap(({ iccid }) => findIccid(iccid) ?? [])
  const own = condition`p.enterprise_id = ${enterpriseId}`
  const codes = await server.db.tenantRead(enterpriseId, (db) => selectNamed(db, own, keys))
  const byIccid = new Map(codes.map((code) => [code.iccid, code]))
  const result = new Map<string, WrittenLetter | string>()
  const chosen: Chosen[] = []
  for (const { iccid, email } of wanted) {
    const code = byIccid.get(iccid)
    const reason = code ? unfitReason(code, at) : 'The profile does not exist any more.'
    if (code && reason === null) chosen.push({ email, code })
    else result.set(iccid, reason!)
  }
  if (chosen.length === 0) return result
  const addressed = chosen.map((one) => ({ ...one, sentBy, message, language: null }))
  const letters = await buildLetters(server, enterpriseId, addressed)
  for (const [index, one] of chosen.entries()) result.set(one.code.iccid, { ...one, letter: letters[index]! })
  return result
}

type QueuedLetters = { letters: readonly WrittenLetter[]; message: string; userId: UserId }

/**
 * Queues letters in the caller's transaction. @returns false if the e-mails of the day are used up: none is queued
 * @throws ApprovalNeeded
 */
export async function queueCodeLetters(
  server: Server,
  db: TenantDb,
  { letters, message, userId }: QueuedLetters,
): Promise<boolean> {
  const at = server.clock.now()
  const sent = await countSentSince(db, new Date(at.getTime() - DAY_MS))
  if (sent + letters.length > delivery.MAILS_MAX.day) return false
  await demandMails(server, db, { userId, mailed: letters, facts: atOnce(message, null), does: 'Send' })
  const mails: NewCodeMail[] = []
  for (const { email, code, letter } of letters) {
    const mailId = await server.mail.queue(db as never, letter)
    mails.push({
      id: server.random.uuid(),
      profileId: code.id,
      codeId: code.activation_code_id,
      recipient: email,
      mailId,
    })
  }
  if (mails.length > 0) await insertCodeMails(db, { mails, userId, at })
  return true
}
