import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/mail'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { countMails, type ListedMail, selectMails, updateRetried } from './queries.ts'

/** Sent, waiting and failed mails, for platform staff. */
export async function listMails(
  server: Server,
  { filter, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['mails', filter]
  const keyset = readCursor(cursor, scope)
  const { global } = server.db
  const [rows, counted] = [await selectMails(global, { filter, keyset, limit }), await countMails(global, filter)]
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((mail) => rowOf(server, mail)), next: page.next, ...capTotal(counted) }
}

function rowOf(server: Server, mail: ListedMail): contract.MailRow {
  const recipient = maskEmail(mail.recipient)
  return {
    id: mail.id,
    kind: mail.kind as contract.MailRow['kind'],
    state: mail.state,
    recipient,
    platform: (mail.platform_id && server.platforms.byId(mail.platform_id)?.app_name) || null,
    attempts: mail.attempts,
    refusal: mail.last_error?.replaceAll(mail.recipient, recipient) ?? null,
    createdAt: mail.created_at.toISOString(),
    sentAt: mail.sent_at?.toISOString() ?? null,
    nextAt: mail.state === 'WAITING' && mail.last_error !== null ? mail.next_at.toISOString() : null,
  }
}

/** Masks an address: enough to recognize a recipient, not enough to write to them. */
function maskEmail(email: string): string {
  return email.replace(/^(.).*@/, '$1•••@')
}

/** Queues a failed mail again. @throws Problem not_found for any other mail */
export async function retryMail(server: Server, id: string): Promise<Record<never, never>> {
  await server.db.globalTx(async (db) => {
    const mail = await updateRetried(db, id, server.clock.now())
    if (!mail) throw new Problem('not_found')
    await recordAudit(server, db, {
      enterpriseId: STAFF_ENTERPRISE_ID,
      action: 'mail.retried',
      object: { id, name: maskEmail(mail.recipient) },
      after: { kind: mail.kind },
    })
  })
  return {}
}
