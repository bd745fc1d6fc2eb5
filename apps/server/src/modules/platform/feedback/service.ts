import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as feedback from '@simwright/contract/platform/feedback'
import { FEEDBACK_A_DAY, FEEDBACK_TRIAL_DAYS } from '@simwright/contract/platform/feedback'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { FeedbackServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import { platformOf, senderOf } from '../brand/service.ts'
import { feedbackAcceptedLetter, feedbackAnsweredLetter } from '../mail/service.ts'
import { notifyMembers } from '../notices/service.ts'
import { addTrialDays, enterprisePlans } from '../plans/service.ts'
import { selectEnterprise, selectUser } from '../tenancy/service.ts'
import {
  countFeedback,
  type FeedbackRecord,
  insertFeedback,
  selectFeedback,
  selectOwn,
  selectSent,
  updateAccepted,
  updateAnswer,
} from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OWN_SHOWN = 20
const EXPORTED_MAX = 10_000

/** Stores feedback of the user. @throws Problem too_many beyond the daily limit */
export async function sendFeedback(
  server: Server,
  { userId, enterpriseId, email: name }: Who,
  { input, once }: OnceCall<typeof feedback.send>,
): OnceAnswer<typeof feedback.send> {
  const at = server.clock.now()
  const id = server.random.uuid()
  return await once.tenantTx(enterpriseId, async (db) => {
    const sent = await selectSent(db, { userId, since: new Date(at.getTime() - DAY_MS) })
    const oldest = sent[FEEDBACK_A_DAY - 1]
    if (oldest) throw new Problem('too_many', { seconds: Math.ceil((oldest.getTime() + DAY_MS - at.getTime()) / 1000) })
    await insertFeedback(db, { id, userId, ...input, at })
    const after = { page: input.page }
    await recordAudit(server, db, { enterpriseId, action: 'feedback.sent', object: { id, name }, after })
    return { id }
  })
}

export async function listOwnFeedback(
  server: Server,
  { userId, enterpriseId }: Who,
): Promise<OutputOf<typeof feedback.mine>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectOwn(db, { userId, limit: OWN_SHOWN }))
  return { items: rows.map(messageOf) }
}

/** The user's own feedback in this enterprise account. */
export async function exportFeedback(
  server: Pick<Server, 'db'>,
  { userId, enterpriseId }: Pick<Who, 'userId' | 'enterpriseId'>,
): Promise<OutputOf<typeof feedback.mine>['items']> {
  const limit = EXPORTED_MAX
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectOwn(db, { userId, limit }))
  return rows.map(messageOf)
}

/** The feedback of all enterprise accounts, for platform staff. */
export async function listFeedback(
  server: Server,
  { filter: { answered }, cursor, limit }: ParsedInputOf<typeof feedback.list>,
): Promise<OutputOf<typeof feedback.list>> {
  const scope = ['feedback', answered ?? null]
  const keyset = readCursor(cursor, scope)
  const { rows, counted, plans } = await server.db.systemTx(async (db) => {
    const rows = await selectFeedback(db, { answered, keyset, limit })
    const ids = rows.map((row) => row.enterprise_id)
    return { rows, counted: await countFeedback(db, answered), plans: await enterprisePlans(server, db, ids) }
  })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  const items = page.items.map((row) => feedbackOf(row, plans.get(row.enterprise_id)!.plan))
  return { items, next: page.next, ...capTotal(counted) }
}

/** Answers feedback, and notifies the sender by mail and in the portal. @throws Problem not_found, changed_meanwhile */
export async function answerFeedback(
  server: Server,
  who: Who,
  { enterpriseId, id, version, fields: { answer } }: ParsedInputOf<typeof feedback.answer>,
): Promise<OutputOf<typeof feedback.answer>> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    const found = await updateAnswer(db, { id, version, answer, by: who.userId, at })
    if (found === 'unknown') throw new Problem('not_found')
    if (found === 'changed') throw new Problem('changed_meanwhile')
    const sender = await notifySender(server, db, { userId: found.userId, answer })
    const object = { id, name: sender }
    await recordAudit(server, db, { enterpriseId, action: 'feedback.answered', object, after: { answer } })
  })
  return { version: version + 1 }
}

/** @returns the address of the recipient */
async function notifySender(
  server: Server,
  db: TenantDb,
  { userId, answer }: { userId: UserId; answer: string },
): Promise<string> {
  const { enterpriseId } = db
  const news = { kind: 'FEEDBACK_ANSWERED', facts: {} } as const
  const mailed = await notifyMembers(server, db, { userIds: [userId], news, ownLetter: true })
  const { sender, to, firstName } = await recipientOf(server, db, { enterpriseId, userId })
  const letter = feedbackAnsweredLetter(sender, { to, firstName, answer })
  if (mailed.length > 0) await server.mail.queue(db as never, letter)
  return to
}

async function recipientOf(server: Server, db: TenantDb, { userId }: { enterpriseId: EnterpriseId; userId: UserId }) {
  const { email: to, first_name: firstName } = await selectUser(db, userId)
  const { name: enterpriseName, platform_id: platformId } = await selectEnterprise(db)
  return { sender: senderOf(server, platformOf(server, platformId)), to, firstName, enterpriseName }
}

/**
 * Accepts feedback once, and extends the sender's free trial, also one that has ended or not started. Notifies the sender
 * by mail and in the portal. @throws Problem not_found, changed_meanwhile
 */
export async function acceptFeedback(
  server: Server,
  { enterpriseId, id, version }: ParsedInputOf<typeof feedback.accept>,
): Promise<OutputOf<typeof feedback.accept>> {
  const days = FEEDBACK_TRIAL_DAYS
  const endsAt = await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await updateAccepted(db, { id, version, at: server.clock.now() })
    if (found === 'unknown') throw new Problem('not_found')
    if (found === 'changed') throw new Problem('changed_meanwhile')
    const endsAt = await addTrialDays(server, db, { days })
    const { userId } = found
    const news = { kind: 'FEEDBACK_ANSWERED', facts: { trialDays: days } } as const
    const mailed = await notifyMembers(server, db, { userIds: [userId], news, ownLetter: true })
    const { sender, ...named } = await recipientOf(server, db, { enterpriseId, userId })
    const letter = feedbackAcceptedLetter(sender, { ...named, days, endsAt })
    if (mailed.length > 0) await server.mail.queue(db as never, letter)
    const object = { id, name: named.to }
    await recordAudit(server, db, { enterpriseId, action: 'feedback.accepted', object, after: { days } })
    return endsAt
  })
  return { version: version + 1, trialEndsAt: endsAt?.toISOString() ?? null }
}

type MessageRecord = Pick<
  FeedbackRecord,
  'id' | 'mood' | 'text' | 'created_at' | 'answer' | 'answered_at' | 'accepted_at'
>

function messageOf({ id, mood, text, created_at, answer, answered_at, accepted_at }: MessageRecord) {
  const answeredAt = answered_at?.toISOString() ?? null
  const acceptedAt = accepted_at?.toISOString() ?? null
  return { id, mood, text, createdAt: created_at.toISOString(), answer, answeredAt, acceptedAt }
}

function feedbackOf(row: FeedbackRecord, plan: string): feedback.Feedback {
  return {
    ...messageOf(row),
    enterpriseId: row.enterprise_id,
    enterpriseName: row.enterprise_name,
    plan,
    name: row.name,
    email: row.email,
    page: row.page,
    answeredBy: row.answered_by_name,
    version: row.version,
  }
}
