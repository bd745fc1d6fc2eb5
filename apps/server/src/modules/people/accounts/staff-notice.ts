import type { News } from '@simwright/contract/platform/notice'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { notifyUser } from '../../platform/notices/service.ts'
import type { Server } from './port.ts'
import { type StaffMember, selectStaff, selectStaffMembers } from './staff-queries.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Notifies each member of the platform's staff, at most once for each value of `once`. */
export async function notifyStaffOnce(server: Needs, { once, news }: { once: string; news: News }): Promise<void> {
  await server.db.tenantTx(STAFF_ENTERPRISE_ID, async (db) => {
    for (const userId of await selectStaff(db, STAFF_ENTERPRISE_ID))
      await notifyUser(server, db, { userId, enterpriseId: STAFF_ENTERPRISE_ID, once, news })
  })
}

/** The platform's staff, for notices and mails in the transaction of another enterprise account. */
export async function readStaff(server: Pick<Server, 'db'>): Promise<StaffMember[]> {
  return await server.db.tenantRead(STAFF_ENTERPRISE_ID, (db) => selectStaffMembers(db, STAFF_ENTERPRISE_ID))
}
