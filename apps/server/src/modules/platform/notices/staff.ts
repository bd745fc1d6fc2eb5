import type { News, NoticeKind } from '@simwright/contract/platform/notice-kind'
import type { UserId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { NoticesServer as Server } from '../../../port/module.ts'
import { notifyMembers } from './notify.ts'
import { selectHolders } from './recipient.ts'

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
