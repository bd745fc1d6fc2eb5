import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/notice'
import type { News, NoticeKind } from '@simwright/contract/platform/notice-kind'
import { cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { Who } from '../../../http/call.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { notifyMembers } from './notify.ts'
import { selectNotices, selectUnread, updateRead } from './queries.ts'
import { selectHolders } from './recipient.ts'

export { notifyMembers, notifyPerson, notifyStaffMembers } from './notify.ts'
export { crossLevels, readThreshold } from './threshold.ts'

/** The count stops here; the header shows "99+". */
const UNREAD_MAX = 100

/** The channel on which a trigger notifies of new and read notices. The payload is the user's id. */
export const NOTICE_CHANNEL = 'notice_changed'

export async function listNotices(
  server: Server,
  who: Who,
  { cursor, limit, kinds, unread }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['notices', who.enterpriseId, kinds ?? null, unread ?? null]
  const before = readCursor(cursor, scope)?.id
  const rows = await selectNotices(server.db.global, who, { before, limit, kinds, unread })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  const items = page.items.map(
    ({ id, kind, facts, created_at, read_at }) =>
      ({ id, kind, facts, createdAt: created_at.toISOString(), isRead: read_at !== null }) as contract.Notice,
  )
  return { items, next: page.next }
}

/** Marks one notice of the user as read, or all of them. */
export async function readNotices(server: Server, who: Who, id: string | undefined): Promise<Record<never, never>> {
  await updateRead(server.db.global, who, { id, at: server.clock.now() })
  return {}
}

/** The number of unread notices and the newest notice, which open pages follow. */
export async function countUnread(
  server: Pick<Server, 'db'>,
  who: Who,
): Promise<{ unread: number; newest: string | null }> {
  return await selectUnread(server.db.global, who, UNREAD_MAX)
}

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Notifies the members of the platform's staff who may get the kind, at most once for each value of `once`. */
export async function notifyStaffOnce(server: Needs, { once, news }: { once: string; news: News }): Promise<void> {
  await server.db.tenantTx(STAFF_ENTERPRISE_ID, async (db) => {
    await notifyMembers(server, db, { once, news })
  })
}

/** The staff who may get a kind of notification, to notify in the transaction of another enterprise account. */
export async function readStaff(server: Pick<Server, 'db'>, kind: NoticeKind): Promise<UserId[]> {
  return await server.db.tenantRead(STAFF_ENTERPRISE_ID, (db) => selectHolders(db, { kind }))
}
