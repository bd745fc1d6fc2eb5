import type { EnterpriseId } from '../../../db/row-id.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import type { EnterprisesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { enterpriseDeletedLetter } from '../../platform/mail/service.ts'
import { returnIccids } from '../../profiles/lifecycle/service.ts'
import { mailOwners } from './deletion.ts'
import { deleteRows, lockDue, selectDue, selectTenantTables } from './queries.ts'

const ENTERPRISES_PER_RUN = 20

/** The rows that one transaction deletes, so that a million profiles do not hold locks for long. */
const ROWS_AT_ONCE = 5_000

type Remover = Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'config' | 'platforms' | 'mail'>

/**
 * Deletes the enterprise accounts whose grace period is over, with everything that belongs to them. Their audit logs remain
 * for the retention of entries. An interrupted deletion is continued by the next run; several processes may run it.
 * @returns how many were deleted
 */
export async function deleteDueEnterprises(server: Remover): Promise<number> {
  const now = server.clock.now()
  let deleted = 0
  for (const enterpriseId of await server.db.systemTx((db) => selectDue(db, { now, limit: ENTERPRISES_PER_RUN }))) {
    if (!(await deleteEnterprise(server, enterpriseId, now))) continue
    deleted += 1
    server.log.info({ enterpriseId }, 'an enterprise account was deleted at the end of its grace period')
  }
  return deleted
}

/** Deletes rows that refer to others first, and the enterprise account itself last. */
async function deleteEnterprise(server: Remover, enterpriseId: EnterpriseId, now: Date): Promise<boolean> {
  const tables = await server.db.systemTx((db) => selectTenantTables(db))
  for (const table of tables.filter(({ name }) => !LAST.includes(name))) {
    let deleted: number | undefined
    do {
      deleted = await server.db.systemTx(async (db) => {
        if (!(await lockDue(db, enterpriseId, now))) return undefined
        if (table.name === 'iccid_directory') await returnIccids(db, enterpriseId)
        return await deleteRows(db, enterpriseId, table, ROWS_AT_ONCE)
      })
      if (deleted === undefined) return false
    } while (deleted === ROWS_AT_ONCE)
  }
  const isDeleted = await server.db.systemTx(async (db) => {
    const due = await lockDue(db, enterpriseId, now)
    if (!due) return false
    const object = { id: enterpriseId, name: due.name }
    const entry = { action: 'enterprise.deleted', object, before: { name: due.name } } as const
    for (const chain of [enterpriseId, STAFF_ENTERPRISE_ID])
      await recordAudit(server, db, { ...entry, enterpriseId: chain })
    await mailOwners(server, db, due, ({ sender, ...named }) => enterpriseDeletedLetter(sender, named))
    for (const table of tables.filter(({ name }) => LAST.includes(name)))
      await deleteRows(db, enterpriseId, table, undefined)
    return true
  })
  if (isDeleted)
    await server.db.systemTx(async (db) => {
      for (const table of tables.filter(({ name }) => WITHOUT_REFERENCE.includes(name)))
        await deleteRows(db, enterpriseId, table, undefined)
    })
  return isDeleted
}

/** These do not refer to the enterprise account, so a device may have written to them during the deletion. */
const WITHOUT_REFERENCE = [
  'bound_package',
  'device',
  'device_message',
  'es2plus_progress',
  'order_attempt',
  'outbox',
  'profile_event',
  'program_call',
  'webhook_attempt',
  'webhook_delivery',
]

/** Deleted last, in the transaction that mails the owners, because it reads them. */
const LAST = ['member', 'member_directory', 'enterprise_role', 'enterprise']
