import type { News } from '@simwright/contract/platform/notice-kind'
import type { Kysely } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { insertOutbox } from '../outbox/service.ts'
import { nextLocalHour } from './digest-time.ts'
import { insertNotice } from './queries.ts'
import { isAlwaysMailed, isOn, type Recipient, selectHolders, selectRecipients } from './recipient.ts'

type Needs = Pick<Server, 'random' | 'clock'>
type GlobalDb = Kysely<GlobalTables>

type Notification = {
  news: News
  /** Of notifications with the same text here, a user gets only the first. */
  once?: string | undefined
  /** The caller queues a letter of its own for the returned recipients, in the same transaction. */
  ownLetter?: true
}

/** Notifies one user, in all of the user's enterprise accounts. @returns whom the caller sends its own letter now */
export async function notifyPerson(
  server: Needs,
  db: GlobalDb | SystemDb,
  { userId, ...notification }: Notification & { userId: UserId },
): Promise<Recipient[]> {
  const { mailedNow } = await notifyAll(server, db as GlobalDb, {
    userIds: [userId],
    enterpriseId: null,
    ...notification,
  })
  return mailedNow
}

type ToMembers = Notification & {
  /** Only these users, as far as they may get the kind; without, all members who may. */
  userIds?: readonly string[]
}

/**
 * Notifies the active members who may get the kind, in the transaction of their enterprise account. Webhook endpoints of
 * the account get it once, if one of these members switched that on.
 * @returns whom the caller sends its own letter now
 */
export async function notifyMembers(
  server: Needs,
  db: TenantDb,
  { userIds: only, ...notification }: ToMembers,
): Promise<Recipient[]> {
  const { enterpriseId } = db
  const userIds = await selectHolders(db, { kind: notification.news.kind, only })
  const { mailedNow, byWebhook } = await notifyAll(server, db as never, { userIds, enterpriseId, ...notification })
  if (byWebhook) {
    const row = { id: server.random.uuid(), topic: 'notice', payload: notification.news } as const
    await insertOutbox(db, { enterpriseId, at: server.clock.now() }, [row])
  }
  return mailedNow
}

/**
 * Notifies members of the platform's staff whom `selectHolders` returned, in the transaction of any enterprise account.
 * @returns whom the caller sends its own letter now
 */
export async function notifyStaffMembers(
  server: Needs,
  db: TenantDb,
  notification: Notification & { userIds: readonly UserId[] },
): Promise<Recipient[]> {
  return (await notifyAll(server, db as never, { enterpriseId: STAFF_ENTERPRISE_ID, ...notification })).mailedNow
}

type ToUsers = Notification & { userIds: readonly string[]; enterpriseId: EnterpriseId | null }

async function notifyAll(
  { random, clock }: Needs,
  db: GlobalDb,
  { userIds, enterpriseId, news, once, ownLetter }: ToUsers,
): Promise<{ mailedNow: Recipient[]; byWebhook: boolean }> {
  const at = clock.now()
  const mailedNow: Recipient[] = []
  let byWebhook = false
  for (const recipient of await selectRecipients(db, { userIds, enterpriseId, kind: news.kind })) {
    const { userId, chosen } = recipient
    const byMail = isOn(news.kind, 'MAIL', chosen)
    const later = recipient.digest && !isAlwaysMailed(news.kind) ? nextLocalHour(at, recipient.digest) : undefined
    const isNew = await insertNotice(db, {
      ...news,
      id: random.uuid(),
      userId,
      enterpriseId,
      once: once ?? null,
      at,
      inBell: isOn(news.kind, 'BELL', chosen),
      mailAt: byMail ? (later ?? (ownLetter ? null : at)) : null,
    })
    if (isNew && isOn(news.kind, 'WEBHOOK', chosen)) byWebhook = true
    if (isNew && ownLetter && byMail && later === undefined) mailedNow.push(recipient)
  }
  return { mailedNow, byWebhook }
}
