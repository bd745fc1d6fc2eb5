import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/notice'
import type { News } from '@simwright/contract/platform/notice'
import type { Kysely } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import type { Server } from './port.ts'
import { insertNotice, selectNotices, selectUnread, updateRead } from './queries.ts'

/** The header says "99+" beyond. */
const UNREAD_MAX = 100

/** Told by a trigger on each new and each read notice; the payload is the user. */
export const NOTICE_CHANNEL = 'notice_changed'

type Teller = Pick<Server, 'random' | 'clock'>
type Told = { userId: string; enterpriseId?: string; once?: string; news: News }

/**
 * Tells a user something in the header, with the caller's transaction: in one enterprise account, or without its id
 * wherever they are. What bears a name in `once` is told once only.
 * @returns whether it was not told before
 */
export async function notifyUser(
  { random, clock }: Teller,
  db: Kysely<GlobalTables> | TenantDb,
  { userId, enterpriseId, once, news }: Told,
): Promise<boolean> {
  const placed = { id: random.uuid(), userId, enterpriseId: enterpriseId ?? null, once: once ?? null, at: clock.now() }
  return await insertNotice(db as Kysely<GlobalTables>, { ...news, ...placed })
}

export async function listNotices(
  server: Server,
  who: Who,
  { cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['notices', who.enterpriseId]
  const before = readCursor(cursor, scope)?.id
  const rows = await selectNotices(server.db.global, who, { before, limit })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  const items = page.items.map(
    ({ id, kind, facts, created_at, read_at }) =>
      ({ id, kind, facts, createdAt: created_at.toISOString(), isRead: read_at !== null }) as contract.Notice,
  )
  return { items, next: page.next }
}

/** What is not the user's, or is read already, stays as it is. */
export async function readNotices(server: Server, who: Who, id: string | undefined): Promise<Record<never, never>> {
  await updateRead(server.db.global, who, { id, at: server.clock.now() })
  return {}
}

/** How many notices are unread, and which is the newest: what an open page follows. */
export async function countUnread(
  server: Pick<Server, 'db'>,
  who: Who,
): Promise<{ unread: number; newest: string | null }> {
  return await selectUnread(server.db.global, who, UNREAD_MAX)
}
