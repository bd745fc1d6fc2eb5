import type { AuditAction } from '@simwright/contract/platform/audit'
import type { TenantDb } from '../../../db/database.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { StaffOrdersServer as Server } from '../../../port/module.ts'
import { type AuditEntry, recordAudit } from '../../platform/audit/service.ts'

/** Records an action of staff in the log of the client, and in that of the staff. */
export async function recordForBoth<D extends AuditAction>(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  entry: AuditEntry<D>,
): Promise<void> {
  await recordAudit(server, db, entry)
  await recordForStaff(server, db, entry)
}

/** Records an action in the log of the staff; that of the client has an entry of its own. */
export async function recordForStaff<D extends AuditAction>(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  entry: AuditEntry<D>,
): Promise<void> {
  await recordAudit(server, db, { ...entry, enterpriseId: STAFF_ENTERPRISE_ID })
}
